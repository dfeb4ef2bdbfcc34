import { matcherInWords } from "@snaphook/bench";
import { inLine } from "@snaphook/protocol";
import { elapsed } from "../conversation/elapsed.ts";
import { hookLabel } from "../state/hook-notes.ts";
import type { EndedRun, EventDetail, Outcome } from "../state/turn-details.ts";
import { line, type StyledLine } from "../text/styled-line.ts";
import { textLines } from "./text-lines.ts";

type Message = Outcome["messages"][number];

/** One run of a hook: how it ended, why it ran, what it printed, who saw what, and how to repeat it. */
export function runLines(
  { label, run, repeat, endedInBackground }: EventDetail["runs"][number],
  { outcome }: Pick<EventDetail, "outcome">,
): readonly StyledLine[] {
  const name: StyledLine[number] = { text: `  ${inLine(hookLabel(label))}`, color: "cyan" };
  if (!run) return [[name, { text: " · still running", dim: true }]];
  const { hook } = run.planned;
  const messages = (outcome?.messages ?? []).filter((one) => one.hook.id === hook.id);
  const place = endedInBackground ? " · in the background" : "";
  return [
    [name, { text: ` · ${endText(run.end)} · ${elapsed(run.durationMs)}${place}`, dim: true }],
    fact("command", inLine(label), label !== hookLabel(label)),
    fact("from", `${inLine(hook.source.file)}:${hook.source.line} (${hook.origin.scope})`),
    fact("runs on", inLine(matchedText(hook))),
    ...streamLines("stdout", run.stdout, whyHidden(outcome, messages)),
    ...streamLines("stderr", run.stderr, undefined),
    ...run.notes.map((note) => fact("note", inLine(note))),
    ...messages.flatMap(messageLines),
    ...(repeat === undefined ? [] : [fact("to repeat it", inLine(repeat))]),
  ].filter((row) => row.length > 0);
}

const fact = (name: string, text: string, isShown = true): StyledLine =>
  isShown ? [{ text: `    ${name}: `, dim: true }, { text }] : [];

/** `timedOut` is "timed out", `exited 2` is "exit 2". */
function endText(end: EndedRun["end"]): string {
  switch (end.how) {
    case "exited":
      return `exit ${end.code}`;
    case "responded":
      return `status ${end.status}`;
    case "timedOut":
      return `timed out after ${elapsed(end.limitMs)}`;
    case "killed":
      return `killed by ${end.signal}`;
    case "background":
      return "continues in the background";
    default: {
      const words = end.how.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
      return "cause" in end ? `${words}: ${inLine(end.cause)}` : words;
    }
  }
}

function matchedText({ event, matcher, condition }: EndedRun["planned"]["hook"]): string {
  const words = matcherInWords(event, matcher);
  return condition === undefined ? words : `${words}; if ${condition.text}`;
}

/** Section 9 of the contract: what a hook printed with `suppressOutput` is for the log only. */
function whyHidden(outcome: Outcome | undefined, messages: readonly Message[]): string | undefined {
  if (!outcome) return "shown when all hooks of this event have ended";
  const isSuppressed = messages.some(
    ({ kind, audience }) => kind === "stdout" && audience === "log",
  );
  return isSuppressed ? "not shown, because the hook set suppressOutput" : undefined;
}

function streamLines(
  name: string,
  { text, bytes, complete, file }: EndedRun["stdout"],
  hidden: string | undefined,
): readonly StyledLine[] {
  if (bytes === 0 || text === "") return [];
  if (hidden !== undefined) return [fact(name, hidden)];
  const whole = file === undefined ? "" : `; all of it: ${inLine(file)}`;
  return [
    line(`    ${name}:`, { dim: true }),
    ...textLines(text),
    ...(complete ? [] : [line(`    … the first part of ${bytes} bytes${whole}`, { dim: true })]),
  ];
}

const viewers: Readonly<Record<Message["audience"], string>> = {
  model: "the model saw",
  user: "you saw",
  verbose: "only shown here",
  log: "only in the log",
};

/** Who saw which text. What a hook printed is above already. */
function messageLines({ audience, kind, text, later }: Message): readonly StyledLine[] {
  const who = `${viewers[audience]}${later ? " with the next request" : ""}`;
  if (kind === "stdout" || kind === "stderr") {
    const isAbove = audience === "verbose" || audience === "log";
    return isAbove ? [] : [fact(who, `its ${kind}`)];
  }
  // That command is below.
  const [first = "", ...more] = text.replace(/ \(to repeat it: .*\)$/s, "").split("\n");
  return [fact(`${who}, ${kind}`, inLine(first)), ...more.flatMap((row) => textLines(row))];
}
