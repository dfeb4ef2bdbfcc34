import type { ConfiguredHook, Diagnostic, Explanation, Snapshot } from "@snaphook/engine";
import { unprotectedLoads } from "@snaphook/engine/internal";
import {
  asksModel,
  backgroundOf,
  type ExplanationReport,
  profileNamed,
  profiles,
  programOf,
} from "@snaphook/protocol";
import { filesOf } from "../files.ts";
import { howGuardsAreProtected } from "../guards.ts";
import type { InspectedHooks } from "../hooks/inspected-hooks.ts";
import { inactiveRows } from "../inactive.ts";
import { bashSyntaxIn } from "../lint/bash-syntax.ts";
import { unprotectedWarnings } from "../lint/unprotected-rule.ts";
import { differencesTo, type OtherProfile } from "./differences.ts";

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

/** The name of the model that a hook asks; `named` is the model in its settings (H2). */
export type ModelNamer = (named: string | undefined) => string;

/** An explanation as data: a row for every hook and every invalid entry. */
export async function explainReport(
  explanation: Explanation,
  of: InspectedHooks,
  modelName: ModelNamer = (named) => named ?? "the model that the host chooses",
  other?: OtherProfile,
): Promise<ExplanationReport> {
  const differs = differencesTo(explanation, of, other);
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
        ...shellRow(hook, of),
        model: asksModel(hook.handler) ? modelName(namedModel(hook)) : null,
        differs: differs.get(hook.id) ?? null,
        background: backgroundOf(hook.handler),
      })),
      ...skippedRows(snapshot).map((row) => ({
        ...row,
        state: "invalid" as const,
        limitMs: null,
        shell: null,
        shellLacks: null,
        model: null,
        differs: null,
        background: "no" as const,
      })),
    ],
    files: filesOf(of),
    diagnostics: [...snapshot.diagnostics, ...(await unprotected(explanation, of))],
    inactive: await inactiveRows(of),
    guards: howGuardsAreProtected(),
  };
}

/** T5: files of these hooks that are not protected from the agent. */
async function unprotected({ hooks }: Explanation, { cwd, profile }: InspectedHooks) {
  const judged = profileNamed(profile) ?? profiles.reference;
  const warnings = hooks.map(async ({ hook }) =>
    unprotectedWarnings(hook, await unprotectedLoads(hook, { projectDirectory: cwd }), judged),
  );
  return (await Promise.all(warnings)).flat();
}

/** P5: the shell of a command, and what it may not understand. */
function shellRow(hook: ConfiguredHook, { config }: InspectedHooks) {
  const shell = config.shellOf(hook) ?? null;
  const command = programOf(hook.handler)?.command ?? "";
  return { shell, shellLacks: (shell === "/bin/sh" && bashSyntaxIn(command)) || null };
}

const namedModel = ({ handler }: ConfiguredHook): string | undefined => {
  const { model } = handler as { readonly model?: unknown };
  return typeof model === "string" && model !== "" ? model : undefined;
};
