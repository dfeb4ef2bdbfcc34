import { describe, expect, it } from "vitest";
import type { TrustAnswer, TrustItem, TrustPrompt } from "../../state/start-questions.ts";
import { dangerous, evil } from "../../testing/evil.ts";
import { keys } from "../../testing/keys.ts";
import { overflowing, renderScreen, widths } from "../../testing/render-screen.tsx";
import { ProblemsDialog } from "./problems-dialog.tsx";
import { TrustDialog } from "./trust-dialog.tsx";

const guard: TrustItem = {
  id: "guard",
  title: "PreToolUse",
  when: "these tools: Bash",
  what: "/project/guard.sh",
  place: "/project/.claude/settings.json:4",
  definition: '{\n  "type": "command"\n}',
  state: "new",
  differences: [],
  files: [{ path: "guard.sh", about: "20 bytes, mode 755", text: "#!/bin/sh\nexit 2\n" }],
  notCovered: ["curl: a program found on PATH"],
  fingerprint: "1",
};
const changed: TrustItem = {
  ...guard,
  id: "changed",
  title: "Stop",
  when: "always",
  state: "changed",
  differences: [
    { summary: "check.sh: the content changed", diff: "@@ -1 +1 @@\n-exit 2\n+exit 0" },
  ],
};

async function review(
  items: readonly TrustItem[],
  more: Partial<TrustPrompt> & { columns?: number; rows?: number } = {},
) {
  const answers: TrustAnswer[] = [];
  const { columns = 80, rows = 60, ...fields } = more;
  const prompt: TrustPrompt = {
    kind: "trust",
    project: "/project",
    items,
    problem: undefined,
    preselected: "continue-without-trust",
    answer: (answer) => answers.push(answer),
    ...fields,
  };
  const screen = renderScreen(<TrustDialog prompt={prompt} />, { columns, rows });
  await screen.shows("❯");
  return { answers, ...screen };
}

describe("the trust review", () => {
  it.each(widths)("at %i columns: fits, and nothing controls the terminal", async (columns) => {
    const item: TrustItem = {
      ...guard,
      what: `run ${evil}`,
      place: `/p/${evil}:1`,
      definition: evil,
      files: [{ path: evil, about: evil, text: `${evil} ${"x".repeat(300)}\n${evil}` }],
      notCovered: [evil],
    };
    const bad = { ...changed, differences: [{ summary: evil, diff: `+${evil}` }] };
    const screen = await review([item, bad], { columns, rows: 30, problem: evil, project: evil });
    expect(overflowing(screen.lines(), columns)).toEqual([]);
    expect(screen.text()).not.toMatch(dangerous);
    expect(screen.lines().length).toBeLessThan(30);
  });

  it("T1 shows event, matcher, command, place and script, or what changed", async () => {
    const screen = await review([guard, changed]);
    for (const text of [
      "PreToolUse, these tools: Bash",
      "/project/guard.sh",
      "/project/.claude/settings.json:4",
      "#!/bin/sh",
      "Stop, always  changed since you trusted it",
      "-exit 2",
      "+exit 0",
      "curl: a program found on PATH",
    ])
      expect(screen.text()).toContain(text);
  });

  it("trusts nothing by default", async () => {
    const screen = await review([guard, changed]);
    await screen.type(keys.enter);
    expect(screen.answers).toEqual([{ do: "trust", ids: [] }]);
  });

  it("trusts all", async () => {
    const screen = await review([guard, changed]);
    await screen.type("2");
    expect(screen.answers).toEqual([{ do: "trust", ids: ["guard", "changed"] }]);
  });

  it("trusts one by one; Esc goes back to the list", async () => {
    const screen = await review([guard, changed]);
    await screen.type("3");
    await screen.shows("1 of 2. Trust this?");
    await screen.type(keys.escape);
    await screen.shows("Decide one by one");
    await screen.type("3");
    await screen.shows("1 of 2. Trust this?");
    await screen.type(keys.enter);
    await screen.shows("2 of 2. Trust this?");
    await screen.type("2");
    expect(screen.answers).toEqual([{ do: "trust", ids: ["changed"] }]);
  });

  it("Esc leaves; a profile can select that first", async () => {
    const screen = await review([guard]);
    await screen.type(keys.escape);
    await expect.poll(() => screen.answers).toEqual([{ do: "leave" }]);
    const other = await review([guard], { preselected: "leave" });
    expect(other.text()).toContain("❯ 1. No, leave");
    await other.type(keys.enter);
    expect(other.answers).toEqual([{ do: "leave" }]);
  });
});

describe("problems of settings", () => {
  const problem = {
    place: "/project/.claude/settings.json:6:26",
    path: "hooks.Stop[0].hooks[0].command",
    message: "command is missing",
    advice: 'write "command": "…"',
  };

  it.each(widths)(
    "C5 at %i columns: place, reason and advice; leaving is selected",
    async (columns) => {
      const answers: string[] = [];
      const bad = { place: evil, path: evil, message: evil.repeat(9), advice: evil };
      const answer = (one: string) => answers.push(one);
      const prompt = { problems: [problem, bad], refusing: 4, answer };
      const screen = renderScreen(<ProblemsDialog prompt={{ kind: "problems", ...prompt }} />, {
        columns,
      });
      await screen.shows("command is missing");
      expect(screen.text()).toContain(problem.place);
      expect(screen.text()).toContain("4 trusted hooks");
      expect(overflowing(screen.lines(), columns)).toEqual([]);
      expect(screen.text()).not.toMatch(dangerous);
      await screen.type(keys.enter);
      await screen.type("2");
      expect(answers).toEqual(["leave", "continue"]);
    },
  );
});
