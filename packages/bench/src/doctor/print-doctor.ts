import { basename } from "node:path";
import { shortLine } from "@snaphook/engine/internal";
import { type DoctorReport, inLine } from "@snaphook/protocol";
import { printDiagnostics } from "../print.ts";

type Checkup = DoctorReport["hooks"][number];

/** One row for each hook, what it needs below it, and what is wrong with it; for a person. */
export function printDoctor(report: DoctorReport): string {
  const { hooks, sandbox, diagnostics, traces, notes } = report;
  const table = [heading, ...hooks.map(cellsOf)];
  const widths = heading.map((_, column) =>
    Math.max(...table.map((cells) => cells[column]?.length ?? 0)),
  );
  const line = (mark: string, cells: readonly string[]) =>
    [mark, ...cells.map((cell, column) => cell.padEnd(widths[column] ?? 0))].join("  ").trimEnd();
  return [
    ...(hooks.length === 0 ? ["no hooks are configured"] : [line(" ", heading)]),
    ...hooks.flatMap((hook, index) => [
      line(markOf(hook), table[index + 1] ?? []),
      ...details(hook).map((text) => `     ${inLine(text)}`),
    ]),
    "",
    ...printDiagnostics(diagnostics),
    ...(diagnostics.length === 0 ? [] : [""]),
    `sandbox: ${sandbox.inForce ? "on" : "off"}: ${inLine(sandbox.detail)}`,
    ...traces.flatMap(({ file, records, turns, problems }) => [
      `trace: ${inLine(file)}: ${count(records, "record")}, ${count(turns, "turn")}`,
      ...problems.map((problem) => `trace: ${inLine(file)}: ${inLine(problem)}`),
    ]),
    ...notes.map((note) => `note: ${inLine(note)}`),
    summary(report),
  ].join("\n");
}

const heading = ["event", "hook", "state", "cold", "prewarmed", "of a turn"];

const maxLabel = 40;
/** The start of most commands, which would leave no room for the rest. */
const usualFolder =
  /"\$\{?CLAUDE_PROJECT_DIR\}?\/(?:\.claude\/hooks\/)?([^"]*)"|"?\$\{?CLAUDE_PROJECT_DIR\}?"?\/(?:\.claude\/hooks\/)?/;

function cellsOf({ event, matcher, label, state, cost, turn }: Checkup): readonly string[] {
  return [
    inLine(matcher === null ? event : `${event} ${matcher}`),
    inLine(
      shortLine(
        label.replace(usualFolder, (_, rest = "") => `…/${rest}`),
        { maxLength: maxLabel },
      ),
    ),
    state,
    ms(cost.coldMs),
    ms(cost.prewarmedMs),
    turn === null ? "-" : `${(turn.share * 100).toFixed(1)} %`,
  ];
}

const ms = (value: number | null): string =>
  value === null ? "-" : `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;

const isBroken = ({ problems, lint }: Checkup): boolean =>
  problems.length > 0 || lint.some(({ level }) => level === "error");

function markOf(hook: Checkup): string {
  if (isBroken(hook)) return "✗";
  return hook.state === "ready" && hook.lint.length === 0 ? "✓" : "!";
}

/** States that need no line: one note is about all untrusted hooks. */
const saidElsewhere: ReadonlySet<Checkup["state"]> = new Set(["ready", "invalid", "untrusted"]);

/** The lines below a hook's row. */
function details(hook: Checkup): readonly string[] {
  const { id, state, because, source, cost, lint, problems } = hook;
  const place = `${basename(source.file)}:${source.line}`;
  return [
    [id ?? "-", place, ...needs(hook)].join(" · "),
    ...problems.map((problem) => `broken: ${problem}`),
    ...lint.map(({ level, code, message }) => `${level} ${code}: ${message}`),
    ...(saidElsewhere.has(state) ? [] : [`${state}: ${because}`]),
    ...(cost.because === null || state !== "ready" || isBroken(hook) ? [] : [cost.because]),
  ];
}

function needs({ shell, programs, scope }: Checkup): readonly string[] {
  const found = programs.filter(({ path }) => path !== null).map(({ name }) => name);
  const unneeded = programs
    .filter(({ path, optional }) => path === null && optional)
    .map(({ name }) => name);
  return [
    scope,
    ...(shell === null ? [] : [shell.path]),
    ...(found.length === 0 ? [] : [`finds ${found.join(", ")}`]),
    ...(unneeded.length === 0 ? [] : [`works without ${unneeded.join(", ")}`]),
  ];
}

function summary({ hooks, diagnostics }: DoctorReport): string {
  const broken = hooks.filter(isBroken).length;
  const idle = hooks.filter(({ state }) => state !== "ready" && state !== "invalid").length;
  const errors = diagnostics.filter(({ level }) => level === "error").length;
  return [
    count(hooks.length, "hook"),
    `${broken} broken`,
    ...(idle === 0 ? [] : [`${idle} not in effect`]),
    ...(errors === 0 ? [] : [`${count(errors, "error")} in settings`]),
  ].join(", ");
}

const count = (number: number, what: string): string =>
  `${number} ${what}${number === 1 ? "" : "s"}`;
