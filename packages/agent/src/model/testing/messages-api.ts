import type { ServerResponse } from "node:http";
import type { AssistantBlock } from "../../conversation/message.ts";
import { events, json, type LoopbackServer, loopbackServer } from "./loopback-server.ts";

/** What the server does with one request. */
export type Turn =
  | {
      readonly blocks: readonly AssistantBlock[];
      readonly stopReason?: string;
      /** How many characters a piece of text or input has. */
      readonly pieces?: number;
      /** Raw tool input for the stream, instead of the block's. */
      readonly rawInput?: string;
      /** The connection breaks before this block. */
      readonly breaksAt?: number;
      /** An error instead of the rest, after the first block. */
      readonly streamError?: string;
    }
  | {
      readonly status: number;
      readonly type?: string;
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string>>;
    };

export const saying = (text: string): Turn => ({ blocks: [{ type: "text", text }] });

/** A server with the Messages API that plays turns; the last one repeats. */
export const messagesApi = (...turns: readonly Turn[]): Promise<LoopbackServer> =>
  loopbackServer((response, { body }, index) => {
    const turn = turns[Math.min(index, turns.length - 1)];
    if (turn === undefined) return json(response, 500, {});
    if ("blocks" in turn) return streamAnswer(response, turn, String(body["model"]), index);
    const error = { type: turn.type ?? "api_error", message: turn.message ?? "no reason" };
    json(response, turn.status, { type: "error", error }, turn.headers);
  });

type Answering = Extract<Turn, { blocks: unknown }>;

/** Sends an answer as the Messages API does. */
export function streamAnswer(
  response: ServerResponse,
  turn: Answering,
  model: string,
  index: number,
): void {
  events(response);
  const { parts, isBroken } = answerEvents(turn, model, index);
  for (const part of parts) response.write(part);
  if (isBroken) response.destroy();
  else response.end();
}

/** The events of an answer, and whether the connection breaks after them. */
export function answerEvents(
  turn: Answering,
  model: string,
  index: number,
): { readonly parts: readonly string[]; readonly isBroken: boolean } {
  const parts: string[] = [];
  const send: Send = (type, data) =>
    parts.push(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  const usage = {
    input_tokens: 10,
    output_tokens: 5,
    cache_creation_input_tokens: 3,
    cache_read_input_tokens: 2,
  };
  const message = { id: `msg_${index}`, type: "message", role: "assistant", model, usage };
  send("message_start", { message: { ...message, content: [], stop_reason: null } });
  for (const [at, block] of turn.blocks.entries()) {
    if (at === turn.breaksAt) return { parts, isBroken: true };
    if (at === 1 && turn.streamError !== undefined) {
      send("error", { error: { type: turn.streamError, message: "in the middle" } });
      return { parts, isBroken: false };
    }
    sendBlock(send, block, at, turn);
  }
  if (turn.breaksAt === turn.blocks.length) return { parts, isBroken: true };
  const calls = turn.blocks.some(({ type }) => type === "tool_use");
  const stop_reason = turn.stopReason ?? (calls ? "tool_use" : "end_turn");
  send("message_delta", { delta: { stop_reason, stop_sequence: null }, usage });
  send("message_stop", {});
  return { parts, isBroken: false };
}

type Send = (type: string, data: object) => void;

function sendBlock(send: Send, block: AssistantBlock, index: number, turn: Answering): void {
  const start = (content_block: object) => send("content_block_start", { index, content_block });
  const delta = (piece: object) => send("content_block_delta", { index, delta: piece });
  const cut = (text: string) => piecesOf(text, turn.pieces ?? text.length);
  if (block.type === "text") {
    start({ type: "text", text: "" });
    for (const text of cut(block.text)) delta({ type: "text_delta", text });
  } else if (block.type === "thinking") {
    start({ type: "thinking", thinking: "" });
    for (const thinking of cut(block.thinking)) delta({ type: "thinking_delta", thinking });
    if (block.signature) delta({ type: "signature_delta", signature: block.signature });
  } else if (block.type === "redacted_thinking") {
    start(block);
  } else {
    const { id, name, input } = block;
    start({ type: "tool_use", id, name, input: {} });
    for (const partial_json of cut(turn.rawInput ?? JSON.stringify(input)))
      delta({ type: "input_json_delta", partial_json });
  }
  send("content_block_stop", { index });
}

function piecesOf(text: string, length: number): readonly string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += length) pieces.push(text.slice(at, at + length));
  return pieces;
}
