import type { ChangedFile } from "@snaphook/engine/internal";

/** How an interactive session reviews settings that change on disk (C7). */
export interface ReviewSettings {
  /** Whether the change of a file applies. The signal is aborted when the session ends. */
  isApplied(change: SettingsChange, signal: AbortSignal): Promise<boolean>;
  /** A change that the user let through is applied: what is new in it may need trust (T1). */
  applied(): Promise<void>;
}

/** A settings file before and after a change; `undefined`: there was, or is, nothing that can be read. */
type SettingsChange = Pick<ChangedFile, "file" | "before" | "after">;
