/** The parts of the protocol's `Runtime` answers that are read here. */
export interface RemoteObject {
  type: string;
  subtype?: string;
  className?: string;
  description?: string;
  value?: unknown;
  unserializableValue?: string;
  objectId?: string;
  deepSerializedValue?: DeepValue;
}

/** What V8 itself writes down of a value, whatever the page has done to its own `JSON` or `Array.prototype`. */
export interface DeepValue {
  type: string;
  value?: unknown;
  weakLocalObjectReference?: number;
}

export interface EvaluateAnswer {
  result: RemoteObject;
  exceptionDetails?: ExceptionDetails;
}

export interface ExceptionDetails {
  text: string;
  lineNumber: number;
  columnNumber: number;
  exception?: RemoteObject;
}

/** Depth 6 holds what scripts return; nodes and windows are named, never walked into. */
export const DEEP = {
  serialization: "deep",
  maxDepth: 6,
  additionalParameters: { maxNodeDepth: 0, includeShadowTree: "none" },
} as const;
