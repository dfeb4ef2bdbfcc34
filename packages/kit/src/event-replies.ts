import type { EventName, PermissionUpdate } from "./inputs.ts";
import type { Reply } from "./outputs.ts";
import type { BlockReplies, CommonReplies, ContextReplies } from "./replies.ts";

/** For events whose hooks get a file to write variables into (P8). */
export interface VariableEffects {
  /**
   * Sets a variable for the shell commands of the session from now on. Works at once; nothing is to be
   * returned.
   */
  exportVariable(name: string, value: string): undefined;
}

interface PreToolUseReplies<Input>
  extends CommonReplies<"PreToolUse">,
    ContextReplies<"PreToolUse"> {
  /** Lets the call run without a question; the user sees the reason. Rules that deny still count. */
  allow(reason?: string): Reply<"PreToolUse">;
  /** Refuses the call; the model sees the reason. */
  deny(reason: string): Reply<"PreToolUse">;
  /** Puts the question to the user. */
  ask(reason?: string): Reply<"PreToolUse">;
  /**
   * Replaces the whole input. Decides nothing: add `allow` to let the new input run without a question.
   */
  rewrite(updatedInput: Input): Reply<"PreToolUse">;
}

interface PermissionRequestReplies<Input> extends CommonReplies<"PermissionRequest"> {
  /** Says yes for the user; can change the input and the rules for later calls. */
  allow(more?: {
    readonly updatedInput?: Input;
    readonly updatedPermissions?: readonly PermissionUpdate[];
  }): Reply<"PermissionRequest">;
  /** Says no for the user; the model sees the message. `interrupt` stops the agent too. */
  deny(message: string, more?: { readonly interrupt?: boolean }): Reply<"PermissionRequest">;
}

interface PostToolUseReplies extends CommonReplies<"PostToolUse">, ContextReplies<"PostToolUse"> {
  /** Objects: the result stays, and the model sees the reason beside it. */
  feedback(reason: string): Reply<"PostToolUse">;
  /** What the model sees in place of the result; has to have the shape of the tool's output. */
  replaceOutput(output: unknown): Reply<"PostToolUse">;
}

interface PostToolUseFailureReplies
  extends CommonReplies<"PostToolUseFailure">,
    ContextReplies<"PostToolUseFailure"> {
  /** The model sees the reason beside the error. */
  feedback(reason: string): Reply<"PostToolUseFailure">;
}

interface PromptReplies<Name extends "UserPromptSubmit" | "UserPromptExpansion">
  extends CommonReplies<Name>,
    ContextReplies<Name> {
  /** The prompt never reaches the model; the user sees the reason, and the prompt unless it is to be hidden. */
  block(reason: string, more?: { readonly suppressOriginalPrompt?: boolean }): Reply<Name>;
}

interface TurnEndReplies<Name extends "Stop" | "SubagentStop" | "TeammateIdle">
  extends CommonReplies<Name> {
  /** Keeps the agent going; the reason is its next instruction. Look at `stop_hook_active` first. */
  goOn(reason: string): Reply<Name>;
  /** Lets it end. */
  finish(): Reply<Name>;
}

interface ElicitationReplies<Name extends "Elicitation" | "ElicitationResult">
  extends CommonReplies<Name> {
  /** Answers for the user. */
  accept(content?: Readonly<Record<string, unknown>>): Reply<Name>;
  decline(): Reply<Name>;
  cancel(): Reply<Name>;
}

interface WatchReplies<Name extends "CwdChanged" | "FileChanged"> extends CommonReplies<Name> {
  /** The files whose changes are to be told from now on. */
  watch(paths: readonly string[]): Reply<Name>;
}

type Gate<Name extends EventName> = CommonReplies<Name> & BlockReplies<Name>;
type Context<Name extends EventName> = CommonReplies<Name> & ContextReplies<Name>;

/** What the callback of each event is given to answer with; `Input` is the input of its tool. */
export interface EventReplies<Input = Readonly<Record<string, unknown>>> {
  readonly PreToolUse: PreToolUseReplies<Input>;
  readonly PermissionRequest: PermissionRequestReplies<Input>;
  readonly PostToolUse: PostToolUseReplies;
  readonly PostToolUseFailure: PostToolUseFailureReplies;
  readonly PermissionDenied: CommonReplies<"PermissionDenied"> & {
    /** Lets the model try the call again. */
    retry(): Reply<"PermissionDenied">;
  };
  /** A block here ends the turn. */
  readonly PostToolBatch: Context<"PostToolBatch"> & BlockReplies<"PostToolBatch">;
  readonly UserPromptSubmit: PromptReplies<"UserPromptSubmit">;
  readonly UserPromptExpansion: PromptReplies<"UserPromptExpansion">;
  readonly SessionStart: Context<"SessionStart"> &
    VariableEffects & {
      /** An extra message of the user before the prompt. */
      initialUserMessage(text: string): Reply<"SessionStart">;
    };
  readonly Setup: Context<"Setup"> & VariableEffects;
  readonly SessionEnd: CommonReplies<"SessionEnd">;
  readonly Notification: Context<"Notification">;
  readonly SubagentStart: Context<"SubagentStart">;
  /** Context alone keeps the subagent going too (G4). */
  readonly SubagentStop: TurnEndReplies<"SubagentStop"> & ContextReplies<"SubagentStop">;
  /** Context alone keeps the agent going too (G4). */
  readonly Stop: TurnEndReplies<"Stop"> & ContextReplies<"Stop">;
  readonly StopFailure: CommonReplies<"StopFailure">;
  readonly TeammateIdle: TurnEndReplies<"TeammateIdle">;
  readonly TaskCreated: Gate<"TaskCreated">;
  readonly TaskCompleted: Gate<"TaskCompleted">;
  readonly ConfigChange: Gate<"ConfigChange">;
  /** Not every host lets a hook block here. */
  readonly PreCompact: Gate<"PreCompact">;
  readonly PostCompact: CommonReplies<"PostCompact">;
  readonly InstructionsLoaded: CommonReplies<"InstructionsLoaded">;
  readonly CwdChanged: WatchReplies<"CwdChanged"> & VariableEffects;
  readonly FileChanged: WatchReplies<"FileChanged">;
  readonly DirectoryAdded: CommonReplies<"DirectoryAdded">;
  readonly WorktreeCreate: Gate<"WorktreeCreate"> & {
    /** Says where the hook made the worktree. */
    created(path: string): Reply<"WorktreeCreate">;
  };
  readonly WorktreeRemove: Gate<"WorktreeRemove">;
  readonly Elicitation: ElicitationReplies<"Elicitation">;
  readonly ElicitationResult: ElicitationReplies<"ElicitationResult">;
  readonly PreModelSwitch: CommonReplies<"PreModelSwitch"> & {
    allow(reason?: string): Reply<"PreModelSwitch">;
    /** The model stays. */
    deny(reason: string): Reply<"PreModelSwitch">;
    ask(reason?: string): Reply<"PreModelSwitch">;
  };
  readonly PostModelSwitch: CommonReplies<"PostModelSwitch">;
  readonly MessageDisplay: CommonReplies<"MessageDisplay"> & {
    /** What is shown in place of this piece. */
    display(text: string): Reply<"MessageDisplay">;
  };
}
