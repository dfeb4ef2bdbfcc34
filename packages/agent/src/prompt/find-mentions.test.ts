import fc from "fast-check";
import { expect, it } from "vitest";
import { findMentions } from "./find-mentions.ts";

it.each([
  ["look at @src/a.ts", [{ path: "src/a.ts" }]],
  ["@a.ts, @b.ts and (@c.ts).", [{ path: "a.ts" }, { path: "b.ts" }, { path: "c.ts" }]],
  ['@"my notes/a b.md"!', [{ path: "my notes/a b.md" }]],
  ["@a.ts#L10-20", [{ path: "a.ts", offset: 10, limit: 11 }]],
  ["@a.ts#L7", [{ path: "a.ts", offset: 7, limit: 1 }]],
  ["@a.ts#L0-2", [{ path: "a.ts", offset: 0, limit: 2 }]],
  ["@a.ts @a.ts", [{ path: "a.ts" }]],
  ["@~/notes.md @/etc/hosts", [{ path: "~/notes.md" }, { path: "/etc/hosts" }]],
  ["write to me@example.com, a @ b", []],
  ["@", []],
])("finds mentions in %j", (text, expected) => {
  expect(findMentions(text)).toEqual(expected);
});

it("a path without odd characters is found wherever it is", () => {
  const part = fc.stringMatching(/^[a-z0-9_-]{1,8}$/);
  const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
  fc.assert(
    fc.property(path, fc.lorem(), (name, words) => {
      expect(findMentions(`${words} @${name} ${words}`)).toEqual([{ path: name }]);
    }),
  );
});
