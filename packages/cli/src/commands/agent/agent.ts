import {
  answerSchemaProblem,
  createTimeline,
  type ModeInput,
  openAgentSession,
  type RunModeOptions,
  runMode,
  stopSignals,
} from "@snaphook/agent";
import { systemClock } from "@snaphook/engine/internal";
import { brand } from "@snaphook/protocol";
import { checkTraceFile } from "../../check-trace-file.ts";
import { usageExitCode } from "../../exit-codes.ts";
import { isForTerminal } from "../../first-screen.ts";
import { checkFolder, pluginFolders } from "../../load-hooks.ts";
import { printMessage } from "../../print.ts";
import { UsageError } from "../../usage-error.ts";
import type { AgentFlags } from "./agent-flags.ts";
import { modelOf } from "./agent-model.ts";
import { outputFile } from "./output-file.ts";
import { type AgentPlan, planAgent } from "./plan-agent.ts";
import { isPiped, readStdin } from "./read-stdin.ts";

/** How long anything that is still running at the end may take to finish. */
const lingerMs = 500;

/** The agent: runs prompts and sets the exit code. A mistake in its arguments has a code of its own. */
export async function agent(flags: AgentFlags, words: readonly string[]): Promise<void> {
  try {
    await runAgent(flags, words);
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(error.message, usageExitCode) : error;
  }
}

async function runAgent(flags: AgentFlags, words: readonly string[]): Promise<void> {
  const plan = planAgent(flags, words);
  checkFolder(plan.agent.cwd);
  checkTraceFile(plan.mode.trace);
  for (const folder of plan.agent.additionalDirectories ?? []) checkFolder(folder, "--add-dir: ");
  pluginFolders(plan.agent.pluginDirectories);
  const schemaProblem = plan.agent.jsonSchema && answerSchemaProblem(plan.agent.jsonSchema);
  if (schemaProblem !== undefined) throw new UsageError(`--json-schema: ${schemaProblem}`);
  const warn = (text: string) => printMessage(`${brand.command}: ${text}`);
  warnOfStreamFlags(plan.mode, flags, warn);
  if (isForTerminal(flags)) return (await import("./in-terminal.ts")).inTerminal(plan, warn);
  if (plan.picksSession)
    throw new UsageError(
      "--resume needs an id without a terminal to choose a session in: use --resume ID, or --continue for the newest session",
    );
  const input = await inputOf(flags, plan, warn);
  const file = plan.outputFile === undefined ? undefined : outputFile(plan.outputFile);
  const { stop, release } = stopSignals(process, (code) => process.exit(code), {
    clock: systemClock,
    warn,
  });
  const options: RunModeOptions = {
    open: openAgentSession,
    agent: { ...plan.agent, model: (settings) => modelOf(plan, settings) },
    mode: { ...plan.mode, input, ...(plan.timeline ? { timeline: createTimeline() } : {}) },
    stdout: file?.stream ?? process.stdout,
    stderr: process.stderr,
    stop,
  };
  const exitCode = await runMode(options);
  file?.close(exitCode === 0);
  process.exitCode = exitCode;
  release();
  if (input.kind === "stream-json") process.stdin.destroy();
  // All output is written; nothing that is still running may keep the user waiting.
  setTimeout(() => process.exit(), lingerMs).unref();
}

const streamFlags = {
  includeHookEvents: "--include-hook-events",
  includePartialMessages: "--include-partial-messages",
  replayUserMessages: "--replay-user-messages",
} as const;

function warnOfStreamFlags(
  { outputFormat }: AgentPlan["mode"],
  flags: AgentFlags,
  warn: (text: string) => void,
): void {
  if (outputFormat === "stream-json") return;
  for (const key of Object.keys(streamFlags) as (keyof typeof streamFlags)[])
    if (flags[key])
      warn(
        `${streamFlags[key]} has no effect with --output-format ${outputFormat}, only with stream-json`,
      );
}

async function inputOf(
  flags: AgentFlags,
  plan: AgentPlan,
  warn: (text: string) => void,
): Promise<ModeInput> {
  if (plan.initOnly) {
    if (plan.prompt !== undefined) warn("--init-only runs no prompt, so the prompt is not used");
    return { kind: "nothing" };
  }
  if (plan.inputFormat === "stream-json")
    return { kind: "stream-json", bytes: process.stdin, asksDriver: plan.asksDriver };
  const hasPrompt = plan.prompt !== undefined;
  const piped = isPiped(0) ? await readStdin({ stdin: process.stdin, hasPrompt, warn }) : "";
  const parts = [plan.prompt ?? "", piped.replace(/\r?\n$/, "")];
  const text = parts.filter((part) => part.trim() !== "").join("\n");
  if (text === "") throw noPrompt(flags);
  return { kind: "prompt", text };
}

/** For someone at a terminal who expects the session there. */
const whyNoScreen = (): string =>
  process.stdin.isTTY && !process.stdout.isTTY
    ? "; a session in the terminal needs a stdout that is not redirected"
    : "";

function noPrompt({ print, allowedTools, disallowedTools, addDir }: AgentFlags): UsageError {
  const lists = [allowedTools, disallowedTools, addDir].some((list) => (list?.length ?? 0) > 1);
  const hint = lists
    ? "; a flag that takes a list takes every word after it, so put the prompt right after -p"
    : "";
  return new UsageError(
    print === undefined
      ? `no prompt: use -p "PROMPT", or see --help${hint}${whyNoScreen()}`
      : `-p has no prompt: use -p "PROMPT", or pipe one in${hint}`,
  );
}
