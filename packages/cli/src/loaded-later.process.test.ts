// Parts of the command that are loaded when they are needed, in files of their own when it is built.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { bash, workplace } from "./testing/workplace.ts";

/** A server on loopback that answers everything with one text. */
async function serverWith(contentType: string, text: string): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": contentType }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function run(place: ReturnType<typeof workplace>, args: readonly string[]) {
  const stream = ["--output-format", "stream-json", "--verbose"];
  const { child, ended, lines } = place.start(["-p", "go", ...stream, ...args]);
  child.stdin.end();
  const { code, stderr } = await ended;
  return { code, stderr, lines, text: JSON.stringify(lines) };
}

it("a model of an OpenAI-compatible server", async () => {
  const choices = [{ index: 0, delta: { content: "hello there" }, finish_reason: "stop" }];
  const chunk = { id: "1", object: "chat.completion.chunk", created: 1, model: "m", choices };
  const address = await serverWith(
    "text/event-stream",
    `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`,
  );
  const place = workplace({ env: { OPENAI_BASE_URL: address } });
  const { code, stderr, lines } = await run(place, ["--model", "openai:m"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(lines.at(-1)).toMatchObject({ type: "result", result: "hello there" });
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
