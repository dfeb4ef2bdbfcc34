// The tests of the scratch project. They want a farewell that is not there yet.
import { greeting } from "./greeting.mjs";

const { farewell } = await import("./farewell.mjs").catch(() => ({
  farewell: () => "no farewell",
}));
const expected = [
  [greeting("Ada"), "Hello, Ada!"],
  [farewell("Ada"), "Goodbye, Ada!"],
];
const wrong = expected.filter(([found, right]) => found !== right);
for (const [found, right] of wrong) console.log(`expected "${right}", found "${found}"`);
if (wrong.length === 0) console.log(`${expected.length} tests passed`);
process.exitCode = wrong.length === 0 ? 0 : 1;
