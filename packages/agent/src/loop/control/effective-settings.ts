import type { Agent } from "../agent.ts";

/** The settings in force: merged, and by source from the lowest to the highest. */
export interface EffectiveSettings {
  readonly effective: Readonly<Record<string, unknown>>;
  readonly sources: readonly {
    readonly source: string;
    readonly settings: Readonly<Record<string, unknown>>;
  }[];
}

/** Without `env`, whose values may be secrets. */
export function effectiveSettings({ hooks }: Pick<Agent, "hooks">): EffectiveSettings {
  const sources = hooks()
    .config.settings()
    .map(({ origin, values: { env: _, ...settings } }) => ({
      source: names[origin.scope] ?? origin.scope,
      settings,
    }));
  return { effective: Object.assign({}, ...sources.map(({ settings }) => settings)), sources };
}

const names: Readonly<Record<string, string>> = {
  managed: "policySettings",
  user: "userSettings",
  project: "projectSettings",
  local: "localSettings",
  "settings-flag": "flagSettings",
};
