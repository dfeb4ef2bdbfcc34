import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brand } from "@snaphook/protocol";
import * as tested from "../packed/tested.ts";
import { startWindowModel, summaryName, type WindowModel } from "./window-model.ts";

export interface LongSession {
  readonly turns: number;
  readonly prompts: number;
  readonly windowTokens: number;
  /** From how many tokens on it is compacted; beyond the window, so that the server has to refuse first. */
  readonly limitTokens: number;
  /** About how many tokens each result has. */
  readonly resultTokens: number;
}

/** What was found, and what does not add up. */
export interface LongSessionReport {
  readonly compactions: number;
  readonly problems: readonly string[];
}

const events = ["PreCompact", "PostCompact", "SessionStart", "PreToolUse", "PostToolUse"];
/** Each line of a file is the input of one run; the line is written at once. */
const recording = (file: string) => ({ type: "command", command: `cat >> '${file}'` });

type Input = Readonly<Record<string, unknown>>;
const linesOf = (text: string): readonly Input[] =>
  text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));

/** Plays a session with a model that has a window, continues it, and checks that everything adds up. */
export async function playLongSession(options: LongSession): Promise<LongSessionReport> {
  const base = mkdtempSync(join(tmpdir(), "long-session-"));
  const [home, project] = [join(base, "home"), join(base, "project")];
  mkdirSync(join(home, ".claude"), { recursive: true });
  mkdirSync(project);
  const line = `${"word ".repeat(15)}\n`;
  const file = join(project, "long.txt");
  writeFileSync(file, line.repeat(Math.ceil((options.resultTokens * 4) / line.length)));
  const hooks = Object.fromEntries(
    events.map((event) => [event, [{ hooks: [recording(join(base, `${event}.jsonl`))] }]]),
  );
  writeFileSync(join(home, ".claude/settings.json"), JSON.stringify({ hooks }));
  const model = await startWindowModel({ ...options, file });
  const run = (args: readonly string[], stdin: string) =>
    runCommand(args, stdin, {
      cwd: project,
      env: {
        PATH: tested.path,
        HOME: home,
        ANTHROPIC_BASE_URL: model.url,
        ANTHROPIC_API_KEY: "key",
      },
    });
  try {
    const limit = ["--autocompact", `${options.limitTokens}`];
    const formats = ["--input-format", "stream-json", "--output-format", "stream-json"];
    const prompts = Array.from({ length: options.prompts }, (_, index) => ({
      type: "user",
      message: { role: "user", content: `Prompt ${index + 1}` },
    }));
    const session = await run(
      ["-p", ...formats, "--verbose", ...limit],
      prompts.map((prompt) => `${JSON.stringify(prompt)}\n`).join(""),
    );
    const inputs = Object.fromEntries(
      events.map((event) => [event, linesOf(textOf(join(base, `${event}.jsonl`)))]),
    );
    const problems = [
      ...checkSession(options, model, session, inputs),
      ...checkTranscript(home, model),
    ];
    const compactions = model.summaries.length;
    const { code, stdout } = await run(["-p", "And now?", "--continue", ...limit], "");
    if (code !== 0) problems.push(`the continued session ends with ${code}: ${stdout}`);
    return { compactions, problems: [...problems, ...model.problems] };
  } finally {
    model.close();
    rmSync(base, { recursive: true, force: true, maxRetries: 3 });
  }
}

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

async function runCommand(
  args: readonly string[],
  stdin: string,
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<Ended> {
  const [program, ...words] = tested.command();
  const child = spawn(program, [...words, ...args], options);
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    stdout += chunk;
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    stderr += chunk;
  });
  child.stdin.end(stdin);
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, stdout, stderr };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** Compares what hooks got, what was printed and what the model was asked. */
function checkSession(
  { turns, prompts, limitTokens, windowTokens }: LongSession,
  model: WindowModel,
  { code, stdout, stderr }: Ended,
  inputs: Readonly<Record<string, readonly Input[]>>,
): string[] {
  const problems: string[] = [];
  const expect = (what: string, found: unknown, expected: unknown) => {
    if (JSON.stringify(found) !== JSON.stringify(expected))
      problems.push(`${what}: ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`);
  };
  const records = linesOf(stdout);
  const results = records.filter(({ type }) => type === "result");
  const boundaries = records.filter(({ subtype }) => subtype === "compact_boundary");
  const compactions = model.summaries.length;
  const isReactive = limitTokens > windowTokens;
  const calls = turns - prompts;
  expect("exit code", code, 0);
  if (code !== 0) problems.push(stderr.slice(-1000));
  expect("answers", model.answered(), turns);
  expect("results", results.length, prompts);
  expect("failed results", results.filter((result) => result["is_error"] !== false).length, 0);
  const numTurns = results.reduce((sum, result) => sum + Number(result["num_turns"]), 0);
  expect("num_turns", numTurns, prompts + calls + compactions);

  if (compactions === 0) problems.push("the session was never compacted");
  expect("PreCompact", inputs["PreCompact"]?.length, compactions);
  expect("PostCompact", inputs["PostCompact"]?.length, compactions);
  const sources = inputs["SessionStart"]?.map(({ source }) => source) ?? [];
  expect("SessionStart", sources, ["startup", ...Array(compactions).fill("compact")]);
  expect("compact_boundary", boundaries.length, compactions);
  expect(
    "summaries that PostCompact got",
    inputs["PostCompact"]?.map((input) => input["compact_summary"]),
    model.summaries.map((_, index) => `<summary>${summaryName(index + 1)}</summary>`),
  );
  expect("PreToolUse", inputs["PreToolUse"]?.length, calls);
  expect("PostToolUse", inputs["PostToolUse"]?.length, calls);

  for (const { compact_metadata: metadata } of boundaries) {
    const { trigger, pre_tokens: before, post_tokens: after } = Object(metadata);
    expect("trigger", trigger, "auto");
    // The server counts the system prompt and the tools too; a conversation that was just resumed does not.
    if (!isReactive && !(before >= limitTokens && before <= windowTokens))
      problems.push(`compacted at ${before} tokens, with a limit of ${limitTokens}`);
    if (!(after < before / 2)) problems.push(`${before} tokens became ${after}`);
  }
  const mainRefused = model.refused.filter(({ purpose }) => purpose === "main").length;
  expect("requests that were too long", mainRefused, isReactive ? compactions : 0);

  // Each result is summed up once, or is still there at the end.
  if (!isReactive) {
    const covered = [...model.summaries.flat(), ...model.lastCalls()].toSorted((a, b) => a - b);
    const ids = inputs["PreToolUse"]?.map((input) =>
      Number(String(input["tool_use_id"]).replace("toolu_", "")),
    );
    expect("calls in the summaries and at the end", covered, ids);
  }
  return problems;
}

/** G9: the transcript has every result, and the conversation after each compaction. */
function checkTranscript(home: string, model: WindowModel): readonly string[] {
  const folder = join(home, brand.homeFolder, "projects");
  const [name = ""] = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".jsonl"),
  );
  const records = linesOf(readFileSync(join(folder, name), "utf8"));
  const compactions = records.filter(({ subtype }) => subtype === "compact").length;
  return compactions === model.summaries.length
    ? []
    : [`the transcript has ${compactions} compactions, expected ${model.summaries.length}`];
}
