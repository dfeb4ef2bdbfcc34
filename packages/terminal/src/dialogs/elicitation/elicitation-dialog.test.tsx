import { describe, expect, it } from "vitest";
import type { ElicitationAnswer, ElicitationPrompt } from "../../state/open-question.ts";
import { dangerous, evil } from "../../testing/evil.ts";
import { keys } from "../../testing/keys.ts";
import { overflowing, renderScreen, widths } from "../../testing/render-screen.tsx";
import { ElicitationDialog } from "./elicitation-dialog.tsx";

async function open(
  question: Partial<ElicitationPrompt["question"]>,
  size: { readonly columns?: number; readonly rows?: number } = {},
) {
  const answers: ElicitationAnswer[] = [];
  const prompt: ElicitationPrompt = {
    kind: "elicitation",
    question: {
      server: "db",
      message: "Who are you?",
      schema: undefined,
      url: undefined,
      ...question,
    },
    answer: (answer) => answers.push(answer),
  };
  const screen = renderScreen(<ElicitationDialog prompt={prompt} />, size);
  await screen.shows("❯");
  return { answers, ...screen };
}

describe("a question of an MCP server", () => {
  it.each(widths)("at %i columns: fits, and nothing controls the terminal", async (columns) => {
    const property = { type: "string", title: evil, description: evil.repeat(6), default: evil };
    const choice = { enum: [evil, evil.repeat(9)] };
    const many = Object.fromEntries([...Array(20).keys()].map((at) => [`f${at}`, property]));
    const schema = { properties: { [evil]: choice, ...many } };
    const screen = await open(
      { server: evil, message: `${evil}\n${"x".repeat(300)}`, schema },
      { columns, rows: 24 },
    );
    expect(overflowing(screen.lines(), columns)).toEqual([]);
    expect(screen.lines().length).toBeLessThan(24);
    expect(screen.text()).not.toMatch(dangerous);
  });

  it("a form with messages about what is wrong", async () => {
    const schema = { properties: { age: { type: "integer", minimum: 18 } }, required: ["age"] };
    const screen = await open({ schema });
    expect(screen.text()).toContain("The MCP server db asks");
    expect(screen.text()).toContain("age *:");
    await screen.type("7\r");
    await screen.shows("It must be at least 18.");
    await screen.type(`${keys.backspace}`);
    await screen.type("30\r");
    await screen.shows("❯ Send");
    await screen.type(keys.enter);
    expect(screen.answers).toEqual([{ action: "accept", content: { age: 30 } }]);
  });

  it("an address: shown with its host, declined by default", async () => {
    const screen = await open({ url: "https://login.example.com/x?y=1" });
    expect(screen.text()).toContain("https://login.example.com/x?y=1");
    expect(screen.text()).toContain("on login.example.com");
    await screen.type(keys.enter);
    await screen.type("2");
    expect(screen.answers).toEqual([{ action: "decline" }, { action: "accept" }]);
  });

  it("Esc cancels", async () => {
    const screen = await open({ schema: { properties: { a: { type: "boolean" } } } });
    await screen.type(keys.escape);
    await expect.poll(() => screen.answers).toEqual([{ action: "cancel" }]);
  });
});
