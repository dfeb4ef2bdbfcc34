import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { changesBetween, restore, stateOf } from "./watched-files.ts";

it("every kind of change is found and undone, hard links included", () => {
  const base = mkdtempSync(join(tmpdir(), "watched-"));
  const at = (path: string) => join(base, path);
  mkdirSync(at("folder"));
  for (const name of ["a", "b", "c", "folder/d", "e"]) writeFileSync(at(name), name);
  linkSync(at("a"), at("hard"));
  symlinkSync("a", at("soft"));
  const original = stateOf(base, /^skipped$/);

  rmSync(at("a"));
  writeFileSync(at("hard"), "changed");
  writeFileSync(at("b"), "changed");
  chmodSync(at("c"), 0o600);
  rmSync(at("folder"), { recursive: true });
  rmSync(at("soft"));
  symlinkSync("b", at("soft"));
  rmSync(at("e"));
  mkdirSync(at("e"));
  writeFileSync(at("new"), "");
  writeFileSync(at("skipped"), "");
  const now = stateOf(base, /^skipped$/);
  expect([...changesBetween(original, now)].sort()).toEqual(
    ["a", "b", "c", "e", "folder", "folder/d", "hard", "new", "soft"].sort(),
  );

  restore(base, original, now);
  expect(changesBetween(original, stateOf(base, /^skipped$/))).toEqual([]);
  expect(statSync(at("hard")).ino).toBe(statSync(at("a")).ino);
  rmSync(base, { recursive: true });
});
