/**
 * An MCP server without a library, for tests. Each tool misbehaves in its own way; modes (arguments) do so from the
 * start: hang, exit, noise, stubborn (ignores SIGTERM and the end of stdin).
 */
import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";

type Message = Readonly<Record<string, unknown>>;

const modes = process.argv.slice(2);
const send = (message: Message): void =>
  void process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const text = (value: string) => ({ content: [{ type: "text", text: value }] });
const log = process.env["RAW_LOG"];
if (log) appendFileSync(log, `started ${process.pid}\n`);

if (modes.includes("exit")) {
  console.error("no configuration");
  process.exit(4);
}
if (modes.includes("noise")) for (let line = 0; line < 20; line++) console.log(`starting ${line}`);
if (modes.includes("stubborn")) {
  process.on("SIGTERM", () => {});
  setInterval(() => {}, 1000);
}

let isFrozen = modes.includes("hang");
let asking: unknown;
let isTool = false;

/** A result; undefined: no answer. */
const tools: Readonly<Record<string, (input: Message, id: unknown) => Message | undefined>> = {
  echo: (input) => text(`echo ${JSON.stringify(input)}`),
  say: (input) => text(String(input["text"])),
  log: (input) => {
    if (log) appendFileSync(log, `${String(input["text"])}\n`);
    return text("logged");
  },
  environment: () => text(JSON.stringify(process.env)),
  fail: () => ({ ...text("it failed"), isError: true }),
  crash: () => {
    console.error("out of cheese");
    process.exit(3);
  },
  hang: () => undefined,
  freeze: () => {
    isFrozen = true;
    return undefined;
  },
  flood: () => {
    const params = { level: "info", data: "x".repeat(1024 * 1024) };
    const line = JSON.stringify({ jsonrpc: "2.0", method: "notifications/message", params });
    const more = () => void process.stdout.write(`${line}\n`, more);
    more();
    return undefined;
  },
  longline: () => {
    process.stdout.write("x".repeat(20 * 1024 * 1024));
    return undefined;
  },
  child: () => text(String(spawn("sleep", ["300"], { detached: true, stdio: "ignore" }).pid)),
  ask: (_input, id) => {
    asking = id;
    const requestedSchema = { type: "object", properties: { day: { type: "string" } } };
    send({
      id: 900,
      method: "elicitation/create",
      params: { message: "Which day?", requestedSchema },
    });
    return undefined;
  },
  more: () => {
    isTool = true;
    send({ method: "notifications/tools/list_changed" });
    return text("one more tool");
  },
  later: () => text("added later"),
  "odd.name/x y": () => text("odd"),
};

const listed = () =>
  Object.keys(tools)
    .filter((name) => name !== "later" || isTool)
    .map((name) => ({ name, description: `The tool ${name}`, inputSchema: { type: "object" } }));

/** Answers by method; undefined: no answer. */
const answers: Readonly<Record<string, (params: Message, id: unknown) => Message | undefined>> = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: { listChanged: true }, prompts: {} },
    serverInfo: { name: "raw", version: "1" },
  }),
  // Entries without a name are mistakes of a server.
  "tools/list": () => ({ tools: [...listed(), { description: "no name" }, null] }),
  "tools/call": ({ name, arguments: input }, id) => {
    if (log) appendFileSync(log, `called ${String(name)}\n`);
    const tool = tools[String(name)];
    if (tool) return tool((input ?? {}) as Message, id);
    send({ id, error: { code: -32602, message: `no tool ${String(name)}` } });
    return undefined;
  },
  "prompts/list": () => ({
    prompts: [{ name: "greet", arguments: [{ name: "who" }, { name: "how" }] }],
  }),
  "prompts/get": ({ arguments: values }) => ({
    messages: [
      { role: "user", content: { type: "text", text: `greet ${JSON.stringify(values)}` } },
    ],
  }),
  ping: () => ({}),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  if (isFrozen) return;
  const { id, method, params, result } = JSON.parse(line) as Message;
  if (id === 900 && method === undefined)
    return send({ id: asking, result: text(`answered ${JSON.stringify(result)}`) });
  const answer = answers[String(method)]?.((params ?? {}) as Message, id);
  if (answer !== undefined && id !== undefined) send({ id, result: answer });
});
