import { profiles } from "@snaphook/protocol";
import type { Emit, TurnResult } from "../../loop/agent-event.ts";
import type { AgentOptions } from "../../loop/agent-options.ts";
import type { AgentSession } from "../../loop/agent-session.ts";
import type { SessionControl } from "../../loop/control/session-control.ts";
import type { OpenSession } from "../run-headless.ts";
import { initEvent, turnResult } from "./events.ts";

/** What one prompt does in a session of a test. */
export interface Turn {
  readonly text: string;
  readonly emit: Emit;
  readonly options: AgentOptions;
  /** Aborted by `interrupt`. */
  readonly signal: AbortSignal;
}

export type TakeTurn = (turn: Turn) => Promise<Partial<TurnResult>>;

/** A session that emits the usual events without a model, tools or files; every call is passed to `onCall`. */
export const fakeSession =
  (takeTurn: TakeTurn, onCall: (call: string) => void = () => {}): OpenSession =>
  async (options) => {
    const { emit } = options;
    let turn = new AbortController();
    onCall("open");
    const session: AgentSession = {
      id: "s1",
      transcriptPath: "/t/s1.jsonl",
      title: undefined,
      async start() {
        onCall("start");
        emit(initEvent(options.profile));
      },
      async prompt(prompt) {
        const text = typeof prompt === "string" ? prompt : prompt.text;
        onCall(`prompt ${text}`);
        turn = new AbortController();
        const result = turnResult(await takeTurn({ text, emit, options, signal: turn.signal }));
        emit({ type: "result", result });
        return result;
      },
      queue: { add: async () => notHere(), waiting: () => [], takeBack: () => [] },
      runQueued: async () => undefined,
      sendNow: async () => "no-prompt",
      runCommand: async () => notHere(),
      endsEarly: new Promise(() => {}),
      waitsForInput: () => () => {},
      userIsActive() {},
      waitForAgents: async () => false,
      reportAgents: async () => undefined,
      interrupt() {
        onCall("interrupt");
        turn.abort();
      },
      async setPermissionMode(mode) {
        onCall(`mode ${mode}`);
      },
      async setModel(model) {
        onCall(`model ${model}`);
      },
      control: fakeControl,
      async end(reason) {
        onCall(`end ${reason}`);
      },
    };
    return session;
  };

const notHere = () => {
  throw new Error("the session of a test does not have this");
};

const fakeControl: SessionControl = {
  profile: profiles.reference,
  describe: () => ({
    commands: [],
    agents: [],
    unusedAgents: [],
    models: [],
    plugins: [],
    apiKeySource: "none",
    model: "m",
    cwd: "/p",
    hooks: { inEffect: 0, notInEffect: 0 },
  }),
  servers: { list: () => [], set: notHere, reconnect: notHere, setEnabled: notHere },
  contextUsage: notHere,
  spending: notHere,
  settings: notHere,
  setThinking: notHere,
  applySettings: notHere,
  readFile: notHere,
  seedReadFile: notHere,
  reloadCommands: notHere,
  rewindFiles: notHere,
  tasks: () => [],
  taskOutput: notHere,
  stopTask: notHere,
  mayBypass: () => false,
  permissionMode: () => "default",
  permissionRules: () => [],
  updatePermissions: async () => [],
  typedPrompts: () => new Map(),
  conversation: () => [],
  projectFiles: async () => [],
  taskList: () => [],
  hooks: notHere,
  toolNames: () => [],
  changeFromMenu: notHere,
};

/** The end of a turn that was interrupted. */
export const interrupted = (signal: AbortSignal): Promise<Partial<TurnResult>> =>
  new Promise((resolve) => {
    const end = () =>
      resolve({
        subtype: "error_during_execution",
        isError: true,
        result: "",
        terminalReason: "aborted_tools",
      });
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
