import { expect, it } from "vitest";
import type { WallStatus } from "../../wall/wall.ts";
import { outputTo } from "../output.ts";
import { capture } from "../testing/capture.ts";
import { initEvent } from "../testing/events.ts";
import { textView } from "./text-view.ts";

function shown(sandbox: WallStatus, verbose: boolean): string {
  const [stdout, stderr] = [capture(), capture()];
  const view = textView({ stdout: outputTo(stdout), stderr: outputTo(stderr), verbose });
  const event = initEvent();
  if (event.type === "init") view.emit({ ...event, sandbox });
  return stderr.text();
}

it.each([
  [
    { state: "on", limits: "guards", open: [] },
    "commands run in a sandbox (bubblewrap): settings and hooks are read-only\n",
  ],
  [
    { state: "on", limits: "writes-and-network", open: ["the display :0"] },
    "commands run in a sandbox (bubblewrap): settings and hooks are read-only, writes are limited, and so is the network (sandbox.enabled); it does not close the way to the display :0\n",
  ],
  [
    { state: "off", because: "bubblewrap (bwrap) is not installed" },
    "commands run without a sandbox (bubblewrap (bwrap) is not installed); changes of settings and hooks are found by comparison\n",
  ],
] satisfies [WallStatus, string][])(
  "T5 --verbose says how guards are protected (%o)",
  (status, line) => {
    expect(shown(status, true)).toBe(line);
    expect(shown(status, false)).toBe("");
  },
);
