import { expect, it } from "vitest";
import { repeatCommand } from "./repeat-command.ts";

const again = { cwd: "/p", input: { cwd: "/p/sub" }, bash: "bash" } as const;

it.each([
  [{ command: "a; b" }, "/bin/sh -c 'a; b'"],
  [{ command: "a; b", shell: "bash" as const }, "bash -c 'a; b'"],
  [{ command: "${CLAUDE_PROJECT_DIR}/x", args: ["${CLAUDE_PROJECT_DIR}", "$A"] }, "/p/x /p '$A'"],
])("P5, P6 %j is repeated where and as it ran", (handler, words) => {
  const line = repeatCommand({ type: "command", ...handler }, again);
  expect(line).toBe(
    `cd /p/sub && printf '%s\\n' '{"cwd":"/p/sub"}' | CLAUDE_PROJECT_DIR=/p ${words}`,
  );
});
