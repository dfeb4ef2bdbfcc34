import { isDeepStrictEqual } from "node:util";
import { inLine, visibleText } from "@snaphook/protocol";
import { diffLines } from "../diff/diff-lines.ts";
import { diffText } from "../diff/diff-text.ts";
import { hookLabel } from "../state/hook-notes.ts";
import { hookName } from "../state/running-hooks.ts";
import { toolSubject, toolTitle } from "../state/tool-subject.ts";
import type {
  CallDetail,
  DetailItem,
  EventDetail,
  NoticeDetail,
  Outcome,
  TurnDetails,
} from "../state/turn-details.ts";
import { line, type StyledLine } from "../text/styled-line.ts";
import { runLines } from "./run-lines.ts";
import { mixedTextLines, textLines } from "./text-lines.ts";

/** What the lines about a turn depend on besides it. */
export interface DetailFacts {
  readonly cwd: string;
}

/** Everything that the hooks and calls of a turn did. Long texts are complete; they are wrapped when they are shown. */
export function detailLines(turn: TurnDetails, facts: DetailFacts): readonly StyledLine[] {
  const dropped =
    turn.droppedItems > 0
      ? [
          line(
            `… the first ${turn.droppedItems} entries of this turn were dropped to save memory`,
            { dim: true },
          ),
        ]
      : [];
  if (turn.items.length === 0) return [...dropped, line("No hook or tool ran.", { dim: true })];
  const outputs = outputsByItem(turn);
  return [
    ...dropped,
    ...turn.items.flatMap((item) => [
      ...itemLines(item, turn, facts),
      ...(outputs.get(item) ?? []).flatMap((call) => outputLines(call, item, facts)),
      [],
    ]),
  ];
}

/** Events of a call that happen when it has run. */
const afterCall: readonly string[] = ["PostToolUse", "PostToolUseFailure"];

/** The calls whose output follows an item: the last one of the call's own before it ran, or the call itself. */
function outputsByItem({ items }: TurnDetails): ReadonlyMap<DetailItem, readonly CallDetail[]> {
  const calls = items.flatMap((item) =>
    item.kind === "call" && item.end !== undefined && item.end.text !== "" ? [item] : [],
  );
  return Map.groupBy(
    calls,
    (call) =>
      items.findLast(
        (item) =>
          item.kind === "event" && item.callId === call.id && !afterCall.includes(item.event),
      ) ?? call,
  );
}

/** What a call gave. Where something is between it and the call, it names the call again. */
function outputLines(
  call: CallDetail,
  after: DetailItem,
  { cwd }: DetailFacts,
): readonly StyledLine[] {
  const { name, input, end, agent } = call;
  if (!end) return [];
  const [subject = ""] = visibleText(toolSubject(name, input, cwd)).split("\n");
  const heading: StyledLine = [
    { text: `${inLine(toolTitle(name))} `, bold: true },
    { text: subject },
    { text: ` · ${end.ran ? "output" : "the model got"}${inAgent(agent)}`, dim: true },
  ];
  const rows = textLines(end.text, { dim: !end.isError }, "  | ");
  return after === call ? rows : [[], heading, ...rows];
}

function itemLines(item: DetailItem, turn: TurnDetails, facts: DetailFacts): readonly StyledLine[] {
  switch (item.kind) {
    case "call":
      return callLines(item, facts);
    case "event":
      return eventLines(item, turn);
    case "notice":
      return noticeLines(item);
  }
}

const inAgent = (agent: string | undefined): string =>
  agent === undefined ? "" : ` · in ${inLine(agent)}`;

function callLines(call: CallDetail, { cwd }: DetailFacts): readonly StyledLine[] {
  const { name, input, agent, isNotStarted } = call;
  const subject = toolSubject(name, input, cwd);
  const [first = "", ...more] = visibleText(subject).split("\n");
  return [
    [
      { text: `${inLine(toolTitle(name))} `, bold: true },
      { text: first },
      { text: ` · ${stateOf(call)}${inAgent(agent)}`, dim: true },
    ],
    ...more.flatMap((row) => textLines(row, {}, "  | ")),
    ...(isNotStarted ? [line("  no hook ran for this call, because it could not start:")] : []),
  ];
}

function stateOf({ end }: CallDetail): string {
  if (end === undefined) return "runs";
  if (!end.ran) return "not run";
  return end.isError ? "failed" : "done";
}

const noticeLines = ({ level, text, details }: NoticeDetail): readonly StyledLine[] => [
  ...mixedTextLines(`${level === "info" ? "" : `${level}: `}${text}`),
  ...details.flatMap((detail) => textLines(detail, { dim: true }, "  | ")),
];

function eventLines(item: EventDetail, turn: TurnDetails): readonly StyledLine[] {
  const { event, subject, agent, runs, skipped, outcome } = item;
  const before = inputBefore(item, turn);
  return [
    [
      { text: inLine(hookName(event, subject)), bold: true },
      {
        text: `${outcome ? outcomeText(outcome) : ": not decided yet"}${inAgent(agent)}`,
        dim: true,
      },
    ],
    ...runs.flatMap((run) => runLines(run, item)),
    ...skipped.flatMap(({ label, because }) =>
      mixedTextLines(`${hookLabel(label)} did not run: ${because}`, "  "),
    ),
    ...(outcome ? changeLines(outcome, before) : []),
  ];
}

/** Who decided what. */
function outcomeText({ action, decidedBy, overruled }: Outcome): string {
  const names = (hooks: Outcome["decidedBy"]) =>
    hooks.map(({ label }) => inLine(hookLabel(label))).join(", ");
  // A stop that no hook asked for is an interrupt (P18).
  const none = action === "stop" ? ", because it was interrupted" : ", no hook decided";
  const by = decidedBy.length === 0 ? none : `, by ${names(decidedBy)}`;
  const lost = overruled.length === 0 ? "" : `; replaced: the rewrite of ${names(overruled)}`;
  return `: ${action}${by}${lost}`;
}

/** The input that the event's hooks got: as the model sent it, or as earlier hooks rewrote it. */
function inputBefore(item: EventDetail, { items }: TurnDetails): unknown {
  if (item.callId === undefined) return undefined;
  const earlier = items.slice(0, items.indexOf(item));
  const rewritten = earlier.findLast(
    (one): one is EventDetail & { readonly outcome: RewritingOutcome } =>
      one.kind === "event" && one.callId === item.callId && isRewriting(one.outcome),
  );
  const call = earlier.find((one) => one.kind === "call" && one.id === item.callId);
  return rewritten?.outcome.input ?? (call?.kind === "call" ? call.inputForHooks : undefined);
}

type RewritingOutcome = Extract<Outcome, { readonly input: unknown }>;

const isRewriting = (outcome: Outcome | undefined): outcome is RewritingOutcome =>
  outcome !== undefined && "input" in outcome;

/** Then no input is used. */
const against: readonly string[] = ["refuse", "deny", "stop"];

/** What the hooks changed: the input as a difference, other fields as they are. */
function changeLines(outcome: Outcome, before: unknown): readonly StyledLine[] {
  const isRewrite =
    isRewriting(outcome) &&
    !against.includes(outcome.action) &&
    outcome.rewrittenBy !== undefined &&
    before !== undefined &&
    !isDeepStrictEqual(outcome.input, before);
  const by = isRewrite ? outcome.rewrittenBy.map(({ label }) => hookLabel(label)).join(", ") : "";
  const fields = Object.entries(outcome.fields ?? {});
  return [
    ...(isRewrite
      ? [
          line(`  the input was changed by ${inLine(by)}:`),
          ...diffText(diffLines(json(before), json(outcome.input))).map(
            (row): StyledLine => [{ text: "    " }, ...row],
          ),
        ]
      : []),
    ...fields.flatMap(([key, value]) => mixedTextLines(`${key}: ${json(value)}`, "  ")),
  ];
}

const json = (value: unknown): string => JSON.stringify(value, null, 2) ?? "";
