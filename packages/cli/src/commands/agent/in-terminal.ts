import { openAgentSession, stopSignals } from "@snaphook/agent";
import { systemClock } from "@snaphook/engine/internal";
import { runPlain, runTerminal } from "@snaphook/terminal";
import manifest from "../../../package.json" with { type: "json" };
import { canMoveCursor, eraseFirstScreen } from "../../first-screen.ts";
import { UsageError } from "../../usage-error.ts";
import { modelOf } from "./agent-model.ts";
import type { AgentPlan } from "./plan-agent.ts";

/** How long anything that is still running at the end may take to finish. */
const lingerMs = 500;

/** The agent for someone at a terminal: a session until they leave it. */
export async function inTerminal(plan: AgentPlan, warn: (text: string) => void): Promise<void> {
  refuseHeadlessFlags(plan);
  const isPlain = !canMoveCursor();
  if (isPlain && plan.picksSession)
    throw new UsageError(
      "this terminal cannot show a list to choose a session from: use --resume ID, or --continue for the newest session",
    );
  let warnOfWait = warn;
  const { stop, release } = stopSignals(process, (code) => process.exit(code), {
    clock: systemClock,
    warn,
    warnOfWait: (text) => warnOfWait(text),
  });
  const run = isPlain ? runPlain : runTerminal;
  eraseFirstScreen();
  // Nothing is drawn in the first row of the window: tmux keeps what is cleared from there on in its history.
  if (!isPlain) process.stdout.write("\n");
  process.exitCode = await run({
    open: openAgentSession,
    agent: { ...plan.agent, model: (settings) => modelOf(plan, settings) },
    picksSession: plan.picksSession,
    ...(plan.prompt === undefined ? {} : { prompt: plan.prompt }),
    version: manifest.version,
    verbose: plan.mode.verbose ?? false,
    timeline: plan.timeline,
    records: plan.mode,
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    stop,
    print: warn,
    catchWarnings(show) {
      warnOfWait = show;
      const releaseWarnings = catchWarnings(show);
      return () => {
        warnOfWait = warn;
        releaseWarnings();
      };
    },
  });
  release();
  process.stdin.destroy();
  // Nothing that is still running may keep the user waiting.
  setTimeout(() => process.exit(), lingerMs).unref();
}

/** Instead of Node, which prints warnings to stderr. */
function catchWarnings(show: (text: string) => void): () => void {
  const listeners = process.listeners("warning");
  process.removeAllListeners("warning");
  process.on("warning", ({ message }) => show(message));
  return () => {
    process.removeAllListeners("warning");
    for (const listener of listeners) process.on("warning", listener);
  };
}

/** Flags that say how a program gets the answer. */
function refuseHeadlessFlags({ agent, mode }: AgentPlan): void {
  if (agent.jsonSchema)
    throw new UsageError('--json-schema is for programs that read the answer: add -p "PROMPT"');
  if (mode.debug && mode.debug.file === undefined && process.stderr.isTTY)
    throw new UsageError(
      "--debug would write over the screen: add --debug-file FILE, or send stderr to a file (2> FILE)",
    );
}
