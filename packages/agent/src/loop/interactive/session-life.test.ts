import { describe, expect, it } from "vitest";
import { lastOf, newFolders, play, specific, userTexts } from "../testing/play.ts";

const interactive = { headless: false, profile: "claude-code" } as const;

describe("an interactive session", () => {
  it("E1 SessionStart of a session that continues says what continuing costs", async () => {
    const first = await play({ ...interactive, script: [["hi"]] });
    const { hookInputs } = await play({
      ...interactive,
      in: first,
      session: { kind: "continue" },
      script: [["hi"], ["hi"]],
    });
    expect(hookInputs[0]).toMatchObject({
      source: "resume",
      model: expect.any(String),
      seconds_since_last_response: expect.any(Number),
      context_tokens: expect.any(Number),
      prompt_cache_likely_expired: false,
    });
  });

  it("E1 E15 /resume fires SessionEnd with the current id and SessionStart with the chosen one", async () => {
    const first = await play({ ...interactive, script: [["hi"]] });
    const { hookInputs, session } = await play({
      ...interactive,
      in: first,
      prompts: [`/resume ${first.session.id}`],
    });
    const ids = hookInputs.map(({ session_id }) => session_id);
    expect(ids[1]).not.toBe(first.session.id);
    expect(hookInputs.slice(1)).toMatchObject([
      { hook_event_name: "SessionEnd", reason: "resume", session_id: ids[0] },
      {
        hook_event_name: "SessionStart",
        source: "resume",
        session_id: first.session.id,
        context_tokens: expect.any(Number),
        seconds_since_last_response: expect.any(Number),
      },
      { hook_event_name: "SessionEnd", session_id: first.session.id },
    ]);
    expect(session.id).toBe(first.session.id);
  });

  it("A5 sessionTitle names the session: the caller sees it, and later events have it", async () => {
    const home = newFolders();
    const { hookInputs, events, session } = await play({
      ...interactive,
      in: home,
      answers: {
        SessionStart: specific("SessionStart", { sessionTitle: "first title" }),
        UserPromptSubmit: specific("UserPromptSubmit", { sessionTitle: "second title" }),
      },
    });
    expect(hookInputs.map(({ session_title }) => session_title)).toEqual([
      undefined,
      "first title",
      "second title",
      "second title",
    ]);
    expect(events.filter(({ type }) => type === "title")).toMatchObject([
      { title: "first title" },
      { title: "second title" },
    ]);
    expect(session.title).toBe("second title");
    const continued = await play({ ...interactive, in: home, session: { kind: "continue" } });
    expect(continued.hookInputs[0]).toMatchObject({ session_title: "second title" });
  });

  it("E15 /exit ends the session with prompt_input_exit; a prompt that waits is not lost in silence", async () => {
    const { hookInputs, events } = await play({
      ...interactive,
      prompts: ["/exit"],
      afterPrompts: async (session) => void (await session.queue.add("one more")),
    });
    expect(lastOf(hookInputs)).toMatchObject({ reason: "prompt_input_exit" });
    expect(events).toContainEqual(
      expect.objectContaining({ type: "notice", text: expect.stringContaining("one more") }),
    );
  });

  it("G10 a prompt that a hook stops stays, and goes with the reason along with the next prompt", async () => {
    const { results, requests } = await play({
      ...interactive,
      prompts: ["first", "second"],
      script: [["done"]],
      answers: { UserPromptSubmit: [{ continue: false, stopReason: "enough" }, {}] },
    });
    expect(results[0]).toMatchObject({ terminalReason: "hook_stopped", result: "enough" });
    expect(results[0]?.promptRefused).toBeUndefined();
    expect(requests).toHaveLength(1);
    expect(userTexts(lastOf(requests).messages)).toEqual([
      "first",
      "second",
      expect.stringContaining("enough"),
    ]);
  });

  it("G5 a refused prompt is not sent, also not later, and its result says so", async () => {
    const { results, requests } = await play({
      ...interactive,
      prompts: ["first", "second"],
      script: [["done"]],
      answers: { UserPromptSubmit: [{ decision: "block", reason: "not that" }, {}] },
    });
    expect(results[0]).toMatchObject({ promptRefused: true });
    expect(results[0]?.result).toContain("not that");
    expect(userTexts(lastOf(requests).messages)).toEqual(["second"]);
  });

  it("G10 G14 a prompt that is not used because a hook stopped the start comes back", async () => {
    const { results } = await play({
      headless: false,
      prompts: ["first", "second"],
      answers: { SessionStart: { continue: false, stopReason: "not today" } },
    });
    expect(results).toMatchObject([
      { terminalReason: "hook_stopped", withdrawnPrompts: ["first"] },
      { result: "done" },
    ]);
  });
});
