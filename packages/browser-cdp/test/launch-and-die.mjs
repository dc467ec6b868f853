// Launches a browser, says its pid, and dies without a word to it.
import { launchBrowser, profileOwner } from "../dist/index.js";

const [, , profile] = process.argv;
await launchBrowser({ profile, headless: true });
console.log((await profileOwner(profile)).pid);
process.kill(process.pid, "SIGKILL");
