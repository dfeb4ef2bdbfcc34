import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brand } from "@snaphook/protocol";
import { expect, it, vi } from "vitest";
import { processStarter } from "../process-starter.ts";
import type { PartialOutput } from "./process-request.ts";

/** The test decides itself, whatever the variable says elsewhere. */
const { [`${brand.environmentPrefix}RUNNER`]: _ignored, ...env } = process.env;

it.each([
  ["in this process", false],
  ["in the runner", true],
])("U3 what a process has printed is reported while it runs: %s", async (_, runner) => {
  const folder = mkdtempSync(join(tmpdir(), "output-"));
  const processes = processStarter({ env, runner });
  processes.prepare();
  if (runner) await vi.waitUntil(() => processes.status().state === "ready", { timeout: 10_000 });
  const reported: PartialOutput[] = [];
  const go = join(folder, "go");
  const { end, stdout } = await processes.start({
    program: "/bin/sh",
    args: ["-c", "echo half; echo note >&2; until test -e go; do sleep 0.02; done; echo rest"],
    cwd: folder,
    env,
    stdin: "",
    limitMs: 10_000,
    signal: undefined,
    marker: ["TEST_RUN", randomUUID()],
    spillFolder: folder,
    outputEveryMs: 20,
    onOutput(output) {
      reported.push(output);
      if (output.stdout !== "" && output.stderr !== "" && !existsSync(go)) writeFileSync(go, "");
    },
  }).finished;
  expect(end).toEqual({ how: "exited", code: 0 });
  expect(stdout.text).toBe("half\nrest\n");
  expect(reported).toContainEqual({ stdout: "half\n", stderr: "note\n" });
  // Nothing is reported while there is nothing new.
  expect(new Set(reported.map((one) => JSON.stringify(one))).size).toBe(reported.length);
});
