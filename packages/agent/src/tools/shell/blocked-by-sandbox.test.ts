import { expect, it } from "vitest";
import { blockedBySandbox } from "./blocked-by-sandbox.ts";

it.each([
  [["/a/.claude"], "[/a/.claude is read-only for commands, because it controls what"],
  [
    ["/a/.claude", "/b/.claude"],
    "[/a/.claude, /b/.claude are read-only for commands, because they control what",
  ],
])("names the protected paths that a command met: %j", (paths, text) => {
  expect(blockedBySandbox("sh: .claude: Read-only file system", paths)).toContain(text);
});
