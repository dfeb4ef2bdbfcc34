import { appendFileSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { play, specific, userTexts } from "./testing/play.ts";

const hello = specific("SessionStart", { additionalContext: "welcome" });

describe("a session that is continued", () => {
  it("E1 --continue continues the newest conversation of the directory, with source resume", async () => {
    const first = await play({ prompt: "one", answers: { SessionStart: hello } });
    const second = await play({
      in: first,
      prompt: "two",
      session: { kind: "continue" },
      answers: { SessionStart: specific("SessionStart", { additionalContext: "welcome back" }) },
    });
    expect(second.session.id).toBe(first.session.id);
    expect(second.hookInputs[0]).toMatchObject({ source: "resume", session_id: first.session.id });
    expect(userTexts(second.requests[0]?.messages ?? [])).toEqual([
      '<hook event="SessionStart">\nwelcome\n</hook>',
      "one",
      '<hook event="SessionStart">\nwelcome back\n</hook>',
      "two",
    ]);
  });

  it("section 12: resumedSessionStart: context that the conversation already has is added again, or not", async () => {
    const again = async (profile: "reference" | "claude-code") => {
      const first = await play({ prompt: "one", profile, answers: { SessionStart: hello } });
      const second = await play({
        in: first,
        profile,
        prompt: "two",
        session: { kind: "resume", sessionId: first.session.id },
        answers: { SessionStart: hello },
      });
      const texts = userTexts(second.requests[0]?.messages ?? []);
      return texts.filter((text) => text.includes("welcome")).length;
    };
    expect(await again("reference")).toBe(2);
    expect(await again("claude-code")).toBe(1);
  });

  it("section 12: forkSource: a fork has its own id and file, and the source that the profile says", async () => {
    const first = await play({ prompt: "one" });
    const before = readFileSync(first.session.transcriptPath, "utf8");
    const forked = async (profile: "reference" | "claude-code") =>
      play({ in: first, profile, prompt: "two", session: { kind: "continue", fork: true } });
    const reference = await forked("reference");
    expect(reference.session.id).not.toBe(first.session.id);
    expect(readFileSync(first.session.transcriptPath, "utf8")).toBe(before);
    expect(reference.hookInputs[0]).toMatchObject({ source: "resume" });
    expect((await forked("claude-code")).hookInputs[0]).toMatchObject({ source: "fork" });
    expect(userTexts(reference.requests[0]?.messages ?? [])).toEqual(["one", "two"]);
  });

  it("G9 invalid lines and an incomplete one are reported; the session continues", async () => {
    const first = await play({ prompt: "one" });
    appendFileSync(first.session.transcriptPath, 'rubbish\n{"type":"user","mess');
    const { events, result } = await play({
      in: first,
      prompt: "two",
      session: { kind: "continue" },
    });
    expect(result.result).toBe("done");
    const notices = events.flatMap((event) => (event.type === "notice" ? [event.text] : []));
    expect(notices).toEqual([
      expect.stringMatching(/1 line is not a valid record .* line \d+/),
      expect.stringContaining("20 bytes"),
    ]);
  });

  it("G9 E22 the transcript has a line for each event, written before hooks run", async () => {
    const seen: string[] = [];
    const { session } = await play({
      script: [[{ tool: "Bash", input: { command: "echo hi" } }], ["bye"]],
      answers: {
        PostToolBatch: (input) => {
          seen.push(readFileSync(String(input["transcript_path"]), "utf8"));
          return {};
        },
      },
    });
    expect(seen[0]).toContain('"tool_result"');
    const records = readFileSync(session.transcriptPath, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const types = records.map(({ type, subtype }) => (subtype ? `${type}/${subtype}` : type));
    expect(types.filter((type) => !type.startsWith("hook"))).toEqual([
      "system/init",
      "user",
      "assistant",
      "user",
      "assistant",
      "result/success",
    ]);
    expect(records.at(0)).toMatchObject({ session_id: session.id, tools: expect.any(Array) });
    expect(records.findLast(({ type }) => type === "result")).toMatchObject({
      num_turns: 2,
      result: "bye",
      usage: expect.any(Object),
    });
  });
});
