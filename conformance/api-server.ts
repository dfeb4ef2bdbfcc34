import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { brand } from "@snaphook/protocol";
import { messageStream } from "../scripts/messages-api/message-stream.ts";
import type { HttpAnswer, Purpose, Turn, Turns } from "./case.ts";
import { inDetail, scenarioMessage, withTranscripts } from "./scenario-message.ts";

/** The parts of a model request that are compared. */
export interface ModelRequest {
  readonly purpose: Purpose;
  readonly messages: readonly RequestMessage[];
  readonly model: unknown;
  readonly system: unknown;
  /** The names of the tools it offers. */
  readonly tools: readonly string[];
}

export interface RequestMessage {
  readonly role: string;
  readonly content: unknown;
}

/** A Messages API on the loopback interface that gives a scenario's answers. */
export interface ApiServer {
  readonly port: number;
  /** Starts a run: its answers, none of them used. */
  play(turns: Turns): void;
  /** The requests since the last call, in the order in which they came. */
  takeRequests(): readonly ModelRequest[];
  close(): Promise<void>;
}

/** The agent's header values, and the names that cases use for them. */
const purposes: Readonly<Record<string, Purpose>> = {
  main: "main",
  subagent: "subagent",
  compact: "compact",
  side: "side",
  "hook-prompt": "hookPrompt",
  "hook-agent": "hookAgent",
};

/** The answers after a scenario's own answers are used up. */
const defaults: Readonly<Record<Purpose, Turn>> = {
  main: ["ORC_DONE"],
  subagent: ["ORC_SUBAGENT_DONE"],
  compact: ["<summary>ORC_SUMMARY</summary>"],
  hookPrompt: ['{"ok": true}'],
  hookAgent: [{ tool: "StructuredOutput", input: { ok: true } }],
  side: ["ORC_SIDE"],
};

export async function startApiServer(): Promise<ApiServer> {
  let turns: Turns = {};
  let used = new Map<string, Set<object>>();
  let requests: ModelRequest[] = [];
  const ids = new Map<string, number>();
  const newId = (prefix: string) => {
    const number = (ids.get(prefix) ?? 0) + 1;
    ids.set(prefix, number);
    return `${prefix}_${String(number).padStart(8, "0")}`;
  };

  /** The first answer that was not used, of those for this request. */
  function next<Answer extends object>(
    answers: readonly Answer[] = [],
    key: string,
    request = "",
  ): Answer | undefined {
    const taken = used.get(key) ?? new Set();
    used.set(key, taken);
    const answer = answers.find(
      (one) => !taken.has(one) && (!("when" in one) || request.includes(String(one.when))),
    );
    if (answer) taken.add(answer);
    return answer;
  }

  async function answerMessages(request: IncomingMessage, response: ServerResponse) {
    const purpose = purposes[String(request.headers[brand.purposeHeader])];
    const received = await text(request);
    const body = JSON.parse(received);
    if (purpose === undefined)
      return fail(response, 400, "invalid_request_error", `no known ${brand.purposeHeader}`);
    const { messages, model, system, tools = [] } = body;
    const names = tools.map(({ name }: { readonly name: string }) => name);
    requests.push({ purpose, messages, model, system, tools: names });
    const found = next(turns[purpose], purpose, received) ?? defaults[purpose];
    const turn = withTranscripts(inDetail(found), received);
    const message = scenarioMessage(turn, body.model, newId);
    if (turn.delayMs !== undefined) await delay(turn.delayMs);
    if (turn.status !== undefined)
      fail(response, turn.status, turn.errorType ?? "api_error", turn.error ?? "ORC_API_ERROR");
    else if (body.stream === true) send(response, 200, messageStream(message), "text/event-stream");
    else send(response, 200, message);
  }

  async function answerHook(name: string, response: ServerResponse) {
    const answers = turns.http?.[name];
    const list = isList(answers) ? answers : answers && [answers];
    const { status = 200, body = "", ...rest } = next(list, `http ${name}`) ?? {};
    if (rest.delayMs !== undefined) await delay(rest.delayMs);
    send(response, status, body, "application/json", rest.headers);
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const path = request.url?.split("?", 1)[0] ?? "";
    if (path.startsWith("/hook/")) return answerHook(path.slice("/hook/".length), response);
    if (path === "/v1/messages") return answerMessages(request, response);
    if (path === "/v1/messages/count_tokens") return send(response, 200, { input_tokens: 100 });
    fail(response, 404, "not_found_error", `nothing at ${path}`);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) =>
      fail(response, 500, "api_error", String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    play(newTurns) {
      turns = newTurns;
      used = new Map();
    },
    takeRequests() {
      const taken = requests;
      requests = [];
      return taken;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const isList = (value: HttpAnswer | readonly HttpAnswer[] | undefined) => Array.isArray(value);

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  type = "application/json",
  headers: Readonly<Record<string, string>> = { "content-type": type },
): void {
  response.writeHead(status, headers);
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

const fail = (response: ServerResponse, status: number, type: string, message: string): void =>
  send(response, status, { type: "error", error: { type, message } });
