import { methods } from "@agentclientprotocol/sdk";
import { describe, expect, it } from "vitest";
import { acpWorkplace } from "./testing/acp-client.ts";
import { bash, command } from "./testing/workplace.ts";

const edit = (name: string) => ({ tool: "Write", input: { file_path: name, content: "x\n" } });

describe("acp: permissions and modes", () => {
  it("G1 asks the client: once, always, no; a cancelled question ends the turn", async () => {
    const answers = ["once", "always", "no", undefined, "made up"];
    const place = acpWorkplace({
      choose: () => answers.shift(),
      script: [
        [bash("touch once")],
        [bash("npm run lint || true")],
        [bash("touch refused")],
        ["asked three times"],
        [bash("touch cancelled")],
        [bash("touch invented")],
        ["end"],
      ],
    });
    const acp = await place.connect();
    const { sessionId } = await acp.newSession();
    expect(await acp.prompt(sessionId, "go")).toEqual({ stopReason: "end_turn" });
    expect(acp.questions[0]).toMatchObject({
      toolCall: { title: "Bash touch once", kind: "execute", rawInput: { command: "touch once" } },
    });
    expect(acp.questions[1]?.options).toMatchObject([
      { kind: "allow_once" },
      { kind: "allow_always", name: "Always: allow Bash(npm run lint:*)" },
      { kind: "reject_once" },
    ]);
    expect(place.has("once")).toBe(true);
    expect(place.has("refused")).toBe(false);
    expect(place.read(".claude/settings.local.json")).toContain("Bash(npm run lint:*)");
    expect(acp.call("Bash touch refused")).toMatchObject({ status: "failed" });
    expect(JSON.stringify(acp.call("Bash touch refused"))).toContain("the user rejected the call");
    expect(await acp.prompt(sessionId, "go on")).toEqual({ stopReason: "cancelled" });
    expect(place.has("cancelled")).toBe(false);
    await acp.prompt(sessionId, "once more");
    expect(place.has("invented")).toBe(false);
    expect(JSON.stringify(acp.call("Bash touch invented"))).toContain("which was not offered");
    await acp.close();
    expect(acp.problems).toEqual([]);
  });

  it("has the permission modes as session modes, and says when a plan that is agreed to changes the mode", async () => {
    const place = acpWorkplace({
      choose: () => "always",
      script: [
        [edit("early.txt")],
        [{ tool: "ExitPlanMode", input: { plan: "1. write a file" } }],
        [edit("late.txt")],
        ["carried out"],
      ],
    });
    const acp = await place.connect();
    const { sessionId, modes } = await acp.newSession();
    const ids = modes?.availableModes.map(({ id }) => id);
    expect(ids).toEqual(["default", "plan", "acceptEdits", "auto", "dontAsk"]);
    const setMode = (modeId: string) =>
      acp.agent.request(methods.agent.session.setMode, { sessionId, modeId });
    await expect(setMode("bypassPermissions")).rejects.toThrow(
      'found the mode "bypassPermissions", expected default, plan, acceptEdits, auto, dontAsk',
    );
    await setMode("plan");
    await acp.prompt(sessionId, "go");
    expect(place.has("early.txt")).toBe(false);
    const question = acp.questions.find(({ toolCall }) => toolCall.kind === "switch_mode");
    expect(JSON.stringify(question?.toolCall.content)).toContain("1. write a file");
    expect(acp.ofKind("current_mode_update")).toMatchObject([{ currentModeId: "acceptEdits" }]);
    expect(place.read("late.txt")).toBe("x\n");
    await acp.close();
    expect(acp.problems).toEqual([]);
  });

  it("asks the questions of the model, with its options", async () => {
    const option = (label: string) => ({ label, description: `use ${label}` });
    const question = {
      question: "Which colour?",
      header: "Colour",
      options: [option("red"), option("blue")],
    };
    const place = acpWorkplace({
      choose: ({ options }) => options.find(({ name }) => name === "blue")?.optionId,
      script: [[{ tool: "AskUserQuestion", input: { questions: [question] } }], ["thanks"]],
    });
    const acp = await place.connect();
    const { sessionId } = await acp.newSession();
    await acp.prompt(sessionId, "go");
    expect(acp.questions[0]?.toolCall.title).toBe("Which colour?");
    expect(JSON.stringify(acp.call("AskUserQuestion"))).toContain("Which colour?: blue");
    await acp.close();
    expect(acp.problems).toEqual([]);
  });
});

describe("acp: hooks", () => {
  it("shows each hook as it runs, and which one refused, rewrote, asked or failed", async () => {
    const answer = (fields: object) =>
      `echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", ...fields } })}'`;
    const on = (matcher: string, text: string) => ({ matcher, ...command(text)[0] });
    const place = acpWorkplace({
      choose: () => "no",
      hooks: {
        PreToolUse: [
          on("Read", "echo not that file >&2; exit 2"),
          on("Glob", answer({ updatedInput: { pattern: "*.md" }, permissionDecision: "allow" })),
          on(
            "Grep",
            answer({ permissionDecision: "ask", permissionDecisionReason: "is it right?" }),
          ),
        ],
        Stop: command("exit 1"),
      },
      script: [
        [
          { tool: "Read", input: { file_path: "a.txt" } },
          { tool: "Glob", input: { pattern: "*.txt" } },
          { tool: "Grep", input: { pattern: "x" } },
        ],
        ["done"],
      ],
    });
    const acp = await place.connect();
    const { sessionId } = await acp.newSession();
    await acp.prompt(sessionId, "go");
    const text = (title: string) => JSON.stringify(acp.call(title)?.["content"]);
    expect(acp.call("Read")).toMatchObject({ status: "failed" });
    expect(text("Read")).toContain("not that file");
    expect(text("PreToolUse:Read hook: echo not")).toContain("decided: refuse");
    expect(text("PreToolUse:Glob hook")).toContain('the input is now {\\"pattern\\":\\"*.md\\"}');
    expect(text("PreToolUse:Grep hook")).toContain("decided: ask");
    expect(JSON.stringify(acp.questions[0]?.toolCall.content)).toContain("is it right?");
    expect(acp.call("Stop hook: exit 1")).toMatchObject({ status: "failed", kind: "other" });
    await acp.close();
    expect(acp.problems).toEqual([]);
  });

  it("G5 a hook refuses the prompt: the client reads why", async () => {
    const hooks = { UserPromptSubmit: command("echo no secrets here >&2; exit 2") };
    const acp = await acpWorkplace({ hooks }).connect();
    const { sessionId } = await acp.newSession();
    expect(await acp.prompt(sessionId, "go")).toEqual({ stopReason: "refusal" });
    expect(acp.said()).toContain("no secrets here");
    await acp.close();
    expect(acp.problems).toEqual([]);
  });
});
