// Programs for Claude Code, unchanged, that drive this command: two adapters for editors and a provider of the AI SDK.
import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable, Writable } from "node:stream";
import { client, methods, ndJsonStream, type SessionUpdate } from "@agentclientprotocol/sdk";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import * as tested from "../scripts/packed/tested.ts";

const modules = join(import.meta.dirname, "drivers/node_modules");
const missing = existsSync(modules)
  ? undefined
  : "the drivers are missing: npm ci --omit=optional --prefix conformance/drivers --workspaces=false";

const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** A home whose settings name a scripted model, a project, and the command as one executable file. */
function workplace() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "drivers-")));
  const [home, cwd] = [join(base, "home"), join(base, "project")];
  mkdirSync(join(home, ".claude"), { recursive: true });
  mkdirSync(cwd);
  const script = [
    [{ tool: "Bash", input: { command: "touch made", description: "makes a file" } }],
    ["first answer"],
    ["second answer"],
  ];
  writeFileSync(join(base, "script.json"), JSON.stringify(script));
  const settings = { model: `script:${join(base, "script.json")}` };
  writeFileSync(join(home, ".claude/settings.json"), JSON.stringify(settings));
  const executable = join(base, "command");
  const words = tested.command().map((word) => `'${word}'`);
  writeFileSync(executable, `#!/bin/sh\nexec ${words.join(" ")} "$@"\n`);
  chmodSync(executable, 0o755);
  const PATH = `${dirname(tested.node)}:${tested.path}`;
  const env = { PATH, HOME: home, CLAUDE_CODE_EXECUTABLE: executable, ANTHROPIC_API_KEY: "none" };
  return { cwd, env, home, model: settings.model };
}

/** An adapter in a separate process, and a client of it that allows everything. */
async function connect(adapter: string, { cwd, env }: ReturnType<typeof workplace>) {
  const child = spawn(process.execPath, [join(modules, adapter, "dist/index.js")], { cwd, env });
  onTestFinished(() => void child.kill("SIGKILL"));
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr += String(chunk);
  });
  const updates: SessionUpdate[] = [];
  const questions: string[] = [];
  const { agent } = client({ name: "test" })
    .onRequest(methods.client.session.requestPermission, ({ params }) => {
      questions.push(JSON.stringify(params.toolCall.rawInput));
      const option = params.options.find(({ kind }) => kind === "allow_once");
      return { outcome: { outcome: "selected", optionId: option?.optionId ?? "" } };
    })
    .onNotification(methods.client.session.update, ({ params }) => void updates.push(params.update))
    .connect(
      ndJsonStream(
        Writable.toWeb(child.stdin) as WritableStream<Uint8Array>,
        Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>,
      ),
    );
  const { agentCapabilities } = await agent.request(methods.agent.initialize, {
    protocolVersion: 1,
    clientCapabilities: {},
  });
  const said = () =>
    updates
      .flatMap((update) =>
        update.sessionUpdate === "agent_message_chunk" && update.content.type === "text"
          ? [update.content.text]
          : [],
      )
      .join("");
  return { agent, agentCapabilities, questions, said, stderr: () => stderr, child };
}

describe("programs for Claude Code", () => {
  beforeEach(({ skip }) => skip(missing !== undefined, missing));
  it.each(["@agentclientprotocol/claude-agent-acp", "@zed-industries/claude-code-acp"])(
    "%s: prompt, tool, permission, image, and the session resumed in another process",
    async (adapter) => {
      const place = workplace();
      const first = await connect(adapter, place);
      const { sessionId } = await first.agent.request(methods.agent.session.new, {
        cwd: place.cwd,
        mcpServers: [],
      });
      const { stopReason } = await first.agent.request(methods.agent.session.prompt, {
        sessionId,
        prompt: [
          { type: "text", text: "make a file" },
          { type: "image", mimeType: "image/png", data: png },
        ],
      });
      expect(stopReason, first.stderr()).toBe("end_turn");
      expect(first.questions.join()).toContain("touch made");
      expect(existsSync(join(place.cwd, "made"))).toBe(true);
      expect(first.said()).toContain("first answer");
      first.child.kill();
      const second = await connect(adapter, place);
      const params = { sessionId, cwd: place.cwd, mcpServers: [] };
      await second.agent.request<unknown>(
        second.agentCapabilities?.loadSession ? "session/load" : "session/resume",
        params,
      );
      await second.agent.request(methods.agent.session.prompt, {
        sessionId,
        prompt: [{ type: "text", text: "and now?" }],
      });
      expect(second.said()).toContain("second answer");
      expect(filesBelow(place.home).some((text) => text.includes(png))).toBe(true);
      second.child.kill();
    },
  );

  it("ai-sdk-provider-claude-code: prompt, tool, permission, image, and the session resumed", () => {
    const { cwd, env, home, model } = workplace();
    const script = join(import.meta.dirname, "drivers/ai-sdk.mjs");
    const args = [script, env.CLAUDE_CODE_EXECUTABLE, cwd, model, png];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd, env, encoding: "utf8" });
    expect(stdout, stderr).toContain('"first":"first answer"');
    expect(JSON.parse(stdout)).toMatchObject({
      second: "second answer",
      asked: ["Bash touch made"],
    });
    expect(existsSync(join(cwd, "made"))).toBe(true);
    expect(filesBelow(home).some((text) => text.includes(png))).toBe(true);
  });
});

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".jsonl"))
    .map((file) => readFileSync(join(folder, file), "utf8"));
