import type { PermissionQuestion, PermissionReply } from "@snaphook/agent";
import { brand, printedLines } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { permissionQuestion } from "../testing/permission-question.ts";
import { manyBlanks, questionsWith } from "../testing/questions-with.ts";
import { plainQuestion } from "./plain-question.ts";

describe("questions as lines", () => {
  it("a changed settings file is shown as a difference, and applies only after a yes", () => {
    const answers: boolean[] = [];
    const { lines, take } = plainQuestion({
      id: 1,
      kind: "change",
      change: { file: "/a/settings.json", before: "{\n}", after: '{\n"model": "x"\n}' },
      answer: (isApplied) => answers.push(isApplied),
    });
    expect(lines.join("\n")).toMatch(/settings\.json was changed[\s\S]*\+ ?"model": "x"/);
    take("y");
    take("n");
    expect(answers).toEqual([true, false]);
  });

  it("a form of an MCP server that cannot be shown is declined, whatever the user types", () => {
    const answers: unknown[] = [];
    const question = { server: "mail", message: "Which one?", schema: {}, url: undefined };
    const { lines, take } = plainQuestion({
      id: 1,
      kind: "elicitation",
      question,
      answer: (answer) => answers.push(answer),
    });
    expect(lines.join("\n")).toContain("The MCP server mail asks: Which one?");
    take("y");
    take("n");
    expect(answers).toEqual([{ action: "decline" }, { action: "decline" }]);
  });

  it("what needs trust is shown with its matcher, command, place and script, and as a difference if it changed", () => {
    const item = {
      title: "PreToolUse",
      when: "these tools: Bash",
      what: "./guard.sh",
      place: "s.json:3",
      definition: "{}",
      files: [{ path: "guard.sh", about: "its script", text: "exit 2\n" }],
      notCovered: [],
      fingerprint: "f",
    };
    const { lines } = plainQuestion({
      id: 1,
      kind: "trust",
      project: "/project",
      items: [
        { ...item, id: "a", state: "new", differences: [] },
        {
          ...item,
          id: "b",
          state: "changed",
          differences: [{ summary: "guard.sh changed", diff: "-exit 2\n+exit 0" }],
        },
      ],
      problem: undefined,
      preselected: undefined,
      answer: () => {},
    });
    const text = lines.join("\n");
    expect(text).toMatch(/these tools: Bash\n│ +\.\/guard\.sh\n│ +s\.json:3\n[\s\S]*│ +exit 2/);
    expect(text).toMatch(/changed since you trusted it[\s\S]*-exit 2\n│ +\+exit 0/);
    expect(text).toContain(`${brand.command} trust`);
  });

  it("F2 a call says which hook asks, and what a hook changed in it", () => {
    const { lines } = plainQuestion({
      id: 1,
      ...permissionQuestion("Bash", { command: "npm ci --ignore-scripts" }),
      question: {
        ...permissionQuestion("Bash", { command: "npm ci --ignore-scripts" }).question,
        askedBy: { kind: "hooks", hooks: [{ id: "h", label: "safe.sh" }] },
        reasons: ["scripts can do anything"],
        rewritten: { original: { command: "npm ci" }, by: [{ id: "h", label: "safe.sh" }] },
      },
    });
    const text = lines.join("\n");
    expect(text).toContain("Changed by the hook safe.sh");
    expect(text).toContain("The hook safe.sh: scripts can do anything");
    expect(text).toMatch(/│ npm ci --ignore-scripts[\s\S]*What was changed:[\s\S]*-.*npm ci$/m);
  });

  const asked = (input: Readonly<Record<string, unknown>>, name = "AskUserQuestion") => {
    const replies: PermissionReply[] = [];
    const call = { name, input } as PermissionQuestion["call"];
    const question = plainQuestion({
      id: 1,
      kind: "permission",
      question: { call, reasons: [] as readonly string[] } as PermissionQuestion,
      before: undefined,
      answer: (reply) => void replies.push(reply),
    });
    return { replies, ...question };
  };
  const color = {
    question: "Which color?",
    options: [{ label: "red", description: "like fire" }, { label: "blue" }],
  };
  const sizes = {
    question: "Which sizes?",
    options: [{ label: "S" }, { label: "M" }, { label: "L" }],
    multiSelect: true,
  };

  it("the model's questions are asked one after the other, with numbers", () => {
    const input = { questions: [color, sizes, { ...color, question: "And below?" }] };
    const { lines, take, replies } = asked(input);
    expect(lines.slice(0, 3)).toEqual([
      "Question 1 of 3: Which color?",
      "  1. red: like fire",
      "  2. blue",
    ]);
    expect(take("3")).toEqual([expect.stringContaining("no option 3")]);
    expect(take("1 2")).toEqual([expect.stringContaining("Only one")]);
    expect(take("2")?.[0]).toBe("Question 2 of 3: Which sizes?");
    expect(take("3, 1")?.[0]).toBe("Question 3 of 3: And below?");
    expect(take("a light green")).toBeUndefined();
    const answers = {
      "Which color?": "blue",
      "Which sizes?": "S, L",
      "And below?": "a light green",
    };
    expect(replies).toEqual([{ behavior: "allow", updatedInput: { ...input, answers } }]);
  });

  it("an empty line answers none of the model's questions", () => {
    const { take, replies } = asked({ questions: [color] });
    expect(take(" ")).toBeUndefined();
    expect(replies).toMatchObject([{ behavior: "deny", interrupt: true }]);
  });

  it("a plan is shown as the model wrote it", () => {
    const { lines, take, replies } = asked({ plan: "# Plan\n\n1. Test" }, "ExitPlanMode");
    expect(lines.slice(1, 4)).toEqual(["  # Plan", "  ", "  1. Test"]);
    take("y");
    expect(replies).toEqual([{ behavior: "allow" }]);
  });
});

describe.each(Object.entries(manyBlanks))("%s", (_name, blanks) => {
  it.each(questionsWith(`Ⓐ${blanks}Ⓩ`))("hide nothing in %s", (_kind, question) => {
    const asked = plainQuestion({ id: 1, ...question });
    // An option that does not exist is asked about again, and an answer leads to the next question.
    const lines = [...asked.lines, ...(asked.take("7") ?? []), ...(asked.take("1") ?? [])];
    const printed = printedLines(lines);
    expect(printed).not.toMatch(/[\p{Zs}\t\u2800]{50}/u);
    expect(printed).not.toMatch(/(?:^[-+|\p{Zs}\t\u2800]*\n){5}/mu);
    // A row that is cut says so, and its text is repeated below.
    const whole = printed.replaceAll(/^.*…$/gm, "");
    expect(whole.split("Ⓩ").length).toBe(whole.split("Ⓐ").length);
  });
});
