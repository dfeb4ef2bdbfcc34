import { join } from "node:path";
import { brand } from "@snaphook/protocol";
import { settingsEnvironment } from "../config/environment.ts";
import type { ScopeOptions } from "../hooks.ts";
import type { RunContext } from "../run/run-context.ts";
import type { HookSession } from "./hook-session.ts";

/** The context for the runs of one agent; lists are read only from user and managed settings (T4). */
export function runContext(session: HookSession, scope: ScopeOptions): RunContext {
  const { options, profile, collaborators, admission } = session;
  const passedOn = ownLists(session, "hookEnv").flat();
  const urls = ownLists(session, "allowedHttpHookUrls");
  const credentials = options.credentialVariables ?? [];
  return {
    ...collaborators,
    start: session.processes.start,
    profile,
    bash: session.bash,
    background: session.background,
    prewarmed: session.prewarmed,
    environmentFiles: session.environmentFiles,
    sessionId: scope.sessionId ?? options.sessionId,
    owner: session.owner,
    projectDirectory: session.sources.cwd,
    sessionFolder: session.folder,
    pythonCache: join(session.sources.home, brand.homeFolder, "python-cache"),
    environment: options.env ?? process.env,
    settingsFor: (scope) => settingsEnvironment(admission.settings, scope).variables,
    credentialVariables: credentials.filter((name) => !passedOn.includes(name)),
    allowedHttpUrls: urls,
    headless: options.headless ?? false,
    remote: options.remote ?? false,
    entrypoint: options.entrypoint ?? "embedded",
    conversation: scope.conversation ?? options.conversation,
  };
}

/** The lists of strings under a key of user and managed settings; an invalid value is an empty list. */
function ownLists({ admission }: HookSession, key: string): readonly (readonly string[])[] {
  return admission.settings.flatMap(({ origin, values }) => {
    const list = values[key];
    const counts = origin.scope === "user" || origin.scope === "managed";
    if (!counts || list === undefined) return [];
    return [Array.isArray(list) ? list.filter((item) => typeof item === "string") : []];
  });
}
