import { settingsEnvironment } from "../config/environment.ts";
import type { ScopeOptions } from "../hooks.ts";
import type { RunContext } from "../run/run-context.ts";
import type { HookSession } from "./hook-session.ts";

/** What runs of one agent of a session are given; the lists come from the user's own or managed settings only (T4). */
export function runContext(session: HookSession, scope: ScopeOptions): RunContext {
  const { options, profile, outside, admission } = session;
  const passedOn = ownLists(session, "hookEnv").flat();
  const urls = ownLists(session, "allowedHttpHookUrls");
  const credentials = options.credentialVariables ?? [];
  return {
    ...outside,
    profile,
    background: session.background,
    prewarmed: session.prewarmed,
    environmentFiles: session.environmentFiles,
    sessionId: scope.sessionId ?? options.sessionId,
    owner: session.owner,
    projectDirectory: session.sources.cwd,
    sessionFolder: session.folder,
    environment: options.env ?? process.env,
    settingsFor: (scope) => settingsEnvironment(admission.settings, scope).variables,
    credentialVariables: credentials.filter((name) => !passedOn.includes(name)),
    allowedHttpUrls: urls,
    headless: options.headless ?? false,
    remote: options.remote ?? false,
    entrypoint: options.entrypoint ?? "embedded",
    conversation: scope.conversation ?? options.conversation ?? (() => []),
  };
}

/** Lists of texts under a key of the user's or managed settings; what is no list is an empty one. */
function ownLists({ admission }: HookSession, key: string): readonly (readonly string[])[] {
  return admission.settings.flatMap(({ origin, values }) => {
    const list = values[key];
    const counts = origin.scope === "user" || origin.scope === "managed";
    if (!counts || list === undefined) return [];
    return [Array.isArray(list) ? list.filter((item) => typeof item === "string") : []];
  });
}
