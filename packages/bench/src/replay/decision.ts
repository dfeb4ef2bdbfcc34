import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "@snaphook/engine";
import { isObject } from "@snaphook/engine/internal";
import type { ReplayReport } from "@snaphook/protocol";
import type { Decision } from "./recorded-event.ts";

type Verdict = Decision["verdict"];
type ChangeKind = ReplayReport["changes"][number]["kinds"][number];

/** The decision of no hooks at all. */
export const noDecision: Decision = { verdict: "undecided", reasons: [], by: [] };

const verdicts: Readonly<Record<string, Verdict>> = {
  proceed: "undecided",
  allow: "allowed",
  refuse: "refused",
  deny: "refused",
  ask: "asked",
  defer: "deferred",
  stop: "stopped",
};

/** The decision in an outcome, as it came from hooks or as a trace has it. `rewritten` is the new tool input. */
export function decisionOf(outcome: Readonly<object>, rewritten: unknown): Decision {
  const { action, permission, turn, reasons, reason, decidedBy } = outcome as JsonObject;
  const known = verdicts[String(action)] ?? "undecided";
  const verdict =
    permission === "granted"
      ? "allowed"
      : known === "undecided" && turn === "stop"
        ? "stopped"
        : known;
  const texts = [
    ...(Array.isArray(reasons) ? reasons : []),
    ...(reason === undefined ? [] : [reason]),
  ];
  const by = Array.isArray(decidedBy) ? decidedBy.filter(isObject) : [];
  return {
    verdict,
    reasons: texts.map(String),
    by: by.map(({ label }) => String(label)),
    ...(rewritten === undefined ? {} : { rewrittenInput: rewritten }),
  };
}

/** What is different in a decision; nothing if only the reasons are. */
export function changesBetween(
  before: Decision,
  after: Decision,
  { comparesInput }: { readonly comparesInput: boolean },
): readonly ChangeKind[] {
  // The input of a refused call is not used.
  const isUsed = before.verdict !== "refused" && after.verdict !== "refused";
  return [
    ...(before.verdict === after.verdict ? [] : [kindOf(before.verdict, after.verdict)]),
    ...(comparesInput && isUsed ? rewriteKinds(before.rewrittenInput, after.rewrittenInput) : []),
  ];
}

const kindOf = (before: Verdict, after: Verdict): ChangeKind =>
  before === "refused" && after !== "stopped" ? "no-longer-refused" : after;

function rewriteKinds(before: unknown, after: unknown): readonly ChangeKind[] {
  if (isDeepStrictEqual(before, after)) return [];
  return [after === undefined ? "no-longer-rewritten" : "rewritten"];
}
