export { DeviceError, type DeviceErrorCode } from "./device-error.js";
