import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folderVariable } from "../packed/install.ts";

/** Works in a CommonJS package and in the sources, but not in a bundle. */
const needsFilename = "\nmodule.exports.planted = __filename;\n";

/**
 * Plants faults that only affect the packed command: `__filename` in a bundled library, and in a file of the installed
 * command, where no check of the build can find it. Yields for each whether the docs tests with the packed command fail.
 */
export function* packedFaults(
  copy: string,
): Generator<{ readonly fault: string; readonly noticed: boolean }> {
  const base = mkdtempSync(join(tmpdir(), "packed-faults-"));
  // One page is enough to show that a fault in the packed command makes the tests of the pages fail.
  const runPages = () =>
    spawnSync("npm", ["run", "test:packed", "--", "docs/pages", "-t", "getting-started"], {
      cwd: copy,
      env: { ...process.env, [folderVariable]: base },
      encoding: "utf8",
    });
  const isNoticed = () => {
    const { status, stdout, stderr } = runPages();
    return status !== 0 && (stdout + stderr).includes("__filename");
  };
  try {
    const { status, stdout, stderr } = runPages();
    if (status !== 0) throw new Error(`it fails without a fault:\n${stdout}${stderr}`);

    const chunks = globSync("installed/node_modules/*/dist/trust-*.mjs", { cwd: base });
    for (const chunk of chunks) appendFileSync(join(base, chunk), "\nconsole.log(__filename);\n");
    yield { fault: "an installed command that needs __filename", noticed: isNoticed() };

    rmSync(base, { recursive: true });
    const library = join(copy, "node_modules/picomatch/index.js");
    const before = readFileSync(library, "utf8");
    appendFileSync(library, needsFilename);
    yield { fault: "a bundled library that needs __filename", noticed: isNoticed() };
    writeFileSync(library, before);
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}
