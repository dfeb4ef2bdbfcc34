import type { AgentSession, EarlierSession } from "@snaphook/agent";

/** What the user can do with the session. Screens call these; they own nothing of the loop. */
export interface SessionActions {
  /** A prompt, or a command of the session such as `/compact`. During a turn it waits. */
  submit(text: string): void;
  /** `!command`: runs after the turn. */
  runCommand(command: string): void;
  /** Takes back all prompts that wait, into the input line; false if none does. */
  takeBackQueued(): boolean;
  /** Esc: ends the turn that runs. */
  interrupt(): void;
  /** Ends the session, and the terminal interface with it. */
  leave(): void;
  setPermissionMode(mode: string): void;
  /** The sessions that `/resume` can continue, the newest first. */
  earlierSessions(): Promise<readonly EarlierSession[]>;
  /** A command that runs moves to the background, so that the model gets waiting prompts now; or a line says why not. */
  sendNow(): Promise<void>;
  /** What views show and change of the session; undefined until it is open. */
  control(): AgentSession["control"] | undefined;
  /** Any key: the user is present. */
  userIsActive(): void;
}
