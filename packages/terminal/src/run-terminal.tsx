import {
  type AgentOptions,
  CommandLineError,
  exitCodes,
  hookLines,
  type OpenSession,
  type RecordOptions,
  type StopRequest,
  sessionRecords,
} from "@snaphook/agent";
import { visibleText } from "@snaphook/protocol";
import { render } from "ink";
import { App } from "./app.tsx";
import { guardPastes } from "./input/guard-pastes.ts";
import { createInputModel } from "./input/input-model.ts";
import { projectHistory } from "./input/project-history.ts";
import { createNotifier } from "./notify/create-notifier.ts";
import { ScreenContext } from "./screen-context.ts";
import { runSession } from "./session/run-session.ts";
import { pickSession } from "./start/pick-session.tsx";
import { createStore } from "./state/store.ts";
import { withoutColours } from "./without-colours.ts";

export interface RunTerminalOptions {
  readonly open: OpenSession;
  readonly agent: Omit<AgentOptions, "emit" | "trace">;
  /** The user chooses a session to continue, before anything is opened. */
  readonly picksSession?: boolean;
  /** Sent as the first prompt. */
  readonly prompt?: string;
  /** Of the command. */
  readonly version?: string;
  /** Everything about hooks becomes part of the conversation. */
  readonly verbose?: boolean;
  /** The timeline is open from the start. */
  readonly timeline?: boolean;
  readonly records?: RecordOptions;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  /** Gets the debug log if it has no file. */
  readonly stderr: Pick<NodeJS.WriteStream, "isTTY" | "write">;
  /** Aborted with a `StopRequest` to end the run. */
  readonly stop: AbortSignal;
  /** Prints a message when the screen is gone. */
  readonly print: (text: string) => void;
  /** Passes warnings of the process on, which would be printed across the screen; returns what ends that. */
  readonly catchWarnings?: (show: (text: string) => void) => () => void;
}

/** Runs a session in the terminal until the user leaves, and returns the exit code. */
export async function runTerminal(given: RunTerminalOptions): Promise<number> {
  const options = { ...given, stdin: guardPastes(given.stdin) };
  const { stdin, stdout, stop } = options;
  // A terminal that was closed cannot be written; the signal that follows ends the session.
  for (const stream of [stdin, stdout]) stream.on("error", () => {});
  // Each component that depends on the size of the terminal listens to its changes.
  stdout.setMaxListeners(0);
  const agent = options.picksSession ? await withPickedSession(options) : options.agent;
  if (!agent) return stop.aborted ? (stop.reason as StopRequest).exitCode : exitCodes.done;
  const { ended, screenEnded, close } = start({ ...options, agent });
  const failure = await Promise.race([ended, screenEnded]);
  const more = await close();
  const problem = failure ?? more;
  if (problem) options.print(problem.message);
  if (stop.aborted) return (stop.reason as StopRequest).exitCode;
  if (!problem) return exitCodes.done;
  return problem instanceof CommandLineError ? exitCodes.usage : exitCodes.notDone;
}

async function withPickedSession(
  options: RunTerminalOptions,
): Promise<RunTerminalOptions["agent"] | undefined> {
  const { agent } = options;
  const picked = await pickSession(options);
  return picked && { ...agent, session: { ...agent.session, ...picked } };
}

/** What ended with an error, or undefined. */
type Ended = Promise<Error | undefined>;

function start(options: RunTerminalOptions): {
  readonly ended: Ended;
  /** A component failed, or the user closed the screen. */
  readonly screenEnded: Ended;
  /** Gives the terminal back, and ends the session if it still runs. */
  close(): Ended;
} {
  const { stdin, stdout } = options;
  const now = () => performance.now();
  const store = createStore(now);
  if (options.timeline) store.dispatch({ type: "view", view: { kind: "timeline" } });
  const { trace, emit } = sessionRecords(options.records ?? {}, { write: logTo(options, notice) });
  const closed = new AbortController();
  const notify = createNotifier({
    write: (bytes) => void stdout.write(bytes),
    env: options.agent.env ?? process.env,
    setting: () => session.control()?.settings().effective["terminalNotifications"],
    warn: notice,
  });
  const verbose = options.verbose ? hookLines() : () => [];
  const session = runSession({
    ...options,
    agent: { ...options.agent, ...(trace ? { trace } : {}) },
    store,
    stop: AbortSignal.any([options.stop, closed.signal]),
    onEvent(event) {
      emit(event);
      if (event.type === "notification" && event.notification !== "elicitation_response")
        notify(event.text);
      for (const text of verbose(event)) notice(text);
    },
  });
  const history = projectHistory(options.agent, (text) =>
    store.dispatch({ type: "entry", entry: { kind: "notice", level: "warning", text } }),
  );
  const input = createInputModel({
    now,
    listFiles: async () => (await session.control()?.projectFiles()) ?? [],
    onSent: history.add,
  });
  input.addOlder(history.entries);
  const screen = render(
    <ScreenContext value={{ store, actions: session, input, now }}>
      <App />
    </ScreenContext>,
    {
      stdin,
      stdout: (options.agent.env ?? process.env)["NO_COLOR"] ? withoutColours(stdout) : stdout,
      // Ink would print only the last frame where CI is set.
      interactive: true,
      exitOnCtrlC: false,
      patchConsole: false,
      incrementalRendering: true,
      // A key must be shown soon after it is pressed, also while an answer arrives.
      maxFps: 60,
      // Where the terminal can tell, Shift+Enter is not Enter.
      kittyKeyboard: { mode: "auto" },
    },
  );
  const releaseWarnings = options.catchWarnings?.(notice);
  function notice(text: string): void {
    store.dispatch({ type: "entry", entry: { kind: "notice", level: "info", text } });
  }
  const ended = outcomeOf(session.ended);
  const screenEnded = outcomeOf(screen.waitUntilExit());
  return {
    ended,
    screenEnded,
    async close() {
      store.dispatch({ type: "close" });
      await screenEnded;
      const { length } = store.state().entries;
      closed.abort();
      const failure = await ended;
      // A screen that failed shows nothing of the end of the session.
      for (const entry of store.state().entries.slice(length))
        if ((entry.kind === "hook" || entry.kind === "notice") && entry.level !== "info")
          options.print(visibleText(entry.text));
      releaseWarnings?.();
      return failure;
    },
  };
}

/** The log goes to stderr unless that is the screen; then it is shown there. */
const logTo =
  ({ stderr }: RunTerminalOptions, notice: (text: string) => void) =>
  (text: string): void => {
    if (stderr.isTTY) notice(text.trimEnd());
    else stderr.write(text);
  };

const outcomeOf = (promise: Promise<unknown>): Ended =>
  promise.then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
