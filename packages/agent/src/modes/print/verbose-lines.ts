import { type Message, type Progress, seenBy } from "@snaphook/engine";
import type { AgentEvent } from "../../loop/agent-event.ts";
import { hookName } from "../hook-name.ts";

/** Section 9 of the contract: what the verbose view has besides what every user sees. */
export function verboseLines(event: AgentEvent): readonly string[] {
  if (event.type === "hook") return [progressLine(event.progress)];
  if (event.type === "tool-started") return [`→ ${event.name} ${JSON.stringify(event.input)}`];
  if (event.type !== "outcome") return [];
  // What is for every user comes as a notice of its own.
  return seenBy("verbose", event.outcome.messages)
    .filter(({ audience }) => audience !== "user")
    .map(messageLine);
}

function progressLine(progress: Progress): string {
  const { hook } = progress;
  const name = `hook ${hookName(progress)} [${hook.label}]`;
  if (progress.type === "run-started") return `${name} started`;
  if (progress.type === "run-skipped") return `${name} skipped: ${progress.because}`;
  const { run, recorded } = progress;
  const took = `${Math.round(run.durationMs)} ms`;
  if (run.end.how === "background") return `${name} goes on in the background`;
  const ending = progress.type === "run-ended" ? progress.ending : recorded;
  return `${name} ended: ${ending}, ${took}`;
}

const messageLine = ({ audience, kind, text, hook }: Message): string =>
  `${audience === "model" ? "to the model" : "hook"} [${hook.label}] ${kind}: ${text}`;
