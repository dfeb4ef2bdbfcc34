import { readJson } from "./json-document.ts";
import { eventOfSubagent } from "./read-front-matter.ts";
import { readHooks } from "./read-hooks.ts";
import { loaded, type ReadContext, type ReadSource } from "./read-settings.ts";
import type { SettingsSources } from "./sources.ts";

/** `--agents`: the hooks of agents that the caller defines; they apply inside their agent only (C3). */
export const readAgentHooks = (
  { agentHooks = {}, mainAgent }: Pick<SettingsSources, "agentHooks" | "mainAgent">,
  context: ReadContext,
): readonly ReadSource[] =>
  Object.entries(agentHooks).flatMap(([owner, hooks]) => {
    const file = `--agents ${owner}`;
    const json = readJson(file, JSON.stringify({ hooks }));
    if (!json.ok) return [];
    const origin = { scope: "agent", root: undefined, needsTrust: false, owner } as const;
    const read = readHooks(json.document, hooks, {
      ...context,
      origin,
      ...(owner === mainAgent ? {} : { readEvent: eventOfSubagent }),
    });
    return [loaded(file, origin, read)];
  });
