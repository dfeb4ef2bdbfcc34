import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brand } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { createProgram } from "../../create-program.ts";
import { UsageError } from "../../usage-error.ts";
import { type AgentPlan, planAgent } from "./plan-agent.ts";
import { attachPrompt } from "./print-mode.ts";

/** What a command line comes to; a mistake is its words. */
async function plan(...given: readonly string[]): Promise<AgentPlan | string> {
  const args = attachPrompt(given);
  let found: AgentPlan | undefined;
  const said: string[] = [];
  const program = createProgram(args, async (flags, words) => {
    found = planAgent(flags, words);
  })
    .exitOverride()
    .configureOutput({ writeErr: (text) => said.push(text) });
  try {
    await program.parseAsync([...args], { from: "user" });
  } catch (error) {
    return error instanceof UsageError ? error.message : said.join("");
  }
  return found ?? "the agent did not run";
}

describe("prompts", () => {
  it.each([
    [["-p", "go"], "go"],
    [["--print", "go"], "go"],
    [["--print=go"], "go"],
    [["-p", "--output-format", "json", "go"], "go"],
    [["go there", "-p"], "go there"],
    [["--output-format", "json", "-p", "go", "--verbose"], "go"],
    [["-p", "--verbose", "go"], "go"],
    [["-p", "- tidy up"], "- tidy up"],
    [["-p", "-5 + 3"], "-5 + 3"],
    [["-p", "--help me out"], "--help me out"],
    [["-p", "/clear"], "/clear"],
    [["-p", "explain"], "explain"],
    [["-p", "--verbose", "hooks"], "hooks"],
    [["-p", "--", "--verbose"], "--verbose"],
    [["-p", ""], ""],
    [["--profile", "claude-code", "--trust-project", "-p", "go"], "go"],
    [["-p", "--append-system-prompt=be brief", "go"], "go"],
    [["-p"], undefined],
    [["say two words"], "say two words"],
  ])("%j", async (args, prompt) => {
    expect(await plan(...args)).toMatchObject({ prompt, inputFormat: "text" });
  });

  it("-p with stream-json has none", async () => {
    const args = ["-p", "--input-format", "stream-json", "--output-format", "stream-json"];
    expect(await plan(...args, "--verbose", "--permission-prompt-tool", "stdio")).toMatchObject({
      prompt: undefined,
      inputFormat: "stream-json",
      asksDriver: true,
      mode: { outputFormat: "stream-json", verbose: true },
    });
  });
});

/** An existing file, for flags that read one. */
const file = import.meta.filename;

const rules = ["Bash(git log:*),Edit", "Read"];
const schema = { type: "object", properties: { city: { type: "string" } } };
const agentRows: readonly (readonly [readonly string[], object])[] = [
  [["--max-turns", "3"], { maxTurns: 3 }],
  [["--autocompact", "150000"], { autoCompact: 150_000 }],
  [["--autocompact", "1.5k"], { autoCompact: 1500 }],
  [["--autocompact", "1M"], { autoCompact: 1_000_000 }],
  [["--max-budget-usd", "0.5"], { maxBudgetUsd: 0.5 }],
  [["--tools", "Bash,Read", "Edit"], { tools: ["Bash", "Read", "Edit"] }],
  [["--tools", ""], { tools: [] }],
  [["--json-schema", JSON.stringify(schema)], { jsonSchema: schema }],
  [["--system-prompt-file", file], { systemPrompt: readFileSync(file, "utf8") }],
  [["--append-system-prompt-file", file], { appendSystemPrompt: readFileSync(file, "utf8") }],
  [["--cwd", "x"], { cwd: resolve("x") }],
  [["--permission-mode", "acceptEdits"], { permissionMode: "acceptEdits" }],
  [["--dangerously-skip-permissions"], { permissionMode: "bypassPermissions" }],
  [["--allowedTools", ...rules], { allowedTools: rules }],
  [["--allowed-tools", ...rules], { allowedTools: rules }],
  [["--allowedTools=Edit", "--allowedTools", "Read"], { allowedTools: ["Edit", "Read"] }],
  [["--disallowedTools", "Bash"], { disallowedTools: ["Bash"] }],
  [["--disallowed-tools", "Bash"], { disallowedTools: ["Bash"] }],
  [["--settings", '{"a":1}'], { settings: '{"a":1}' }],
  [["--settings", "s.json"], { settings: resolve("s.json") }],
  [["--setting-sources", "user, local"], { settingSources: ["user", "local"] }],
  [["--setting-sources", ""], { settingSources: [] }],
  [["--plugin-dir", "p"], { pluginDirectories: [resolve("p")] }],
  [["--plugin-dir", "p", "--plugin-dir", "q"], { pluginDirectories: [resolve("p"), resolve("q")] }],
  [["--add-dir", "a", "b"], { additionalDirectories: [resolve("a"), resolve("b")] }],
  [["--bare"], { bare: true }],
  [["--init"], { setup: "init" }],
  [["--worktree", "feature"], { worktree: "feature" }],
  [["-w", "--init"], { worktree: "", setup: "init" }],
  [["--init-only"], { setup: "init", takesPrompts: false }],
  [["--maintenance"], { setup: "maintenance" }],
  [["--effort", "high"], { effort: "high" }],
  [["--thinking", "adaptive"], { thinking: { type: "adaptive" } }],
  [["--thinking", "enabled"], { thinking: { type: "enabled", budgetTokens: 10_000 } }],
  [["--max-thinking-tokens=2048"], { thinking: { type: "enabled", budgetTokens: 2048 } }],
  [["--max-thinking-tokens", "0"], { thinking: { type: "disabled" } }],
  [
    ["--thinking", "adaptive", "--thinking-display", "omitted"],
    { thinking: { type: "adaptive", display: "omitted" } },
  ],
  [["--betas=a,b", "--betas=c"], { betas: ["a", "b", "c"] }],
  [["--allow-dangerously-skip-permissions"], { allowBypass: true }],
  [["--managed-settings", "{}"], { managedSettings: "{}" }],
  [
    ["--resume", "s1", "--resume-session-at", "u1"],
    { session: { kind: "resume", sessionId: "s1", at: "u1" } },
  ],
  [["--trust-project"], { trustProject: true }],
  [["--untrusted", "fail"], { untrusted: "fail" }],
  [["--untrusted=fail"], { untrusted: "fail" }],
  [["--profile", "claude-code@2.1.325"], { profile: "claude-code@2.1.325" }],
  [["--agent", "planner"], { mainAgent: "planner" }],
  [["--system-prompt", "you are terse"], { systemPrompt: "you are terse" }],
  [["--append-system-prompt", "be brief"], { appendSystemPrompt: "be brief" }],
  [["-c"], { session: { kind: "continue" }, persistSession: true }],
  [["--no-session-persistence"], { persistSession: false }],
  [["--continue", "--fork-session"], { session: { kind: "continue", fork: true } }],
  [["-r", "abc"], { session: { kind: "resume", sessionId: "abc" } }],
  [
    ["--resume=abc", "--fork-session"],
    { session: { kind: "resume", sessionId: "abc", fork: true } },
  ],
  [
    ["--session-id", "12345678-1234-1234-1234-123456789abc"],
    { session: { kind: "new", sessionId: "12345678-1234-1234-1234-123456789abc" } },
  ],
  [[], { session: { kind: "new" }, untrusted: "skip", trustProject: false, headless: true }],
];
const modeRows: readonly (readonly [readonly string[], object])[] = [
  [["--verbose"], { mode: { verbose: true } }],
  [["--output-format", "json"], { mode: { outputFormat: "json" } }],
  [["-o", "out.txt"], { outputFile: resolve("out.txt") }],
  [["--output=out.txt"], { outputFile: resolve("out.txt") }],
  [["--fallback-model", "haiku"], { fallbackModel: "haiku" }],
  [["--include-hook-events"], { mode: { includeHookEvents: true } }],
  [["--include-partial-messages"], { mode: { includePartialMessages: true } }],
  [["--replay-user-messages"], { mode: { replayUserMessages: true } }],
  [["--debug"], { mode: { debug: {} } }],
  [["--debug", "hooks"], { mode: { debug: { filter: "hooks" } } }],
  [["--debug-file", "d.log"], { mode: { debug: { file: resolve("d.log") } } }],
  [["--trace", "t.jsonl"], { mode: { trace: resolve("t.jsonl") } }],
  [["--timeline"], { timeline: true }],
  [["--model", "sonnet"], { model: "sonnet" }],
  [["--model", "script:s.json"], { model: `script:${resolve("s.json")}` }],
  [
    ["--mcp-config", "{}", "a.json", "--strict-mcp-config"],
    { agent: { mcpConfig: ["{}", resolve("a.json")], strictMcpConfig: true } },
  ],
];
describe("flags", () => {
  it.each(agentRows)("%j", async (args, agent) => {
    expect(await plan("-p", "go", ...args)).toMatchObject({ prompt: "go", agent });
    expect(await plan(...args, "-p", "go")).toMatchObject({ prompt: "go", agent });
  });

  it.each(modeRows)("%j is about the mode", async (args, expected) => {
    expect(await plan("-p", "go", ...args)).toMatchObject(expected);
  });
});

it("--tools default offers all", async () => {
  expect(await plan("-p", "go", "--tools", "default")).toMatchObject({
    agent: expect.not.objectContaining({ tools: expect.anything() }),
  });
});

describe("every flag", () => {
  const flags = createProgram([], async () => {}).options.filter(({ hidden }) => !hidden);
  const page = readFileSync(
    join(import.meta.dirname, "../../../../../docs/command-line.md"),
    "utf8",
  );

  it.each(flags.map(({ long, flags: written }) => [long ?? written, written] as const))(
    "%s is in the page about the command line, as --help writes it",
    (_, written) => {
      expect(page).toContain(`| \`${written}\` |`);
    },
  );

  it("of the page exists", () => {
    const listed = [...page.matchAll(/^\| `(-[^`]+)` \|/gm)].map(([, written]) => written);
    expect(listed.toSorted()).toEqual(flags.map(({ flags: written }) => written).toSorted());
  });

  it("is in one of the tables above, or is about prompts, the driver or the program itself", () => {
    const tested = [...agentRows, ...modeRows].flatMap(([args]) =>
      args.map((arg) => arg.split("=")[0]),
    );
    const others = ["--print", "--input-format", "--permission-prompt-tool", "--version"];
    const missing = flags.filter(
      ({ long = "", short = "" }) =>
        !tested.includes(long) && !tested.includes(short) && !others.includes(long),
    );
    expect(missing.map(({ long }) => long)).toEqual([]);
  });
});

describe("mistakes are answered with what would be right", () => {
  it.each([
    [["-p", "go", "--max-thinking-tokens", "x"], '--max-thinking-tokens: found "x", expected'],
    [["-p", "go", "--resume-session-at", "u1"], "--resume-session-at needs a session to continue"],
    [["-p", "go", "--task-budget=5"], "--task-budget is not supported; use --max-turns"],
    [["-p", "go", "--channels", "x"], "--channels is not supported; send messages with"],
    [["-p", "go", "--permission-prompts", "x"], 'found "x", expected host or none'],
    [
      ["-p", "go", "--max-turns", "0"],
      '--max-turns: found "0", expected a whole number of at least 1',
    ],
    [["-p", "go", "--max-turns", "x"], '--max-turns: found "x", expected'],
    [
      ["-p", "go", "--permission-mode", "automatic"],
      "Allowed choices are default, plan, acceptEdits",
    ],
    [
      ["-p", "go", "--setting-sources", "usr"],
      '--setting-sources: found "usr", expected a list of',
    ],
    [["-p", "go", "--session-id", "abc"], '--session-id: found "abc", expected a UUID'],
    [["-p", "go", "--debug", "foo"], '--debug: found "foo", expected a list of hooks,api,session'],
    [["-p", "go", "--debug", "hooks,!ap"], '--debug: found "!ap"'],
    [["-p", "go", "-c", "-r", "x"], "found both --continue and --resume"],
    [["-p", "go", "--resume"], "--resume needs an id: use --resume ID"],
    [["-p", "go", "--fork-session"], "--fork-session needs a session"],
    [["-p", "go", "-c", "--session-id", "x"], "--session-id names a new session"],
    [
      ["-p", "go", "--max-budget-usd", "much"],
      '--max-budget-usd: found "much", expected an amount',
    ],
    [["-p", "go", "--json-schema", "3"], "--json-schema: found 3; expected a JSON Schema"],
    [
      ["-p", "go", "--system-prompt", "x", "--system-prompt-file", "y"],
      "found both --system-prompt and --system-prompt-file",
    ],
    [["-p", "go", "--init", "--maintenance"], "found both --init and --maintenance"],
    [["--init-only", "--maintenance"], "found both --init-only and --maintenance"],
    [
      ["-p", "go", "--input-format", "stream-json"],
      "needs --output-format stream-json, found text",
    ],
    [
      ["-p", "go", "--input-format=stream-json", "--output-format=stream-json"],
      'prompts come from stdin; remove "go"',
    ],
    [["-p", "go", "--permission-prompt-tool", "mcp__x"], 'found "mcp__x", expected stdio'],
    [["-p", "go", "--permission-prompt-tool", "stdio"], "needs --input-format stream-json"],
    [["-p", "tidy", "up"], 'found 2 prompts ("tidy", "up"); put the prompt in quotes'],
    [["-p", "--outptu-format", "json", "go"], "Did you mean --output-format?"],
    [
      ["explian"],
      `unknown command "explian"; did you mean explain? (a prompt of one word: ${brand.command} -- explian, or with -p)`,
    ],
  ])("%j", async (args, words) => {
    expect(await plan(...args)).toContain(words);
  });
});
