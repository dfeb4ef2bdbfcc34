import { mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { isReadOnlyIn } from "./is-read-only-command.ts";
import { readsOutside } from "./reads-outside.ts";

interface Everyday {
  readonly readOnly: readonly string[];
  readonly asks: readonly { readonly because: string; readonly commands: readonly string[] }[];
}

const { readOnly, asks }: Everyday = parse(
  readFileSync(join(import.meta.dirname, "everyday-commands.yaml"), "utf8"),
);
const asking = asks.flatMap(({ commands }) => commands);
const home = mkdtempSync(join(tmpdir(), "everyday-"));
const cwd = join(home, "project");
mkdirSync(cwd);

const runsUnasked = (line: string): boolean =>
  isReadOnlyIn({ cwd, home, line }, line) &&
  !readsOutside(line, { cwd, home, line, directories: [cwd] });

it("G1 T11 exactly the listed everyday commands ask, each group of them for a reason", () => {
  const all = [...readOnly, ...asking];
  expect(new Set(all).size).toBe(all.length);
  expect(all.length).toBeGreaterThanOrEqual(300);
  expect(all.filter((command) => !runsUnasked(command))).toEqual(asking);
});
