import type { ConfiguredHook, Diagnostic, Explanation, Hooks, Snapshot } from "@snaphook/engine";
import type { ExplanationReport } from "@snaphook/protocol";
import { filesOf } from "../files.ts";

/** The fields of a hook that every report has. */
export const hookRow = (hook: ConfiguredHook) => ({
  id: hook.id,
  label: hook.label,
  event: hook.event,
  scope: hook.origin.scope,
  owner: hook.origin.owner ?? null,
  type: hook.handler.type,
  matcher: hook.matcher.pattern ?? null,
  if: hook.handler.if ?? null,
  source: hook.source,
});

/** The same fields for entries that are not valid hooks. */
export const skippedRows = (snapshot: Snapshot) =>
  snapshot.skipped.map(({ event, label, origin, diagnostic }) => ({
    id: null,
    label,
    event,
    scope: origin.scope,
    owner: origin.owner ?? null,
    type: null,
    matcher: null,
    if: null,
    source: diagnostic.place,
    because: becauseOf(diagnostic),
  }));

const becauseOf = ({ message, advice }: Diagnostic): string => `${message}; ${advice}`;

/** An explanation as data: a row for every hook and every invalid entry. */
export function explainReport(explanation: Explanation, of: Hooks): ExplanationReport {
  const { event, hooks, snapshot } = explanation;
  return {
    event: event.name,
    profile: of.profile,
    input: { ...event.input },
    hooks: [
      ...hooks.map(({ hook, state, because, limitMs }) => ({
        ...hookRow(hook),
        state,
        because,
        limitMs: limitMs ?? null,
      })),
      ...skippedRows(snapshot).map((row) => ({ ...row, state: "invalid" as const, limitMs: null })),
    ],
    files: filesOf(of),
    diagnostics: [...snapshot.diagnostics],
  };
}
