import { readFileSync } from "node:fs";
import { join } from "node:path";
import { exitCodes as agentCodes } from "@snaphook/agent";
import { describe, expect, it } from "vitest";
import { exitCodes } from "./exit-codes.ts";
import { bash, command, type World, workplace } from "./testing/workplace.ts";

interface Run {
  readonly what: string;
  readonly world?: World;
  readonly args?: readonly string[];
  readonly code: keyof typeof exitCodes;
  /** What stderr says about it. */
  readonly reason: RegExp;
}

const refusing = { UserPromptSubmit: command("echo not today >&2; exit 2") };
const stopping = { PreToolUse: command(`echo '{"continue": false, "stopReason": "enough"}'`) };
const interrupting = {
  PermissionRequest: command(
    `echo '{"hookSpecificOutput": {"hookEventName": "PermissionRequest", "decision": {"behavior": "deny", "interrupt": true}}}'`,
  ),
};
const fails = (status: number) => ({ error: { status, message: "broken" } });

const runs: readonly Run[] = [
  { what: "a turn that ends", code: 0, reason: /^$/ },
  {
    what: "a prompt that a hook refuses (G5)",
    world: { hooks: refusing },
    code: 0,
    reason: /not today/,
  },
  {
    what: "a turn that a hook stops (G10)",
    world: { hooks: stopping, script: [[bash("true")], ["no"]] },
    code: 0,
    reason: /enough/,
  },
  {
    what: "a call that is refused",
    world: { script: [[bash("touch x")], ["could not"]] },
    code: 0,
    reason: /refused: Bash/,
  },
  {
    what: "the turn limit (G11)",
    world: { script: [[bash("ls")], ["no"]] },
    args: ["--max-turns", "1"],
    code: 1,
    reason: /limit of --max-turns \(1\)/,
  },
  {
    what: "an interrupt by a hook (G6)",
    world: { hooks: interrupting, script: [[bash("touch x")], ["no"]] },
    args: ["--profile", "claude-code"],
    code: 1,
    reason: /interrupted before it was done/,
  },
  {
    what: "a refusal of the model",
    world: { script: [{ blocks: [], stopReason: "refusal" }] },
    code: 1,
    reason: /the model refused to answer/,
  },
  { what: "empty answers", world: { script: [[], []] }, code: 1, reason: /empty twice/ },
  {
    what: "an answer that never ends",
    world: { script: Array(6).fill({ blocks: ["x"], stopReason: "max_tokens" }) },
    code: 1,
    reason: /cut at its output limit/,
  },
  {
    what: "a full context window",
    world: { script: [{ blocks: ["x"], stopReason: "model_context_window_exceeded" }] },
    code: 1,
    reason: /context window/,
  },
  {
    what: "an answer that does not match --json-schema",
    world: { script: { main: [], after: "no object" } },
    args: ["--json-schema", '{"type":"object","required":["city"]}'],
    code: 1,
    reason: /matches --json-schema, after 5 reminders/,
  },
  { what: "an unknown session", args: ["--resume", "none"], code: 1, reason: /no session none/ },
  { what: "a wrong value", args: ["--max-turns", "x"], code: 2, reason: /--max-turns: found/ },
  {
    what: "deny rules that cannot work (C5)",
    args: ["--disallowedTools", "Bsh(ls)", "Bash(ls", "bash"],
    code: 2,
    reason: /"Bsh".*"Bash\(ls".*"bash"/,
  },
  {
    what: "a deny rule for an unknown tool (C5)",
    args: ["--disallowedTools", "bash"],
    code: 2,
    reason: /--disallowedTools bash has no effect: .*did you mean "Bash"/,
  },
  {
    what: "deny rules of --settings that cannot work (C5)",
    args: ["--settings", '{"permissions":{"deny":["Bash(rm","bash(rm:*)"]}}'],
    code: 2,
    reason: /permissions\.deny\[0\] is not valid.*permissions\.deny\[1\] denies nothing/,
  },
  {
    what: "deny rules of --settings under a wrong key (C5)",
    args: ["--settings", '{"permisions":{"deny":["Bash"]}}'],
    code: 2,
    reason: /did you mean "permissions"/,
  },
  {
    what: "an allow rule that is not valid",
    args: ["--allowedTools", "Bash(ls"],
    code: 2,
    reason: /"Bash\(ls" is not a permission rule/,
  },
  {
    what: "a script that does not exist",
    args: ["--model", "script:nosuch.json"],
    code: 2,
    reason: /nosuch\.json: the script cannot be read/,
  },
  {
    what: "settings that do not exist",
    args: ["--settings", "nosuch.json"],
    code: 2,
    reason: /nosuch\.json: the settings file does not exist/,
  },
  {
    what: "a plugin folder that does not exist",
    args: ["--plugin-dir", "nodir"],
    code: 2,
    reason: /--plugin-dir: the folder \S+nodir does not exist/,
  },
  {
    what: "a plugin folder without a plugin",
    args: ["--plugin-dir", "."],
    code: 0,
    reason: /warning: --plugin-dir: \S+ has no plugin/,
  },
  { what: "an unknown flag", args: ["--nonsense"], code: 2, reason: /unknown option/ },
  {
    what: "a server error",
    world: { script: [fails(400), fails(400)] },
    code: 1,
    reason: /broken/,
  },
];

describe("exit codes", () => {
  it.concurrent.for(["text", "json", "stream-json"])(
    "are the same with %s, with the reason on stderr",
    { timeout: 120_000 },
    async (format, test) => {
      for (const { what, world, args = [], code, reason } of runs) {
        const place = workplace({ ...world, test });
        const run = place.start(["-p", "go", ...place.model, "--output-format", format, ...args]);
        run.child.stdin.end();
        const end = await run.ended;
        expect({ what, code: end.code }).toEqual({ what, code });
        expect(end.stderr, what).toMatch(reason);
      }
    },
  );

  it.concurrent.for([
    ["--nonsense", 2],
    ["prompt --nonsense", 2],
    ["--model", 2],
    ["--permission-mode silly", 2],
    ["--profile silly", 2],
    ["lint --nonsense", 1],
    ["--profile silly lint", 1],
    ["--as-hook run PreToolUse", 1],
  ] as const)(
    "without -p: %s ends with %i; for a hook that runs a command, 2 would be a refusal",
    async ([words, code], test) => {
      const place = workplace({ test });
      const run = place.start(words.split(" "));
      run.child.stdin.end();
      expect(await run.ended).toMatchObject({ code, stderr: expect.stringContaining("option") });
    },
  );

  it.concurrent.for(["run PreToolUse", "explain PreToolUse", "lint", "test", "chaos", "replay x"])(
    "C1 a plugin folder that does not exist ends %s with 1, before anything runs",
    async (words, test) => {
      const place = workplace({ test });
      const run = place.start([...words.split(" "), "--plugin-dir", "nodir"]);
      run.child.stdin.end();
      const { code, stderr } = await run.ended;
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringContaining("--plugin-dir: the folder"),
      });
    },
  );

  it("U3 flags of stream-json have no effect on text, and the user sees that", async () => {
    const place = workplace();
    const flags = ["--include-hook-events", "--include-partial-messages", "--replay-user-messages"];
    const run = place.start(["-p", "go", ...place.model, ...flags]);
    run.child.stdin.end();
    const { code, stderr } = await run.ended;
    expect(code).toBe(0);
    for (const flag of flags) expect(stderr).toContain(`${flag} has no effect`);
  });

  it("an unknown slash command (section 12): 1, with the reason", async () => {
    const place = workplace();
    const run = place.start(["-p", "/nonsense", ...place.model]);
    run.child.stdin.end();
    expect(await run.ended).toMatchObject({ code: 1, stderr: expect.stringContaining("nonsense") });
  });

  // Signals and a closed stdout: ends.process.test.ts.
  it("are all in --help and in the page about the command line", async () => {
    const place = workplace();
    const run = place.start(["--help"]);
    const { stdout } = await run.ended;
    const page = readFileSync(join(import.meta.dirname, "../../../docs/command-line.md"), "utf8");
    for (const [code, when] of Object.entries(exitCodes)) {
      expect(stdout).toContain(`  ${code.padEnd(5)}${when}\n`);
      expect(page).toMatch(new RegExp(`^\\| \`${code}\` \\| `, "m"));
    }
    for (const code of Object.values(agentCodes))
      expect(Object.keys(exitCodes)).toContain(`${code}`);
  });
});
