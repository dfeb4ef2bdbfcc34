import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { newFolders, play, specific, userTexts } from "./testing/play.ts";
import { testQuestions } from "./testing/section-12.ts";

const sessionEvents = ({ hookInputs }: Awaited<ReturnType<typeof play>>) =>
  hookInputs
    .filter(({ hook_event_name: name }) => name === "SessionStart" || name === "SessionEnd")
    .map(({ hook_event_name, source, reason, session_id }) => [
      hook_event_name,
      source ?? reason,
      session_id,
    ]);

describe("/resume", () => {
  it("E1 E15 ends this session and continues the other one, with its conversation", async () => {
    const first = await play({
      prompt: "remember the number 7",
      answers: { SessionStart: specific("SessionStart", { additionalContext: "be brief" }) },
    });
    const id = first.session.id;
    const { cwd, home } = first;
    const second = await play({
      in: { cwd, home },
      prompts: ["greetings", `/resume ${id}`, "which?"],
    });
    const [begun, , resumed] = sessionEvents(second);
    expect(sessionEvents(second)).toEqual([
      ["SessionStart", "startup", begun?.[2]],
      ["SessionEnd", "resume", begun?.[2]],
      ["SessionStart", "resume", id],
      ["SessionEnd", "other", id],
    ]);
    expect(resumed?.[2]).not.toBe(begun?.[2]);
    expect(second.results[1]).toMatchObject({
      subtype: "success",
      numTurns: 0,
      result: `The session ${id} continues`,
    });
    const last = second.requests.at(-1);
    const read = userTexts(last?.messages ?? []).join("\n");
    expect(read).toContain("remember the number 7");
    expect(read).toContain("which?");
    expect(read).not.toContain("greetings");
    // G2: what hooks said in the other session is still known to come from hooks.
    const [, mark] = /mark="([0-9a-f]{12})"/.exec(last?.request.system ?? "") ?? [];
    expect(JSON.stringify(last?.messages)).toContain(`mark=\\"${mark}\\">\\nbe brief`);
    expect(second.session.id).toBe(id);
  });

  it.each([
    ["reference", "resume"],
    ["claude-code", "fork"],
  ] as const)(
    "E1 E15 continues a copy of a session that is in use, and leaves that one as it is (%s)",
    async (profile, source) => {
      const folders = newFolders();
      let checked = false;
      await play({
        profile,
        in: folders,
        prompt: "remember the number 7",
        async afterPrompts({ id, transcriptPath }) {
          const before = readFileSync(transcriptPath, "utf8");
          const prompts = [`/resume ${id}`, `/resume ${id} --fork-session`, "which?"];
          const other = await play({ profile, in: folders, prompts });
          const copy = other.session.id;
          expect(other.results[0]?.errors[0]).toContain("continue with a copy (--fork-session)");
          expect(other.results[1]?.result).toBe(`A copy of the session ${id} continues as ${copy}`);
          const read = userTexts(other.requests.at(-1)?.messages ?? []).join("\n");
          expect(read).toContain("remember the number 7");
          const [begun] = sessionEvents(other);
          expect(sessionEvents(other)).toEqual([
            begun,
            ["SessionEnd", "resume", begun?.[2]],
            ["SessionStart", source, copy],
            ["SessionEnd", "other", copy],
          ]);
          expect(copy).not.toBe(id);
          expect(readFileSync(transcriptPath, "utf8")).toBe(before);
          checked = true;
        },
      });
      expect(checked).toBe(true);
    },
  );

  it("an unknown, missing or own id is answered, and the session continues", async () => {
    const played = await play({ prompts: ["one", "/resume", "/resume nope", "two"] });
    expect(played.results.map(({ isError }) => isError)).toEqual([false, true, true, false]);
    expect(played.results[1]?.result).toContain(
      "/resume needs the id of a session; the newest are:",
    );
    expect(played.results[2]?.result).toContain("there is no session nope");
    const own = await play({
      in: played,
      session: { kind: "continue" },
      prompt: `/resume ${played.session.id}`,
    });
    expect(own.result.result).toBe(`The session ${played.session.id} is this one`);
    expect(sessionEvents(own).map(([name]) => name)).toEqual(["SessionStart", "SessionEnd"]);
  });
});

describe("E15 commands that end the session", () => {
  it.each([
    ["/exit", "prompt_input_exit"],
    ["/quit", "prompt_input_exit"],
    ["/logout", "logout"],
  ])(
    "%s has the reason %s, and asks neither the model nor prompt hooks",
    async (prompt, reason) => {
      const played = await play({ prompt });
      const { result, requests, firedEvents } = played;
      expect(sessionEvents(played).at(-1)?.slice(0, 2)).toEqual(["SessionEnd", reason]);
      expect(result).toMatchObject({ subtype: "success", endsSession: reason, numTurns: 0 });
      expect(requests).toEqual([]);
      expect(firedEvents).not.toContain("UserPromptSubmit");
    },
  );
});

testQuestions([
  {
    question: "output of /clear",
    ask: async (profile) => {
      const { newTexts } = await play({ profile, prompts: ["one", "/clear", "two"] });
      return newTexts[1]?.filter((text) => text !== "two");
    },
    answers: { reference: [], "claude-code": ["The user ran the command /clear."], envoy: [] },
  },
]);
