import type { JsonObject } from "@snaphook/engine";
import type { ReplayReport } from "@snaphook/protocol";

/** What hooks decided about a call or a prompt. */
export type Decision = ReplayReport["changes"][number]["before"];

/** Events that are replayed, and how the report counts them. */
export const replayedEvents = {
  PreToolUse: "calls",
  UserPromptSubmit: "prompts",
  PermissionRequest: "questions",
} as const satisfies Readonly<Record<string, keyof ReplayReport["replayed"]>>;

export type ReplayedEvent = keyof typeof replayedEvents;

export const isReplayed = (name: string): name is ReplayedEvent =>
  Object.hasOwn(replayedEvents, name);

/** One event of a recording, to be fired again. */
export interface RecordedEvent {
  readonly file: string;
  readonly line: number;
  readonly session: string;
  readonly event: ReplayedEvent;
  /** The event's own fields; paths are those of the recording. */
  readonly fields: JsonObject;
  /** The folder the session was started in; undefined: the recording does not say. */
  readonly root: string | undefined;
  readonly cwd: string | undefined;
  /** The outcome in the recording; only traces have it. */
  readonly recorded?: Decision;
  /** Hooks that decided it there, by id: one that is left out now makes a comparison meaningless. */
  readonly decidedBy?: readonly string[];
  /** The trace has only a part of the input. */
  readonly partialInput: boolean;
}

/** What a line of a recording holds. */
export type ReadRecord =
  | { readonly is: "events"; readonly events: readonly RecordedEvent[] }
  /** It could be an event, but replay does not fire it. */
  | { readonly is: "not-replayed"; readonly because: string }
  /** It belongs to the format, and holds no event. */
  | { readonly is: "other" }
  | { readonly is: "bad"; readonly message: string; readonly advice: string };

/** What is known so far of the recording that is being read. */
export interface RecordingState {
  readonly file: string;
  /** Where each session was started, by session: the first folder that it names. */
  readonly roots: Map<string, string>;
  /** Transcripts name the folder in some records only. */
  readonly folders: Map<string, string>;
}

/** Remembers the folder of a session; the first one is where it was started. */
export function noteFolder({ roots, folders }: RecordingState, session: string, cwd: unknown) {
  if (typeof cwd === "string") {
    if (!roots.has(session)) roots.set(session, cwd);
    folders.set(session, cwd);
  }
  return { root: roots.get(session), cwd: folders.get(session) };
}
