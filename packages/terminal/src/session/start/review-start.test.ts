import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hooksToReview } from "@snaphook/agent";
import type { ProfileName } from "@snaphook/protocol";
import { describe, expect, it, onTestFinished } from "vitest";
import type { SettingsProblem, TrustAnswer, TrustPrompt } from "../../state/start-questions.ts";
import { reviewStart } from "./review-start.ts";
import { reviewTrust } from "./review-trust.ts";

type Shown = Omit<TrustPrompt, "kind" | "answer">;

const hook = { type: "command", command: "$CLAUDE_PROJECT_DIR/guard.sh" };
const settings = { hooks: { PreToolUse: [{ matcher: "Bash", hooks: [hook] }] } };

function project(content: unknown = settings) {
  const folder = mkdtempSync(join(tmpdir(), "review-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [cwd, home] = [join(folder, "project"), join(folder, "home")];
  mkdirSync(join(cwd, ".claude"), { recursive: true });
  mkdirSync(home);
  writeFileSync(join(cwd, ".claude/settings.json"), JSON.stringify(content));
  const script = join(cwd, "guard.sh");
  const write = (text: string) => writeFileSync(script, `#!/bin/sh\n${text}\n`);
  write("exit 2");
  chmodSync(script, 0o755);
  return { cwd, home, write };
}

/** Opens nothing: answers are given in order, and what was shown is returned. */
async function start(
  { cwd, home }: { readonly cwd: string; readonly home: string },
  answers: readonly ((shown: Shown) => TrustAnswer)[],
  more: { readonly profile?: ProfileName; readonly trustProject?: boolean } = {},
) {
  const shown: Shown[] = [];
  const problems: (readonly SettingsProblem[])[] = [];
  const refusing: number[] = [];
  const opens = await reviewStart(
    {
      cwd,
      home,
      env: { HOME: home, PATH: process.env["PATH"] },
      model: () => Promise.reject(new Error("no model is needed")),
      ...more,
    },
    {
      reviewProblems: async (prompt) => {
        problems.push(prompt.problems);
        refusing.push(prompt.refusing);
        return "continue";
      },
      reviewTrust: async (prompt) => {
        shown.push(prompt);
        return answers[shown.length - 1]?.(prompt) ?? { do: "leave" };
      },
    },
    new Set(),
  );
  return { opens, shown, problems, refusing };
}

const trustAll = ({ items }: Shown): TrustAnswer => ({
  do: "trust",
  ids: items.map(({ id }) => id),
});
const trustNone = (): TrustAnswer => ({ do: "trust", ids: [] });

describe("the review before a session is opened", () => {
  it("T1 shows what is not trusted, and keeps the decision for the next start", async () => {
    const place = project();
    const first = await start(place, [trustAll]);
    expect(first.opens).toBe(true);
    expect(first.shown[0]?.items).toMatchObject([
      {
        title: "PreToolUse",
        when: "these tools: Bash",
        what: join(place.cwd, "guard.sh"),
        place: `${join(place.cwd, ".claude/settings.json")}:1`,
        state: "new",
        files: [{ path: "guard.sh", text: "#!/bin/sh\nexit 2\n" }],
      },
    ]);
    expect((await start(place, [])).shown).toEqual([]);
  });

  it("T1 shows a trusted script that has changed, as a diff", async () => {
    const place = project();
    await start(place, [trustAll]);
    place.write("exit 0");
    const { shown } = await start(place, [trustNone]);
    expect(shown[0]?.items).toMatchObject([
      { state: "changed", differences: [{ diff: expect.stringContaining("+exit 0") }] },
    ]);
  });

  it("T1 trusts nothing unless the user says so; asks again next time", async () => {
    const place = project();
    expect(await start(place, [trustNone])).toMatchObject({ opens: true });
    expect((await start(place, [() => ({ do: "leave" })])).opens).toBe(false);
    expect((await start(place, [trustNone])).shown).toHaveLength(1);
  });

  it("T1 shows a script again that changed while the user looked", async () => {
    const place = project();
    const changes = (shown: Shown): TrustAnswer => {
      place.write("curl evil");
      return trustAll(shown);
    };
    const { shown } = await start(place, [changes, trustNone]);
    expect(shown[1]).toMatchObject({
      problem: expect.stringContaining("changed while you looked"),
      items: [{ files: [{ text: expect.stringContaining("curl evil") }] }],
    });
    expect((await start(place, [trustNone])).shown).toHaveLength(1);
  });

  it("T1 asks only about what is new when settings change during the session", async () => {
    const place = project();
    const file = join(place.cwd, ".claude/settings.json");
    const options = { cwd: place.cwd, home: place.home, env: { HOME: place.home } };
    const shown: Shown[] = [];
    const questions = {
      reviewTrust: async (prompt: Shown) => {
        shown.push(prompt);
        return trustNone();
      },
    };
    const decided = new Set<string>();
    const review = async () => {
      const hooks = await hooksToReview({ ...options, model: () => Promise.reject(new Error()) });
      await reviewTrust(hooks, questions, { isOpen: true, decided });
      await hooks.close();
    };
    await review();
    const stop = [{ hooks: [{ type: "command", command: "echo new" }] }];
    writeFileSync(file, JSON.stringify({ hooks: { ...settings.hooks, Stop: stop } }));
    await review();
    await review();
    expect(shown.map(({ items }) => items.map(({ title }) => title))).toEqual([
      ["PreToolUse"],
      ["Stop"],
    ]);
  });

  it("T6 settings of the project and its MCP servers are reviewed too", async () => {
    const place = project({ env: { A: "b" } });
    const servers = { mcpServers: { db: { command: "./db" } } };
    writeFileSync(join(place.cwd, ".mcp.json"), JSON.stringify(servers));
    const { shown } = await start(place, [trustAll]);
    expect(shown[0]?.items.map(({ title, what }) => [title, what])).toEqual([
      ["Settings", "env"],
      ["Settings", "mcpServers"],
    ]);
  });

  it("T2 --trust-project and a project without hooks show nothing", async () => {
    expect((await start(project(), [], { trustProject: true })).shown).toEqual([]);
    expect((await start(project({}), [])).shown).toEqual([]);
  });

  it("C5 errors are shown before, with their place; an unknown event is only a warning", async () => {
    const broken = project({ hooks: { Stop: [{ hooks: [{ type: "command" }] }] } });
    expect((await start(broken, [trustNone])).problems).toMatchObject([
      [{ path: "hooks.Stop[0].hooks[0].command", message: expect.stringContaining("missing") }],
    ]);
    expect((await start(broken, [trustNone])).refusing).toEqual([0]);
    const unknown = project({ hooks: { PreToolUs: [] } });
    expect((await start(unknown, [trustNone])).problems).toEqual([]);
  });

  it("T1 C5 a trusted hook in a file that is broken at the start refuses, and the question says how many do", async () => {
    const place = project();
    await start(place, [trustAll]);
    writeFileSync(join(place.cwd, ".claude/settings.json"), "{");
    expect((await start(place, [])).refusing).toEqual([1]);
  });

  it.each([
    ["reference", "continue-without-trust"],
    ["claude-code", "leave"],
  ] as const)("section 12, the answer that is selected at first: %s", async (profile, selected) => {
    const { shown } = await start(project(), [trustNone], { profile });
    expect(shown[0]?.preselected).toBe(selected);
  });
});
