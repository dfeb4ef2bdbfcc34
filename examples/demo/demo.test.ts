import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import * as tested from "../../scripts/packed/tested.ts";
import { type Played, play } from "./play.ts";

const hasPython = spawnSync("python3", ["--version"]).status === 0;
const freshFolder = () => mkdtempSync(join(tmpdir(), "demo-test-"));
const fileOf = ({ project }: Played, file: string) => readFileSync(join(project, file), "utf8");

/** A PATH on which there is what the hooks of the project need, but no Python. */
function pathWithoutPython(): string {
  const bin = freshFolder();
  for (const program of ["grep", "cat"]) {
    const { stdout } = spawnSync("sh", ["-c", `command -v ${program}`], { encoding: "utf8" });
    symlinkSync(stdout.trim(), join(bin, program));
  }
  symlinkSync(process.execPath, join(bin, "node"));
  return bin;
}

const outcomeIn = (row: string) => row.replace(/^.* hooks {5}/, "").split(/[,;]/)[0];

describe("the demo's session", () => {
  const played = play(freshFolder());

  it("completes, and the user sees what hooks refused", () => {
    expect(played.status).toBe(0);
    expect(played.stdout).toMatch(/\nend {7}completed\n$/);
    expect(played.stderr).toMatch(/refused: Bash \(rm .*: recursive deletes are not allowed here/);
  });

  it("E3 the refused command did not run", () => {
    expect(played.stdout).toContain(
      "✗ PreToolUse: refuse, by .claude/hooks/no-recursive-delete.sh",
    );
    expect(fileOf(played, "output/report.txt")).toBe("kept by a hook\n");
  });

  it("F2 the command that ran is the rewritten one", () => {
    expect(played.stdout).toContain(
      'the input is now {"command":"node test.mjs"}\ntool      Exit code 1\n        | expected "Goodbye, Ada!", found "no farewell"\n',
    );
  });

  it("G4 Stop hooks, a script and a prompt, sent the agent back until the tests passed", () => {
    const stops = played.stdout.split("\n").filter((line) => line.includes(" Stop: "));
    expect(stops.map((line) => line.slice(10).split(/[,;]/)[0])).toEqual([
      "↻ Stop: continue",
      "✓ Stop: finish",
    ]);
    expect(played.stdout).toContain(
      'reason: the tests do not pass: expected "Goodbye, Ada!", found "Bye Ada"',
    );
    expect(played.stdout).toContain("reason: say how you checked the work");
    expect(spawnSync("node", ["test.mjs"], { cwd: played.project }).status).toBe(0);
  });

  it("E14 G8 the conversation is compacted, with its hooks: the house rules are read again", () => {
    const rows = played.stdout.split("\n");
    const about = rows.filter((line) => /PreCompact|PostCompact|SessionStart|^compact/.test(line));
    expect(about.map((line) => line.trim().split(/[,;:]/)[0])).toEqual([
      ...["hooks     ✓ SessionStart", "hooks     ✓ PreCompact", "hooks     ✓ SessionStart"],
      ...["compact   auto", "hooks     ✓ PostCompact"],
    ]);
    expect(fileOf(played, ".claude/before-compaction.jsonl")).toContain("Add a farewell");
    expect(fileOf(played, ".claude/summary.txt")).toContain("The task is to add a farewell.");
  });

  it("G7 a subagent is sent back by its own hook, and its answer goes to the agent", () => {
    const rows = played.stdout.split("\n");
    const inside = rows.filter((line) => line.startsWith("Explore "));
    expect(inside.filter((line) => line.includes("SubagentStop")).map(outcomeIn)).toEqual([
      "↻ SubagentStop: continue",
      "✓ SubagentStop: finish",
    ]);
    expect(rows).toContain('tool      test.mjs wants "Goodbye, Ada!".');
  });

  it("E5 the formatter changed the file and reported it; without Python its failure is reported", () => {
    const [tab, end] = hasPython ? ["  ", "\n"] : ["\t", ""];
    const space = hasPython ? "" : "   ";
    expect(fileOf(played, "farewell.mjs")).toBe(
      `export function farewell(name) {\n${tab}return \`Goodbye, \${name}!\`;${space}\n}${end}`,
    );
    expect(played.stdout).toContain(
      hasPython ? "→ model  context: format.py changed the file" : "→ user   failure: ",
    );
  });
});

it("without Python the session still completes, and the failure is shown", () => {
  const played = play(freshFolder(), pathWithoutPython());
  expect(played.status).toBe(0);
  expect(played.stdout).toMatch(
    /python3 .claude\/hooks\/format.py +\d+ ms +exit 127\n.*→ user +failure: /,
  );
  expect(played.stdout).toMatch(/\nend {7}completed\n$/);
  expect(fileOf(played, "farewell.mjs")).toContain("\treturn `Goodbye, ${name}!`;   \n");
});

it("npm run demo prints everything and leaves nothing behind", () => {
  const folder = freshFolder();
  const path = `${dirname(process.execPath)}:${process.env["PATH"]}`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--conditions=workspace-source", join(import.meta.dirname, "demo.ts")],
    { encoding: "utf8", env: { PATH: path, HOME: folder, TMPDIR: folder, ...tested.inherited } },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toMatch(/^\$ \w+ -p "Add a farewell" --model script:/);
  expect(stdout).toContain("$ cat output/report.txt\nkept by a hook\n");
  expect(readdirSync(folder).filter((name) => name.startsWith("demo-"))).toEqual([]);
});
