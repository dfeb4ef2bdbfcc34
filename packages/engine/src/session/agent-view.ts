import type { ScopeOptions } from "../hooks.ts";
import type { Snapshot } from "../stages/snapshot.ts";
import type { HookSession } from "./hook-session.ts";

/** One agent's view of a session: its identity, and its own hooks in addition to those of the session. */
export interface AgentView {
  readonly session: HookSession;
  readonly scope: ScopeOptions;
  snapshot(): Snapshot;
}

/** The directory that the agent works in now. */
export const cwdOf = ({ session, scope }: Pick<AgentView, "session" | "scope">): string =>
  (typeof scope.cwd === "function" ? scope.cwd() : scope.cwd) ?? session.sources.cwd;
