import { type Hooks, hookText, seenBy } from "@snaphook/engine";
import { isObject } from "@snaphook/engine/internal";
import { inLine } from "@snaphook/protocol";
import { clientQuestions } from "./calls/ask-client.ts";
import { resultProblem, withInstructions } from "./calls/call-result.ts";
import type { JudgeCall } from "./calls/permission.ts";
import { type RunningCall, readCall, runCall } from "./calls/tool-call.ts";
import { userTexts } from "./calls/user-texts.ts";
import type { ServerLink } from "./link/server-link.ts";
import { ambiguityOf, possibleIds } from "./messages/ambiguity.ts";
import { elementsOf } from "./messages/json-text.ts";
import {
  errorAnswer,
  idText,
  isRequest,
  isResponse,
  keyOf,
  type Message,
  readMessage,
  type SingleMessage,
} from "./messages/message.ts";
import { oneLine } from "./messages/one-line.ts";

export interface GatewayOptions {
  readonly hooks: Hooks;
  readonly serverName: string;
  readonly toolNames?: ReadonlyMap<string, string>;
  readonly judge: JudgeCall;
  readonly server: Pick<ServerLink, "send" | "agreed">;
  /** Writes a line to the client. */
  toClient(text: string): void;
  /** Tells the user something. */
  report(text: string): void;
}

/** Passes messages between a client and a server, and puts tool calls through hooks. */
export interface Gateway {
  /** A line of the client. Resolves when the next one may be read. */
  fromClient(line: Buffer): Promise<void>;
  /** A line of the server; lines are handled in their order. */
  fromServer(line: Buffer): Promise<void>;
  /** Whether SessionStart was fired. */
  isStarted(): boolean;
  /** Resolves when the client waits for no answer. */
  idle(): Promise<void>;
  /** The server is gone: every request of the client is answered with an error. */
  serverGone(why: string): Promise<void>;
  /** The client is gone: calls are cancelled, and questions answered with no. */
  clientGone(): Promise<void>;
}

/** A request of the client that has no answer yet. */
interface Pending {
  /** Its id as it is written. */
  readonly id: string;
  /** Whether the server has it. */
  isSent(): boolean;
  /** What happens to the answer; without it, the client gets the line. */
  readonly onAnswer?: (message: SingleMessage) => Promise<void>;
  readonly call?: RunningCall;
  readonly batch?: Batch;
}

/** Requests that came in one list are answered in one. */
interface Batch {
  open: number;
  readonly answers: string[];
}

/** The code that MCP clients have for a lost connection. */
const connectionClosed = -32000;
const invalidRequest = -32600;
const invalidParams = -32602;
const internalError = -32603;
/** So many cancelled requests are remembered, to drop their late answers. */
const maxCancelled = 1000;
/** So many lines of a server that are not messages are reported. */
const maxNoise = 20;

export function createGateway(options: GatewayOptions): Gateway {
  const { hooks, server, report } = options;
  const toClient = (text: string) => options.toClient(oneLine(text));
  const pending = new Map<string, Pending>();
  const cancelled = new Set<string>();
  const questions = clientQuestions(toClient);
  const calls = new Set<RunningCall>();
  let waiting: PromiseWithResolvers<void> | undefined;
  let noise = 0;
  let isStarted = false;
  let lastOfServer: Promise<void> = Promise.resolve();

  const toServer = (text: string) => server.send(oneLine(text));
  const send = async (message: SingleMessage): Promise<void> =>
    toServer(message.text).catch((error: Error) =>
      report(`a message did not reach the server: ${error.message}`),
    );

  /** Answers a request of the client. */
  function deliver(key: string, text: string): void {
    const request = pending.get(key);
    pending.delete(key);
    answerIn(request?.batch, text);
    if (pending.size === 0) waiting?.resolve();
  }

  /** Without a text, a request of the list was cancelled. */
  function answerIn(batch: Batch | undefined, text?: string): void {
    if (batch === undefined) {
      if (text !== undefined) toClient(text);
      return;
    }
    if (text !== undefined) batch.answers.push(text);
    batch.open -= 1;
    if (batch.open === 0 && batch.answers.length > 0) toClient(`[${batch.answers.join(",")}]`);
  }

  async function fromClient(line: Buffer): Promise<void> {
    const read = readMessage(line);
    if (!read.ok) {
      if (line.toString("latin1").trim() === "") return;
      report(`a line of the client was not passed on: ${read.problem}`);
      toClient(errorAnswer("null", read.code, read.problem));
      return;
    }
    const ambiguity = ambiguityOf(read.message);
    if (ambiguity !== undefined) {
      report(`a message of the client was not passed on: ${ambiguity}`);
      toClient(errorAnswer(ownId(read.message), invalidRequest, ambiguity));
      return;
    }
    if (isSingle(read.message)) return single(read.message);
    const parts = partsOf(read.message);
    const batch: Batch = { open: parts.filter(isRequest).length, answers: [] };
    for (const part of parts) await single(part, batch);
  }

  async function single(message: SingleMessage, batch?: Batch): Promise<void> {
    if (isRequest(message)) return request(message, batch);
    const { method } = message.value;
    if (isResponse(message) && questions.answer(message.value)) return;
    if (method === "tools/call")
      return report("a tools/call without an id was not passed on: it has no answer");
    if (method === "notifications/cancelled" && !cancelRequest(message)) return;
    await send(message);
  }

  async function request(message: SingleMessage, batch?: Batch): Promise<void> {
    const { id: given, method } = message.value;
    const id = idText(message.text);
    const key = keyOf(given);
    const refuse = (why: string) => answerIn(batch, errorAnswer(id, invalidRequest, why));
    if (key === undefined) return refuse("an id must be a text or a number");
    if (pending.has(key)) return refuse(`the id ${id} belongs to a request without an answer`);
    cancelled.delete(key);
    const kept = { id, isSent: () => true, ...(batch === undefined ? {} : { batch }) };
    if (method === "tools/call") return startCall(message, key, kept);
    pending.set(
      key,
      method === "initialize" ? { ...kept, onAnswer: startSession(message, key) } : kept,
    );
    await toServer(message.text).catch((error: Error) => lost(key, error.message));
  }

  async function startCall(message: SingleMessage, key: string, kept: Pending): Promise<void> {
    const called = readCall(message);
    if (typeof called === "string") {
      pending.set(key, kept);
      return deliver(key, errorAnswer(kept.id, invalidParams, called));
    }
    const call = runCall(message, called, {
      ...options,
      questions,
      send: toServer,
      reply: (text) => deliver(key, text),
    });
    calls.add(call);
    void call.ended.then(() => calls.delete(call));
    pending.set(key, { ...kept, isSent: call.isSent, onAnswer: call.answer, call });
    await call.sent;
  }

  /** Fires SessionStart; its context becomes part of the server's instructions. */
  function startSession({ value }: SingleMessage, key: string): NonNullable<Pending["onAnswer"]> {
    const params = isObject(value["params"]) ? value["params"] : {};
    questions.learn(params["capabilities"]);
    isStarted = true;
    const starting = hooks.fire("SessionStart", { source: "startup" });
    return async (answer) => {
      const { result } = answer.value;
      const version = isObject(result) ? result["protocolVersion"] : undefined;
      if (typeof version === "string") server.agreed?.(version);
      const start = await starting;
      for (const text of userTexts(start.messages)) report(text);
      if (start.action !== "continue")
        report(
          "SessionStart: a hook ended the turn, which no MCP server can do; the client continues",
        );
      for (const text of ignoredFields(start.fields)) report(text);
      const texts = seenBy("model", start.messages).map(({ text }) =>
        hookText("SessionStart", text),
      );
      deliver(key, withInstructions(answer, texts));
    };
  }

  /** Whether the server has to know that a request was cancelled. */
  function cancelRequest({ value }: SingleMessage): boolean {
    const params = isObject(value["params"]) ? value["params"] : {};
    const key = keyOf(params["requestId"]);
    const request = key === undefined ? undefined : pending.get(key);
    if (key === undefined || request === undefined) return true;
    const isSent = request.isSent();
    pending.delete(key);
    if (request.batch !== undefined) answerIn(request.batch);
    request.call?.cancel();
    if (isSent) remember(key);
    if (pending.size === 0) waiting?.resolve();
    return isSent;
  }

  function remember(key: string): void {
    cancelled.add(key);
    const [oldest] = cancelled;
    if (cancelled.size > maxCancelled && oldest !== undefined) cancelled.delete(oldest);
  }

  async function handleServerLine(line: Buffer): Promise<void> {
    const read = readMessage(line);
    if (!read.ok) return reportNoise(line.toString("utf8").trim());
    const { message } = read;
    if (isSingle(message)) return serverMessage(message);
    const parts = partsOf(message);
    if (ambiguityOf(message) === undefined && parts.every(isPlain))
      return plainList(message.text, parts);
    for (const part of parts) await serverMessage(part);
  }

  /** A list of answers that concern no hook stays as it is. */
  function plainList(text: string, answers: readonly SingleMessage[]): void {
    for (const { value } of answers) pending.delete(keyOf(value["id"]) ?? "");
    toClient(text);
    if (pending.size === 0) waiting?.resolve();
  }

  function reportNoise(text: string): void {
    if (text === "") return;
    noise += 1;
    if (noise <= maxNoise)
      report(`the server printed a line that is not a message: ${inLine(text.slice(0, 200))}`);
  }

  /** An answer that concerns no hook. */
  function isPlain(message: SingleMessage): boolean {
    const key = isResponse(message) ? keyOf(message.value["id"]) : undefined;
    const request = key === undefined ? undefined : pending.get(key);
    return request !== undefined && !request.onAnswer && !request.batch;
  }

  async function serverMessage(message: SingleMessage): Promise<void> {
    const ambiguity = ambiguityOf(message);
    if (ambiguity !== undefined) return replaceByErrors(message, ambiguity);
    if ("method" in message.value) return toClient(message.text);
    if (!isResponse(message)) return reportNoise(message.text);
    const key = keyOf(message.value["id"]);
    if (key !== undefined) return serverAnswer(message, key);
    // An error without an id is about a message that the server could not read.
    if ("error" in message.value) toClient(message.text);
    else report("the server gave a result without a valid id");
  }

  async function serverAnswer(message: SingleMessage, key: string): Promise<void> {
    if (cancelled.delete(key)) return;
    const request = pending.get(key);
    if (request === undefined || !request.isSent())
      return report(`the server answered a request that it did not get (id ${inLine(key)})`);
    const problem = request.call && resultProblem(message);
    if (problem !== undefined) return replaceByErrors(message, problem);
    if (request.onAnswer) await request.onAnswer(message);
    else deliver(key, message.text);
  }

  /** A message of the server that the client could understand in another way than hooks. */
  async function replaceByErrors(message: SingleMessage, ambiguity: string): Promise<void> {
    report(`a message of the server was not passed on: ${ambiguity}`);
    const { value } = message;
    const why = `the server's answer was not passed on: ${ambiguity}`;
    if ("result" in value || "error" in value || !("method" in value))
      for (const key of possibleIds(message).map(keyOf))
        if (key !== undefined && pending.get(key)?.isSent()) await lost(key, why, internalError);
    if (isRequest(message) && !("result" in value || "error" in value))
      await send({ text: errorAnswer(idText(message.text), invalidRequest, ambiguity), value });
  }

  /** The client gets an error instead of an answer. */
  async function lost(key: string, why: string, code = connectionClosed): Promise<void> {
    const request = pending.get(key);
    if (request === undefined) return;
    const text = errorAnswer(request.id, code, why);
    const value = { jsonrpc: "2.0", error: { code, message: why } };
    if (request.call?.isSent()) await request.call.answer({ text, value });
    else if (request.call === undefined) deliver(key, text);
  }

  return {
    fromClient,
    fromServer(line) {
      lastOfServer = lastOfServer.then(() => handleServerLine(line));
      return lastOfServer;
    },
    isStarted: () => isStarted,
    async idle() {
      if (pending.size === 0) return;
      waiting ??= Promise.withResolvers<void>();
      await waiting.promise;
    },
    async serverGone(why) {
      await lastOfServer;
      for (const key of [...pending.keys()]) void lost(key, why);
      await Promise.all([...calls].map((call) => call.ended));
    },
    async clientGone() {
      questions.close();
      for (const { call } of pending.values()) call?.cancel();
      pending.clear();
      await Promise.all([...calls].map((call) => call.ended));
    },
  };
}

/** Fields of SessionStart, and why they have no effect here. */
const withoutEffect = {
  initialUserMessage: "an MCP server sends no prompts",
  sessionTitle: "an MCP server has no session with a title",
};

const ignoredFields = (fields: object): readonly string[] =>
  Object.entries(withoutEffect).flatMap(([field, because]) =>
    field in fields ? [`${field} of a SessionStart hook has no effect: ${because}`] : [],
  );

const isSingle = (message: Message): message is SingleMessage => !Array.isArray(message.value);

const partsOf = ({ text }: Message): readonly SingleMessage[] =>
  elementsOf(text).map((part) => ({ text: part, value: JSON.parse(part) }));

/** The id of a message that is not passed on; that of a list is not known. */
const ownId = (message: Message): string =>
  isSingle(message) && keyOf(message.value["id"]) !== undefined ? idText(message.text) : "null";
