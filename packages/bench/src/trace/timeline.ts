/** A trace as people look at it. Values only: the page in a browser reads the same types. */
export interface Timeline {
  readonly turns: readonly Turn[];
  /** Lines that could not be read; everything else is in `turns`. */
  readonly problems: readonly TraceProblem[];
}

export interface TraceProblem {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** What happened between one prompt and the next. */
export interface Turn {
  /** Its place in the whole trace, from 1; a filter does not change it. */
  readonly number: number;
  readonly session: string;
  /** The user's text; `null` before the first prompt. */
  readonly prompt: string | null;
  /** When its first event started: ISO 8601. */
  readonly time: string;
  /** From the start of the first event to the end of the last one. */
  readonly durationMs: number;
  readonly events: readonly TimelineEvent[];
}

/** One event that was fired, the end of one run in the background, or an answer of the user. */
export interface TimelineEvent {
  readonly event: string;
  /** What matchers of the event test, such as the tool's name. */
  readonly subject: string;
  readonly agent: string | null;
  readonly toolUseId: string | null;
  /** Since the start of the turn. */
  readonly startMs: number;
  readonly durationMs: number;
  /** What the host did, or what the user answered; "background" for the end of a run in the background. */
  readonly action: string;
  /** What the hooks changed, or that the user answered; empty if everything would have happened without them. */
  readonly changed: readonly string[];
  readonly runs: readonly TimelineRun[];
  readonly skipped: readonly SkippedHook[];
  readonly messages: readonly TimelineMessage[];
  readonly input: Readonly<Record<string, unknown>>;
  /** The tool input as hooks rewrote it. */
  readonly rewrittenInput?: unknown;
  /** How many records before this one were lost. */
  readonly lost: number;
}

/** A hook that ran. */
export interface TimelineRun {
  readonly id: string;
  readonly label: string;
  readonly type: string;
  /** Where it is configured: file:line. Empty if the file does not say. */
  readonly source: string;
  /** Since the start of the turn. */
  readonly startMs: number;
  readonly durationMs: number;
  /** How it ended, in words. */
  readonly ended: string;
  readonly exitCode: number | null;
  readonly decision: string;
  readonly changed: readonly string[];
  readonly failure: string | null;
  readonly notes: readonly string[];
  readonly stdout: string;
  readonly stderr: string;
  /** A shell command that runs it again; `null` where there is none. */
  readonly repeat: string | null;
  /** What to know before the command is used, or why there is none. */
  readonly repeatNote: string;
}

/** A hook that did not run although the event is its own. */
export interface SkippedHook {
  readonly id: string;
  readonly label: string;
  /** `held` hooks matched and were not allowed to run; the others did not match or were duplicates. */
  readonly held: boolean;
  readonly because: string;
}

export interface TimelineMessage {
  /** `nobody`: the text is only in the log. */
  readonly audience: "model" | "user" | "nobody";
  readonly kind: string;
  readonly text: string;
  readonly hookId: string;
  readonly hook: string;
}
