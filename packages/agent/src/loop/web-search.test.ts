import type { ServerResponse } from "node:http";
import { systemClock } from "@snaphook/engine/internal";
import { describe, expect, it } from "vitest";
import { createModel } from "../model/create-model.ts";
import { events, type LoopbackServer, loopbackServer } from "../model/testing/loopback-server.ts";
import { type Play, play, specific, userTexts } from "./testing/play.ts";

type Block = Readonly<Record<string, unknown>>;
const text = (words: string): Block => ({ type: "text", text: words });
const call = (input: object): Block => ({ type: "tool_use", id: "t1", name: "WebSearch", input });
const searched: readonly Block[] = [
  { type: "server_tool_use", id: "s1", name: "web_search", input: { query: "hooks" } },
  {
    type: "web_search_tool_result",
    tool_use_id: "s1",
    content: [
      {
        type: "web_search_result",
        url: "https://example.com/hooks",
        title: "About hooks",
        encrypted_content: "x",
        page_age: null,
      },
    ],
  },
  text("One page about hooks."),
];

/** A Messages API that answers searches by itself, and everything else with `turns`. */
function service(...turns: readonly (readonly Block[])[]): Promise<LoopbackServer> {
  let asked = 0;
  return loopbackServer((response, { body }) => {
    const isSearch = JSON.stringify(body["tools"] ?? []).includes("web_search_20250305");
    stream(response, isSearch ? searched : (turns[asked++] ?? [text("done")]));
  });
}

function stream(response: ServerResponse, blocks: readonly Block[]): void {
  const send = (type: string, data: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: "m", type: "message", role: "assistant", model: "x", usage, content: [] };
  events(response);
  send("message_start", { message });
  for (const [index, block] of blocks.entries()) {
    const { input, text: words, ...start } = block;
    const content_block = {
      ...start,
      ...(input ? { input: {} } : {}),
      ...(words ? { text: "" } : {}),
    };
    send("content_block_start", { index, content_block });
    const delta = words
      ? { type: "text_delta", text: words }
      : { type: "input_json_delta", partial_json: JSON.stringify(input) };
    if (words || input) send("content_block_delta", { index, delta });
    send("content_block_stop", { index });
  }
  const calls = blocks.some(({ type }) => type === "tool_use");
  const delta = { stop_reason: calls ? "tool_use" : "end_turn", stop_sequence: null };
  send("message_delta", { delta, usage });
  send("message_stop", {});
  response.end();
}

/** A session whose model is the server of the test. */
async function session(api: LoopbackServer, more: Play = {}) {
  return play({
    model: async () =>
      createModel({
        model: "claude-sonnet-5-5",
        env: { ANTHROPIC_API_KEY: "key", ANTHROPIC_BASE_URL: api.url },
        clock: systemClock,
      }),
    ...more,
  });
}
const toolsOf = ({ events: all }: Awaited<ReturnType<typeof session>>) =>
  all.flatMap((event) => (event.type === "init" ? event.tools : []));

describe("WebSearch", () => {
  it("E24 searches with the model's service and fires its events", async () => {
    const api = await service([call({ query: "hooks", allowed_domains: ["example.com"] })]);
    const played = await session(api);
    expect(toolsOf(played)).toContain("WebSearch");
    expect(api.received[1]?.body["tools"]).toMatchObject([
      { type: "web_search_20250305", name: "web_search", allowed_domains: ["example.com"] },
    ]);
    const result = userTexts(played.requests.at(-1)?.messages ?? []).join();
    expect(result).toContain("About hooks: https://example.com/hooks");
    expect(result).toContain("One page about hooks.");
    expect(played.hookInputs).toContainEqual(
      expect.objectContaining({
        hook_event_name: "PreToolUse",
        tool_name: "WebSearch",
        tool_input: { query: "hooks", allowed_domains: ["example.com"] },
      }),
    );
    expect(played.hookInputs).toContainEqual(
      expect.objectContaining({
        hook_event_name: "PostToolUse",
        tool_response: expect.objectContaining({
          query: "hooks",
          results: [
            {
              tool_use_id: "s1",
              content: [{ title: "About hooks", url: "https://example.com/hooks" }],
            },
            "One page about hooks.",
          ],
        }),
      }),
    );
  });

  it("E3 G1 a hook can refuse it, and it needs a permission", async () => {
    const denied = specific("PreToolUse", { permissionDecision: "deny" });
    const refused = await service([call({ query: "hooks" })]);
    await session(refused, { answers: { PreToolUse: denied } });
    const asked = await service([call({ query: "hooks" })]);
    const { result } = await session(asked, { permissionMode: "default" });
    for (const { received } of [refused, asked]) expect(received).toHaveLength(2);
    expect(result.permissionDenials).toMatchObject([{ tool_name: "WebSearch" }]);
  });

  it("E24 is not a tool where the service does not offer it", async () => {
    const env = { OPENAI_API_KEY: "key" };
    const other = await createModel({ model: "openai:some-model", env, clock: systemClock });
    expect(other.search).toBeUndefined();
    const elsewhere = toolsOf(await play({}));
    expect(elsewhere).toContain("WebFetch");
    expect(elsewhere).not.toContain("WebSearch");
  });

  it("E17 it does not take two lists of domains", async () => {
    const input = { query: "hooks", allowed_domains: ["a.com"], blocked_domains: ["b.com"] };
    const { firedEvents, requests } = await session(await service([call(input)]));
    expect(firedEvents).not.toContain("PreToolUse");
    expect(userTexts(requests[1]?.messages ?? []).join()).toContain("not both");
  });
});
