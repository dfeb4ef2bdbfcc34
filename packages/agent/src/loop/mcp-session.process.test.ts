import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brand } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { rawServer, sdkServer } from "../mcp/testing/servers.ts";
import { type Play, play, specific } from "./testing/play.ts";

const call = (tool: string, input: object = {}) => ({ tool, input });
/** One turn for each call, and an end. */
const calls = (...list: readonly object[]) => ({
  main: [...list.map((one) => [one]), ["done"]],
  after: "done",
});

const noticesOf = ({ events }: Awaited<ReturnType<typeof play>>): readonly string[] =>
  events.flatMap((event) => (event.type === "notice" ? [event.text] : []));
/** What the model read of each call. */
const resultsOf = ({ requests }: Awaited<ReturnType<typeof play>>) =>
  requests
    .at(-1)
    ?.messages.flatMap(({ content }) =>
      content.flatMap((block) =>
        block.type === "tool_result" ? [`${block.is_error ? "ERROR " : ""}${block.content}`] : [],
      ),
    ) ?? [];
const inputsOf = (played: Awaited<ReturnType<typeof play>>, event: string) =>
  played.hookInputs.filter((input) => input["hook_event_name"] === event);

describe("a server made with the MCP SDK", () => {
  it("E23 E24 M5 its tools fire the events of every tool; hooks rewrite input and output, and answer its questions", async () => {
    const played = await play({
      mcpConfig: [sdkServer()],
      script: calls(
        call("mcp__notes__add", { text: "milk" }),
        call("mcp__notes__confirm"),
        call("mcp__notes__count"),
        call("mcp__notes__add", { text: 7 }),
        call("ListMcpResourcesTool"),
        call("ReadMcpResourceTool", { server: "notes", uri: "notes://today" }),
      ),
      answers: {
        PreToolUse: [specific("PreToolUse", { updatedInput: { text: "bread" } }), {}],
        PostToolUse: [
          {},
          specific("PostToolUse", { updatedToolOutput: [{ type: "text", text: "rewritten" }] }),
          {},
        ],
        Elicitation: specific("Elicitation", { action: "accept", content: { sure: true } }),
      },
    });
    const [added, confirmed, counted, wrong, listed, read] = resultsOf(played);
    expect(added).toBe("added bread");
    expect(confirmed).toBe("rewritten");
    expect(counted).toBe('{"notes":3}');
    expect(wrong).toMatch(/^ERROR .*text/s);
    expect(listed).toContain('"uri": "notes://today"');
    expect(read).toBe("buy milk");
    const [first, second] = inputsOf(played, "PostToolUse");
    expect(first).toMatchObject({
      tool_name: "mcp__notes__add",
      tool_input: { text: "bread" },
      tool_response: [{ type: "text", text: "added bread" }],
      mcp_server: { name: "notes", source: "command-line" },
    });
    expect(second).toMatchObject({
      tool_response: [{ type: "text", text: '{"action":"accept","content":{"sure":true}}' }],
    });
    expect(inputsOf(played, "Elicitation")).toMatchObject([
      { mcp_server_name: "notes", message: "Delete all?", mode: "form" },
    ]);
    expect(inputsOf(played, "ElicitationResult")).toEqual([]);
    expect(inputsOf(played, "PostToolUseFailure")).toMatchObject([
      { tool_name: "mcp__notes__add", is_interrupt: false },
    ]);
    expect(played.events.find(({ type }) => type === "init")).toMatchObject({
      mcpServers: [{ name: "notes", status: "connected" }],
      slashCommands: expect.arrayContaining(["mcp__notes__plan"]),
    });
    // One dispatch path: as many tools ran as PreToolUse was fired.
    expect(inputsOf(played, "PreToolUse")).toHaveLength(6);
  });

  it("E25 its prompts are slash commands", async () => {
    const played = await play({
      mcpConfig: [sdkServer()],
      prompt: "/mcp__notes__plan next Monday",
    });
    expect(inputsOf(played, "UserPromptExpansion")).toMatchObject([
      {
        expansion_type: "mcp_prompt",
        command_source: "mcp",
        command_name: "mcp__notes__plan",
        command_args: "next Monday",
      },
    ]);
    expect(played.newTexts[0]).toEqual(["Plan next Monday with my notes."]);
  });
});

describe("questions of a server without a user", () => {
  const asking: Play = { mcpConfig: [rawServer()], script: calls(call("mcp__raw__ask")) };
  const answered = async (answers: NonNullable<Play["answers"]>) =>
    resultsOf(await play({ ...asking, answers }));

  it("an accepted content that does not match the schema of the question is not used, and the user reads why", async () => {
    const content = { day: 7 };
    const accept = { action: "accept", content };
    const [before, after] = await Promise.all([
      play({ ...asking, answers: { Elicitation: specific("Elicitation", accept) } }),
      play({ ...asking, answers: { ElicitationResult: specific("ElicitationResult", accept) } }),
    ]);
    for (const [played, event] of [
      [before, "Elicitation"],
      [after, "ElicitationResult"],
    ] as const) {
      expect(resultsOf(played)).toEqual(['answered {"action":"cancel"}']);
      expect(noticesOf(played)).toContainEqual(
        expect.stringMatching(
          new RegExp(`^the content that a hook of ${event} accepts does not match .*day`, "s"),
        ),
      );
    }
  });

  it("a question that no one can answer, or whose answer fails, is cancelled, and the user reads that", async () => {
    const [unasked, failed] = await Promise.all([
      play(asking),
      play({ ...asking, askElicitation: () => Promise.reject(new Error("the window is gone")) }),
    ]);
    expect(noticesOf(unasked)).toContain(
      "a question of the MCP server raw was cancelled, because no one can answer it: Which day?",
    );
    expect(noticesOf(failed)).toContain(
      "a question of the MCP server raw was cancelled: the window is gone",
    );
  });

  it("E19 at a terminal the user is notified of a question that waits, and of its answer at once", async () => {
    const answered = async (wait: (notified: Promise<void>) => Promise<unknown>) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const { hookInputs } = await play({
        ...asking,
        headless: false,
        env: { PATH: process.env["PATH"], [`${brand.environmentPrefix}QUESTION_NOTICE_MS`]: "30" },
        emit: (event) => {
          if (event.type === "notification") resolve();
        },
        askElicitation: async () => {
          await wait(promise);
          return { action: "accept", content: { day: "Monday" } };
        },
      });
      return hookInputs.flatMap(({ hook_event_name: name, notification_type: type }) =>
        ["Elicitation", "ElicitationResult", "Notification"].includes(String(name))
          ? [type ?? name]
          : [],
      );
    };
    expect(await answered((notified) => notified)).toEqual([
      "Elicitation",
      "elicitation_dialog",
      "ElicitationResult",
      "elicitation_response",
    ]);
    expect(await answered(async () => undefined)).toEqual([
      "Elicitation",
      "ElicitationResult",
      "elicitation_response",
    ]);
  });

  it("Elicitation and ElicitationResult: cancelled, unless a hook answers", async () => {
    const [nobody, declined, turned] = await Promise.all([
      answered({}),
      answered({ Elicitation: specific("Elicitation", { action: "decline" }) }),
      answered({
        ElicitationResult: specific("ElicitationResult", {
          action: "accept",
          content: { day: "Monday" },
        }),
      }),
    ]);
    expect(nobody).toEqual(['answered {"action":"cancel"}']);
    expect(declined).toEqual(['answered {"action":"decline"}']);
    expect(turned).toEqual(['answered {"action":"accept","content":{"day":"Monday"}}']);
  });
});

it("Elicitation and ElicitationResult in a subagent say which agent called the tool", async () => {
  const task = { description: "ask", prompt: "ask", subagent_type: "general-purpose" };
  const played = await play({
    mcpConfig: [rawServer()],
    script: {
      main: [[call("Agent", task)], [call("mcp__raw__ask")], ["done"]],
      subagent: [[call("mcp__raw__ask")], ["asked"]],
      after: "done",
    },
  });
  for (const event of ["Elicitation", "ElicitationResult"]) {
    const [inside, outside] = inputsOf(played, event);
    expect(inside).toMatchObject({
      agent_id: expect.any(String),
      agent_type: "general-purpose",
      agent_depth: 1,
    });
    expect(outside).toBeDefined();
    expect(outside).not.toHaveProperty("agent_id");
  }
});

describe("a server that misbehaves", () => {
  it("E6 a crash in the middle of a call fails that call; the next one starts the server again, three times", async () => {
    const log = join(mkdtempSync(join(tmpdir(), "mcp-")), "log");
    const crash = call("mcp__raw__crash");
    const played = await play({
      mcpConfig: [rawServer([], { env: { RAW_LOG: log } })],
      script: calls(crash, call("mcp__raw__echo", { a: 1 }), crash, crash, crash, crash, crash),
    });
    const [first, echoed, ...rest] = resultsOf(played);
    expect(first).toMatch(/^ERROR The MCP server raw ended during the call: it exited with code 3/);
    expect(first).toContain("out of cheese");
    expect(echoed).toBe('echo {"a":1}');
    expect(rest.at(-1)).toContain("started again 3 times in a row, and is not started again");
    const ends = noticesOf(played).filter((text) => text.includes("has ended"));
    expect(
      ends.map((text) => text.includes("the next call of one of its tools starts it")),
    ).toEqual([true, true, true, true, false]);
    expect(inputsOf(played, "PostToolUseFailure")).toHaveLength(6);
    expect(readFileSync(log, "utf8").match(/started/g)).toHaveLength(5);
    expect(noticesOf(played)).toContainEqual(
      expect.stringContaining("the MCP server raw has ended: it exited with code 3"),
    );
  });

  it("a call that takes too long, a server that freezes, one that floods, one that sends an endless line", async () => {
    const limits = { MCP_TOOL_TIMEOUT: "300" };
    const env = { PATH: process.env["PATH"], ...limits };
    const [hung, flooded, long] = await Promise.all([
      play({
        mcpConfig: [rawServer()],
        env,
        script: calls(call("mcp__raw__hang"), call("mcp__raw__echo")),
      }),
      play({
        mcpConfig: [rawServer()],
        script: calls(call("mcp__raw__flood"), call("mcp__raw__echo")),
      }),
      play({
        mcpConfig: [rawServer()],
        script: calls(call("mcp__raw__longline"), call("mcp__raw__echo")),
      }),
    ]);
    expect(resultsOf(hung)).toEqual([
      "ERROR The MCP server raw did not answer within 300 ms (MCP_TOOL_TIMEOUT)",
      "echo {}",
    ]);
    expect(resultsOf(flooded)[0]).toContain("it printed more than 64 MiB without an answer");
    expect(resultsOf(flooded)[1]).toBe("echo {}");
    expect(resultsOf(long)[0]).toContain("it sent a message of more than 16 MiB");
    expect(resultsOf(long)[1]).toBe("echo {}");
  });

  it("one that does not start: the session runs without its tools, and the user sees why", async () => {
    const env = { PATH: process.env["PATH"], MCP_TIMEOUT: "400" };
    const tried = (mcpConfig: string) => play({ mcpConfig: [mcpConfig] });
    const missing = JSON.stringify({ mcpServers: { gone: { command: "no-such-program-here" } } });
    const [hanging, exiting, none, noisy] = await Promise.all([
      play({ mcpConfig: [rawServer(["hang"])], env }),
      tried(rawServer(["exit"])),
      tried(missing),
      play({ mcpConfig: [rawServer(["noise"])], script: calls(call("mcp__raw__echo")) }),
    ]);
    const failed = "was not started, and its tools do not exist";
    expect(noticesOf(hanging)).toContain(
      `the MCP server raw ${failed}: it was not ready after 400 ms (MCP_TIMEOUT)`,
    );
    expect(noticesOf(exiting)).toContain(
      `the MCP server raw ${failed}: it exited with code 4; its last line on stderr: no configuration`,
    );
    expect(noticesOf(none)).toContain(
      `the MCP server gone ${failed}: no-such-program-here: no such program`,
    );
    expect(noticesOf(exiting).filter((text) => text.includes("MCP server"))).toHaveLength(1);
    for (const { result, events } of [hanging, exiting, none]) {
      expect(result.result).toBe("done");
      expect(events.find(({ type }) => type === "init")).toMatchObject({
        mcpServers: [{ status: "failed" }],
      });
    }
    expect(resultsOf(noisy)).toEqual(["echo {}"]);
    expect(noticesOf(noisy)).toContain(
      "the MCP server raw lists tools without a name (2), which are not offered",
    );
  });

  it("P10 P13 everything it started ends with the session, also what ignores SIGTERM", async () => {
    const log = join(mkdtempSync(join(tmpdir(), "mcp-")), "log");
    const played = await play({
      mcpConfig: [rawServer(["stubborn"], { env: { RAW_LOG: log } })],
      script: calls(call("mcp__raw__child")),
    });
    const child = Number(resultsOf(played)[0]);
    const server = Number(/started (\d+)/.exec(readFileSync(log, "utf8"))?.[1]);
    expect(child).toBeGreaterThan(1);
    for (const pid of [child, server]) expect(existsSync(`/proc/${pid}/cwd`)).toBe(false);
  });
});

describe("tools of a server", () => {
  it("M5 M7 rules: odd names are usable, a denied tool is not offered, new tools are offered when the server says so", async () => {
    const played = await play({
      permissionMode: "default",
      mcpConfig: [rawServer()],
      allowedTools: ["mcp__raw"],
      disallowedTools: ["mcp__raw__fail"],
      script: calls(
        call("mcp__raw__odd_name_x_y"),
        call("mcp__raw__fail"),
        call("mcp__raw__more"),
        call("mcp__raw__later"),
      ),
    });
    const [odd, denied, , later] = resultsOf(played);
    expect(odd).toBe("odd");
    expect(denied).toContain("ERROR There is no tool mcp__raw__fail");
    expect(later).toBe("added later");
    const offered = played.requests.map(({ request }) => request.tools.map(({ name }) => name));
    expect(offered[0]).not.toContain("mcp__raw__later");
    expect(offered.at(-1)).toContain("mcp__raw__later");
    expect(offered[0]).not.toContain("mcp__raw__fail");
    expect(inputsOf(played, "PreToolUse").map((input) => input["tool_name"])).toEqual([
      "mcp__raw__odd_name_x_y",
      "mcp__raw__more",
      "mcp__raw__later",
    ]);
  });

  it("P7 servers get the caller's variables and their own, but not the model's key unless it is configured", async () => {
    const env = { PATH: process.env["PATH"], ANTHROPIC_API_KEY: "secret-key", PLAIN: "plain" };
    const script = calls(call("mcp__raw__environment"));
    const [without, configured] = await Promise.all([
      play({
        env,
        script,
        mcpConfig: [rawServer([], { env: { OWN: "${PLAIN} and ${NONE:-x}" } })],
      }),
      play({ env, script, mcpConfig: [rawServer([], { env: { KEY: "${ANTHROPIC_API_KEY}" } })] }),
    ]);
    const [variables] = resultsOf(without).map((text) => JSON.parse(text));
    expect(variables).toMatchObject({ PLAIN: "plain", OWN: "plain and x" });
    expect(resultsOf(without)[0]).not.toContain("secret-key");
    expect(resultsOf(configured)[0]).toContain('"KEY":"secret-key"');
  });
});
