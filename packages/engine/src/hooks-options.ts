import type { ProfileName } from "@snaphook/protocol";
import type { CodeHooks } from "./config/code-hooks.ts";
import type { SettingsSources } from "./config/sources.ts";
import type { Collaborators } from "./run/collaborators.ts";
import type { TraceTarget } from "./trace/trace-sink.ts";

/** What a session of hooks is opened with. */
export interface HooksOptions extends SettingsSources, Partial<Collaborators> {
  readonly sessionId: string;
  readonly profile?: ProfileName;
  /** Hooks registered in code. */
  readonly hooks?: CodeHooks;
  /** Run what the project brings, this once, without a review (T2). Default: no. */
  readonly trustProject?: boolean;
  /** Where a record of every dispatch goes (P15). */
  readonly trace?: TraceTarget;
  /** The host's own variables. Default: those of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Variables the host took its model credentials from (P7). */
  readonly credentialVariables?: readonly string[];
  /** Private folder of the session. Default: a temporary one, removed on close. */
  readonly sessionFolder?: string;
  /** Nobody is there to be asked or woken. Default: no. */
  readonly headless?: boolean;
  readonly remote?: boolean;
  /** `CLAUDE_CODE_ENTRYPOINT`. Default: "embedded". */
  readonly entrypoint?: string;
  readonly transcriptPath?: string;
  readonly permissionMode?: string;
  /** The conversation so far, for hooks that read it. */
  readonly conversation?: () => readonly unknown[];
}
