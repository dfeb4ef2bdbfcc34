import {
  type AgentEvent,
  type AgentOptions,
  type AgentSession,
  createTimeline,
  earlierSessions,
  type OpenSession,
  type PermissionMode,
  type Prompt,
  type TurnResult,
} from "@snaphook/agent";
import { joinInputs } from "../input/join-inputs.ts";
import type { ScreenStore } from "../state/store.ts";
import { earlierEntries } from "./earlier-entries.ts";
import { createInputs, type Input } from "./inputs.ts";
import { leaveQuestion } from "./leave-question.ts";
import { createQuestions } from "./questions.ts";
import type { SessionActions } from "./session-actions.ts";
import { reviewStart } from "./start/review-start.ts";
import { reviewTrust } from "./start/review-trust.ts";

export interface RunSessionOptions {
  readonly open: OpenSession;
  readonly agent: Omit<AgentOptions, "emit">;
  readonly store: ScreenStore;
  /** Of the command. */
  readonly version?: string;
  /** Sent as the first prompt. */
  readonly prompt?: string;
  /** Called with every event, beside the screen. */
  readonly onEvent?: (event: AgentEvent) => void;
  /** Aborted: the session ends, for the reason `other`. */
  readonly stop: AbortSignal;
}

/** A session whose prompts come from the screen. */
export interface RunningSession extends SessionActions {
  /** Resolves when the session has ended; rejects if it could not begin. */
  readonly ended: Promise<void>;
}

const textOf = (prompt: Prompt): string => (typeof prompt === "string" ? prompt : prompt.text);

const typedText = ({ kind, text }: Input): string => (kind === "command" ? `!${text}` : text);

/** After these, what the status line says may be different. */
const changingFacts: readonly AgentEvent["type"][] = ["init", "tool-ended", "title"];

/** Sources of a session that has an earlier conversation. */
const continued: readonly string[] = ["resume", "fork"];

/** Why Ctrl+X Ctrl+S moved no command to the background. */
const sendNowNotes = {
  nothing: "no prompt waits: Ctrl+X Ctrl+S is for a prompt that you sent while a command runs",
  "only-later": "what waits needs a turn of its own: it follows when this turn has ended",
  "no-command":
    "no command runs that could move to the background: the prompt follows when the model has finished this step",
} as const;

const leaving = /^\/(?:exit|quit)$/;

/**
 * Runs a session of the agent: inputs in, events to the store. It knows nothing of how they are shown.
 *
 * A prompt is sent when no turn runs. One that is typed during a turn goes to the session's queue, where its hooks run
 * at once. What ends in the background begins a turn of its own when no input waits.
 */
export function runSession(options: RunSessionOptions): RunningSession {
  const { store, stop } = options;
  const inputs = createInputs();
  const left = new AbortController();
  const questions = createQuestions({ store, stop: left.signal });
  const timeline = createTimeline();
  let session: AgentSession | undefined;
  let isInTurn = false;
  /** Esc or Ctrl+C was pressed in this turn: what waited is back, and what is typed since then waits. */
  let wasInterrupted = false;
  /** How many lines there were when the turn began. */
  let sentAt = 0;
  let reason = "prompt_input_exit";

  /** The screen cannot show something: the session ends, and the loop never sees the error. */
  const broken = Promise.withResolvers<never>();
  broken.promise.catch(() => {});

  function emit(event: AgentEvent): void {
    try {
      show(event);
    } catch (error) {
      broken.reject(error);
    }
  }

  function show(event: AgentEvent): void {
    options.onEvent?.(event);
    store.dispatch({ type: "event", event });
    const rows = timeline(event);
    if (rows.length > 0) store.dispatch({ type: "timeline", rows });
    if (event.type === "init" && continued.includes(event.source)) showEarlier();
    if (changingFacts.includes(event.type)) showFacts();
    if (event.type === "user" || event.type === "result") showQueued();
  }

  /** A session that continues shows the end of its conversation. */
  function showEarlier(): void {
    if (!session) return;
    const { control } = session;
    const { cwd } = options.agent;
    for (const entry of earlierEntries(control.conversation(), control.typedPrompts(), cwd))
      store.dispatch({ type: "entry", entry });
  }

  function showFacts(): void {
    if (!session) return;
    const { model, cwd, hooks } = session.control.describe();
    const tasks = session.control.taskList();
    const permissionMode = session.control.permissionMode();
    const profile = session.control.profile.name;
    const { version } = options;
    const { id, title } = session;
    // Settings that cannot be read may have hooks: their number is not known.
    const { files } = session.control.hooks().config.snapshot();
    const isUnread = files.some(({ state }) => state === "invalid" || state === "unreadable");
    const isNone = hooks.inEffect === 0 && hooks.notInEffect === 0;
    const count = isUnread && isNone ? {} : { hooks };
    const facts = { id, title, model, cwd, permissionMode, profile, tasks, ...count };
    store.dispatch({
      type: "session",
      session: version === undefined ? facts : { ...facts, version },
    });
  }

  function showQueued(): void {
    const queued = session?.queue.waiting().map(({ prompt }) => textOf(prompt)) ?? [];
    const prompts = [...queued, ...inputs.waiting().map(typedText)];
    store.dispatch({ type: "queued", prompts });
  }

  async function run(): Promise<void> {
    if (options.prompt !== undefined) inputs.add({ kind: "prompt", text: options.prompt });
    const decided = new Set<string>();
    if (!(await reviewStart(options.agent, questions, decided))) return;
    const { ask, askElicitation } = questions;
    const reviewSettings: AgentOptions["reviewSettings"] = {
      isApplied: questions.reviewChange,
      applied: async () => {
        if (session)
          await reviewTrust(session.control.hooks(), questions, { isOpen: true, decided });
      },
    };
    const asking = { headless: false, ask, askElicitation, reviewSettings };
    session = await options.open({ ...options.agent, ...asking, emit });
    showFacts();
    // Not waited for: the user can type meanwhile, and a prompt waits for it in the session.
    const failed = new Promise<never>((_resolve, reject) => session?.start().catch(reject));
    try {
      while (await Promise.race([runNext(session), failed, broken.promise]));
    } catch (error) {
      reason = "other";
      throw error;
    } finally {
      store.dispatch({ type: "ending" });
      await session.end(stop.aborted ? "other" : reason);
    }
  }

  /** Waits for the next turn and runs it; false: the session ends. */
  async function runNext(open: AgentSession): Promise<boolean> {
    const inputArrived = open.waitsForInput();
    const waiting = inputs.ready().then(() => undefined);
    const background = open
      .waitForAgents()
      .then((ended) => (ended ? ("background" as const) : waiting));
    const ready = await Promise.race([waiting, background, open.endsEarly]);
    inputArrived();
    if (ready !== undefined && ready !== "background") {
      reason = ready;
      return false;
    }
    const input = inputs.take();
    if (input) return finishTurns(open, startTurn(open, input), input);
    if (inputs.isEnded()) return false;
    const report = open.reportAgents().then((result) => result ?? "nothing");
    return finishTurns(open, report, undefined);
  }

  const startTurn = (open: AgentSession, { kind, text }: Input): Promise<TurnResult> =>
    kind === "command" ? open.runCommand(text) : open.prompt(text);

  /** One turn, and those of prompts that were typed during it. */
  async function finishTurns(
    open: AgentSession,
    first: Promise<TurnResult | "nothing" | undefined>,
    input: Input | undefined,
  ): Promise<boolean> {
    isInTurn = true;
    store.dispatch({
      type: "turn-started",
      prompt: input && typedText(input),
    });
    showQueued();
    let turn = first;
    for (;;) {
      wasInterrupted = false;
      sentAt = store.state().entries.length;
      const result = await turn;
      if (result === undefined || result === "nothing") break;
      showResult(result, input);
      if (result.endsSession !== undefined) {
        reason = result.endsSession;
        return false;
      }
      if (inputs.isEnded()) break;
      turn = open.runQueued();
    }
    isInTurn = false;
    store.dispatch({ type: "turn-ended" });
    showFacts();
    showQueued();
    return !inputs.isEnded();
  }

  /** What a turn without the model answers, and prompts that did not become part of the conversation. */
  function showResult(result: TurnResult, input: Input | undefined): void {
    // An answer to a question can interrupt too.
    if (result.terminalReason.startsWith("aborted_") && !wasInterrupted) takeBackQueued();
    const withdrawn = result.withdrawnPrompts?.map(textOf) ?? [];
    if (withdrawn.length > 0)
      store.dispatch({ type: "prompt-withdrawn", text: withdrawn.join("\n") });
    if (result.promptRefused) {
      const text = store.state().pending?.text ?? input?.text ?? "";
      store.dispatch({ type: "prompt-withdrawn", text, isRefused: true });
    }
    const isAnswer = result.numTurns === 0 && result.result !== "" && result.errors.length === 0;
    if (isAnswer && !(result.promptRefused && isRefusalShown(sentAt)) && !isStopShown(result))
      showNotice(result.result);
  }

  /** Whether a line says why a hook refused a prompt; `from`: how many lines there were when it was sent. */
  const isRefusalShown = (from: number): boolean =>
    store
      .state()
      .entries.slice(from)
      .some((entry) => entry.kind === "hook" && entry.isReason === true);

  /** Whether the line of the hook that stopped the turn has the reason, which is also the result of the turn. */
  function isStopShown({ result }: TurnResult): boolean {
    const { entries, pending } = store.state();
    return [...entries.slice(-10), ...(pending?.behind ?? [])].some(
      (one) => one.kind === "hook" && one.text.includes(`: ${result} (`),
    );
  }

  const showNotice = (text: string) =>
    store.dispatch({ type: "entry", entry: { kind: "notice", level: "info", text } });

  /** A prompt that is typed during a turn: its hooks run at once. */
  async function addToQueue(open: AgentSession, text: string): Promise<void> {
    const from = store.state().entries.length;
    const added = open.queue.add(text);
    showQueued();
    const step = await added;
    showQueued();
    // One that was withdrawn is back already.
    if (step.do === "queued" || step.do === "withdrawn") return;
    if (step.do === "refused")
      showNotice(
        isRefusalShown(from)
          ? "the prompt that waited was refused; it is back in the input line"
          : step.text,
      );
    store.dispatch({ type: "draft", text });
  }

  /** Prompts come back, or else commands: in one text, Enter would send the commands to the model. */
  function takeBackQueued({ mayPromptFollow = false } = {}): boolean {
    const waiting = inputs.takeAll();
    const prompts = [
      ...(session?.queue.takeBack().map(textOf) ?? []),
      ...waiting.filter(({ kind }) => kind === "prompt").map(typedText),
    ];
    const commands = waiting.filter(({ kind }) => kind === "command").map(typedText);
    const comeBack = prompts.length > 0 || mayPromptFollow ? prompts : commands;
    if (comeBack.length > 0) store.dispatch({ type: "draft", text: comeBack.reduce(joinInputs) });
    if (comeBack !== commands)
      for (const command of commands)
        showNotice(`did not run: ${command}; ↑ finds it among your earlier inputs`);
    showQueued();
    return prompts.length + commands.length > 0;
  }

  function leave(): void {
    left.abort();
    inputs.end();
    session?.interrupt();
  }
  stop.addEventListener("abort", leave, { once: true });

  async function confirmAndLeave(): Promise<void> {
    const question = leaveQuestion(session?.control.tasks() ?? [], store.state().queued);
    if (!question || (await questions.confirm(question))) leave();
  }

  return {
    submit(text) {
      if (leaving.test(text.trim())) void confirmAndLeave();
      else if (session && isInTurn) void addToQueue(session, text);
      else {
        inputs.add({ kind: "prompt", text });
        showQueued();
      }
    },
    runCommand(text) {
      inputs.add({ kind: "command", text });
      showQueued();
    },
    takeBackQueued: () => takeBackQueued(),
    interrupt() {
      // What waits would be answered at once, as if nobody had interrupted.
      takeBackQueued({ mayPromptFollow: store.state().pending !== undefined });
      wasInterrupted = true;
      session?.interrupt();
    },
    leave,
    setPermissionMode(mode) {
      void session?.setPermissionMode(mode as PermissionMode).then(showFacts);
    },
    earlierSessions: () => earlierSessions(options.agent),
    async sendNow() {
      const step = (await session?.sendNow()) ?? "no-prompt";
      if (step === "moved") return;
      const waits = store.state().queued.length > 0 ? "only-later" : "nothing";
      showNotice(sendNowNotes[step === "no-prompt" ? waits : step]);
    },
    control: () => session?.control,
    userIsActive: () => session?.userIsActive(),
    ended: run(),
  };
}
