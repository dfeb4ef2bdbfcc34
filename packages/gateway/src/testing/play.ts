import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CodeHooks, createHooks, type EventName } from "@snaphook/engine";
import { onTestFinished } from "vitest";
import { judgeBy } from "../calls/permission.ts";
import { gatewayEvents } from "../check-hooks.ts";
import { createGateway } from "../gateway.ts";

type Json = Record<string, unknown>;

export interface PlayOptions {
  readonly hooks?: CodeHooks;
  /** Hooks as in a settings file. */
  readonly settingsHooks?: object;
  readonly permissions?: object;
  readonly askFirst?: boolean;
  readonly toolNames?: ReadonlyMap<string, string>;
  /** What the server does with a message; it answers with `fromServer`. */
  readonly server?: (message: Json, play: Play) => void;
  readonly profile?: "reference" | "claude-code";
}

export interface Play {
  /** Lines that the server got. */
  readonly sent: string[];
  /** Lines that the client got. */
  readonly received: string[];
  /** What the user reads. */
  readonly reports: string[];
  readonly gateway: ReturnType<typeof createGateway>;
  fromClient(message: unknown): Promise<void>;
  fromServer(message: unknown): Promise<void>;
  /** Sends a tool call and waits for its answer. */
  call(id: number | string, input?: object, tool?: string): Promise<Json>;
  /** The answer to a request, once it is there. */
  answerTo(id: number | string): Promise<Json>;
  /** A request of the gateway or the server, once it is there. */
  requestOf(method: string): Promise<Json>;
  initialize(capabilities?: object): Promise<Json>;
}

export const textOf = (message: unknown): string =>
  typeof message === "string" ? message : JSON.stringify(message);

/** A gateway between a client and a server that are functions; hooks are real. */
export async function play(options: PlayOptions = {}): Promise<Play> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "gateway-test-")));
  const { hooks: code = {}, permissions = {}, server = echoServer } = options;
  const hooks = await createHooks({
    cwd: base,
    home: base,
    sessionId: "s1",
    settingSources: [],
    settings: JSON.stringify({ permissions, hooks: options.settingsHooks ?? {} }),
    hooks: code,
    fires: gatewayEvents,
    headless: true,
    ...(options.profile ? { profile: options.profile } : {}),
  });
  onTestFinished(async () => void (await hooks.close()));
  const sent: string[] = [];
  const received: string[] = [];
  const reports: string[] = [];
  let changed = Promise.withResolvers<void>();
  const gateway = createGateway({
    hooks,
    serverName: "files",
    ...(options.toolNames ? { toolNames: options.toolNames } : {}),
    judge: judgeBy(hooks, { serverName: "files", askFirst: options.askFirst ?? false }),
    server: {
      async send(text) {
        sent.push(text);
        server(JSON.parse(text), playing);
      },
    },
    toClient(text) {
      received.push(text);
      changed.resolve();
      changed = Promise.withResolvers();
    },
    report: (text) => void reports.push(text),
  });
  async function find(fits: (message: Json) => boolean): Promise<Json> {
    for (;;) {
      const found = received
        .flatMap((text): Json[] => {
          const value = JSON.parse(text);
          return Array.isArray(value) ? value : [value];
        })
        .find(fits);
      if (found) return found;
      await changed.promise;
    }
  }
  const playing: Play = {
    sent,
    received,
    reports,
    gateway,
    fromClient: (message) => gateway.fromClient(Buffer.from(textOf(message))),
    fromServer: (message) => gateway.fromServer(Buffer.from(textOf(message))),
    answerTo: (id) => find((message) => message["id"] === id && !("method" in message)),
    requestOf: (method) => find((message) => message["method"] === method),
    async call(id, input = { text: "hi" }, tool = "echo") {
      await playing.fromClient(callOf(id, input, tool));
      return playing.answerTo(id);
    },
    async initialize(capabilities = {}) {
      const params = { protocolVersion: "2025-06-18", capabilities, clientInfo: { name: "t" } };
      await playing.fromClient({ jsonrpc: "2.0", id: "init", method: "initialize", params });
      return playing.answerTo("init");
    },
  };
  return playing;
}

export const callOf = (id: number | string, input: object, tool = "echo") => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name: tool, arguments: input, _meta: { progressToken: id } },
});

/** Answers every request: a call with its input, `fail` as a failure. */
export function echoServer(message: Json, { fromServer }: Play): void {
  const { id, method, params } = message;
  if (id === undefined || method === undefined) return;
  const { name, arguments: input } = (params ?? {}) as Json;
  const result =
    method === "tools/call"
      ? { content: [{ type: "text", text: JSON.stringify(input) }], isError: name === "fail" }
      : { method, instructions: "Be careful." };
  void fromServer({ jsonrpc: "2.0", id, result });
}

/** A hook in code that answers an event. */
export const answering = <Name extends EventName>(event: Name, fields: object) =>
  [
    { hooks: [() => ({ hookSpecificOutput: { hookEventName: event, ...fields } })] },
  ] as unknown as NonNullable<CodeHooks[Name]>;
