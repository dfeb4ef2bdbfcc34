import { expect, it } from "vitest";
import { play } from "../../loop/testing/play.ts";
import type { DebugLine } from "./debug-log.ts";
import { debugSession } from "./debug-session.ts";

it("V10 starts and ends of runs are logged at debug, failures at warn, stop requests at info", async () => {
  const lines: DebugLine[] = [];
  const debug = debugSession((line) => lines.push(line));
  await play({
    profile: "envoy",
    userSettings: {
      hooks: {
        PostToolUse: [
          { matcher: ".*", command: "no-such-program-here" },
          { matcher: ".*", command: `echo '{"continue": false, "stopReason": "enough"}'` },
        ],
      },
    },
    script: [[{ tool: "Write", input: { file_path: "a.txt", content: "" } }], ["never said"]],
    trace: { record: debug.record },
    emit: debug.emit,
  });
  const about = (words: RegExp) =>
    lines.filter(({ text }) => /^PostToolUse/.test(text) && words.test(text));
  const levels = (words: RegExp) => about(words).map(({ level }) => level);
  expect(levels(/: started \w+ \(run /)).toEqual(["debug", "debug"]);
  expect(levels(/: ran \w+ "(no-such|echo)/)).toEqual(["debug", "debug"]);
  expect(levels(/failed \(not-found\)/)).toEqual(["warn"]);
  expect(levels(/asks to stop: enough/)).toEqual(["info"]);
  expect(lines.filter(({ level }) => level === "warn")).toHaveLength(1);
});
