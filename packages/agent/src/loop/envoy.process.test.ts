import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { AgentEvent } from "./agent-event.ts";
import { type Play, play } from "./testing/play.ts";

/** A script of the project that keeps what it is told in a file of its own and prints something. */
const script = (name: string, printed: string, code = 0) => ({
  [`tools of mine/${name}.sh`]: `#!/bin/sh\ncat >> ${name}.told; echo >> ${name}.told\nprintf '%s\\n' '${printed}'\nexit ${code}\n`,
});
/** Its command, as Envoy takes it: words, no shell. */
const command = (name: string) => `sh 'tools of mine/${name}.sh'`;
const after = (matcher: string, name: string) => ({ matcher, command: command(name) });
const context = (additionalContext: string) =>
  JSON.stringify({ hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext } });
const write = (path: string, content = "text") => ({
  tool: "Write",
  input: { file_path: path, content },
});
const writeTool = "filesystem_write_file";

/** A session under envoy whose project has flat settings and scripts. */
const envoy = (hooks: object, given: Play & { readonly prompts?: readonly string[] }) =>
  play({ profile: "envoy", trustProject: true, projectSettings: { hooks }, ...given });

/** What a script was told, one object for each run. */
const toldTo = (name: string, { cwd }: { readonly cwd: string }) =>
  readFileSync(join(cwd, `${name}.told`), "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const notices = (events: readonly AgentEvent[]) =>
  events.flatMap((event) => (event.type === "notice" ? [`${event.level} ${event.text}`] : []));
const warnings = (events: readonly AgentEvent[]) =>
  notices(events).filter((text) => text.startsWith("warning"));
const userMessages = (events: readonly AgentEvent[]) =>
  events.flatMap((event) => (event.type === "user" ? [event.message.content] : []));

describe("envoy SessionStart", () => {
  const hooks = {
    SessionStart: [
      { matcher: "startup|resume", command: command("first") },
      { matcher: "startup", command: command("failing") },
      { command: command("second") },
    ],
  };
  const files = {
    ...script("first", "line one"),
    ...script("failing", "never seen", 3),
    ...script("second", '{"continue": false}'),
  };

  it("V1 V6 V8 texts of hooks that exit 0 are joined at the start of the first user message only", async () => {
    const played = await envoy(hooks, { files, prompts: ["hello", "again"] });
    expect(userMessages(played.events)).toEqual([
      [{ type: "text", text: 'line one\n{"continue": false}\n\nhello' }],
      [{ type: "text", text: "again" }],
    ]);
    expect(warnings(played.events)).toEqual([expect.stringMatching(/^warning .*failing.*exit 3/s)]);
    expect(toldTo("first", played)).toMatchObject([
      { hook_event_name: "SessionStart", source: "startup" },
    ]);
  });

  it("V1 hooks fire again on resume, and their texts are at the start of the next prompt", async () => {
    const first = await envoy(hooks, { files });
    const second = await envoy(hooks, {
      in: first,
      session: { kind: "continue" },
      prompts: ["go on"],
    });
    expect(userMessages(second.events)).toEqual([
      [{ type: "text", text: 'line one\n{"continue": false}\n\ngo on' }],
    ]);
    expect(toldTo("failing", second)).toHaveLength(1);
  });

  it("V1 after clear their output is only logged", async () => {
    const played = await envoy(hooks, { files, prompts: ["/clear", "hello"] });
    expect(userMessages(played.events)).toEqual([[{ type: "text", text: "hello" }]]);
    expect(toldTo("second", played).map(({ source }) => source)).toEqual(["startup", "clear"]);
    const outcomes = played.events.filter(
      (event) => event.type === "outcome" && event.outcome.event === "SessionStart",
    );
    expect(JSON.stringify(outcomes[1])).toContain("continue");
  });
});

describe("envoy PostToolUse", () => {
  it("V11 Write and Edit have Envoy's names and a path, for matchers and for hooks", async () => {
    const edit = { file_path: "a.txt", old_string: "text", new_string: "words" };
    const played = await envoy(
      {
        PostToolUse: [
          after(writeTool, "writes"),
          after("filesystem_edit_file", "edits"),
          after("^Write$|^Edit$", "none"),
        ],
      },
      {
        files: { ...script("writes", ""), ...script("edits", ""), ...script("none", "") },
        script: [[write("a.txt")], [{ tool: "Edit", input: edit }], ["done"]],
      },
    );
    const path = join(played.cwd, "a.txt");
    expect(readFileSync(path, "utf8")).toBe("words");
    expect(toldTo("writes", played)).toMatchObject([
      { tool_name: writeTool, tool_input: { path, content: "text" } },
    ]);
    expect(toldTo("writes", played)[0].tool_input).not.toHaveProperty("file_path");
    expect(toldTo("edits", played)).toMatchObject([
      { tool_name: "filesystem_edit_file", tool_input: { path, old_string: "text" } },
    ]);
    expect(() => toldTo("none", played)).toThrow("ENOENT");
  });

  it("V3 each context is a separate user message, in the transcript, and the user sees it", async () => {
    const played = await envoy(
      { PostToolUse: [after(writeTool, "one"), after(".*", "two")] },
      {
        files: {
          ...script("one", context("mind the tests")),
          ...script("two", context("and docs")),
        },
        script: [[write("a.txt")], ["done"]],
      },
    );
    const [, results, ...own] = userMessages(played.events);
    expect(results).toMatchObject([{ type: "tool_result" }]);
    expect(JSON.stringify(results)).not.toContain("mind the tests");
    const expected = [
      [{ type: "text", text: "mind the tests" }],
      [{ type: "text", text: "and docs" }],
    ];
    expect(own).toEqual(expected);
    expect(notices(played.events)).toEqual([
      `info ${command("one")} tells the model: mind the tests`,
      `info ${command("two")} tells the model: and docs`,
    ]);
    const records = readFileSync(played.session.transcriptPath, "utf8").trim().split("\n");
    const kept = records
      .map((line) => JSON.parse(line))
      .filter(({ type }) => type === "user")
      .map(({ message }) => message.content);
    expect(kept.slice(-2)).toEqual(expected);
    expect(played.newTexts[1]?.slice(-2)).toEqual(["mind the tests", "and docs"]);
  });

  it.each([
    ['{"continue": false, "stopReason": "enough"}', "enough"],
    ['{"continue": false}', "Stopped by hook"],
  ])("V2 %s fails the run: no later hook, and none for later results", async (answer, reason) => {
    const played = await envoy(
      { PostToolUse: [after(".*", "stops"), after(".*", "later")] },
      {
        files: { ...script("stops", answer), ...script("later", "") },
        script: [[write("a.txt"), write("b.txt")], ["never said"]],
      },
    );
    expect(played.result).toMatchObject({
      subtype: "error_during_execution",
      isError: true,
      result: reason,
      errors: [reason],
      terminalReason: "hook_stopped",
    });
    expect(toldTo("stops", played)).toHaveLength(1);
    expect(() => toldTo("later", played)).toThrow("ENOENT");
    expect(readFileSync(join(played.cwd, "b.txt"), "utf8")).toBe("text");
    expect(played.requests).toHaveLength(1);
    expect(userMessages(played.events)[1]).toMatchObject([
      { type: "tool_result" },
      { type: "tool_result" },
    ]);
    expect(JSON.stringify(userMessages(played.events)[1])).not.toContain("is_error");
  });

  it("V2 E22 all calls run and their results are in the transcript before any hook runs", async () => {
    const reads = `#!/bin/sh
path=$(sed 's/.*"transcript_path":"\\([^"]*\\)".*/\\1/')
ls a.txt b.txt >> seen; grep -c '"tool_result"' "$path" >> seen
`;
    const played = await envoy(
      { PostToolUse: [{ matcher: ".*", command: "sh reads.sh" }] },
      {
        files: { "reads.sh": reads },
        script: [[write("a.txt"), write("b.txt"), write("", "no path")], ["done"]],
      },
    );
    const once = "a.txt\nb.txt\n1\n";
    expect(readFileSync(join(played.cwd, "seen"), "utf8")).toBe(once + once);
    expect(userMessages(played.events)[1]).toMatchObject([
      { type: "tool_result" },
      { type: "tool_result" },
      { type: "tool_result", is_error: true },
    ]);
  });

  it("V2 V3 the reason of a block is a message of its own, and a new output has no effect, which is reported", async () => {
    const output = { stdout: "other", stderr: "", interrupted: false, isImage: false };
    const answer = {
      decision: "block",
      reason: "too long",
      hookSpecificOutput: { hookEventName: "PostToolUse", updatedToolOutput: output },
    };
    const played = await envoy(
      { PostToolUse: [after("Bash", "blocks")] },
      {
        files: script("blocks", JSON.stringify(answer)),
        script: [[{ tool: "Bash", input: { command: "echo hi" } }], ["done"]],
      },
    );
    const [, results, own] = userMessages(played.events);
    expect(results).toMatchObject([{ type: "tool_result", content: "hi" }]);
    expect(own).toEqual([{ type: "text", text: "too long" }]);
    expect(warnings(played.events).join()).toContain(
      "updatedToolOutput of a PostToolUse hook has no effect",
    );
  });

  it("V2 the conversation can be continued after a run that failed", async () => {
    const played = await envoy(
      { PostToolUse: [after(writeTool, "stops")] },
      {
        files: script("stops", '{"continue": false}'),
        script: [[write("a.txt"), write("b.txt")], ["here again"]],
        prompts: ["one", "two"],
      },
    );
    expect(played.results.map(({ isError }) => isError)).toEqual([true, false]);
    expect(played.result.result).toBe("here again");
  });

  it("V4 V6 V9 messages and failures are warnings, plain text is only in the verbose view", async () => {
    const played = await envoy(
      {
        PostToolUse: [
          after(".*", "says"),
          after(".*", "fails"),
          { matcher: ".*", command: "no-such-program-here" },
          after(".*", "noisy"),
        ],
      },
      {
        files: {
          ...script("says", '{"systemMessage": "look here"}'),
          ...script("fails", "noise", 2),
          ...script("noisy", "three files checked"),
        },
        script: [[write("a.txt")], ["done"]],
      },
    );
    expect(played.result).toMatchObject({ result: "done", isError: false });
    expect(warnings(played.events)).toEqual([
      "warning look here",
      expect.stringMatching(/^warning .*fails.*exit 2/s),
      expect.stringMatching(/^warning .*no-such-program-here/s),
    ]);
    expect(JSON.stringify(played.requests[1]?.messages)).not.toMatch(/noise|three files/);
  });

  it("V7 problems in its settings are reported as errors, and the agent starts", async () => {
    const played = await envoy(
      {
        SessionStart: [
          { matcher: "begin", command: "x" },
          { matcher: "startup", command: " " },
        ],
        PostToolUse: [{ matcher: "(", command: "x" }, { command: "x" }, after(".*", "good")],
      },
      { files: script("good", ""), script: [[write("a.txt")], ["done"]] },
    );
    const errors = played.events.flatMap((event) =>
      event.type === "notice" && event.level === "error" ? (event.details ?? [event.text]) : [],
    );
    expect(errors).toHaveLength(4);
    expect(played.result.result).toBe("done");
    expect(toldTo("good", played)).toHaveLength(1);
  });
});
