import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { events } from "@snaphook/protocol";
import { it, onTestFinished } from "vitest";
import { startMessagesServer } from "../../scripts/messages-api/messages-server.ts";
import { bash } from "../testing/session.ts";
import { newRecordedPlace } from "./recorded-session.ts";
import { startProxy } from "./start-proxy.ts";

const call = (tool: string, input: object) => ({ tool, input });
const agent = (type: string) =>
  call("Agent", { subagent_type: type, description: "a task", prompt: "look" });
const line = (content: string) =>
  `${JSON.stringify({ type: "user", message: { role: "user", content } })}\n`;
const notebook = { nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [] };
const cell = { new_source: "1", cell_type: "code", edit_mode: "insert" };
const loopback = "127.0.0.1";
/** Only the test's proxy gets requests for it. An address with a port is requested by http. */
const publicAddress = "192.0.66.1";
/** PermissionRequest is fired without a host that answers. */
const asking = ["--profile", "claude-code", "--permission-mode", "default"];
const streamed = ["--input-format", "stream-json", "--output-format", "stream-json", "--verbose"];

/** A host that allows every call, and answers questions. */
const allowing =
  (answers: Readonly<Record<string, string>>, more: object = {}) =>
  (record: Readonly<Record<string, unknown>>) => {
    if (record["type"] !== "control_request") return undefined;
    const { request, request_id } = record as {
      readonly request: { readonly input: object };
      readonly request_id: string;
    };
    const updatedInput = { ...request.input, ...("questions" in request.input && { answers }) };
    const response = { behavior: "allow", updatedInput, ...more };
    return { type: "control_response", response: { subtype: "success", request_id, response } };
  };

it("a command, every tool, subagents and tasks", async () => {
  const place = newRecordedPlace();
  place.write(join(place.cwd, "CLAUDE.md"), "Be brief. @more.md");
  place.write(join(place.cwd, "more.md"), "Be kind.");
  place.write(join(place.cwd, "inner/CLAUDE.md"), "Be careful here.");
  place.write(join(place.cwd, ".claude/rules/text.md"), "---\npaths: inner/*.txt\n---\nBe plain.");
  place.write(join(place.cwd, "inner/b.txt"), "b");
  place.write(join(place.cwd, ".claude/commands/greet.md"), "Say hello to $ARGUMENTS.");
  place.write(join(place.cwd, ".claude/skills/count/SKILL.md"), "Count to three.");
  place.write(join(place.cwd, "book.ipynb"), notebook);
  const main = [
    [call("Write", { file_path: "a.txt", content: "one\n" })],
    [call("Read", { file_path: "a.txt" }), call("Read", { file_path: "inner/b.txt" })],
    [call("Read", { file_path: "book.ipynb" })],
    [call("Edit", { file_path: "a.txt", old_string: "one", new_string: "two" })],
    [call("NotebookEdit", { ...cell, notebook_path: "book.ipynb" })],
    [call("Glob", { pattern: "*.txt" }), call("Grep", { pattern: "two" })],
    bash("mkdir -p inner && cd inner"),
    [call("TaskCreate", { subject: "one", description: "one" })],
    [call("TaskUpdate", { taskId: "1", status: "completed" })],
    [call("TaskList", {}), call("TaskGet", { taskId: "1" })],
    [agent("general-purpose"), agent("Explore"), agent("Plan")],
    [call("Skill", { skill: "count" })],
    ["done"],
  ];
  const script = { main, subagent: [["one"], ["two"], ["three"]], after: "done" };
  await place.run({ prompt: "/greet you", script, flags: ["--trust-project"] });
  place.expectWhatThePageSays();
});

it("calls that fail", async () => {
  const place = newRecordedPlace();
  // Checks before PreToolUse find most mistakes, so these hooks cause what comes after it.
  const failing = (command: string, matcher = "") => [
    { matcher, hooks: [{ type: "command", command }] },
  ];
  const hooks = {
    PreToolUse: [
      ...failing("rm a.txt && mkdir a.txt", "Edit"),
      ...failing("rm book.ipynb && mkdir book.ipynb", "NotebookEdit"),
    ],
    TaskCreated: failing("exit 2"),
  };
  place.write(join(place.home, ".claude/settings.json"), { hooks });
  place.write(join(place.home, ".claude/skills/far/SKILL.md"), "---\ncontext: fork\n---\nGo.");
  place.write(join(place.cwd, "a.txt"), "one");
  place.write(join(place.cwd, "book.ipynb"), notebook);
  const edits = [
    call("Edit", { file_path: "a.txt", old_string: "one", new_string: "b" }),
    call("NotebookEdit", { ...cell, notebook_path: "book.ipynb" }),
  ];
  const main = [
    bash("exit 3"),
    [call("Read", { file_path: "a.txt" }), call("Read", { file_path: "book.ipynb" })],
    edits,
    [call("Read", { file_path: "none.txt" })],
    [call("Write", { file_path: "/dev/null/x", content: "" })],
    [call("Glob", { pattern: "*", path: "none" }), call("Grep", { pattern: "(", path: "." })],
    [call("WebFetch", { url: `http://${loopback}:9/`, prompt: "x" }), agent("nobody")],
    [call("Skill", { skill: "far" })],
    [call("TaskCreate", { subject: "one", description: "one" }), call("TaskGet", { taskId: "9" })],
    ["done"],
  ];
  const error = { status: 400, message: "no" };
  await place.run({ prompt: "go", script: { main, subagent: [{ error }] } });
  place.expectWhatThePageSays();
});

it("calls that need approval, and calls that are refused without anyone to ask", async () => {
  const place = newRecordedPlace();
  place.write(join(place.home, ".claude/skills/count/SKILL.md"), "Count to three.");
  place.write(join(place.cwd, "a.txt"), "one");
  place.write(join(place.cwd, "book.ipynb"), notebook);
  // What is edited has to be read first.
  const decision = { behavior: "allow" };
  const answer = { hookSpecificOutput: { hookEventName: "PermissionRequest", decision } };
  const hook = { type: "command", command: `echo '${JSON.stringify(answer)}'` };
  place.write(join(place.home, ".claude/settings.json"), {
    permissions: { ask: events.PermissionRequest.knownValues },
    hooks: { PermissionRequest: [{ matcher: "Read", hooks: [hook] }] },
  });
  const main = [
    bash("touch x"),
    [call("Read", { file_path: "a.txt" }), call("Read", { file_path: "book.ipynb" })],
    [call("Write", { file_path: "b.txt", content: "" })],
    [call("Edit", { file_path: "a.txt", old_string: "one", new_string: "b" })],
    [call("NotebookEdit", { ...cell, notebook_path: "book.ipynb" })],
    [call("Glob", { pattern: "*" }), call("Grep", { pattern: "a" })],
    [call("WebFetch", { url: `http://${loopback}:9/`, prompt: "x" })],
    [agent("Explore"), call("Skill", { skill: "count" })],
    [call("TaskCreate", { subject: "one", description: "one" })],
    [call("TaskUpdate", { taskId: "9", status: "completed" }), call("TaskGet", { taskId: "9" })],
    [call("TaskList", {})],
    ["done"],
  ];
  const session = { prompt: "go", script: { main, after: "done" } };
  await place.run({ ...session, flags: asking });
  await place.run({ ...session, flags: ["--permission-mode", "dontAsk"] });
  place.expectWhatThePageSays();
});

it("plan mode and questions, with a host that answers", async () => {
  const place = newRecordedPlace();
  place.write(join(place.home, ".claude/settings.json"), {
    permissions: { ask: ["EnterPlanMode"] },
  });
  const options = ["yes", "no"].map((label) => ({ label, description: label }));
  const questions = [{ question: "Go?", header: "Go", options, multiSelect: false }];
  const script = [
    [call("EnterPlanMode", {})],
    [call("ExitPlanMode", { plan: "First tests, then code." })],
    [call("AskUserQuestion", { questions })],
    ["done"],
  ];
  const flags = [...streamed, "--permission-prompt-tool", "stdio", "--permission-mode", "default"];
  const session = { script, input: line("go"), host: allowing({ "Go?": "yes" }) };
  await place.run({ ...session, flags });
  await place.run({ ...session, flags: [...flags, "--permission-mode", "dontAsk"] });
  place.expectWhatThePageSays();
});

it("directories that are added", async () => {
  const place = newRecordedPlace();
  const [first, second, third] = ["first", "second", "third"].map((name) => join(place.home, name));
  for (const folder of [first, second, third]) place.write(join(String(folder), "a.txt"), "a");
  const script = [[call("Write", { file_path: `${third}/b.txt`, content: "b" })], ["done"]];
  const update = { type: "addDirectories", directories: [third], destination: "session" };
  const flags = [...streamed, "--permission-prompt-tool", "stdio", "--permission-mode", "default"];
  const host = allowing({}, { updatedPermissions: [update] });
  await place.run({
    script,
    flags: [...flags, "--add-dir", String(first)],
    input: line("go"),
    host,
  });
  await place.run({ prompt: `/add-dir ${second}`, script: [] });
  place.expectWhatThePageSays();
});

it("worktrees", async () => {
  const place = newRecordedPlace();
  const identity = ["-c", "user.name=a", "-c", "user.email=a@b"];
  execFileSync("git", ["init", "-q"], { cwd: place.cwd });
  const commit = [...identity, "commit", "-q", "--allow-empty", "-m", "first"];
  execFileSync("git", commit, { cwd: place.cwd });
  const enter = [call("EnterWorktree", { name: "feature" })];
  const exit = [call("ExitWorktree", { action: "remove", discard_changes: true })];
  await place.run({ prompt: "go", script: [enter, exit, ["done"]] });
  const refusing = ["--permission-mode", "dontAsk"];
  await place.run({ prompt: "go", script: [enter, ["done"]], flags: refusing });
  await place.run({ prompt: "go", script: [exit, ["done"]], flags: [...refusing, "--worktree"] });
  place.expectWhatThePageSays();
});

it("a team", async () => {
  const place = newRecordedPlace();
  const message = (to: string) => [call("SendMessage", { to, message: "hello", summary: "hello" })];
  const tester = call("Agent", { name: "tester", description: "tests", prompt: "write tests" });
  const main = [[tester], message("tester"), message("nobody"), ["done"]];
  const session = { prompt: "go", script: { main, agents: { tester: [] }, after: "done" } };
  await place.run(session);
  place.write(join(place.home, ".claude/settings.json"), { permissions: { ask: ["SendMessage"] } });
  const env = { CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS: "1" };
  await place.run({ ...session, flags: asking, env });
  await place.run({ ...session, flags: ["--permission-mode", "dontAsk"] });
  place.expectWhatThePageSays();
});

it("a watched file", async () => {
  const place = newRecordedPlace();
  const until = (event: string) =>
    `until grep -qs '"event":"${event}"' "$EVENTS_FOLDER"/*; do sleep 0.05; done`;
  const script = [
    bash(`echo one > watched.txt && ${until("add")}`),
    bash(`echo two >> watched.txt && ${until("change")}`),
    bash(`rm watched.txt && ${until("unlink")}`),
    ["done"],
  ];
  await place.run({ prompt: "go", script });
  place.expectWhatThePageSays();
});

it("sessions that end with a command", async () => {
  const place = newRecordedPlace();
  const id = "11111111-2222-4333-8444-555555555555";
  await place.run({ prompt: "hello", script: [["one"]], flags: ["--session-id", id] });
  await place.run({ prompt: `/resume ${id}`, script: [] });
  await place.run({ prompt: "/exit", script: [] });
  await place.run({ prompt: "/logout", script: [] });
  place.expectWhatThePageSays();
});

it("a model that is switched", async () => {
  const place = newRecordedPlace();
  const input = ["hello", "/model opus"].map(line).join("");
  // No request follows, so the key is never used.
  await place.run({ script: [["one"]], input, flags: streamed, env: { ANTHROPIC_API_KEY: "key" } });
  place.expectWhatThePageSays();
});

it("pages and searches of the web", async () => {
  const turns = [
    call("WebSearch", { query: "hooks" }),
    call("WebFetch", { url: `http://${publicAddress}:8080/`, prompt: "what does it say?" }),
    call("WebSearch", { query: "refused" }),
  ];
  const model = await startMessagesServer((request, purpose) => {
    const isSearch = request.includes("web_search_20250305") && purpose !== "main";
    if (isSearch && request.includes("refused")) return { status: 400, message: "no" };
    const next = isSearch || purpose !== "main" ? undefined : turns.shift();
    const content = next
      ? {
          type: "tool_use" as const,
          id: `call-${turns.length}`,
          name: next.tool,
          input: next.input,
        }
      : { type: "text" as const, text: "found" };
    return { id: "m", content: [content] };
  });
  onTestFinished(() => model.close());
  const env = {
    ANTHROPIC_API_KEY: "key",
    ANTHROPIC_BASE_URL: model.url,
    HTTP_PROXY: await startProxy("a page"),
    NO_PROXY: loopback,
  };
  const place = newRecordedPlace();
  await place.run({ prompt: "go", env });
  turns.push(call("WebSearch", { query: "hooks" }));
  await place.run({ prompt: "go", env, flags: asking });
  turns.push(call("WebSearch", { query: "hooks" }));
  await place.run({ prompt: "go", env, flags: ["--permission-mode", "dontAsk"] });
  place.expectWhatThePageSays();
});

it("a session that is prepared, compacted, cleared, continued and forked", async () => {
  const place = newRecordedPlace();
  const script = { main: [["one"], ["two"], ["three"]], compact: [["a summary"]], after: "more" };
  const input = ["hello", "/compact briefly", "again", "/clear", "last"].map(line).join("");
  await place.run({ script, input, flags: [...streamed, "--init"] });
  const again = { prompt: "more", script: { main: [], after: "more" } };
  await place.run({ ...again, flags: ["--continue", "--maintenance"] });
  await place.run({
    ...again,
    flags: ["--continue", "--fork-session", "--profile", "claude-code"],
  });
  place.expectWhatThePageSays();
});

it("a conversation that is too long", async () => {
  const place = newRecordedPlace();
  const main = [
    bash("echo one"),
    bash("echo two"),
    { blocks: bash("echo three"), usage: { input_tokens: 150_000 } },
    ["done"],
  ];
  const script = { main, compact: [["<summary>two calls</summary>"]], after: "done" };
  await place.run({ prompt: "go", script, flags: ["--autocompact", "100k"] });
  place.expectWhatThePageSays();
});

it("a model that fails", async () => {
  const place = newRecordedPlace();
  const env = { CLAUDE_CODE_MAX_RETRIES: "0" };
  for (const status of [400, 401, 402, 429, 500])
    await place.run({ prompt: "go", env, script: [{ error: { status, message: "no" } }] }, 1);
  place.expectWhatThePageSays();
});

it("settings and skills that change", async () => {
  const place = newRecordedPlace();
  const skill = ".claude/skills/count/SKILL.md";
  const hooks = '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}}';
  const front = "---\nhooks: {Stop: [{hooks: [{type: command, command: true}]}]}\n---\nCount.";
  place.write(join(place.cwd, skill), "Count to three.");
  place.write(join(place.home, ".claude/settings.json"), {});
  const change = (file: string, source: string, text: string) =>
    bash(
      `mkdir -p "$(dirname ${file})" && printf '%s' '${text}' > ${file} && until grep -qs '"source":"${source}"' "$EVENTS_FOLDER"/*; do sleep 0.05; done`,
    );
  const script = [
    change("~/.claude/settings.json", "user_settings", hooks),
    change(".claude/settings.json", "project_settings", hooks),
    change(".claude/settings.local.json", "local_settings", hooks),
    change(skill, "skills", front),
    ["done"],
  ];
  await place.run({ prompt: "go", script, flags: ["--profile", "claude-code"] });
  place.expectWhatThePageSays();
});

it("a question of an MCP server", async () => {
  const place = newRecordedPlace();
  const server = {
    command: process.execPath,
    args: [join(import.meta.dirname, "asking-server.mjs")],
  };
  const flags = ["--mcp-config", JSON.stringify({ mcpServers: { asking: server } })];
  const script = [[call("mcp__asking__ask", {})], ["done"]];
  await place.run({ prompt: "go", script, flags });
  place.expectWhatThePageSays();
});
