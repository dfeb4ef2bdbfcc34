import type { Clock } from "../clock.ts";
import type { Capture } from "./capture.ts";
import type { PartialOutput, ProcessRequest } from "./process-request.ts";

/** How much of an output that is not complete is reported. */
const maxBytes = 16 * 1024;

/** Reports what a process has printed so far, each time there is more; returns what ends the reports. */
export function reportOutput(
  { outputEveryMs }: Pick<ProcessRequest, "outputEveryMs">,
  clock: Pick<Clock, "after">,
  [stdout, stderr]: readonly [Capture, Capture],
  report: (output: PartialOutput) => void,
): () => void {
  if (outputEveryMs === undefined) return () => {};
  let reported = 0;
  let cancel = () => {};
  const wait = () => {
    cancel = clock.after(outputEveryMs, look, { idle: true });
  };
  const look = () => {
    const printed = stdout.bytes() + stderr.bytes();
    if (printed > reported) {
      reported = printed;
      report({ stdout: stdout.head(maxBytes), stderr: stderr.head(maxBytes) });
    }
    wait();
  };
  wait();
  return () => cancel();
}
