// npm run pack-test: does with the packed and installed packages what users would do, in addition to the tests.

import { shapeProblems } from "./pack-test/shape.ts";
import { trials } from "./pack-test/trials.ts";
import { installed } from "./packed/tested.ts";

const report = (what: string, problems: readonly string[]) => {
  console.log(
    [`${problems.length === 0 ? "ok  " : "FAIL"} ${what}`, ...problems].join("\n       "),
  );
  if (problems.length > 0) process.exitCode = 1;
};

if (installed === undefined) throw new Error("nothing is installed: run npm run pack-test");
for (const one of installed.packed) report(`shape of ${one.name}`, await shapeProblems(one));
for (const [what, trial] of Object.entries(trials)) report(what, trial(installed));
