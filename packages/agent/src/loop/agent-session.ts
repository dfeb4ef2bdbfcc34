import type { PermissionMode } from "../permissions/permissions.ts";
import type { EndReason, TurnResult } from "./agent-event.ts";
import type { Prompt } from "./agent-options.ts";
import type { SessionControl } from "./control/session-control.ts";

/** One session of the agent. Inputs run one after the other. */
export interface AgentSession {
  /** Changes with `/clear`. */
  readonly id: string;
  readonly transcriptPath: string;
  /** Setup, instructions, SessionStart and the initial message of a hook, if there is one. */
  start(): Promise<void>;
  /** One input: a prompt, a command of a file, `/clear`, `/compact`. Always ends with a `result`. */
  prompt(prompt: Prompt): Promise<TurnResult>;
  /** E19: no turn runs, and input is waited for; call the returned function when there is some. */
  waitsForInput(): () => void;
  /**
   * Resolves when the end of a background agent or command can be reported: true, or false if none is running.
   * After the last input a command that does not end soon is not waited for.
   */
  waitForAgents(options?: { readonly isLast?: boolean }): Promise<boolean>;
  /** A turn in which the model gets what has ended in the background; undefined if nothing has. */
  reportAgents(): Promise<TurnResult | undefined>;
  /** Resolves when the session is to end although there may be more input; end it for this reason. It may never do. */
  readonly endsEarly: Promise<EndReason>;
  /** Ends the turn that is running, as Ctrl-C does; with `endsTasks` also everything that runs in the background. */
  interrupt(options?: { readonly endsTasks?: boolean }): void;
  setPermissionMode(mode: PermissionMode): Promise<void>;
  /** Another model for the inputs that follow. Rejects with the reason if it stays. */
  setModel(model: string): Promise<void>;
  /** What else a driver can ask and change. */
  readonly control: SessionControl;
  /** SessionEnd, then everything is closed. */
  end(reason: string): Promise<void>;
}
