// A process that runs a mode with a fake session; what each prompt does is defined below.
import { setTimeout as after } from "node:timers/promises";
import { systemClock } from "@snaphook/engine/internal";
import type { CallbackHandler } from "@snaphook/protocol";
import { type ModeOptions, runMode } from "../run-mode.ts";
import { stopSignals } from "../stop-signals.ts";
import { fakeSession, interrupted, type Turn } from "./fake-session.ts";

const noModel = () => Promise.reject(new Error("no model is needed"));

/** How a promise settles, as text. */
const settled = async (promise: unknown): Promise<string> => {
  try {
    return JSON.stringify(await promise);
  } catch (error) {
    return `rejected: ${String(error)}`;
  }
};

const question = (signal: AbortSignal) => ({
  call: { name: "Bash", input: { command: "ls" }, id: "t1" },
  askedBy: { kind: "host" as const },
  reasons: ["a rule asks"],
  suggestions: [],
  offers: [],
  signal,
});

const turns: Readonly<Record<string, (turn: Turn) => Promise<string>>> = {
  hook({ options, signal }) {
    const hook = options.hooks?.PreToolUse?.[0]?.hooks[0] as CallbackHandler;
    return settled(hook.callback({ tool_name: "Bash" }, "t1", signal, 0));
  },
  async hooks({ options }) {
    return JSON.stringify(options.hooks);
  },
  async ask({ options, signal }) {
    return options.ask ? settled(options.ask(question(signal))) : "no one can be asked";
  },
  async withdraw({ options }) {
    const withdrawn = new AbortController();
    const reply = settled(options.ask?.(question(withdrawn.signal)));
    withdrawn.abort();
    return reply;
  },
  async mode({ options }) {
    return String(options.permissionMode);
  },
  async talk({ emit, signal }) {
    while (!signal.aborted) {
      const delta = { type: "text_delta", text: "x".repeat(1000) } as const;
      emit({ type: "answer-part", part: { type: "content_block_delta", index: 0, delta } });
      await after(1);
    }
    return "";
  },
};

const [format = "text", prompt, keepAlive] = process.argv.slice(2);
const input: ModeOptions["input"] =
  prompt === undefined || prompt === "-"
    ? { kind: "stream-json", bytes: process.stdin, asksDriver: true }
    : { kind: "prompt", text: prompt };
const { stop } = stopSignals(process, (code) => process.exit(code), {
  clock: systemClock,
  warn: (text) => void process.stderr.write(`${text}\n`),
});
if (keepAlive) setInterval(() => {}, 1000);
process.exitCode = await runMode({
  open: fakeSession(
    async (turn) => {
      if (turn.text === "wait") return interrupted(turn.signal);
      const [word = "", count] = turn.text.split(" ");
      if (word === "big") return { result: "é".repeat(Number(count)) };
      return { result: (await turns[word]?.(turn)) ?? turn.text };
    },
    (call) => process.stderr.write(`${call}\n`),
  ),
  agent: { cwd: "/", model: noModel },
  mode: { input, outputFormat: format as "text", includePartialMessages: true },
  stdout: process.stdout,
  stderr: process.stderr,
  stop,
});
process.stdin.destroy();
setTimeout(() => process.exit(), 200).unref();
