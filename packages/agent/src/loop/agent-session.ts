import type { PermissionMode } from "../permissions/permissions.ts";
import type { EndReason, TurnResult } from "./agent-event.ts";
import type { SessionControl } from "./control/session-control.ts";
import type { PromptQueue } from "./interactive/prompt-queue.ts";
import type { Prompt } from "./prompt.ts";

/** One session of the agent. Inputs run one after the other. */
export interface AgentSession {
  /** Changes with `/clear`. */
  readonly id: string;
  readonly transcriptPath: string;
  /** What a hook or the caller named the session; an event `title` says when it changes. */
  readonly title: string | undefined;
  /** Setup, instructions, SessionStart and the initial message of a hook, if there is one. */
  start(): Promise<void>;
  /**
   * One input: a prompt, a command of a file, `/clear`, `/compact`. Always ends with a `result`. It may be called while
   * `start` runs, and then waits for that; an interrupt meanwhile withdraws the prompt, and `start` continues.
   */
  prompt(prompt: Prompt): Promise<TurnResult>;
  /** Prompts that the user types while a turn runs, in an interactive session. */
  readonly queue: PromptQueue;
  /** Begins a turn with prompts of the queue; undefined if none waits. To be called when no turn runs. */
  runQueued(): Promise<TurnResult | undefined>;
  /**
   * Delivers the prompts of the queue without waiting for the command that runs: it continues in the background
   * ("moved"). "no-prompt": none waits for the turn that runs. "no-command": none runs, so prompts wait for the model.
   */
  sendNow(): Promise<"moved" | "no-prompt" | "no-command">;
  /**
   * `!command`: the user's own command runs like those of the Bash tool, without hooks or rules, and the model answers
   * what it printed.
   */
  runCommand(command: string): Promise<TurnResult>;
  /** E19: no turn runs, and input is waited for; call the returned function when there is some. */
  waitsForInput(): () => void;
  /** E19: the user pressed a key, so that nothing has to call them now. */
  userIsActive(): void;
  /**
   * Resolves when the end of a background agent or command can be reported: true, or false if none is running.
   * After the last input a command that does not end soon is not waited for.
   */
  waitForAgents(options?: { readonly isLast?: boolean }): Promise<boolean>;
  /** A turn in which the model gets what has ended in the background; undefined if nothing has. */
  reportAgents(): Promise<TurnResult | undefined>;
  /** Resolves when the session is to end although there may be more input; end it for this reason. It may never do. */
  readonly endsEarly: Promise<EndReason>;
  /**
   * Ends the turn that is running, as Ctrl-C does; with `endsTasks` also everything that runs in the background. While
   * the session ends, it ends the SessionEnd hooks that are running.
   */
  interrupt(options?: { readonly endsTasks?: boolean }): void;
  setPermissionMode(mode: PermissionMode): Promise<void>;
  /** Another model for the inputs that follow. Rejects with the reason if it stays. */
  setModel(model: string): Promise<void>;
  /** What else a driver can ask and change. */
  readonly control: SessionControl;
  /** SessionEnd, then everything is closed. */
  end(reason: string): Promise<void>;
}
