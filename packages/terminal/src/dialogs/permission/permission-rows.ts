import { inLine } from "@snaphook/protocol";
import type { FileBefore } from "../../state/open-question.ts";
import { othersLines } from "../../text/others-lines.ts";
import { shortBlanks } from "../../text/short-blanks.ts";
import { line, type StyledLine } from "../../text/styled-line.ts";
import { cutRow, wrapLine } from "../../text/wrap-line.ts";
import { callLines } from "./call-lines.ts";
import { rewriteLines } from "./rewrite-lines.ts";
import type { ShownQuestion } from "./shown-question.ts";

/**
 * Everything that a permission dialog says above its answers, as rows. What is asked, who changed the call, who asks
 * and why, and which hooks failed take five rows at most, so that what would run begins on every screen without scrolling. What these rows cut
 * off is at the end.
 */
export function permissionRows(
  question: ShownQuestion,
  before: FileBefore | undefined,
  columns: number,
): {
  readonly rows: readonly StyledLine[];
  /** How many of them must be visible: up to the first row of what would run. */
  readonly needed: number;
} {
  const { call } = question;
  const { title, lines, says } = callLines(call.name, call.input, before);
  const rewrite = rewriteLines(question);
  const head = [titleLine(title, question), ...changedLine(question), ...troubleLine(question)];
  const why = whyLines(question);
  const [shortWhy = [], isCut] = firstRows(why, columns);
  const cutHead = head.filter((one) => wrapLine(one, columns).length > 1);
  const whole = [...cutHead, ...(isCut ? why : [])];
  const rows = [
    ...head.map((one) => cutRow(one, columns)),
    ...shortWhy,
    ...othersLines(lines, columns),
    ...(says === undefined ? [] : [cutRow(saysLine(says), columns)]),
    ...(rewrite.length === 0 ? [] : [line("What was changed:", { dim: true })]),
    ...othersLines(rewrite, columns),
    ...(whole.length === 0 ? [] : [line("Cut off above:", { dim: true })]),
    ...othersLines(whole, columns),
  ];
  return { rows, needed: head.length + shortWhy.length + 1 };
}

const titleLine = (title: string, { agent }: ShownQuestion): StyledLine => [
  { text: title, bold: true },
  { text: agent ? ` (from the ${inLine(agent.type)} agent)` : "", dim: true },
];

/** F2: the hooks that changed the input of the call. */
function changedLine({ rewritten }: ShownQuestion): readonly StyledLine[] {
  if (!rewritten) return [];
  const { by } = rewritten;
  const hooks = by.map(({ label }) => inLine(label)).join(", ");
  return [
    line(`Changed by the ${by.length === 1 ? "hook" : "hooks"} ${hooks}`, { color: "magenta" }),
  ];
}

/** Hooks that gave no answer about the call, or one without effect: none of them has checked it. */
function troubleLine({ troubles = [] }: ShownQuestion): readonly StyledLine[] {
  const texts = troubles.map(({ text }) => inLine(text.replace(/ \(to repeat it: .*\)$/s, "")));
  return texts.length === 0 ? [] : [line(`Hook problem: ${texts.join("; ")}`, { color: "yellow" })];
}

/** The description of a command is no part of it: it says what the model wants the user to believe. */
const saysLine = (text: string): StyledLine =>
  line(`The model says: ${inLine(shortBlanks(text)).trim()}`, { dim: true });

/** The first line in at most two rows, and whether there is more. */
function firstRows(
  [first = [], ...more]: readonly StyledLine[],
  columns: number,
): readonly [readonly StyledLine[], boolean] {
  const [row = [], ...rest] = wrapLine(first, columns);
  const [second, ...others] = rest.length === 0 ? [] : othersLines([rest.flat()], columns);
  if (second === undefined) return [[row], more.length > 0];
  if (others.length === 0) return [[row, second], more.length > 0];
  return [[row, cutRow([...second, { text: " …" }], columns)], true];
}

/** Who asks, and why. */
function whyLines({ askedBy, reasons }: ShownQuestion): readonly StyledLine[] {
  const [first, ...more] = reasons
    .flatMap((reason) => shortBlanks(reason).split("\n"))
    .map((one) => inLine(one).trimEnd());
  const rest = more.map((one) => line(one));
  if (askedBy?.kind === "hooks") {
    const hooks = askedBy.hooks.map(({ label }) => inLine(label)).join(", ");
    const who = `${askedBy.hooks.length === 1 ? "The hook" : "The hooks"} ${hooks}`;
    return first === undefined
      ? [line(`${who} ask${askedBy.hooks.length === 1 ? "s" : ""} for your confirmation.`)]
      : [line(`${who}: ${first}`), ...rest];
  }
  const rule = askedBy?.kind === "host" ? askedBy.rule : undefined;
  if (rule !== undefined && !reasons.some((reason) => reason.includes(rule)))
    return [line(`The rule ${inLine(rule)} asks for your approval.`)];
  if (first !== undefined) return [line(first), ...rest];
  return [line("No rule allows this call.", { dim: true })];
}
