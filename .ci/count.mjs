// Prints the closing line from vitest's JSON report. Fails when the run failed, ran nothing or skipped a test.
import { existsSync, readFileSync } from "node:fs";

const [file, status] = process.argv.slice(2);
if (!existsSync(file)) {
  console.error("No test report was written: the run stopped before the tests.");
  process.exit(Number(status) || 1);
}
const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
  readFileSync(file, "utf8"),
);
const skipped = numPendingTests + numTodoTests;
for (const suite of testResults)
  for (const test of suite.assertionResults)
    if (!["passed", "failed"].includes(test.status)) console.log(`skipped: ${test.fullName} (${suite.name})`);
console.log(`${numPassedTests} passed, ${numFailedTests} failed${skipped ? `, ${skipped} skipped` : ""}`);
process.exit(Number(status) || (numPassedTests === 0 || numFailedTests > 0 || skipped > 0 ? 1 : 0));
