import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Play, play, specific, userTexts } from "./testing/play.ts";

const bash = (command: string) => ({ tool: "Bash", input: { command } });
/** Four calls; after the last one the conversation has 150,000 tokens. */
const long = {
  main: [
    [bash("echo first")],
    [bash("echo second")],
    [bash("echo third")],
    { blocks: [bash("echo fourth")], usage: { input_tokens: 150_000 } },
    ["all done"],
  ],
  compact: [["<summary>three calls</summary>"]],
  after: "done",
};
const automatic: Play = { script: long, autoCompact: 100_000 };
const tooLong = {
  blocks: [],
  error: { status: 400, message: "prompt is too long: 250000 tokens > 200000 maximum" },
};
const failing = { blocks: [], error: { status: 400, message: "no summary today" } };

type Played = Awaited<ReturnType<typeof play>>;
const inputsOf = ({ hookInputs }: Played, event: string) =>
  hookInputs.filter((input) => input["hook_event_name"] === event);
const compactions = ({ events }: Played) => events.filter(({ type }) => type === "compacted");
const notices = ({ events }: Played) =>
  events.flatMap((event) => (event.type === "notice" ? [event.text] : []));
const purposes = ({ requests }: Played) => requests.map(({ purpose }) => purpose);
const aboutCompaction = ({ firedEvents }: Played) =>
  firedEvents.filter((name) => /Compact|SessionStart|Prompt|^Stop/.test(name));
const textsOf = (played: Played, at: number) => userTexts(played.requests.at(at)?.messages ?? []);

describe("/compact", () => {
  it("E1 E14 G8 G11 fires PreCompact, SessionStart and PostCompact, and neither UserPromptSubmit nor Stop", async () => {
    const played = await play({
      prompts: ["hello", "/compact keep the names", "and now?"],
      script: { compact: [["thinking <summary>all of it</summary>"]], after: "done" },
    });
    expect(aboutCompaction(played)).toEqual([
      ...["SessionStart", "UserPromptSubmit", "Stop"],
      ...["PreCompact", "SessionStart", "PostCompact"],
      ...["UserPromptSubmit", "Stop"],
    ]);
    expect(inputsOf(played, "PreCompact")).toMatchObject([
      { trigger: "manual", custom_instructions: "keep the names" },
    ]);
    expect(inputsOf(played, "SessionStart")).toMatchObject([
      { source: "startup" },
      { source: "compact", model: expect.any(String) },
    ]);
    expect(inputsOf(played, "PostCompact")).toMatchObject([
      { trigger: "manual", compact_summary: "thinking <summary>all of it</summary>" },
    ]);
    expect(played.results[1]).toMatchObject({ subtype: "success", isError: false, numTurns: 0 });
    expect(textsOf(played, 1).at(-1)).toContain("keep the names");
    expect(textsOf(played, 2)).toEqual([expect.stringContaining("all of it"), "and now?"]);
    expect(textsOf(played, 2).join()).not.toContain("hello");
  });

  it("E14 without anything to sum up says so; what SessionStart hooks said goes with the next prompt", async () => {
    const played = await play({
      prompts: ["/compact", "hello"],
      answers: { SessionStart: specific("SessionStart", { additionalContext: "welcome" }) },
    });
    expect(played.results[0]).toMatchObject({
      isError: false,
      result: expect.stringContaining("too little to compact"),
    });
    expect(aboutCompaction(played).slice(0, 2)).toEqual(["SessionStart", "PreCompact"]);
    expect(inputsOf(played, "PostCompact")).toEqual([]);
    expect(textsOf(played, 0).join()).toContain("welcome");
  });

  it("G8 without a summary the conversation stays, and the result is an error", async () => {
    const played = await play({
      prompts: ["hello", "/compact", "and now?"],
      script: { main: [], compact: [failing, failing, failing, failing], after: "done" },
    });
    expect(played.results[1]).toMatchObject({
      isError: true,
      result: expect.stringContaining("no summary today"),
    });
    expect(inputsOf(played, "PostCompact")).toEqual([]);
    expect(textsOf(played, -1)).toEqual(["hello", "and now?"]);
  });

  it("E14 F1 a PreCompact hook refuses under claude-code, and has no effect under reference", async () => {
    const refusing: Play & { readonly prompts: readonly string[] } = {
      prompts: ["hello", "/compact", "and now?"],
      answers: { PreCompact: { decision: "block", reason: "not in the middle of a release" } },
      script: { compact: [["<summary>all of it</summary>"]], after: "done" },
    };
    const refused = await play({ ...refusing, profile: "claude-code" });
    expect(refused.results[1]?.result).toContain("not in the middle of a release");
    expect(purposes(refused)).toEqual(["main", "main"]);
    const compacted = await play(refusing);
    expect(purposes(compacted)).toEqual(["main", "compact", "main"]);
  });

  it("a command file of the same name is ignored, and the user reads it", async () => {
    const played = await play({
      prompt: "/compact",
      files: { ".claude/commands/compact.md": "Do something else." },
    });
    expect(played.result.result).toContain("too little to compact");
    expect(notices(played)).toContainEqual(
      expect.stringMatching(/compact\.md is ignored: \/compact is built in/),
    );
  });

  it("G10 a stop of a PreCompact hook ends the input, and the conversation stays", async () => {
    const played = await play({
      prompts: ["hello", "/compact", "and now?"],
      answers: { PreCompact: { continue: false, stopReason: "enough" } },
    });
    expect(played.results[1]).toMatchObject({ result: "enough", terminalReason: "hook_stopped" });
    expect(textsOf(played, -1)).toEqual(["hello", "and now?"]);
  });
});

it("G3 G10 a stop after /compact ends the input; what the summary covers is not said again", async () => {
  const welcome = specific("SessionStart", { additionalContext: "welcome" });
  const first = await play({ prompt: "hello" });
  const played = await play({
    in: first,
    session: { kind: "resume", sessionId: first.session.id },
    prompts: ["/compact", "and now?"],
    script: { compact: [["<summary>all of it</summary>"]], after: "done" },
    answers: {
      SessionStart: [welcome, {}],
      PostCompact: { continue: false, stopReason: "enough" },
    },
  });
  expect(played.results[0]).toMatchObject({ result: "enough", terminalReason: "hook_stopped" });
  expect(textsOf(played, 0).join()).toContain("welcome");
  expect(textsOf(played, 1)).toEqual([expect.stringContaining("all of it"), "and now?"]);
});

describe("automatic compaction", () => {
  it("E14 G8 G11 keeps the last call and its result, and adds one to num_turns", async () => {
    const played = await play({
      ...automatic,
      answers: {
        SessionStart: [{}, specific("SessionStart", { additionalContext: "again" })],
      },
    });
    expect(played.result).toMatchObject({ result: "all done", numTurns: 6 });
    expect(purposes(played)).toEqual(["main", "main", "main", "main", "compact", "main"]);
    expect(inputsOf(played, "PreCompact")).toMatchObject([{ trigger: "auto" }]);
    expect(textsOf(played, -2).join()).not.toContain("fourth");
    expect(textsOf(played, -1)).toEqual([
      '<hook event="SessionStart">\nagain\n</hook>',
      expect.stringContaining("three calls"),
      "fourth",
    ]);
    expect(compactions(played)).toMatchObject([{ trigger: "auto", messages: { length: 3 } }]);
    expect(notices(played)).toContainEqual(expect.stringContaining("was compacted"));
  });

  it("G8 a prompt that was just sent is kept", async () => {
    const full = { blocks: ["answer"], usage: { input_tokens: 150_000 } };
    const played = await play({
      prompts: ["one", "two"],
      script: { main: [full], compact: [["<summary>one</summary>"]], after: "done" },
      autoCompact: 100_000,
    });
    expect(purposes(played)).toEqual(["main", "compact", "main"]);
    expect(textsOf(played, -1)).toEqual([expect.stringContaining("<summary>"), "two"]);
  });

  it("A5 an initialUserMessage of SessionStart is not sent, and the user reads it", async () => {
    const message = specific("SessionStart", { initialUserMessage: "hi" });
    const played = await play({ ...automatic, answers: { SessionStart: [{}, message] } });
    expect(textsOf(played, -1)).not.toContain("hi");
    expect(notices(played)).toContainEqual(
      expect.stringMatching(/initialUserMessage .* not used after a compaction/),
    );
  });

  it("G8 instructions are read again and fire InstructionsLoaded", async () => {
    const played = await play({ ...automatic, files: { "CLAUDE.md": "Be brief." } });
    expect(inputsOf(played, "InstructionsLoaded")).toMatchObject([
      { load_reason: "session_start" },
      { load_reason: "compact" },
    ]);
    expect(textsOf(played, -1)[0]).toContain("Be brief.");
  });

  it.each([
    ["DISABLE_AUTO_COMPACT", { env: { DISABLE_AUTO_COMPACT: "1" } }],
    ["autoCompactEnabled", { userSettings: { autoCompactEnabled: false } }],
  ] as const)("E14 %s turns it off", async (_, off) => {
    const played = await play({ ...automatic, ...off });
    expect(inputsOf(played, "PreCompact")).toEqual([]);
    expect(played.result.result).toBe("all done");
  });

  it("E14 a refused compaction is tried again only when the conversation has grown", async () => {
    const usage = (input_tokens: number) => ({ blocks: [bash("true")], usage: { input_tokens } });
    const sizes = [10, 100_000, 101_000, 104_000, 106_000, 107_000, 112_000];
    const played = await play({
      script: { main: sizes.map(usage), after: "done" },
      autoCompact: 100_000,
      profile: "claude-code",
      answers: { PreCompact: { decision: "block", reason: "later" } },
    });
    expect(played.result).toMatchObject({ isError: false, result: "done" });
    expect(inputsOf(played, "PreCompact")).toHaveLength(3);
    expect(notices(played)).toContainEqual(
      expect.stringMatching(/not compacted: a PreCompact hook refused it/),
    );
  });

  it("E14 G8 a conversation that the server finds too long is compacted, and the turn continues with its task", async () => {
    const played = await play({
      prompt: "count the files",
      script: {
        main: [[bash("echo counted")], tooLong, ["all done"]],
        compact: [["<summary>was counting</summary>"]],
      },
    });
    expect(played.result).toMatchObject({ result: "all done", numTurns: 3 });
    expect(purposes(played)).toEqual(["main", "main", "compact", "main"]);
    expect(textsOf(played, 2)).toContain("count the files");
    expect(textsOf(played, -1)).toEqual([expect.stringContaining("was counting")]);
  });

  it("G9 too long, and no summary: old results are removed, and the turn continues", async () => {
    const played = await play({
      script: {
        main: [[bash("seq 2000")], [bash("echo more")], tooLong, ["all done"]],
        compact: [failing, failing, failing, failing],
      },
    });
    expect(played.result).toMatchObject({ isError: false, result: "all done" });
    expect(notices(played)).toContainEqual(expect.stringContaining("not compacted"));
    expect(played.events.filter(({ type }) => type === "results-trimmed")).toHaveLength(1);
  });
});

it("G8 an interrupt while the summary is written leaves the conversation", async () => {
  let session: { interrupt(): void } | undefined;
  const slow = { blocks: ["<summary>too late</summary>"], delayMs: 60_000 };
  const played = await play({
    prompts: ["hello", "/compact", "and now?"],
    script: { compact: [slow], after: "done" },
    onOpen: (opened) => {
      session = opened;
    },
    emit: ({ type }) => {
      if (type === "compacting") session?.interrupt();
    },
  });
  expect(played.results[1]).toMatchObject({ isError: true, terminalReason: "aborted_streaming" });
  expect(inputsOf(played, "PostCompact")).toEqual([]);
  expect(textsOf(played, -1)).toEqual(["hello", "and now?"]);
});

it("E14 E21 G8 G9 a subagent is compacted on its own, and the session's conversation stays", async () => {
  const agentCall = { description: "count", prompt: "the inner task", subagent_type: "Explore" };
  const first = await play({
    prompt: "the task",
    script: {
      main: [[{ tool: "Agent", input: agentCall }], ["all done"]],
      subagent: long.main,
      compact: long.compact,
      after: "done",
    },
    autoCompact: 100_000,
  });
  expect(first.result).toMatchObject({ result: "all done", numTurns: 2 });
  for (const event of ["PreCompact", "PostCompact"])
    expect(inputsOf(first, event)).toMatchObject([
      { trigger: "auto", agent_type: "Explore", agent_id: expect.any(String) },
    ]);
  expect(inputsOf(first, "SessionStart").at(-1)).toMatchObject({
    source: "compact",
    agent_type: "Explore",
  });
  expect(notices(first)).toContainEqual(
    expect.stringContaining("the conversation of a subagent was compacted"),
  );
  const second = await play({
    in: first,
    prompt: "and now?",
    session: { kind: "resume", sessionId: first.session.id },
  });
  expect(textsOf(second, 0)[0]).toBe("the task");
});

describe("a compacted session", () => {
  it("G8 G9 is resumed with the summary and the kept call, and its transcript has every message", async () => {
    const first = await play({ ...automatic, prompt: "the task" });
    const second = await play({
      in: first,
      prompt: "and now?",
      session: { kind: "resume", sessionId: first.session.id },
    });
    expect(textsOf(second, 0)).toEqual([
      expect.stringContaining("three calls"),
      "fourth",
      "and now?",
    ]);
    const lines = readFileSync(first.session.transcriptPath, "utf8").trim().split("\n");
    const users = lines.map((line) => JSON.parse(line)).filter(({ type }) => type === "user");
    const kept = JSON.stringify(users);
    for (const text of ["the task", "first", "second", "third", "fourth"])
      expect(kept).toContain(text);
  });
});
