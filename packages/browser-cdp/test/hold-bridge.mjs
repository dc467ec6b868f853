// A `ga` of its own for the tests: opens the bridge, says what it got, and stays until its input ends.
import { openBridge } from "../dist/index.js";

const [folder, ports] = process.argv.slice(2);
const link = await openBridge({ folder, ports: JSON.parse(ports) });
console.log(JSON.stringify({ ...link.place, product: link.product }));
process.stdin.resume().on("end", async () => {
  await link.close();
});
