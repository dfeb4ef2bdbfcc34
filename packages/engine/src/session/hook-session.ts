import type { EventName, Profile } from "@snaphook/protocol";
import type { AdmitState } from "../admit/admit.ts";
import type { Toggles } from "../admit/toggles.ts";
import type { Configuration } from "../config/configuration.ts";
import type { ResolvedSources } from "../config/sources.ts";
import type { HooksOptions, Progress } from "../hooks.ts";
import type { BackgroundRun, BackgroundRuns } from "../run/background.ts";
import type { Collaborators } from "../run/collaborators.ts";
import type { EnvironmentFiles } from "../run/command/environment-files.ts";
import type { Prewarmed } from "../run/prewarm.ts";
import type { ProcessStarter } from "../run/process-starter.ts";
import type { EditedGuard } from "../stages/admitted.ts";
import type { ScopeSettings } from "../stages/snapshot.ts";
import type { Redactor } from "../trace/redact/redactor.ts";
import type { TrustStore } from "../trust/trust-store.ts";
import type { HostMistakes } from "./host-mistakes.ts";

/** What decides whether a matched hook may run. Replaced as a whole when settings change (C7). */
export interface Admission extends AdmitState {
  /** Settings that are applied: the user's own, managed ones, and trusted ones of a project. */
  readonly settings: readonly ScopeSettings[];
  /** Settings of the project that are ignored, because they are not trusted (T6). */
  readonly untrustedSettings: readonly ScopeSettings[];
  readonly edited: readonly EditedGuard[];
}

/** Everything that the agents of a session share. */
export interface HookSession {
  readonly options: HooksOptions;
  readonly sources: ResolvedSources;
  /** Real path of the directory the session started in. */
  readonly projectRoot: string;
  readonly profile: Profile;
  readonly config: Configuration;
  readonly trust: TrustStore;
  readonly toggles: Toggles;
  /** Ids of front-matter hooks with `once` that have run (C3). */
  readonly spent: Set<string>;
  readonly collaborators: Collaborators;
  /** The bash of the system, looked up once (P5). */
  readonly bash: string | undefined;
  /** Private folder: spilled output, files for variables. */
  readonly folder: string;
  admission: Admission;
  readonly activeSkills: Set<string>;
  readonly activeCommands: Set<string>;
  readonly environmentFiles: EnvironmentFiles;
  /** Identifies the session's processes among those of other sessions in this host. */
  readonly owner: symbol;
  readonly closing: AbortController;
  /** Aborted to cancel all runs that are not in the background; another one follows. */
  foreground: AbortController;
  readonly listeners: Set<(progress: Progress) => void>;
  readonly background: BackgroundRuns;
  readonly prewarmed: Prewarmed;
  /** Starts the processes of hooks, in the runner where that is faster. */
  readonly processes: ProcessStarter;
  /** Lets the runner end when no other session needs it. */
  releaseRunner(): void;
  /** Calls every listener; one that throws does not stop the others. */
  report(progress: Progress): void;
  /** Whether the host fires an event: it says so, or has done it. */
  isFired(event: EventName): boolean;
  /** The host fires an event now. */
  noteFired(event: EventName): void;
  readonly mistakes: HostMistakes;
  /** Hooks of which an outcome already said that they do not run, each with the reason. */
  readonly reportedSkipped: Set<string>;
  /** Knows the secrets of the host and of the applied settings (T3). */
  redactor(): Redactor;
  /** Ends everything that still runs and returns the background runs it had to end (P13). */
  close(): Promise<readonly BackgroundRun[]>;
}
