import { expect, it } from "vitest";
import { repeatCommand } from "./repeat-command.ts";

const again = { cwd: "/p", input: { cwd: "/p/sub" }, shell: undefined } as const;

it("H4 an http hook is repeated with curl; what a shell cannot run is not repeated", () => {
  const handler = { type: "http", url: "http://localhost/a b" } as const;
  expect(repeatCommand(handler, again)).toBe(
    `printf '%s\\n' '{"cwd":"/p/sub"}' | curl --data-binary @- -H 'content-type: application/json' 'http://localhost/a b'`,
  );
  expect(repeatCommand({ type: "prompt", prompt: "Fine?" }, again)).toBeNull();
  expect(repeatCommand({ type: "callback", callback: () => {} }, again)).toBeNull();
  expect(repeatCommand(undefined, again)).toBeNull();
});

it.each([
  [{ command: "a; b" }, "/bin/sh", "/bin/sh -c 'a; b'"],
  [{ command: "a; b" }, "/usr/bin/bash", "/usr/bin/bash -c 'a; b'"],
  [
    { command: "${CLAUDE_PROJECT_DIR}/x", args: ["${CLAUDE_PROJECT_DIR}", "$A"] },
    undefined,
    "/p/x /p '$A'",
  ],
])("P5, P6 %j in %s is repeated where and as it ran", (handler, shell, words) => {
  const line = repeatCommand({ type: "command", ...handler }, { ...again, shell });
  expect(line).toBe(
    `cd /p/sub && printf '%s\\n' '{"cwd":"/p/sub"}' | CLAUDE_PROJECT_DIR=/p ${words}`,
  );
});
