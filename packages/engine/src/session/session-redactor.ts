import type { HooksOptions } from "../hooks.ts";
import type { ScopeSettings } from "../stages/snapshot.ts";
import { type Redactor, redactor } from "../trace/redact/redactor.ts";
import { secretValues } from "../trace/redact/secret-values.ts";

/** T3: knows the secrets of the host and of the applied settings; created again when these change. */
export function sessionRedactor(
  { env = process.env, credentialVariables = [] }: HooksOptions,
  appliedSettings: () => readonly ScopeSettings[],
): () => Redactor {
  let made: { readonly settings: unknown; readonly redactor: Redactor } | undefined;
  return () => {
    const settings = appliedSettings();
    if (made?.settings === settings) return made.redactor;
    const added = settings.map(({ values }) => values["env"]).filter(isVariables);
    made = { settings, redactor: redactor(secretValues([env, ...added], credentialVariables)) };
    return made.redactor;
  };
}

const isVariables = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
