// Parts of the command that are loaded when they are needed, in files of their own when it is built.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { bash, workplace } from "./testing/workplace.ts";

/** A server on loopback that answers everything with one text. */
async function serverWith(contentType: string, text: string, status = 200): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(status, { "content-type": contentType }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function run(
  place: ReturnType<typeof workplace>,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
) {
  const stream = ["--output-format", "stream-json", "--verbose"];
  const { child, ended, lines } = place.start(["-p", "go", ...stream, ...args], env);
  child.stdin.end();
  const { code, stderr } = await ended;
  return { code, stderr, lines, text: JSON.stringify(lines) };
}

it.each([
  ["directly", (address: string) => ({ OPENAI_BASE_URL: address })],
  [
    "through a proxy",
    (address: string) => ({ OPENAI_BASE_URL: "http://model.example", HTTP_PROXY: address }),
  ],
])("a model of an OpenAI-compatible server, %s", async (_how, env) => {
  const choices = [{ index: 0, delta: { content: "hello there" }, finish_reason: "stop" }];
  const chunk = { id: "1", object: "chat.completion.chunk", created: 1, model: "m", choices };
  const address = await serverWith(
    "text/event-stream",
    `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`,
  );
  const place = workplace({ env: env(address) });
  const { code, stderr, lines } = await run(place, ["--model", "openai:m"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(lines.at(-1)).toMatchObject({ type: "result", result: "hello there" });
});

const refusal = { type: "error", error: { type: "invalid_request_error", message: "not today" } };
const answer = [
  { type: "message_start", message: { id: "m1", usage: { input_tokens: 1 } } },
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "hello" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "hello" } },
  { type: "content_block_stop", index: 0 },
  { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 1 } },
  { type: "message_stop" },
];

it.each([
  [
    "the model's server answered 400: not today",
    () => serverWith("application/json", JSON.stringify(refusal), 400),
  ],
  [
    '"result":"hello"',
    () =>
      serverWith(
        "text/event-stream",
        answer.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""),
      ),
  ],
])(
  "Node's fetch, which takes longer to load than anything else, is not loaded to ask a model: %s",
  async (expected, start) => {
    const address = await start();
    const place = workplace({ env: { ANTHROPIC_BASE_URL: address, ANTHROPIC_API_KEY: "key" } });
    const BUILTINS_FILE = join(place.base, "builtins.json");
    const preload = join(import.meta.dirname, "testing/list-builtins.cjs");
    const NODE_OPTIONS = `--require ${JSON.stringify(preload)}`;
    const { text } = await run(place, [], { BUILTINS_FILE, NODE_OPTIONS });
    expect(text).toContain(expected);
    const loaded: string[] = JSON.parse(readFileSync(BUILTINS_FILE, "utf8"));
    expect(loaded).toContain("NativeModule http");
    expect(loaded.filter((name) => name.includes("undici"))).toEqual([]);
  },
);

it.each(["explain", "lint"])("%s loads no part of HTTP", async (command) => {
  const hooks = {
    PreToolUse: [{ hooks: [{ type: "prompt", prompt: "Is this safe? $ARGUMENTS" }] }],
  };
  const place = workplace({ hooks });
  const BUILTINS_FILE = join(place.base, "builtins.json");
  const preload = join(import.meta.dirname, "testing/list-builtins.cjs");
  const NODE_OPTIONS = `--require ${JSON.stringify(preload)}`;
  const words = command === "explain" ? ["PreToolUse", "--tool", "Bash"] : [];
  const { child, ended } = place.start([command, ...words], { BUILTINS_FILE, NODE_OPTIONS });
  child.stdin.end();
  expect((await ended).stderr).toBe("");
  const loaded: string[] = JSON.parse(readFileSync(BUILTINS_FILE, "utf8"));
  expect(loaded.filter((name) => /undici|NativeModule _?http/.test(name))).toEqual([]);
});

it("a hook that is a web address", async () => {
  const reply = { decision: "block", reason: "not over the wire" };
  const url = await serverWith("application/json", JSON.stringify(reply));
  const hooks = { PreToolUse: [{ hooks: [{ type: "http", url }] }] };
  const place = workplace({ hooks, script: [[bash("touch ran")], ["done"]] });
  const { code, text } = await run(place, [...place.model, "--dangerously-skip-permissions"]);
  expect(code).toBe(0);
  expect(text).toContain("not over the wire");
  expect(() => place.read("ran")).toThrow("ENOENT");
});

it("a page of the web, refused because it is on this machine", async () => {
  const url = await serverWith("text/plain", "a secret of this machine");
  const call = { tool: "WebFetch", input: { url, prompt: "what does it say?" } };
  const place = workplace({ script: [[call], ["done"]] });
  const { code, text } = await run(place, [...place.model, "--dangerously-skip-permissions"]);
  expect(code).toBe(0);
  expect(text).toContain(`${url} could not be fetched: `);
  expect(text).not.toContain("a secret");
});
