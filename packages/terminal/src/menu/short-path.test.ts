import { expect, it } from "vitest";
import { shortCommand, shortPath } from "./short-path.ts";

const folders = { cwd: "/base/me/p", home: "/base/me" };

it.each([
  ['"/base/me/p"/.claude/hooks/a.sh', ".claude/hooks/a.sh"],
  ['"/base/me/p/a b.sh" --x', '"a b.sh" --x'],
  ["/base/me/p/a.sh /base/me/b.sh", "a.sh ~/b.sh"],
  ["node --file=/base/me/p/a.js", "node --file=a.js"],
  ["cat /other/base/me/p/a /base/me/pp/a", "cat /other/base/me/p/a ~/pp/a"],
  ["one\ntwo", "one …"],
])("the command %j is shown as %j", (command, shown) => {
  expect(shortCommand(command, folders)).toBe(shown);
});

it.each([
  ["/base/me/p/.claude/settings.json", ".claude/settings.json"],
  ["/base/me/.claude/settings.json", "~/.claude/settings.json"],
  ["/etc/x.json", "/etc/x.json"],
])("the file %j is shown as %j", (file, shown) => {
  expect(shortPath(file, folders)).toBe(shown);
});
