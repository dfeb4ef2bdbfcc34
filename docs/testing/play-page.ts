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
import * as tested from "../../scripts/packed/tested.ts";
import type { Step } from "./fences.ts";

export interface PlayedStep {
  readonly step: Step;
  readonly exitCode: number | null;
  /** Stdout and stderr as they came. */
  readonly printed: string;
}

/** Runs the steps of a page one after the other, in an empty folder and home, each where the one before ended. */
export function playPage(steps: readonly Step[]): readonly PlayedStep[] {
  const base = mkdtempSync(join(tmpdir(), "page-"));
  const [home, work] = [join(base, "home"), join(base, "work")];
  for (const folder of [home, work]) mkdirSync(folder);
  const { installed, node, path } = tested;
  const searched = installed ? path : `${fromSource(base)}:${dirname(node)}:${path}`;
  let cwd = work;
  return steps.map((step, index) => {
    const output = join(base, `${index}.txt`);
    const file = openSync(output, "w");
    const script = `${step.commands.text}\nended=$?\npwd > '${base}/cwd'\nexit $ended\n`;
    const { status } = spawnSync("/bin/sh", ["-c", script], {
      cwd,
      env: { PATH: searched, HOME: home, TMPDIR: base },
      stdio: ["ignore", file, file],
    });
    closeSync(file);
    cwd = readFileSync(join(base, "cwd"), "utf8").trimEnd();
    return { step, exitCode: status, printed: readFileSync(output, "utf8") };
  });
}

/** A folder with a command of the product's name that runs the sources. */
function fromSource(base: string): string {
  const bin = join(base, "bin");
  mkdirSync(bin);
  const words = tested.command().map((word) => `'${word}'`);
  writeFileSync(join(bin, brand.command), `#!/bin/sh\nexec ${words.join(" ")} "$@"\n`);
  chmodSync(join(bin, brand.command), 0o755);
  return bin;
}
