import { spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brand } from "@snaphook/protocol";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import * as tested from "../../../scripts/packed/tested.ts";
import { type McpClient, mcpClient } from "./testing/mcp-client.ts";

const servers = join(
  import.meta.dirname,
  "../../gateway/servers/node_modules/@modelcontextprotocol",
);
const missing = existsSync(servers)
  ? undefined
  : "the MCP servers are missing: npm ci --prefix packages/gateway/servers --workspaces=false";
const everything = [process.execPath, join(servers, "server-everything/dist/index.js"), "stdio"];
const misbehaving = join(import.meta.dirname, "testing/misbehaving-server.mjs");

/** An empty home and a project, and a gateway in it. */
function workplace(settings: object = {}) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "gateway-test-")));
  const [home, cwd] = [join(base, "home"), join(base, "project")];
  mkdirSync(join(home, ".claude"), { recursive: true });
  mkdirSync(join(cwd, ".claude"), { recursive: true });
  writeFileSync(join(home, ".claude", "settings.json"), JSON.stringify(settings));
  const env = { PATH: tested.path, HOME: home };
  const gateway = (
    args: readonly string[],
    options: Parameters<typeof mcpClient>[1] = {},
  ): McpClient => mcpClient([...tested.command(), "gateway", ...args], { cwd, env, ...options });
  return { base, cwd, home, env, gateway };
}

const hook = (command: string, matcher?: string) => [
  { ...(matcher === undefined ? {} : { matcher }), hooks: [{ type: "command", command }] },
];
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // A zombie has ended.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
};
const firstText = (answer: Record<string, unknown>): string =>
  (answer["result"] as { content: { text: string }[] }).content[0]?.text ?? "";

describe("E24 real servers", () => {
  /** Everything that a client can do with the server, one step after another. */
  async function useEverything(client: McpClient): Promise<readonly string[]> {
    await client.initialize({ sampling: {}, elicitation: {}, roots: { listChanged: true } });
    await client.find(({ method }) => method === "roots/list");
    await client.request(1, "tools/list");
    await client.call(2, "echo", { message: 'bytes: ä "\\" 1.0' });
    await client.call(3, "get-sum", { a: 1e21, b: 0.1 });
    await client.call(4, "get-tiny-image", {});
    await client.call(5, "get-structured-content", { location: "Chicago" });
    await client.call(6, "get-annotated-message", { messageType: "error", includeImage: true });
    await client.call(7, "no-such-tool", {});
    await client.call(8, "get-sum", { a: "not a number" });
    await client.call(9, "trigger-sampling-request", { prompt: "hi", maxTokens: 10 });
    await client.call(10, "trigger-elicitation-request", {});
    await client.request("long", "tools/call", {
      name: "trigger-long-running-operation",
      arguments: { duration: 0.2, steps: 2 },
      _meta: { progressToken: "p" },
    });
    await client.request(11, "resources/list");
    await client.request(12, "resources/templates/list");
    await client.request(13, "resources/read", {
      uri: "demo://resource/static/document/features.md",
    });
    await client.request(14, "prompts/list");
    await client.request(15, "prompts/get", { name: "args-prompt", arguments: { city: "Bern" } });
    await client.request(16, "completion/complete", {
      ref: { type: "ref/prompt", name: "completable-prompt" },
      argument: { name: "department", value: "E" },
    });
    await client.request(17, "logging/setLevel", { level: "debug" });
    await client.request(18, "no/such/method");
    await client.request(19, "ping");
    await client.close();
    return client.lines;
  }
  const reply = (method: string) =>
    ({
      "roots/list": { roots: [] },
      "sampling/createMessage": {
        role: "assistant",
        model: "m",
        content: { type: "text", text: "sampled" },
      },
      "elicitation/create": { action: "decline" },
    })[method] ?? {};

  it("server-everything: the same bytes with and without the gateway", async ({ skip }) => {
    skip(missing !== undefined, missing);
    const guards = { PreToolUse: hook("exit 2", "mcp__other__.*"), Stop: hook("exit 2") };
    const { gateway, env } = workplace({ hooks: guards });
    const [direct, behind] = await Promise.all([
      useEverything(mcpClient(everything as [string, ...string[]], { env, reply })),
      useEverything(gateway(["--name", "everything", "--", ...everything], { reply })),
    ]);
    expect(direct.length).toBeGreaterThan(25);
    expect(behind.toSorted()).toEqual(direct.toSorted());
  });

  it("server-filesystem: hooks refuse, rewrite and redact; rules apply; the trace shows it", async ({
    skip,
  }) => {
    skip(missing !== undefined, missing);
    const rewrite = `node -e '
      const { tool_input } = JSON.parse(require("fs").readFileSync(0, "utf8"));
      const updatedInput = { ...tool_input, path: tool_input.path.replace("draft", "final") };
      console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput } }));'`;
    const redact = `node -e '
      const [{ text }] = JSON.parse(require("fs").readFileSync(0, "utf8")).tool_response;
      const updatedMCPToolOutput = text.replaceAll("s3cret", "***");
      console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: "PostToolUse", updatedMCPToolOutput } }));'`;
    const { gateway, cwd, base } = workplace({
      hooks: {
        PreToolUse: [
          ...hook(
            "grep -q '\\.env' && { echo no secrets >&2; exit 2; } || true",
            "mcp__fs__read_.*",
          ),
          ...hook(rewrite, "mcp__fs__write_file"),
        ],
        PostToolUse: hook(redact, "mcp__fs__read_text_file"),
        PostToolUseFailure: hook(`cat > ${"$"}CLAUDE_PROJECT_DIR/failed.json`),
        SessionEnd: hook(`touch ${"$"}CLAUDE_PROJECT_DIR/ended`),
      },
      permissions: { deny: ["mcp__fs__move_file"] },
    });
    writeFileSync(join(cwd, "a.txt"), "the key is s3cret");
    const trace = join(base, "trace.jsonl");
    const program = [process.execPath, join(servers, "server-filesystem/dist/index.js"), cwd];
    const client = gateway(["--name", "fs", "--trace", trace, "--", ...program]);
    await client.initialize();
    const read = await client.call(1, "read_text_file", { path: join(cwd, "a.txt") });
    expect(JSON.stringify(read)).not.toContain("s3cret");
    expect(firstText(read)).toContain("the key is ***");
    const refused = await client.call(2, "read_text_file", { path: join(cwd, ".env") });
    expect(firstText(refused)).toContain("no secrets");
    await client.call(3, "write_file", { path: join(cwd, "draft.txt"), content: "x" });
    expect(existsSync(join(cwd, "final.txt"))).toBe(true);
    expect(existsSync(join(cwd, "draft.txt"))).toBe(false);
    const moved = await client.call(4, "move_file", { source: "a", destination: "b" });
    expect(firstText(moved)).toContain("the settings deny this call of mcp__fs__move_file");
    await client.call(5, "list_directory", { path: "/" });
    expect(JSON.parse(readFileSync(join(cwd, "failed.json"), "utf8"))).toMatchObject({
      hook_event_name: "PostToolUseFailure",
      tool_name: "mcp__fs__list_directory",
      error: expect.stringContaining("Access denied"),
    });
    expect(await client.close()).toBe(0);
    expect(existsSync(join(cwd, "ended"))).toBe(true);
    const events = readFileSync(trace, "utf8").trim().split("\n");
    expect(events.map((line) => JSON.parse(line).event)).toEqual(
      expect.arrayContaining(["SessionStart", "PreToolUse", "PostToolUse", "SessionEnd"]),
    );
  });
});

describe("a real server on the network", () => {
  it("streamable HTTP: hooks apply, messages of the server arrive, the session is closed", async ({
    skip,
  }) => {
    skip(missing !== undefined, missing);
    const { gateway, env } = workplace({
      hooks: { PreToolUse: hook("exit 2", "mcp__net__get-sum") },
    });
    const port = await freePort();
    const [node = "", script = ""] = everything;
    const server = spawn(node, [script, "streamableHttp"], { env: { ...env, PORT: String(port) } });
    onTestFinished(() => void server.kill("SIGKILL"));
    const log = { text: "" };
    for (const output of [server.stdout, server.stderr])
      output.on("data", (chunk) => {
        log.text += chunk;
      });
    await vi.waitFor(() => expect(log.text).toContain("listening"), 20_000);
    const client = gateway(["--name", "net", "--url", `http://127.0.0.1:${port}/mcp`], {
      reply: () => ({ roots: [] }),
    });
    await client.initialize({ roots: {} });
    await client.find(({ method }) => method === "roots/list");
    expect(firstText(await client.call(1, "echo", { message: "hi" }))).toBe("Echo: hi");
    expect(firstText(await client.call(2, "get-sum", { a: 1, b: 2 }))).toContain("refused");
    await client.request(3, "tools/call", {
      name: "trigger-long-running-operation",
      arguments: { duration: 0.2, steps: 2 },
      _meta: { progressToken: "p" },
    });
    await client.find(({ method }) => method === "notifications/progress");
    expect(await client.close()).toBe(0);
    await vi.waitFor(() => expect(log.text).toMatch(/terminat|DELETE|closed/i), 5000);
  });
});

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

describe("a server that misbehaves", () => {
  const start = (place = workplace()) => {
    const pids = join(place.base, "pids");
    const client = place.gateway(["--name", "bad", "--", process.execPath, misbehaving, pids]);
    const processes = () => readFileSync(pids, "utf8").trim().split("\n").map(Number);
    const allGone = () => vi.waitFor(() => expect(processes().filter(isAlive)).toEqual([]), 5000);
    return { client, processes, allGone };
  };

  it("gives no answer twice, none that no one asked for, and no noise to the client", async () => {
    const { client, allGone } = start();
    await client.initialize();
    expect(firstText(await client.call(1, "twice", {}))).toBe("first");
    expect(firstText(await client.call(2, "noise", {}))).toBe("after noise");
    expect(firstText(await client.call(3, "slowly", {}))).toBe("äöü in pieces");
    client.send({ jsonrpc: "2.0", id: 4, method: "tools/call", params: { name: "unasked" } });
    client.send({ jsonrpc: "2.0", id: 5, method: "tools/call", params: { name: "text-id" } });
    await client.find(({ id }) => id === "5");
    const size = 10 * 1024 * 1024;
    expect(firstText(await client.call(6, "large", { size }))).toHaveLength(size);
    client.send(Buffer.from("not json"));
    await client.find(({ error }) => (error as { code?: number })?.code === -32700);
    expect(client.lines.join("\n")).not.toMatch(/second|never asked|debug/);
    expect(client.stderr()).toContain("a line that is not a message: misbehaving server is");
    expect(client.stderr()).toContain("answered a request that it did not get (id 1004)");
    client.kill("SIGTERM");
    expect(await client.exited).toBe(143);
    await allGone();
  });

  it.each([
    ["die", { code: 7 }, 7, "the server exited with code 7"],
    ["crash", {}, 1, "the server was killed by SIGSEGV"],
  ])(
    "P13 %s: every call that waits gets an error, and nothing is left",
    async (name, input, code, why) => {
      const { client, allGone } = start();
      await client.initialize();
      client.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "never" } });
      client.send({ jsonrpc: "2.0", id: 2, method: "tools/list" });
      const error = { code: -32000, message: why };
      expect(await client.call(3, name, input)).toEqual({ jsonrpc: "2.0", id: 3, error });
      expect(await client.exited).toBe(code);
      expect(client.stderr()).not.toContain("cannot be read");
      expect(await client.find(({ id }) => id === 1)).toMatchObject({ error });
      expect(await client.find(({ id }) => id === 2)).toMatchObject({ error });
      await allGone();
    },
  );

  it("P13 when the client closes its end or is gone, the server ends with everything it started", async () => {
    const { client, allGone, processes } = start();
    await client.initialize();
    expect(processes().every(isAlive)).toBe(true);
    expect(await client.close()).toBe(0);
    await allGone();
  });
});

describe("the command line", () => {
  it("T2 hooks of a project that is not trusted do not run, and the user sees it", async () => {
    const { gateway, cwd } = workplace();
    writeFileSync(
      join(cwd, ".claude", "settings.json"),
      JSON.stringify({ hooks: { PreToolUse: hook("touch ran; exit 2") } }),
    );
    const words = ["--", process.execPath, misbehaving];
    // The client starts these servers.
    writeFileSync(join(cwd, ".mcp.json"), '{"mcpServers":{"own":{"command":"x"}}}');
    const client = gateway(words);
    await client.initialize();
    expect(firstText(await client.call(1, "twice", {}))).toBe("first");
    client.kill("SIGTERM");
    await client.exited;
    expect(existsSync(join(cwd, "ran"))).toBe(false);
    expect(client.stderr()).toMatch(/not in effect: PreToolUse.*settings\.json:1/);
    expect(client.stderr()).toContain("mcp__misbehaving__…");
    expect(client.stderr()).not.toContain("MCP server own");
    const refused = gateway(["--untrusted=fail", ...words]);
    expect(await refused.exited).toBe(1);
    expect(refused.stderr()).toContain("--untrusted=fail does not start without them");
    const trusted = gateway(["--trust-project", ...words]);
    await trusted.initialize();
    expect(firstText(await trusted.call(1, "twice", {}))).toContain("hook refused this call");
    trusted.kill("SIGTERM");
    await trusted.exited;
  });

  it("a last line without a newline is answered", () => {
    const { cwd, env } = workplace();
    const [program = "", ...words] = [...tested.command(), "gateway", "--name", "a", "--"];
    const { stdout } = spawnSync(program, [...words, process.execPath, misbehaving], {
      cwd,
      env,
      encoding: "utf8",
      input: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"twice"}}',
    });
    expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: { content: [{ text: "first" }] } });
  });

  it.each([
    [[], "gateway needs a server"],
    [["--url", "ftp://x"], "is not an http or https address"],
    [["--url", "http://127.0.0.1:9", "--", "cat"], "not both"],
    [["--header", "a: b", "--", "cat"], "need --url"],
    [["--url", "http://127.0.0.1:9", "--header-env", "A=NO_SUCH_VARIABLE"], "is not set"],
    [["--name", "", "--", "cat"], "the name of the server is empty"],
    [["--", "no-such-program-anywhere"], "the server did not start"],
  ])("%j: exit 1 and a message", async (args, message) => {
    const client = workplace().gateway(args);
    expect(await client.exited).toBe(1);
    expect(client.stderr()).toContain(message);
  });
});

describe("install and uninstall", () => {
  const file =
    '{\n  // mine\n  "mcpServers": { "fs": { "command": "npx", "args": ["-y", "fs"] } }\n}\n';

  it("show a diff, write with --yes, never change an entry twice, and lead back to the same bytes", () => {
    const { cwd, home, env } = workplace();
    const [program, ...words] = tested.command();
    const run = (...args: readonly string[]) =>
      spawnSync(program, [...words, "gateway", ...args], { cwd, env, encoding: "utf8" });
    const shared = join(cwd, ".mcp.json");
    writeFileSync(shared, file);
    const shown = run("install", "claude-code");
    expect(shown.stdout).toContain(
      `+  "mcpServers": { "fs": { "command": "${brand.command}", "args": ["gateway"`,
    );
    expect(shown.stderr).toContain("nothing was written");
    expect(readFileSync(shared, "utf8")).toBe(file);
    run("install", "claude-code", "--yes");
    const once = readFileSync(shared, "utf8");
    expect(once).toContain('"--name", "fs", "--", "npx", "-y", "fs"');
    expect(run("install", "claude-code", "--yes").stderr).toContain("already goes through");
    expect(readFileSync(shared, "utf8")).toBe(once);
    run("uninstall", "claude-code", "--yes");
    expect(readFileSync(shared, "utf8")).toBe(file);
    // A file of the user names the program by its path, which the installed command has.
    mkdirSync(join(home, ".cursor"));
    writeFileSync(join(home, ".cursor", "mcp.json"), file, { mode: 0o600 });
    expect(run("install", "cursor", "--yes").status).toBe(0);
    expect(readFileSync(join(home, ".cursor", "mcp.json"), "utf8")).toContain(
      `"command": ${JSON.stringify(realpathSync(tested.node))}`,
    );
    expect(statSync(join(home, ".cursor", "mcp.json")).mode & 0o777).toBe(0o600);
  });

  it("says which clients there are, and which files it looked for", () => {
    const { cwd, env } = workplace();
    const [program, ...words] = tested.command();
    const run = (...args: readonly string[]) =>
      spawnSync(program, [...words, "gateway", "install", ...args], { cwd, env, encoding: "utf8" });
    expect(run("cursr")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("did you mean cursor?"),
    });
    expect(run("zed")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(".zed/settings.json"),
    });
    writeFileSync(join(cwd, ".mcp.json"), "{");
    expect(run("claude-code").stderr).toContain("was not changed: it is not valid JSON");
  });
});
