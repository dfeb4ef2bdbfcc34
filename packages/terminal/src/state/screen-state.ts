import type { TurnResult } from "@snaphook/agent";
import { noStatistics, type StatisticsById } from "../menu/hook-statistics.ts";
import { emptyTimeline, type TimelineLog } from "../timeline/timeline-log.ts";
import type { Entry, EntryContent, Note } from "./entry.ts";
import type { HookCount } from "./hook-count.ts";
import type { OpenQuestion } from "./open-question.ts";
import { type DetailsLog, noDetails } from "./turn-details.ts";

/** Everything that the screen shows. It changes only through `reduce`. */
export interface ScreenState {
  /** What the status line says of the session; undefined until it is open. */
  readonly session: SessionFacts | undefined;
  /** What was reported before the session was open; shown when it is. */
  readonly startNotes: readonly Note[];
  /** Complete parts of the conversation, in order. */
  readonly entries: readonly Entry[];
  /** The prompt that was sent last, until it is certain that it stays. */
  readonly pending: { readonly text: string; readonly behind: readonly EntryContent[] } | undefined;
  /** The part of the answer that is still arriving. */
  readonly answer: string;
  /** What the model thinks, while it does. */
  readonly thinking: string;
  /** Calls that have no result yet. */
  readonly calls: readonly RunningCall[];
  readonly hooks: readonly RunningHook[];
  /** Subagents that work. */
  readonly agents: readonly RunningAgent[];
  /** The ids of commands that run in the background. */
  readonly commands: readonly string[];
  /** What the agent does besides its turn: a summary, a request that is repeated. */
  readonly activity: string | undefined;
  /** The tokens of the last request and its answer; undefined before the first. */
  readonly contextTokens: number | undefined;
  /** Everything that hooks and calls did, for the details view. */
  readonly details: DetailsLog;
  /** The runs of each hook in this session. */
  readonly hookStatistics: StatisticsById;
  readonly turn: TurnState;
  /** The last result has the spending of the session. */
  readonly lastResult: TurnResult | undefined;
  /** Questions to the user; the first one is shown. */
  readonly questions: readonly OpenQuestion[];
  readonly queued: readonly string[];
  /** The last lines of the timeline of the session. */
  readonly timeline: TimelineLog;
  /** What covers the conversation; undefined: nothing. */
  readonly view: View | undefined;
  /** The entry with which the conversation begins after `/clear`. */
  readonly clearedAt: number;
  /** How often the end of the conversation was printed again, and which entries that were. */
  readonly redraw: { readonly count: number; readonly from: number; readonly to: number };
  /** The user left, or the session ends for another reason: its last hooks may run. */
  readonly isEnding: boolean;
  /** How often the shell continued the process after Ctrl+Z. */
  readonly resumed: number;
  /** The session has ended: what is complete is printed, and nothing else stays on the terminal. */
  readonly isClosed: boolean;
  /** All texts that came back into the input line, such as a prompt that a hook refused. */
  readonly drafts: readonly string[];
}

type TurnState = { readonly state: "idle" } | { readonly state: "running"; readonly since: number };

export interface SessionFacts {
  readonly id: string;
  readonly model: string;
  readonly cwd: string;
  readonly permissionMode: string;
  readonly profile: string;
  /** What a hook or the user named the session. */
  readonly title?: string | undefined;
  /** Of the command. */
  readonly version?: string;
  /** How many hooks were configured when the session began. */
  readonly hooks?: HookCount;
  /** The tasks that the model keeps. */
  readonly tasks?: readonly ListedTask[];
}

/** A task of the agent. */
export interface ListedTask {
  readonly subject: string;
  readonly activeForm?: string;
  readonly status: "pending" | "in_progress" | "completed";
}

export interface RunningCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  /** What hooks of its next event get: as the model sent it, or as hooks rewrote it. */
  readonly inputForHooks: unknown;
  readonly since: number;
  /** The user is asked about it, since then. */
  readonly waitsSince?: number;
  /** What is known of its hooks so far. */
  readonly notes: readonly Note[];
  /** What the hooks of its events decided, by event. */
  readonly decisions: Readonly<Record<string, string>>;
}

/** A subagent that works. */
export interface RunningAgent {
  readonly id: string;
  readonly type: string;
  readonly description: string;
  /** The call of Agent that started it. */
  readonly parentCallId: string | undefined;
  readonly since: number;
  readonly calls: number;
  readonly lastCall: string | undefined;
  /** It works on after its call and the turn have ended. */
  readonly inBackground: boolean;
}

/** A hook that runs now. */
export interface RunningHook {
  readonly runId: string;
  /** `PreToolUse:Bash`. */
  readonly name: string;
  readonly label: string;
  readonly statusMessage: string | undefined;
  readonly since: number;
  readonly inBackground: boolean;
  /** It has ended; others of its event still run. */
  readonly isDone: boolean;
  /** The subagent in which the event happened. */
  readonly agentType?: string;
}

/** What can cover the conversation; each has its component in `views/`. */
export type View =
  | { readonly kind: "help" }
  | { readonly kind: "details" }
  /** The menu of hooks. */
  | { readonly kind: "hooks" }
  /** Beside the conversation: the input line stays usable. */
  | { readonly kind: "timeline"; readonly isFiltering?: true }
  /** Earlier sessions, to continue one of them. */
  | { readonly kind: "sessions" }
  | { readonly [Kind in PanelKind]: { readonly kind: Kind } }[PanelKind];

/** Views of a part of the session: a list, and the details of an entry. */
export type PanelKind =
  | "model"
  | "permissions"
  | "agents"
  | "mcp"
  | "plugins"
  | "tasks"
  | "cost"
  | "context";

export const initialState: ScreenState = {
  session: undefined,
  startNotes: [],
  entries: [],
  pending: undefined,
  answer: "",
  thinking: "",
  calls: [],
  hooks: [],
  agents: [],
  commands: [],
  activity: undefined,
  contextTokens: undefined,
  details: noDetails,
  hookStatistics: noStatistics,
  turn: { state: "idle" },
  lastResult: undefined,
  questions: [],
  queued: [],
  timeline: emptyTimeline,
  view: undefined,
  clearedAt: 0,
  redraw: { count: 0, from: 0, to: 0 },
  isEnding: false,
  resumed: 0,
  isClosed: false,
  drafts: [],
};
