import { type Message, type Progress, seenBy } from "@snaphook/engine";
import { brand, printedLines, visibleText } from "@snaphook/protocol";
import type { AgentEvent, TurnResult } from "../../loop/agent-event.ts";
import { retryLine } from "../../model/retry/retry-line.ts";
import type { WallStatus } from "../../wall/wall.ts";
import { hookName } from "../hook-name.ts";
import type { Output } from "../output.ts";
import type { View } from "../view.ts";
import { wholeResult } from "../whole-result.ts";
import { compactingLine, notStartedLines, progressLines, resultLines } from "./tool-lines.ts";

export interface TextViewOptions {
  readonly stdout: Output;
  readonly stderr: Output;
  /** Section 9 of the contract: print the verbose view on stderr. */
  readonly verbose: boolean;
}

/** `-p`: the result on stdout, messages for the user on stderr. */
export function textView({ stdout, stderr, verbose }: TextViewOptions): View {
  let result: TurnResult | undefined;
  const moreLines = linesBesides(stderr, verbose);
  // Text from a model or a hook must not control the terminal; a program gets it unchanged.
  const shown = (text: string) => (stdout.isTerminal ? visibleText(text) : text);
  return {
    emit(event) {
      if (event.type === "result") result = wholeResult(event, result);
      stderr.write(printedLines([...userLines(event), ...moreLines(event)]));
    },
    finish() {
      const text = result ? printedResult(result) : "";
      stdout.write(text === "" ? "" : `${shown(text)}\n`);
    },
    fail: (message) => stderr.write(printedLines([`${brand.command}: ${message}`])),
  };
}

/** With `--json-schema` the answer is an object. */
const printedResult = ({ result, structuredOutput }: TurnResult): string =>
  structuredOutput === undefined ? result : JSON.stringify(structuredOutput);

const prefixes = { info: "", warning: "warning: ", error: "error: " } as const;

/** What the user sees in every view. */
export function userLines(event: AgentEvent): readonly string[] {
  if (event.type === "notice") return [`${prefixes[event.level]}${event.text}`];
  if (event.type === "retry") return [retryLine(event)];
  if (event.type === "result") return event.result.errors.map((error) => `error: ${error}`);
  return [];
}

/** What is shown besides messages for the user: everything, or what a person at a terminal waits for. */
export function linesBesides(
  { isTerminal }: Pick<Output, "isTerminal">,
  verbose: boolean,
): (event: AgentEvent) => readonly string[] {
  if (!verbose && !isTerminal) return () => [];
  const linesOf = verbose ? verboseLines : progressLines;
  return (event) => {
    const agent = event.agent ?? (event.type === "hook" ? event.progress.agent : undefined);
    return linesOf(event).map((line) => (agent ? `[${agent.type}] ${line}` : line));
  };
}

/** More about a message for the user. */
const detailLines = (event: AgentEvent): readonly string[] =>
  event.type === "notice" ? (event.details ?? []).map((detail) => `  ${detail}`) : [];

/** Section 9 of the contract: what the verbose view shows in addition. */
function verboseLines(event: AgentEvent): readonly string[] {
  if (event.type === "init") return [sandboxLine(event.sandbox)];
  if (event.type === "hook") return [progressLine(event.progress)];
  if (event.type === "notice") return detailLines(event);
  if (event.type === "tool-started") return [`→ ${event.name} ${JSON.stringify(event.input)}`];
  if (event.type === "tool-not-started") return notStartedLines(event);
  if (event.type === "tool-ended") return resultLines(event);
  if (event.type === "compacting") return [compactingLine];
  if (event.type !== "outcome") return [];
  // Messages for the user already come as notices.
  return seenBy("verbose", event.outcome.messages)
    .filter(({ audience }) => audience !== "user")
    .map(messageLine);
}

/** T5: which protection of settings and hooks is in force. */
function sandboxLine(sandbox: WallStatus): string {
  if (sandbox.state === "off")
    return `commands run without a sandbox (${sandbox.because}); changes of settings and hooks are found by comparison`;
  const more =
    sandbox.limits === "guards"
      ? ""
      : ", writes are limited, and so is the network (sandbox.enabled)";
  const open =
    sandbox.open.length === 0 ? "" : `; it does not close the way to ${sandbox.open.join(", ")}`;
  return `commands run in a sandbox (bubblewrap): settings and hooks are read-only${more}${open}`;
}

function progressLine(progress: Progress): string {
  const { hook } = progress;
  const name = `hook ${hookName(progress)} [${hook.label}]`;
  if (progress.type === "run-started") {
    const { statusMessage } = progress;
    return statusMessage === undefined ? `${name} started` : `${name} started: ${statusMessage}`;
  }
  if (progress.type === "run-output") return `${name} is still running`;
  if (progress.type === "run-skipped") return `${name} did not run: ${progress.because}`;
  const { run, recorded } = progress;
  const took = `${Math.round(run.durationMs)} ms`;
  if (run.end.how === "background") return `${name} continues in the background`;
  const ending = progress.type === "run-ended" ? progress.ending : recorded;
  return `${name} ended: ${ending}, ${took}`;
}

const messageLine = ({ audience, kind, text, hook }: Message): string =>
  `${audience === "model" ? "to the model" : "hook"} [${hook.label}] ${kind}: ${text}`;
