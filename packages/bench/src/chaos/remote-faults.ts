import type { HookAgent, HookModel, McpCaller } from "@snaphook/engine";
import { type BrokenStart, type Fault, shortLimit } from "./faults.ts";
import { openFaultyServer } from "./faulty-server.ts";

type Way = "http" | "model" | "agent" | "mcp";
type Apply = () => BrokenStart | Promise<BrokenStart>;

const failing = (id: string, title: string, apply: Apply): Fault => ({
  id,
  title,
  kind: "fails",
  runsHook: false,
  apply,
});

/** The hook's address leads to a server on this machine, so no request leaves it. */
async function atFaultyServer(fault: string, isOpen = true): Promise<BrokenStart> {
  const server = await openFaultyServer();
  if (!isOpen) await server.close();
  return {
    handler: (handler) => ({ ...handler, url: server.url(fault) }),
    // A proxy cannot reach this machine.
    env: { NO_PROXY: "127.0.0.1", no_proxy: "127.0.0.1" },
    clock: shortLimit,
    ...(isOpen ? { close: () => server.close() } : {}),
  };
}

const serverAnswers = (id: string, title: string): Fault =>
  failing(id, title, () => atFaultyServer(id));

const http: readonly Fault[] = [
  failing("server-down", "its server does not run", () => atFaultyServer("", false)),
  serverAnswers("slow", "its server does not answer within the limit"),
  serverAnswers("status-500", "its server answers with an error (500)"),
  serverAnswers("html", "its server answers with a page instead of JSON"),
  serverAnswers("redirect", "its server answers with a redirect"),
  serverAnswers("huge", "its server answers with 2 MB"),
  serverAnswers("cut-off", "the connection breaks in the middle of the answer"),
  serverAnswers("wrong-answer", "its server answers with a word that does not exist"),
];

/** How a model fails: what it answers, an error, or nothing until the hook's limit. */
const modelFaults: readonly (readonly [id: string, title: string, ask: () => Promise<unknown>])[] =
  [
    ["model-down", "the model cannot be reached", () => Promise.reject(new Error("no connection"))],
    ["slow", "the model does not answer within the limit", () => new Promise(() => {})],
    ["empty", "the model answers with nothing", async () => ""],
    ["prose", "the model answers in prose", async () => "That looks fine to me."],
    ["wrong-shape", "the model answers with other fields", async () => ({ verdict: "no" })],
    [
      "wrong-type",
      "the model answers with a word instead of true or false",
      async () => ({ ok: "no" }),
    ],
    ["huge", "the model answers with 2 MB", async () => `{"reason":"${"x".repeat(2_000_000)}"}`],
  ];

const askingModel = (start: (ask: () => Promise<unknown>) => BrokenStart): readonly Fault[] =>
  modelFaults.map(([id, title, ask]) =>
    failing(id, title, () => ({ ...start(ask), clock: shortLimit })),
  );

const model = askingModel((ask) => ({ model: { ask } satisfies HookModel }));

const gaveUp = Object.assign(new Error("the agent gave no answer"), { name: "AbortError" });

const agent: readonly Fault[] = [
  ...askingModel((ask) => ({ agent: { run: ask } satisfies HookAgent })),
  failing("gave-up", "the agent ends without an answer", () => ({
    agent: { run: () => Promise.reject(gaveUp) },
  })),
];

const calling = (id: string, title: string, call: McpCaller["call"]): Fault =>
  failing(id, title, () => ({ mcp: { call }, clock: shortLimit }));

const answersWith =
  (text: string, isError = false): McpCaller["call"] =>
  async () => ({
    text,
    isError,
  });

const mcp: readonly Fault[] = [
  calling("server-down", "its MCP server does not run", () =>
    Promise.reject(new Error("the server is not connected")),
  ),
  calling("slow", "its tool does not answer within the limit", () => new Promise(() => {})),
  calling("tool-error", "its tool reports an error", answersWith("internal error", true)),
  calling("html", "its tool answers with a page instead of JSON", answersWith("<html>no</html>")),
  calling("huge", "its tool answers with 2 MB", answersWith(`{"reason":"${"x".repeat(2_000_000)}`)),
  calling(
    "wrong-answer",
    "its tool answers with a word that does not exist",
    answersWith('{"decision":"refuse"}'),
  ),
];

/** How hooks break that ask a server or a model. The real one is never asked. */
export const remoteFaults: Readonly<Record<Way, readonly Fault[]>> = { http, model, agent, mcp };
