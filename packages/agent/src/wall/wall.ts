import type { ProcessRequest, RunningProcess } from "@snaphook/engine/internal";

/** Whether commands run in a sandbox (T5). Either way protected files are compared around each command. */
export type WallStatus =
  | {
      readonly state: "on";
      /** Only the guards are protected, or `sandbox.enabled` also limits other writes and the network. */
      readonly limits: "guards" | "writes-and-network";
      /** Ways out that it cannot close. */
      readonly open: readonly string[];
    }
  | { readonly state: "off"; readonly because: string };

/** A command that was started, and where. */
export interface StartedCommand {
  readonly process: RunningProcess;
  /** The paths that it could not change; `undefined`: it runs outside the sandbox. */
  readonly readOnly: readonly string[] | undefined;
  /** The connections that the sandbox has refused since the command started, with the reasons. */
  refusals(hasFailed: boolean): readonly string[];
}

/** Starts the commands of the Bash tool, in a sandbox where that is possible (T5). */
export interface CommandWall {
  status(): Promise<WallStatus>;
  /** `outside`: why this command runs outside, because the user agreed to it. */
  start(
    request: ProcessRequest,
    command: { readonly line: string; readonly outside?: string | undefined },
  ): Promise<StartedCommand>;
  /** Ends everything that still runs inside. */
  close(): Promise<void>;
}
