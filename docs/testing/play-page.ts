import { spawnSync } from "node:child_process";
import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brand } from "@snaphook/protocol";
import type { Step } from "./fences.ts";

export interface PlayedStep {
  readonly step: Step;
  readonly exitCode: number | null;
  /** Stdout and stderr as they came. */
  readonly printed: string;
}

const main = join(import.meta.dirname, "../../packages/cli/src/main.ts");

/** Runs the steps of a page one after the other, in an empty folder and home, each where the one before ended. */
export function playPage(steps: readonly Step[]): readonly PlayedStep[] {
  const base = mkdtempSync(join(tmpdir(), "page-"));
  const [bin, home, work] = [join(base, "bin"), join(base, "home"), join(base, "work")];
  for (const folder of [bin, home, work]) mkdirSync(folder);
  const command = join(bin, brand.command);
  const node = `'${process.execPath}' --conditions=workspace-source '${main}'`;
  writeFileSync(command, `#!/bin/sh\nexec ${node} "$@"\n`);
  chmodSync(command, 0o755);
  const path = [bin, dirname(process.execPath), process.env["PATH"]].join(":");
  let cwd = work;
  return steps.map((step, index) => {
    const output = join(base, `${index}.txt`);
    const file = openSync(output, "w");
    const script = `${step.commands.text}\nended=$?\npwd > '${base}/cwd'\nexit $ended\n`;
    const { status } = spawnSync("/bin/sh", ["-c", script], {
      cwd,
      env: { PATH: path, HOME: home, TMPDIR: base },
      stdio: ["ignore", file, file],
    });
    closeSync(file);
    cwd = readFileSync(join(base, "cwd"), "utf8").trimEnd();
    return { step, exitCode: status, printed: readFileSync(output, "utf8") };
  });
}
