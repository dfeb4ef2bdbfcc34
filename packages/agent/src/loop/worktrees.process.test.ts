import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { whyNoSandbox } from "../wall/testing.ts";
import { newFolders, play, specific } from "./testing/play.ts";

const enter = { tool: "EnterWorktree", input: { name: "feature" } };
const exit = (input: object) => ({ tool: "ExitWorktree", input });
const bash = (command: string) => ({ tool: "Bash", input: { command } });

const commit = "git -c user.name=a -c user.email=a@b commit -q --allow-empty -m work";

/** A project that is a git repository with one commit. */
function repository() {
  const folders = newFolders();
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], {
      cwd: folders.cwd,
      encoding: "utf8",
    });
  git("init", "-q", "-b", "main");
  writeFileSync(join(folders.cwd, "a.txt"), "a");
  git("add", ".");
  git("commit", "-q", "-m", "first");
  return { ...folders, git, worktree: join(folders.cwd, ".claude/worktrees/feature") };
}

/** A repository whose settings name a program that git would run for its files. */
function repositoryWith(setting: string) {
  const place = repository();
  const ran = join(place.base, "ran");
  const program = join(place.base, "program");
  writeFileSync(program, `#!/bin/sh\ntouch ${ran}\ncat\n`, { mode: 0o755 });
  writeFileSync(join(place.cwd, ".gitattributes"), "*.txt filter=x\n");
  place.git("add", ".");
  place.git("commit", "-q", "-m", "second");
  const included = join(place.base, "included");
  place.git("config", "-f", included, "filter.x.smudge", program);
  place.git("config", setting, setting === "include.path" ? included : program);
  return { ...place, ran };
}

const inputsOf = ({ hookInputs }: Awaited<ReturnType<typeof play>>, ...names: string[]) =>
  hookInputs.filter((input) => names.includes(String(input["hook_event_name"])));
const resultsOf = ({ events }: Awaited<ReturnType<typeof play>>) =>
  events.flatMap((event) => (event.type === "tool-ended" ? [event.text] : []));

describe("EnterWorktree and ExitWorktree", () => {
  it("WorktreeCreate WorktreeRemove git makes a worktree; one with changes is removed only with discard_changes", async () => {
    const place = repository();
    const played = await play({
      in: place,
      script: [
        [enter],
        [bash("pwd; echo b > b.txt")],
        [enter],
        [exit({ action: "remove" })],
        [exit({ action: "remove", discard_changes: true })],
        [bash("pwd")],
        ["done"],
      ],
    });
    const [entered, there, again, refused, removed, back] = resultsOf(played);
    expect(entered).toBe(
      `The session works in ${place.worktree} now on the branch worktree-feature.`,
    );
    expect(there).toBe(place.worktree);
    expect(again).toContain("leave it with ExitWorktree first");
    expect(refused).toMatch(/would be lost.*\n\?\? b\.txt$/s);
    expect(removed).toBe(`The worktree ${place.worktree} was removed.`);
    expect(back).toBe(place.cwd);
    expect(inputsOf(played, "WorktreeCreate", "WorktreeRemove")).toMatchObject([
      { name: "feature", cwd: place.cwd },
      { worktree_path: place.worktree, cwd: place.worktree },
    ]);
    expect(inputsOf(played, "CwdChanged").map((input) => input["new_cwd"])).toEqual([
      place.worktree,
      place.cwd,
    ]);
    expect([existsSync(place.worktree), place.git("branch")]).toEqual([false, "* main\n"]);
  });

  it("WorktreeCreate WorktreeRemove hooks make and remove it instead of git; the last line they print is the path", async () => {
    const folders = newFolders();
    const made = join(folders.base, "made");
    mkdirSync(made);
    const command = (text: string) => [{ hooks: [{ type: "command", command: text }] }];
    const played = await play({
      in: folders,
      userSettings: {
        hooks: {
          WorktreeCreate: command(`echo working; echo ${made}`),
          WorktreeRemove: command(`rmdir ${made}`),
        },
      },
      hooks: { WorktreeCreate: [], WorktreeRemove: [] },
      script: [[enter], [bash("pwd")], [exit({ action: "remove" })], ["done"]],
    });
    expect(resultsOf(played).slice(1)).toEqual([made, `The worktree ${made} was removed.`]);
    expect(existsSync(made)).toBe(false);
  });

  it.each([
    ["a failing hook", "echo broken >&2; exit 1", /failed or refused it: .*broken/],
    ["no path", "true", /printed no path of a worktree/],
    ["a relative path", "echo there", /printed "there", expected an absolute path/],
    ["a folder that is not there", "echo /not/there", /there is no such folder/],
  ])("WorktreeCreate %s: there is no worktree, and the model reads why", async (_, text, words) => {
    const played = await play({
      in: repository(),
      userSettings: {
        hooks: { WorktreeCreate: [{ hooks: [{ type: "command", command: text }] }] },
      },
      hooks: { WorktreeCreate: [] },
      script: [[enter], ["done"]],
    });
    expect(resultsOf(played)).toEqual([expect.stringMatching(words)]);
  });

  it.each([
    ["the root", () => "/", "the project is in that folder"],
    ["the project", ({ cwd }) => cwd, "the project is in that folder"],
    ["a folder around it", ({ base }) => base, "the project is in that folder"],
    ["the home", ({ home }) => home, "the home folder is in it"],
    ["a link to the home", ({ base }) => join(base, "link"), "the home folder is in it"],
  ] as readonly [string, (folders: ReturnType<typeof newFolders>) => string, string][])(
    "WorktreeCreate a hook that names %s: there is no worktree, and the model reads why",
    async (_, path, why) => {
      const folders = newFolders();
      symlinkSync(folders.home, join(folders.base, "link"));
      const printed = path(folders);
      const played = await play({
        in: folders,
        answers: { WorktreeCreate: specific("WorktreeCreate", { worktreePath: printed }) },
        script: [[enter], [bash("pwd")], ["done"]],
      });
      const refused = expect.stringContaining(`hook printed ${printed}, but ${why}`);
      expect(resultsOf(played)).toEqual([refused, folders.cwd]);
    },
  );

  it("WorktreeCreate a name that is in use, and a repository without a commit: the model reads what to do", async () => {
    const branch = repository();
    branch.git("branch", "worktree-feature");
    const folder = repository();
    mkdirSync(folder.worktree, { recursive: true });
    const empty = newFolders();
    execFileSync("git", ["init", "-q"], { cwd: empty.cwd });
    const script = [[enter], ["done"]];
    const texts = [branch, folder, empty].map(async (place) =>
      resultsOf(await play({ in: place, script })),
    );
    expect((await Promise.all(texts)).flat()).toEqual([
      `the branch worktree-feature exists already, without its worktree ${branch.worktree}; choose another name, or delete the branch if its commits are not needed (git worktree prune; git branch -D worktree-feature)`,
      `${folder.worktree} exists already and is not a worktree of this repository; choose another name, or remove it`,
      `the repository in ${empty.cwd} has no commit to start from; make one first`,
    ]);
  });

  it("WorktreeCreate outside a git repository, and with a bad name, the model reads what is needed", async () => {
    const played = await play({
      script: [[enter], [{ tool: "EnterWorktree", input: { name: "../up" } }], ["done"]],
    });
    expect(resultsOf(played)).toEqual([
      expect.stringContaining(
        "is not in a git repository; worktrees need one, or a WorktreeCreate hook",
      ),
      expect.stringContaining('"../up" cannot be the name of a worktree'),
    ]);
  });

  it("WorktreeRemove a hook that refuses keeps the worktree", async () => {
    const place = repository();
    const played = await play({
      in: place,
      answers: { WorktreeRemove: () => Promise.reject(new Error("still needed")) },
      script: [[enter], [exit({ action: "remove" })], ["done"]],
    });
    expect(resultsOf(played)[1]).toMatch(/failed or refused it/);
    expect(existsSync(place.worktree)).toBe(true);
  });

  it("G1 entering and leaving a worktree needs approval", async () => {
    const played = await play({
      in: repository(),
      permissionMode: "default",
      ask: async () => ({ behavior: "allow" }),
      script: [[enter], [exit({ action: "remove" })], ["done"]],
    });
    expect(inputsOf(played, "PermissionRequest").map((input) => input["tool_name"])).toEqual([
      "EnterWorktree",
      "ExitWorktree",
    ]);
  });

  it("P13 at the end of a session a worktree without changes is removed, one with changes is kept and named", async () => {
    const clean = repository();
    await play({ in: clean, script: [[enter], ["done"]] });
    expect(existsSync(clean.worktree)).toBe(false);
    const changed = repository();
    const { events } = await play({
      in: changed,
      script: [[enter], [bash("echo b > b.txt")], ["done"]],
    });
    expect(existsSync(join(changed.worktree, "b.txt"))).toBe(true);
    expect(events).toContainEqual(
      expect.objectContaining({
        text: `the worktree ${changed.worktree} (branch worktree-feature) has changes and is kept`,
      }),
    );
  });
});

const agent = (input: object = {}) => ({
  tool: "Agent",
  input: { description: "work", prompt: "Work", isolation: "worktree", ...input },
});

describe("T11 programs that the repository names in its git settings", () => {
  const settings = [
    "filter.x.smudge",
    "filter.x.clean",
    "filter.x.process",
    "core.fsmonitor",
    "include.path",
  ];

  it.each(settings)(
    "%s: there is no worktree, nothing runs, and the model reads why",
    async (setting) => {
      const place = repositoryWith(setting);
      const played = await play({
        in: place,
        script: { main: [[enter, agent()], ["done"]], subagent: [["worked"]] },
      });
      const why = expect.stringMatching(/can start programs .* use --trust-project$/);
      expect(resultsOf(played)).toEqual([why, why]);
      expect([existsSync(place.ran), existsSync(place.worktree)]).toEqual([false, false]);
    },
  );

  it("--worktree does not start either; a trusted project has its filters", async () => {
    const place = repositoryWith("filter.x.smudge");
    await expect(play({ in: place, worktree: "feature" })).rejects.toThrow(/can start programs/);
    expect(existsSync(place.ran)).toBe(false);
    const script = [[enter], ["done"]];
    const trusted = await play({ in: place, script, trustProject: true });
    expect(resultsOf(trusted)[0]).toContain(`works in ${place.worktree} now`);
    expect(existsSync(place.ran)).toBe(true);
  });

  it("a program named after the worktree was made: it is kept, and the user reads why", async () => {
    const place = repository();
    const { events } = await play({
      in: place,
      script: [[enter], [bash("git config core.fsmonitor 'touch ran'")], ["done"]],
    });
    expect(events).toContainEqual(
      expect.objectContaining({ text: expect.stringMatching(/is kept: .* can start programs/) }),
    );
    expect(existsSync(join(place.worktree, "ran"))).toBe(false);
  });
});

describe("T11 the folder for worktrees is one of the project itself", () => {
  const linked = [
    [".claude/worktrees", "a link"],
    [".claude", "a link"],
    [".claude/worktrees/feature", "exists already and is not a worktree of this repository"],
  ] as const;

  it.each(linked)("a link at %s is not followed, and the model reads why", async (link, why) => {
    const place = repository();
    const rules = join(place.home, ".claude/rules");
    mkdirSync(rules, { recursive: true });
    mkdirSync(dirname(join(place.cwd, link)), { recursive: true });
    symlinkSync(rules, join(place.cwd, link));
    const script = { main: [[enter], [agent()], ["done"]], subagent: [["worked"]] };
    const [entered = "", started = ""] = resultsOf(await play({ in: place, script }));
    expect(entered).toContain(why);
    if (!link.endsWith("feature")) expect(started).toContain(why);
    expect(readdirSync(rules)).toEqual([]);
  });

  it("a file in its place is refused too", async () => {
    const place = repository();
    mkdirSync(join(place.cwd, ".claude"));
    writeFileSync(join(place.cwd, ".claude/worktrees"), "");
    const played = await play({ in: place, script: [[enter], ["done"]] });
    expect(resultsOf(played)[0]).toContain(
      ".claude/worktrees is not a folder, and worktrees are only made in a folder of the project",
    );
  });
});

it.each(["default", "plan", "dontAsk", "acceptEdits"] as const)(
  "G1 a subagent with its own worktree needs approval in the mode %s; one without does not",
  async (permissionMode) => {
    const place = repository();
    const played = await play({
      in: place,
      permissionMode,
      script: {
        main: [[agent(), agent({ isolation: undefined })], ["done"]],
        subagent: [["worked"], ["worked"]],
      },
    });
    expect(inputsOf(played, "WorktreeCreate")).toEqual([]);
    expect(inputsOf(played, "SubagentStart")).toHaveLength(1);
  },
);

describe("M7 deny rules for files of the project hold for their copies in a worktree", () => {
  it.each(["Read(/secret.txt)", "Read(//PROJECT/secret.txt)", "Read(secret.txt)"])(
    "%s, in the main agent and in a subagent",
    async (rule) => {
      const place = repository();
      writeFileSync(join(place.cwd, "secret.txt"), "hidden-text");
      place.git("add", ".");
      place.git("commit", "-q", "-m", "second");
      const inCopy = join(place.worktree, "secret.txt");
      const calls = (path: string) => [
        { tool: "Read", input: { file_path: path } },
        bash("cat secret.txt"),
        bash("cat ./*.txt"),
        { tool: "Grep", input: { pattern: "hidden", output_mode: "content" } },
      ];
      const played = await play({
        in: place,
        disallowedTools: [rule.replace("/PROJECT", place.cwd)],
        script: {
          main: [[enter], calls(inCopy), [exit({ action: "keep" })], [agent()], ["done"]],
          subagent: [[bash("pwd")], calls("secret.txt"), ["worked"]],
        },
      });
      expect(existsSync(inCopy)).toBe(true);
      expect(resultsOf(played).join("\n")).not.toContain("hidden-text");
      expect(inputsOf(played, "SubagentStart")).toHaveLength(1);
    },
  );
});

it("T2 --worktree keeps the settings, hooks and trust of the project; only the directory is another", async () => {
  const place = repository();
  const seen = join(place.base, "seen");
  const settings = (value: object) => JSON.stringify(value);
  const hook = { type: "command", command: `echo "$CLAUDE_PROJECT_DIR $PWD" >> ${seen}` };
  const played = await play({
    in: place,
    worktree: "feature",
    trustProject: true,
    // None of these is committed.
    files: {
      ".claude/settings.json": settings({ hooks: { SessionStart: [{ hooks: [hook] }] } }),
      ".claude/settings.local.json": settings({ permissions: { deny: ["Bash(rm *)"] } }),
    },
    script: [[bash("pwd"), bash("rm a.txt")], ["done"]],
  });
  expect(readFileSync(seen, "utf8")).toBe(`${place.cwd} ${place.worktree}\n`);
  const [where, refused] = resultsOf(played);
  expect(where).toBe(place.worktree);
  expect(refused).toBe("A permission rule denies this call of Bash: rm a.txt");
  expect(inputsOf(played, "SessionStart")[0]).toMatchObject({ cwd: place.worktree });
});

it("T12 acceptEdits lets a subagent edit its worktree, and not the project", async () => {
  const place = repository();
  const write = (path: string) => ({ tool: "Write", input: { file_path: path, content: "new" } });
  const played = await play({
    in: place,
    permissionMode: "acceptEdits",
    allowedTools: ["Agent"],
    script: {
      main: [[agent()], ["done"]],
      subagent: [[write("b.txt"), write(join(place.cwd, "b.txt"))], ["worked"]],
    },
  });
  const [created] = inputsOf(played, "WorktreeCreate");
  const path = join(place.cwd, ".claude/worktrees", String(created?.["name"]));
  expect(readFileSync(join(path, "b.txt"), "utf8")).toBe("new");
  expect(existsSync(join(place.cwd, "b.txt"))).toBe(false);
});

it("T5 in the sandbox a subagent can change its worktree and commit there, but neither its settings nor the project", async ({
  skip,
}) => {
  const noSandbox = await whyNoSandbox();
  skip(noSandbox !== undefined, noSandbox);
  const place = repository();
  const tries = ["b.txt", ".claude/other.txt", "../../../b.txt", "../../other.txt"];
  const touch = tries.map((path) => `touch ${path} && echo made ${path}`).join("; ");
  const played = await play({
    in: place,
    permissionMode: "default",
    allowedTools: ["Agent", "Bash"],
    script: {
      main: [
        [bash("touch main.txt && echo main")],
        [agent()],
        [bash("touch again.txt && echo again")],
        ["done"],
      ],
      subagent: [[bash(touch)], [bash(commit)], ["worked"]],
    },
  });
  const [first, made, committed, , again] = resultsOf(played);
  expect([first, again]).toEqual(["main", "again"]);
  expect(made?.match(/^made .*$/gm), made).toEqual(["made b.txt"]);
  expect(committed).not.toContain("fatal");
  expect(place.git("log", "--branches", "--format=%s")).toContain("work\n");
});

describe("Agent with isolation", () => {
  it.each([
    ["is removed without changes", "pwd", false],
    ["is kept with changes", "pwd; echo b > b.txt", true],
  ])(
    "WorktreeCreate a subagent works in its own worktree, which %s",
    async (_, command, isKept) => {
      const place = repository();
      const played = await play({
        in: place,
        script: { main: [[agent()], ["done"]], subagent: [[bash(command)], ["worked"]] },
      });
      const [created] = inputsOf(played, "WorktreeCreate");
      expect(created?.["name"]).toMatch(/^agent-[0-9a-f]{16}$/);
      const path = join(place.cwd, ".claude/worktrees", String(created?.["name"]));
      const [ran, answer] = resultsOf(played);
      expect(ran).toBe(path);
      expect([existsSync(path), answer?.includes(path)]).toEqual([isKept, isKept]);
      const warned = played.events.some(
        (event) => event.type === "notice" && event.text.includes(`${path} (branch`),
      );
      expect(warned).toBe(isKept);
      expect(inputsOf(played, "WorktreeRemove")).toHaveLength(isKept ? 0 : 1);
    },
  );

  it.each([
    ["on its branch", commit],
    ["on another branch", `git checkout -q -b other; ${commit}`],
    ["on no branch", `git checkout -q --detach; ${commit}`],
  ])("P13 a commit %s keeps the worktree of a subagent", async (_, command) => {
    const place = repository();
    const script = { main: [[agent()], ["done"]], subagent: [[bash(command)], ["worked"]] };
    const played = await play({ in: place, script });
    const [created] = inputsOf(played, "WorktreeCreate");
    const path = join(place.cwd, ".claude/worktrees", String(created?.["name"]));
    expect(place.git("-C", path, "log", "-1", "--format=%s")).toBe("work\n");
    expect(resultsOf(played)[1]).toContain(path);
  });

  it("P13 a commit keeps the worktree of --worktree, also when a later session continues there", async () => {
    const place = repository();
    const inWorktree = { in: place, worktree: "feature" };
    const lines = async (script: unknown) =>
      (await play({ ...inWorktree, script })).events.flatMap((event) =>
        "text" in event ? [event.text] : [],
      );
    const kept = `the worktree ${place.worktree} (branch worktree-feature) has changes and is kept`;
    expect(await lines([[bash(commit)], ["done"]])).toContain(kept);
    expect(await lines([["done"]])).toContain(kept);
    expect(place.git("log", "-1", "--format=%s", "worktree-feature")).toBe("work\n");
  });

  it("WorktreeCreate one in the background is removed with the session, and a nested one is refused", async () => {
    const place = repository();
    const played = await play({
      in: place,
      script: {
        main: [[agent({ run_in_background: true })], ["done"], ["seen"]],
        subagent: [[agent()], ["worked"]],
      },
      afterPrompts: async (session) => {
        while (await session.waitForAgents()) await session.reportAgents();
      },
    });
    expect(resultsOf(played).join("\n")).toContain(
      "Only the main agent can start an agent in a worktree",
    );
    expect(inputsOf(played, "WorktreeRemove")).toHaveLength(1);
    expect(place.git("worktree", "list").trim().split("\n")).toHaveLength(1);
  });

  it("WorktreeCreate a hook that refuses: the agent does not start", async () => {
    const played = await play({
      in: repository(),
      answers: { WorktreeCreate: () => Promise.reject(new Error("no room")) },
      script: { main: [[agent()], ["done"]], subagent: [["worked"]] },
    });
    expect(resultsOf(played)).toEqual([
      expect.stringMatching(/did not start: .*failed or refused it/),
    ]);
    expect(inputsOf(played, "SubagentStart")).toEqual([]);
  });
});

it("WorktreeCreate answers with worktreePath in JSON too", async () => {
  const folders = newFolders();
  const made = join(folders.base, "made");
  mkdirSync(made);
  const played = await play({
    in: folders,
    answers: { WorktreeCreate: specific("WorktreeCreate", { worktreePath: made }) },
    script: [[enter], ["done"]],
  });
  expect(resultsOf(played)).toEqual([`The session works in ${made} now.`]);
});
