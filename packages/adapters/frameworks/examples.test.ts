import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { startMessagesServer } from "../../../scripts/messages-api/messages-server.ts";
import type { ModelAnswer } from "../src/testing/driver.ts";
import * as aiSdk from "./examples/ai-sdk.ts";
import * as claudeAgentSdk from "./examples/claude-agent-sdk.ts";
import * as langchain from "./examples/langchain.ts";
import * as openaiAgents from "./examples/openai-agents.ts";
import * as plain from "./examples/plain.ts";
import { scripted as aiSdkModel } from "./models/ai-sdk.ts";
import { ScriptedModel } from "./models/langchain.ts";
import { scripted as openaiModel } from "./models/openai-agents.ts";

type Script = (read: string) => Promise<ModelAnswer>;
type Run = (model: Script, prompts: readonly string[], cwd: string) => Promise<readonly string[]>;

const agents: Readonly<Record<string, Run>> = {
  "plain functions": (model, ...rest) =>
    plain.runAgent((messages) => model(JSON.stringify(messages)), ...rest),
  "AI SDK": (model, ...rest) => aiSdk.runAgent(aiSdkModel(model), ...rest),
  "OpenAI Agents": (model, ...rest) => openaiAgents.runAgent(openaiModel(model), ...rest),
  "Claude Agent SDK": async (model, ...rest) => {
    let count = 0;
    const server = await startMessagesServer(async (request) => {
      const { messages } = JSON.parse(request);
      const { text, calls } = await model(JSON.stringify(messages));
      const uses = calls.map(({ id, input }) => ({
        type: "tool_use" as const,
        id,
        name: "mcp__shell__Bash",
        input,
      }));
      const said = text === "" ? [] : [{ type: "text" as const, text }];
      return { id: `msg_${++count}`, content: [...said, ...uses] };
    });
    onTestFinished(() => server.close());
    const env = {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      ANTHROPIC_BASE_URL: server.url,
      ANTHROPIC_API_KEY: "none",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    };
    return claudeAgentSdk.runAgent(env, ...rest);
  },
  LangChain: (model, ...rest) => langchain.runAgent(new ScriptedModel(model), ...rest),
};

const calling = (...commands: readonly string[]): ModelAnswer => ({
  text: "",
  calls: commands.map((command, index) => ({
    id: `call_${index}`,
    name: "Bash",
    input: { command },
  })),
});

const saying = (text: string): ModelAnswer => ({ text, calls: [] });

/** What a request may hold. */
const texts = [
  "This project is called Loom.",
  "Files are never removed here.",
  "The loom stands in the hall.",
  "The key of the store is ***.",
  "s3cret",
  "The third line",
  "Only the first two lines of a file are shown.",
  "Say which files you changed.",
  "hunter2",
];

it.each(Object.keys(agents))(
  "%s: the same refusals, rewrites and contexts as in every example",
  async (name) => {
    const folder = mkdtempSync(join(tmpdir(), "example-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const project = join(folder, "project");
    cpSync(join(import.meta.dirname, "examples/project"), project, { recursive: true });
    vi.stubEnv("HOME", folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    const warnings: string[] = [];
    vi.spyOn(process, "emitWarning").mockImplementation((text) => void warnings.push(String(text)));
    onTestFinished(() => void vi.restoreAllMocks());
    const script = [
      calling("rm notes.txt", "cat notes.txt"),
      saying("The notes are fine."),
      saying("The notes are fine. No file changed."),
      saying("You are welcome."),
      saying("You are welcome. No file changed."),
    ];
    const requests: string[][] = [];
    const model = async (read: string) => {
      requests.push(texts.filter((text) => read.includes(text)));
      return script[requests.length - 1] ?? saying("the script has ended");
    };
    const prompts = ["Tidy up", "The password is hunter2", "Thank you"];
    const answers = await agents[name]?.(model, prompts, project);
    const afterTools = [
      "This project is called Loom.",
      "Files are never removed here.",
      "The loom stands in the hall.",
      "The key of the store is ***.",
      "Only the first two lines of a file are shown.",
    ];
    const sentBack = [...afterTools, "Say which files you changed."];
    expect(requests).toEqual([
      ["This project is called Loom."],
      afterTools,
      sentBack,
      sentBack,
      sentBack,
    ]);
    expect(answers).toEqual([
      "The notes are fine. No file changed.",
      expect.stringContaining("A prompt must not hold a password."),
      "You are welcome. No file changed.",
    ]);
    for (const text of [
      "Files are never removed here.",
      "A prompt must not hold a password.",
      "Say which files you changed.",
    ])
      expect(warnings.join("\n")).toContain(text);
    expect(readFileSync(join(project, "notes.txt"), "utf8")).toContain("The third line");
  },
);
