// npm run pack-test (after npm run build): packs every package, installs the tarballs and nothing else of ours in an
// empty folder, and tries there what users would: the command, the demo, the engine in an agent of theirs.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { install } from "./pack-test/install.ts";
import { pack } from "./pack-test/pack.ts";
import { shapeProblems } from "./pack-test/shape.ts";
import { trials } from "./pack-test/trials.ts";

const folder = mkdtempSync(join(tmpdir(), "pack-test-"));
let failed = false;
const report = (what: string, problems: readonly string[]) => {
  console.log(
    [`${problems.length === 0 ? "ok  " : "FAIL"} ${what}`, ...problems].join("\n       "),
  );
  failed ||= problems.length > 0;
};

try {
  const packed = pack(folder);
  for (const one of packed) report(`shape of ${one.name}`, await shapeProblems(one));
  const place = install(folder, packed);
  for (const [what, trial] of Object.entries(trials)) report(what, trial(place));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;
