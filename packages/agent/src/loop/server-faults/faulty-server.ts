import type { ServerResponse } from "node:http";
import type { AssistantBlock } from "../../conversation/message.ts";
import { chatEvents } from "../../model/testing/chat-completions-api.ts";
import {
  type LoopbackServer,
  loopbackServer,
  type RunningTest,
} from "../../model/testing/loopback-server.ts";
import { answerEvents } from "../../model/testing/messages-api.ts";
import type { Fault, FaultyReply, Place, ProviderName } from "./fault.ts";

/** A server that gives answers in order, and plays the fault at the first request for each, or at every one. */
export function faultyServer(
  provider: ProviderName,
  { reply, expected }: Pick<Fault, "reply" | "expected">,
  answers: readonly (readonly AssistantBlock[])[],
  { from = 0, test }: { readonly from?: number; readonly test?: RunningTest } = {},
): Promise<LoopbackServer> {
  let answered = 0;
  let hasFailed = false;
  return loopbackServer((response, { body }, index) => {
    const events = eventsOf(provider, answers[answered] ?? [], String(body["model"]), index);
    const isFaulty = answered >= from && (expected.then !== "retried" || !hasFailed);
    if (!isFaulty) {
      hasFailed = false;
      answered += 1;
      sendWhole(response, events.join(""));
      return;
    }
    if (expected.then === "used") answered += 1;
    else hasFailed = true;
    playFault(response, reply, events);
  }, test);
}

const eventsOf = (
  provider: ProviderName,
  blocks: readonly AssistantBlock[],
  model: string,
  index: number,
): readonly string[] =>
  provider === "anthropic"
    ? answerEvents({ blocks }, model, index).parts
    : chatEvents({ blocks }, model, index);

function playFault(response: ServerResponse, reply: FaultyReply, events: readonly string[]): void {
  const whole = events.join("");
  switch (reply.do) {
    case "answer": {
      const { status, type = "application/json", headers, body = "" } = reply;
      response.writeHead(status, { "content-type": type, ...headers }).end(body);
      return;
    }
    case "insert":
      sendWhole(response, events.join(reply.lines));
      return;
    case "rewrite":
      sendWhole(response, whole.replace(reply.from, reply.to));
      return;
    case "split":
      void sendPieces(response, Buffer.from(whole), reply.bytes);
      return;
    default:
      breakAt(response, reply, events);
  }
}

function begin(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.flushHeaders();
}

function sendWhole(response: ServerResponse, text: string): void {
  begin(response);
  response.end(text);
}

/** Each piece is a packet of its own. */
async function sendPieces(response: ServerResponse, bytes: Buffer, size: number): Promise<void> {
  response.socket?.setNoDelay(true);
  begin(response);
  for (let at = 0; at < bytes.length; at += size)
    await new Promise<void>((resolve) => {
      response.write(bytes.subarray(at, at + size), () => setImmediate(resolve));
    });
  response.end();
}

function breakAt(
  response: ServerResponse,
  { do: how, at }: Extract<FaultyReply, { at: Place }>,
  events: readonly string[],
): void {
  const end = () => {
    if (how === "reset") response.socket?.resetAndDestroy();
    else if (how === "close") response.socket?.destroy();
    else if (how === "end") response.end();
  };
  if (at === "before-headers") {
    end();
    return;
  }
  begin(response);
  const bytes = Buffer.from(events.join(""));
  // The client reads what was sent before the connection ends: a reset may overtake it.
  response.write(bytes.subarray(0, cutAt(at, bytes, events)), () => setTimeout(end, 20));
}

function cutAt(at: Exclude<Place, "before-headers">, bytes: Buffer, events: readonly string[]) {
  const last = Buffer.byteLength(events.at(-1) ?? "");
  switch (at) {
    case "after-headers":
      return 0;
    case "in-first-event":
      return 20;
    case "in-character":
      return bytes.indexOf("漢") + 1;
    case "in-tool-input":
      // An answer without a call is cut in its text.
      return Math.max(bytes.indexOf("echo ran"), bytes.indexOf("漢") + 3) + 2;
    case "before-last-event":
      return bytes.length - last;
    case "after-last-event":
      return bytes.length;
  }
}
