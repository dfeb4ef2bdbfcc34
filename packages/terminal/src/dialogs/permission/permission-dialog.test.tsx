import type { PermissionReply } from "@snaphook/agent";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FileBefore, PermissionPrompt } from "../../state/open-question.ts";
import { dangerous, evil } from "../../testing/evil.ts";
import { keys } from "../../testing/keys.ts";
import { overflowing, renderScreen, widths } from "../../testing/render-screen.tsx";
import { PermissionDialog } from "./permission-dialog.tsx";
import type { ShownQuestion } from "./shown-question.ts";

const allowRule: Offer = {
  update: {
    type: "addRules",
    rules: [{ toolName: "Bash", ruleContent: "npm test:*" }],
    behavior: "allow",
    destination: "localSettings",
  },
  rules: ["Bash(npm test:*)"],
  file: "/project/.claude/settings.local.json",
};
const acceptEdits: Offer = {
  update: { type: "setMode", mode: "acceptEdits", destination: "session" },
  rules: [],
};
const guard = { id: "h1", label: "guard.sh" };

type Offer = ShownQuestion["offers"][number];
const asks = { askedBy: { kind: "nothing-allows-it" }, reasons: [], offers: [] } as const;

const bash = (command: string, more: Partial<ShownQuestion> = {}): ShownQuestion => ({
  call: { name: "Bash", id: "t1", input: { command } },
  ...asks,
  ...more,
});

async function open(
  question: ShownQuestion,
  options: { columns?: number; rows?: number; before?: FileBefore } = {},
) {
  const replies: PermissionReply[] = [];
  const { before, ...size } = options;
  const prompt: PermissionPrompt = {
    kind: "permission",
    question: { ...question, suggestions: [], signal: new AbortController().signal },
    before,
    answer: (reply) => replies.push(reply),
  };
  const screen = renderScreen(<PermissionDialog prompt={prompt} />, size);
  await screen.shows(/❯|too small/);
  return { replies, ...screen };
}

describe("the permission dialog", () => {
  it.each(widths)(
    "at %i columns: everything fits, and nothing controls the terminal",
    async (columns) => {
      const screen = await open(
        bash(`echo ${evil} ${"long ".repeat(60)}\nsecond line`, {
          askedBy: { kind: "hooks", hooks: [{ id: "h1", label: `hook ${evil}` }] },
          reasons: [`because ${evil}\nand more`],
          rewritten: { original: { command: `rm ${evil}` }, by: [guard] },
          agent: { id: "a1", type: `general ${evil}` },
          offers: [allowRule],
        }),
        { columns },
      );
      expect(overflowing(screen.lines(), columns)).toEqual([]);
      expect(screen.text()).not.toMatch(dangerous);
      expect(screen.text()).toContain("second line");
      expect(screen.text()).toContain("\\x1b[2J");
    },
  );

  it("says before the answer that another hook failed", async () => {
    const text = 'lax.sh: permissionDecision "denied" is not valid (to repeat it: x)';
    const troubles = [
      { audience: "user", kind: "failure", text, hook: { id: "l", label: "lax.sh" } },
    ] as const;
    const screen = await open(bash("npm test", { troubles }), { columns: 140 });
    expect(screen.text()).toContain(
      'Hook problem: lax.sh: permissionDecision "denied" is not valid',
    );
    expect(screen.text()).not.toContain("repeat");
  });

  it("G1 shows the rule and its file before it is written", async () => {
    const screen = await open(bash("npm test", { offers: [allowRule] }), { columns: 140 });
    expect(screen.text()).toContain("2. Yes, and always allow Bash(npm test:*)");
    expect(screen.text()).toContain("written to /project/.claude/settings.local.json");
    expect(screen.text()).toContain("No rule allows this call.");
    await screen.type("2");
    expect(screen.replies).toEqual([{ behavior: "allow", updatedPermissions: [allowRule.update] }]);
  });

  it.each(widths)(
    "at %i columns: rules that cannot be read at once are not offered, and all answers are there",
    async (columns) => {
      const rules = [...Array(151).keys()].map((at) => `Bash(program-${at}:*)`);
      for (const [many, why] of [
        [rules, "it would add 151 rules"],
        [["x".repeat(900)], "the rule is too long"],
      ] as const) {
        const screen = await open(bash("ls", { offers: [{ ...allowRule, rules: many }] }), {
          columns,
          rows: 24,
        });
        expect(screen.text()).toContain(`"always" is not offered: ${why}`);
        expect(screen.text()).toContain(" 3. No");
        await screen.type("2");
        expect(screen.replies).toEqual([]);
      }
    },
  );

  it("a number means the same in every question", async () => {
    for (const offers of [[], [allowRule]]) {
      const screen = await open(bash("ls", { offers }));
      await screen.type("3");
      expect(screen.replies).toMatchObject([{ behavior: "deny" }]);
    }
  });

  it("offers nothing whose effect it cannot say", async () => {
    const screen = await open(
      bash("ls", {
        offers: [allowRule, { ...allowRule, update: { ...allowRule.update, behavior: "deny" } }],
      }),
    );
    expect(screen.text()).not.toContain("always");
  });

  it("F2 shows what a hook changed in the call, as a diff with the hook", async () => {
    const screen = await open(
      bash("rm -i old.txt", { rewritten: { original: { command: "rm old.txt" }, by: [guard] } }),
    );
    expect(screen.text()).toContain("Changed by the hook guard.sh");
    expect(screen.text()).toContain("1 - rm old.txt");
    expect(screen.text()).toContain("1 + rm -i old.txt");
  });

  it("says which hook asks and why, and which agent", async () => {
    const screen = await open(
      bash("git push", {
        askedBy: { kind: "hooks", hooks: [guard] },
        reasons: ["pushes need a look"],
        agent: { id: "a1", type: "reviewer" },
      }),
    );
    expect(screen.text()).toContain("The hook guard.sh: pushes need a look");
    expect(screen.text()).toContain("from the reviewer agent");
  });

  it("G1 names the ask rule", async () => {
    const screen = await open(
      bash("git push", {
        askedBy: { kind: "host", rule: "Bash(git push:*)" },
        reasons: ["A permission rule requires the user to approve this call of Bash"],
      }),
    );
    expect(screen.text()).toContain("The rule Bash(git push:*) asks for your approval.");
  });

  it("shows an edit as a diff of the file, and can accept edits from now on", async () => {
    const call = {
      name: "Edit",
      id: "t1",
      input: { file_path: "/project/a.ts", old_string: "two", new_string: "TWO" },
    };
    const before = { path: "/project/a.ts", exists: true, text: "one\ntwo\nthree\n" };
    const screen = await open({ ...asks, call, offers: [acceptEdits] }, { before });
    expect(screen.text()).toContain("Edit /project/a.ts?");
    expect(screen.text()).toContain("2 - two");
    expect(screen.text()).toContain("2 + TWO");
    expect(screen.text()).toContain("2. Yes, and accept edits from now on");
    await screen.type("2");
    expect(screen.replies).toEqual([
      { behavior: "allow", updatedPermissions: [acceptEdits.update] },
    ]);
  });

  it("shows every field of a call", async () => {
    const other = { name: "mcp__db__query", id: "t1", input: { sql: "select 1", limit: 3 } };
    const shown = await open({ ...asks, call: other });
    expect(shown.text()).toContain('"limit": 3');
    const bashed = await open({
      call: { name: "Bash", id: "t1", input: { command: "ls", run_in_background: true } },
      ...asks,
    });
    expect(bashed.text()).toContain("run_in_background: true");
  });

  it.each(widths)(
    "at %i columns: the command comes before what the model says about it, and blanks hide nothing",
    async (columns) => {
      const description = `ls -la${" ".repeat(4000)}.`;
      const screen = await open(
        { call: { name: "Bash", id: "t1", input: { description, command: "touch x" } }, ...asks },
        { columns, rows: 24 },
      );
      const lines = screen.lines();
      const says = lines.findIndex((one) => one.includes("The model says: ls -la ⟨4000 blanks⟩ ."));
      expect(lines.findIndex((one) => one.includes("│ touch x"))).toBe(says - 1);
      expect(screen.text()).not.toContain("more");
      const hidden = await open(bash(`true${" ".repeat(4000)}; rm -rf x\n${"\n".repeat(40)}y`), {
        columns,
        rows: 24,
      });
      expect(hidden.text()).toContain("│ true ⟨4000 blanks⟩ ; rm -rf x");
      expect(hidden.text()).toContain("│ ⟨40 empty lines⟩");
      expect(hidden.text()).toContain("│ y");
    },
  );

  it.each(widths)(
    "at %i columns: who changed the call and why come before it, whatever the hook wrote",
    async (columns) => {
      const command = `${" ".repeat(2000)}${"\n".repeat(40)}touch x`;
      const screen = await open(
        bash(command, {
          askedBy: { kind: "hooks", hooks: [guard] },
          reasons: [`because ${"word ".repeat(300)}`],
          rewritten: { original: { command: "ls" }, by: [guard] },
        }),
        { columns, rows: 24 },
      );
      const lines = screen.lines();
      const at = (text: string) => lines.findIndex((one) => one.includes(text));
      expect(at("Changed by the hook guard.sh")).toBe(2);
      expect(at("The hook guard.sh: because")).toBe(3);
      expect(at("│ ⟨40 empty lines⟩ touch x")).toBeGreaterThan(3);
      expect(at("1 - ls")).toBeGreaterThan(at("touch x"));
    },
  );

  it("text of others never begins where an answer does", async () => {
    const fake = `${"x".repeat(200)}\n❯ 1. Yes\n  2. No`;
    const screen = await open(
      bash(fake, {
        askedBy: { kind: "hooks", hooks: [guard] },
        reasons: [`${"word ".repeat(11)} ❯ 1. Yes\n❯ 1. Yes`],
        rewritten: { original: { command: `${fake}\nmore` }, by: [guard] },
      }),
    );
    const numbered = screen.lines().filter((one) => /^│ (?!│).*\d\. (Yes|No)/.test(one));
    expect(numbered).toHaveLength(2);
  });

  it("whatever the call: the title, who changed it, the beginning of the command and all answers are visible", async () => {
    const piece = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 30 }),
      fc.constantFrom("\n", "\n".repeat(30), " ".repeat(3000), "long ".repeat(200), evil, "漢字"),
    );
    const text = fc.array(piece, { maxLength: 8 }).map((parts) => parts.join(""));
    await fc.assert(
      fc.asyncProperty(
        fc.record({ before: text, description: text, reason: text, label: text, rule: text }),
        fc.constantFrom(...widths),
        fc.integer({ min: 16, max: 40 }),
        async ({ before, description, reason, label, rule }, columns, rows) => {
          const hook = { id: "h1", label: `guard ${label}` };
          const blank = /^[\s\u2800]*$/.test(before) ? before : "";
          const screen = await open(
            {
              call: {
                name: "Bash",
                id: "t1",
                input: { description, command: `${blank}touch this-file ${before}` },
              },
              askedBy: { kind: "hooks", hooks: [hook] },
              reasons: [reason],
              rewritten: { original: { command: before, [label]: 1 }, by: [hook] },
              offers: [{ ...allowRule, rules: [`Bash(${rule}:*)`] }],
            },
            { columns, rows },
          );
          const shown = screen.text();
          expect(screen.lines().length).toBeLessThan(rows);
          expect(overflowing(screen.lines(), columns)).toEqual([]);
          expect(shown).toMatch(/Run this command\?\s+│\n│ Changed by the hook guard/);
          expect(shown).toContain("│ │ ");
          expect(shown).toMatch(/touch\s/);
          expect(shown).toMatch(/❯ 1\. Yes\s+│\n/);
          expect(shown).toMatch(/ \d\. No\s+│\n/);
        },
      ),
      { numRuns: 12 },
    );
  });

  it("scrolls a long command to its end, in a small terminal too", async () => {
    const command = [...Array(200).keys()].map((at) => `echo line-${at}`).join("\n");
    const screen = await open(bash(command), { rows: 16 });
    expect(screen.lines().length).toBeLessThan(16);
    expect(screen.text()).toContain("❯ 1. Yes");
    expect(screen.text()).not.toContain("line-199");
    await screen.type("\u001B[F");
    await screen.shows("line-199");
    await screen.type(keys.pageUp);
    await screen.shows(/↑ \d+ {2}↓ \d+ more/);
  });

  it("No and Esc interrupt; with a message the turn goes on", async () => {
    const refused = { behavior: "deny", interrupt: true };
    const screen = await open(bash("ls"));
    await screen.type(keys.down);
    await screen.shows("❯ 3. No");
    await screen.type(keys.enter);
    expect(screen.replies).toMatchObject([refused]);
    const other = await open(bash("ls"));
    await other.type(keys.escape);
    await expect.poll(() => other.replies).toMatchObject([refused]);
    const third = await open(bash("ls"));
    await third.type(keys.up);
    await third.shows("❯ 3. No");
    await third.type(keys.tab);
    await third.shows("tell the model");
    await third.type("use rg");
    await third.shows("use rg");
    await third.type(keys.enter);
    expect(third.replies).toEqual([{ behavior: "deny", message: "use rg" }]);
  });

  it.each([
    [40, 12],
    [40, 8],
    [20, 5],
  ])(
    "at %i × %i, too small for the command: no answer is shown, and only Esc works",
    async (columns, rows) => {
      const screen = await open(bash(`touch made; echo ${"b".repeat(300)}`), { columns, rows });
      await screen.shows("too small");
      expect(screen.text()).not.toContain("Yes");
      for (const key of ["1", "2", keys.enter]) await screen.type(key);
      expect(screen.replies).toEqual([]);
      await screen.type(keys.escape);
      await expect.poll(() => screen.replies).toMatchObject([{ behavior: "deny" }]);
    },
  );

  it("on a screen where the rule of always would be cut off, always is not offered", async () => {
    const screen = await open(bash("touch made"), { columns: 60, rows: 15 });
    await screen.shows("touch made");
    await screen.shows(/1\. Yes[\s\S]*3\. No/);
    expect(screen.text()).not.toContain("2.");
    await screen.type("2");
    expect(screen.replies).toEqual([]);
  });

  it("keys that arrive together are keys one after the other; what follows the answer is dropped", async () => {
    const screen = await open(bash("ls"));
    await screen.type("3yes\r1");
    expect(screen.replies).toMatchObject([{ behavior: "deny" }]);
    const other = await open(bash("ls"));
    await other.type(keys.tab);
    await other.type("then stop 漢字\r1");
    expect(other.replies).toEqual([{ behavior: "allow", note: "then stop 漢字" }]);
  });

  it("Yes with a message sends it along", async () => {
    const screen = await open(bash("ls"));
    await screen.type(keys.tab);
    await screen.shows("tell the model");
    await screen.type("then stop");
    await screen.shows("then stop");
    await screen.type(keys.enter);
    expect(screen.replies).toEqual([{ behavior: "allow", note: "then stop" }]);
  });
});
