import type { PermissionReply } from "@snaphook/agent";
import { describe, expect, it } from "vitest";
import type { PermissionPrompt } from "../state/open-question.ts";
import { dangerous, evil } from "../testing/evil.ts";
import { keys } from "../testing/keys.ts";
import { permissionQuestion } from "../testing/permission-question.ts";
import { overflowing, renderScreen, widths } from "../testing/render-screen.tsx";
import { CallDialog } from "./call-dialog.tsx";

const acceptEdits = {
  update: { type: "setMode", mode: "acceptEdits", destination: "session" },
  rules: [],
} as const;

async function open(
  name: string,
  input: PermissionPrompt["question"]["call"]["input"],
  size: { readonly columns?: number; readonly rows?: number } = {},
) {
  const replies: PermissionReply[] = [];
  const asked = permissionQuestion(name, input);
  const offers = name === "ExitPlanMode" ? [acceptEdits] : [];
  const prompt: PermissionPrompt = {
    ...asked,
    question: { ...asked.question, offers },
    answer: (reply) => replies.push(reply),
  };
  const screen = renderScreen(<CallDialog prompt={prompt} />, size);
  await screen.shows("❯");
  return { replies, ...screen };
}

const color = {
  question: "Which color?",
  header: "Color",
  multiSelect: false,
  options: [
    { label: "Red", description: "warm", preview: "RED PREVIEW" },
    { label: "Blue", description: "cold", preview: "BLUE PREVIEW" },
  ],
};
const size = { ...color, question: "Which sizes?", header: "Size", multiSelect: true };

describe("questions of the model", () => {
  it.each(widths)("at %i columns: fit, and nothing controls the terminal", async (columns) => {
    const bad = {
      question: `${evil} ${"long ".repeat(50)}`,
      header: evil,
      options: [
        { label: evil, description: evil.repeat(5), preview: `${evil}\n${"x".repeat(200)}` },
      ],
    };
    const screen = await open(
      "AskUserQuestion",
      { questions: [bad, color] },
      { columns, rows: 24 },
    );
    expect(overflowing(screen.lines(), columns)).toEqual([]);
    expect(screen.lines().length).toBeLessThan(24);
    expect(screen.text()).not.toMatch(dangerous);
  });

  it("shows the preview of the option, and answers", async () => {
    const screen = await open("AskUserQuestion", { questions: [color] });
    expect(screen.text()).toContain("RED PREVIEW");
    await screen.type(keys.down);
    await screen.shows("BLUE PREVIEW");
    await screen.type(keys.enter);
    expect(screen.replies).toEqual([
      {
        behavior: "allow",
        updatedInput: { questions: [color], answers: { "Which color?": "Blue" } },
      },
    ]);
  });

  it("several questions: shows all answers before they are sent", async () => {
    const screen = await open("AskUserQuestion", { questions: [color, size] });
    await screen.type("1");
    await screen.shows("Which sizes?");
    await screen.type("12");
    await screen.shows(/1\. \[x\] Red[\s\S]*2\. \[x\] Blue/);
    await screen.type(keys.enter);
    await screen.shows("[Send]");
    await screen.type(keys.enter);
    expect(screen.replies).toMatchObject([{ behavior: "allow" }]);
  });

  it("a call whose questions cannot be read is shown as it is", async () => {
    const screen = await open("AskUserQuestion", { questions: 3 });
    expect(screen.text()).toContain('"questions": 3');
  });
});

describe("a plan", () => {
  const plan = "# The plan\n\n- first\n- second";

  it.each(widths)(
    "at %i columns: fits, scrolls, and nothing controls the terminal",
    async (columns) => {
      const long = `${evil}\n\n${"word ".repeat(300)}\n\n| a | b |\n|---|---|\n| ${evil} | 漢字 |`;
      const screen = await open("ExitPlanMode", { plan: long }, { columns, rows: 20 });
      expect(overflowing(screen.lines(), columns)).toEqual([]);
      expect(screen.lines().length).toBeLessThan(20);
      expect(screen.text()).not.toMatch(dangerous);
      expect(screen.text()).toContain("PgDn");
    },
  );

  it("is approved: 1 asks before each edit, 2 accepts edits", async () => {
    const screen = await open("ExitPlanMode", { plan });
    expect(screen.text()).toContain("The plan");
    expect(screen.text()).toMatch(
      /❯ 1\. Yes, ask before each edit[\s│]+2\. Yes, and accept edits from now on[\s│]+3\. No, keep planning/,
    );
    await screen.type("1");
    await screen.type("2");
    expect(screen.replies).toEqual([
      { behavior: "allow" },
      { behavior: "allow", updatedPermissions: [acceptEdits.update] },
    ]);
  });

  it("No keeps planning; a message goes to the model", async () => {
    const screen = await open("ExitPlanMode", { plan });
    await screen.type("3");
    expect(screen.replies).toMatchObject([{ behavior: "deny", interrupt: true }]);
    await screen.type(keys.up);
    await screen.shows("❯ 3.");
    await screen.type(keys.tab);
    await screen.shows("tell the model");
    await screen.type("smaller steps\r");
    expect(screen.replies[1]).toEqual({ behavior: "deny", message: "smaller steps" });
  });
});
