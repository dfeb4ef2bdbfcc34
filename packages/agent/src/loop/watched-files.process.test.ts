import { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import type { AgentSession } from "./agent-session.ts";
import { newFolders, type Play, play, specific } from "./testing/play.ts";

type Folders = ReturnType<typeof newFolders>;

/** A session that is left open until `act` has done something to files and seen the events that follow. */
async function watching(options: Play, act: (open: Watching) => Promise<void>) {
  const folders = newFolders();
  const changes: string[] = [];
  const played = await play({
    in: folders,
    ...options,
    emit: (event) => {
      if (event.type === "outcome" && event.outcome.event === "FileChanged")
        changes.push(event.outcome.event);
      options.emit?.(event);
    },
    afterPrompts: (session) =>
      act({
        ...folders,
        session,
        fired: (count) => vi.waitUntil(() => changes.length >= count, { timeout: 5000 }),
      }),
  });
  const inputs = played.hookInputs.filter((input) => input["hook_event_name"] === "FileChanged");
  const notices = played.events.flatMap((event) => (event.type === "notice" ? [event.text] : []));
  return { ...played, inputs, notices, folders };
}

interface Watching extends Folders {
  readonly session: AgentSession;
  fired(count: number): Promise<unknown>;
}

const watchPaths = (...paths: readonly string[]) => specific("SessionStart", { watchPaths: paths });
const log = [{ type: "command", command: 'cat >> "$HOME/log"' }];

it("FileChanged fires for files that a matcher names: add, change, unlink, with the path", async () => {
  const { inputs, cwd, home } = await watching(
    { userSettings: { hooks: { FileChanged: [{ matcher: ".env|^w\\.txt$", hooks: log }] } } },
    async ({ cwd, fired }) => {
      writeFileSync(join(cwd, "unwatched.txt"), "x");
      for (const [count, act] of [
        () => writeFileSync(join(cwd, "w.txt"), "x"),
        () => appendFileSync(join(cwd, "w.txt"), "more"),
        () => rmSync(join(cwd, "w.txt")),
        () => writeFileSync(join(cwd, ".env"), "A=1"),
      ].entries()) {
        act();
        await fired(count + 1);
      }
    },
  );
  expect(inputs.map((input) => [input["event"], input["file_path"]])).toEqual([
    ["add", join(cwd, "w.txt")],
    ["change", join(cwd, "w.txt")],
    ["unlink", join(cwd, "w.txt")],
    ["add", join(cwd, ".env")],
  ]);
  await vi.waitUntil(() => existsSync(join(home, "log")));
});

it("FileChanged watches watchPaths of SessionStart, CwdChanged and FileChanged, each instead of those before", async () => {
  const { inputs, cwd } = await watching(
    {
      files: { "a.txt": "a", "sub/b.txt": "b", "sub/folder/c.txt": "c" },
      script: [[{ tool: "Bash", input: { command: "cd sub" } }], ["done"]],
      answers: {
        SessionStart: watchPaths("a.txt"),
        CwdChanged: specific("CwdChanged", { watchPaths: ["b.txt"] }),
        FileChanged: [specific("FileChanged", { watchPaths: ["folder"] }), {}],
      },
    },
    async ({ cwd, fired }) => {
      appendFileSync(join(cwd, "a.txt"), "not watched any more");
      appendFileSync(join(cwd, "sub/b.txt"), "more");
      await fired(1);
      appendFileSync(join(cwd, "sub/b.txt"), "not watched any more");
      appendFileSync(join(cwd, "sub/folder/c.txt"), "more");
      await fired(2);
    },
  );
  expect(inputs.map((input) => input["file_path"])).toEqual([
    join(cwd, "sub/b.txt"),
    join(cwd, "sub/folder/c.txt"),
  ]);
});

it("FileChanged a path that cannot be watched, too many paths, and paths without a hook are reported", async () => {
  const many = Array.from({ length: 1001 }, (_, number) => `f${number}`);
  const { notices } = await watching(
    { answers: { SessionStart: watchPaths("missing/w.txt", ...many) } },
    async () => {},
  );
  expect(notices).toContainEqual(
    expect.stringMatching(/missing\/w\.txt from watchPaths is not watched: there is no folder/),
  );
  expect(notices).toContain(
    "1001 files are to be watched, which is too many; only the first 1000 are",
  );
  const alone = await play({
    hooks: { FileChanged: [] },
    answers: { SessionStart: watchPaths("w.txt") },
  });
  expect(alone.events).toContainEqual(
    expect.objectContaining({
      text: "watchPaths has no effect: no FileChanged hook is configured",
    }),
  );
});

it("FileChanged a hook that changes its own file is stopped, and the user sees why", async () => {
  let isStopped = false;
  const { notices, inputs } = await watching(
    {
      emit: (event) => {
        isStopped ||= event.type === "notice" && event.text.includes("no longer watched");
      },
      answers: {
        SessionStart: watchPaths("w.txt"),
        FileChanged: ({ file_path }) => {
          appendFileSync(String(file_path), "x");
          return {};
        },
      },
    },
    async ({ cwd }) => {
      writeFileSync(join(cwd, "w.txt"), "x");
      await vi.waitUntil(() => isStopped, { timeout: 30_000 });
    },
  );
  expect(inputs.length).toBeLessThanOrEqual(21);
  expect(notices).toContainEqual(expect.stringContaining("is no longer watched"));
});

it("T1 FileChanged nothing is watched for a hook of a project that is not trusted", async () => {
  const folders = newFolders();
  mkdirSync(join(folders.cwd, ".claude"));
  const { hookInputs } = await play({
    in: folders,
    projectSettings: {
      hooks: {
        FileChanged: [{ matcher: "w.txt", hooks: [{ type: "command", command: "touch ran" }] }],
      },
    },
    script: [[{ tool: "Bash", input: { command: "echo x > w.txt; sleep 0.5" } }], ["done"]],
  });
  expect(hookInputs.filter((input) => input["hook_event_name"] === "FileChanged")).toEqual([]);
  expect(existsSync(join(folders.cwd, "ran"))).toBe(false);
});
