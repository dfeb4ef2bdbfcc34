import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { isReadOnlyIn } from "./is-read-only-command.ts";

interface Everyday {
  readonly readOnly: readonly string[];
  readonly asks: readonly { readonly because: string; readonly commands: readonly string[] }[];
}

const { readOnly, asks }: Everyday = parse(
  readFileSync(join(import.meta.dirname, "everyday-commands.yaml"), "utf8"),
);
const asking = asks.flatMap(({ commands }) => commands);
const folder = mkdtempSync(join(tmpdir(), "everyday-"));

it("G1 T11 exactly the listed everyday commands ask, each group of them for a reason", () => {
  const all = [...readOnly, ...asking];
  expect(new Set(all).size).toBe(all.length);
  expect(all.length).toBeGreaterThanOrEqual(300);
  expect(
    all.filter((command) => !isReadOnlyIn({ cwd: folder, home: folder, line: command }, command)),
  ).toEqual(asking);
});
