import type { Message } from "@snaphook/engine";
import { differenceInWords } from "@snaphook/engine/internal";
import { inLine, markedLines, visibleText } from "@snaphook/protocol";
import type { ReportedRun, RunReport } from "./run-report.ts";

/** What happened, for a person: each hook, then who sees what, then the outcome. */
export function printRun(report: RunReport): string {
  const { event, profile, fired, durationMs, ran, held, merged, outcome } = report;
  return [
    `${event} (profile ${profile}): ${ran.length} ran, ${held.length} held back, ${merged.length} merged, in ${milliseconds(durationMs)}`,
    ...(fired ? [] : [`note: the agent itself does not fire ${event}; only this command does`]),
    ...ran.flatMap(printOne),
    ...held.flatMap(({ label, reason, because }) => [
      "",
      `✗ ${reason}: ${inLine(label)}`,
      `    why     ${inLine(because)}`,
    ]),
    ...merged.map(({ label, into }) => `· duplicate of ${into}: ${inLine(label)}`),
    "",
    ...column("the model sees", report.model),
    ...column("the user sees", report.user),
    ...column("the log has", report.log),
    "",
    ...printOutcome(outcome),
  ].join("\n");
}

function printOne(run: ReportedRun): readonly string[] {
  const { label, durationMs, end, ending, decision, failure, notes, repeat } = run;
  const answered = end.how === "background" ? "none: it was not awaited" : `decision ${decision}`;
  const result = failure ? `failed: ${failure.detail}` : answered;
  return [
    "",
    `${ending === "success" ? "✓" : "✗"} ${ending}: ${inLine(label)}`,
    `    how     ${inLine(printEnd(end))} after ${milliseconds(durationMs)}`,
    `    result  ${inLine(result)}`,
    ...notes.map((note) => `    note    ${inLine(note)}`),
    ...(repeat === null ? [] : [`    repeat  ${markedLines(repeat, "    ")}`]),
  ];
}

/** How a run ended, in words. Why it failed is in the result. */
function printEnd({ how, code, signal, limitMs = 0, status }: ReportedRun["end"]): string {
  const words: Readonly<Record<typeof how, string>> = {
    exited: `exit code ${code}`,
    killed: `killed by ${signal}`,
    timedOut: `ended at its limit of ${limitMs / 1000} s`,
    cancelled: "cancelled",
    couldNotStart: "could not start",
    notFound: "the program was not found",
    responded: `HTTP status ${status}`,
    answered: "answered",
    failed: "failed",
    gaveUp: "gave no answer",
    background: "put in the background, where it can refuse and change nothing,",
  };
  return words[how];
}

function column(title: string, messages: readonly Message[]): readonly string[] {
  if (messages.length === 0) return [`${title}: nothing`];
  return [
    `${title}:`,
    ...messages.flatMap(({ kind, text, later }) =>
      visibleText(text)
        .split("\n")
        .map(
          (line, index) =>
            `    ${index === 0 ? kind.padEnd(15) : " ".repeat(15)} ${line}${index === 0 && later ? " (later)" : ""}`,
        ),
    ),
  ];
}

function printOutcome(outcome: RunReport["outcome"]): readonly string[] {
  const who = outcome.decidedBy.map(({ label }) => inLine(label)).join(", ");
  const difference = differenceInWords(outcome);
  return [
    `outcome: ${outcome.action}${"permission" in outcome ? ` (permission ${outcome.permission})` : ""}${who === "" ? "" : `, by ${who}`}`,
    ...("reasons" in outcome ? outcome.reasons.map((reason) => `    ${indented(reason)}`) : []),
    ...("reason" in outcome ? [`    ${indented(outcome.reason)}`] : []),
    ...(difference === undefined ? [] : [difference]),
  ];
}

const indented = (text: string): string => markedLines(text, "    ");

const milliseconds = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
