import { expect, it } from "vitest";
import { play } from "../loop/testing/play.ts";
import { earlierSessions } from "./earlier-sessions.ts";

it("sessions of the folder are listed with their first prompt and the number of their messages", async () => {
  const { cwd, home, session } = await play({
    headless: false,
    prompts: ["first\nof all", "second"],
    answers: {
      UserPromptSubmit: {
        hookSpecificOutput: { hookEventName: "UserPromptSubmit", sessionTitle: "The title" },
      },
    },
  });
  const model = () => Promise.reject(new Error("no model is needed"));
  const options = { cwd, home, env: { HOME: home }, model };
  expect(await earlierSessions(options)).toEqual([
    {
      id: session.id,
      modified: expect.any(Date),
      firstPrompt: "first\nof all",
      messages: 4,
      title: "The title",
    },
  ]);
  expect(await earlierSessions({ ...options, cwd: home })).toEqual([]);
});

it("the first prompt is what the user typed, not instructions, files or what a command stands for", async () => {
  const files = {
    "CLAUDE.md": "Use tabs.",
    "notes.txt": "some notes",
    ".claude/commands/commit.md": "Look at the diff.",
  };
  const model = () => Promise.reject(new Error("no model is needed"));
  for (const prompt of ["read @notes.txt", "/commit"]) {
    const { cwd, home } = await play({ headless: false, files, prompts: [prompt] });
    const listed = await earlierSessions({ cwd, home, env: { HOME: home }, model });
    expect(listed.map(({ firstPrompt }) => firstPrompt)).toEqual([prompt]);
  }
});
