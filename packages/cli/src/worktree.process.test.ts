import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { bash, command, type World, workplace } from "./testing/workplace.ts";

/** A place whose project is a git repository with one commit. */
function repository(world: World) {
  const place = workplace(world);
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], {
      cwd: place.cwd,
      encoding: "utf8",
    });
  git("init", "-q", "-b", "main");
  git("commit", "-q", "--allow-empty", "-m", "first");
  return { ...place, git, worktree: join(place.cwd, ".claude/worktrees/feature") };
}

const run = async (place: ReturnType<typeof workplace>, ...args: readonly string[]) => {
  const started = place.start(["-p", "go", ...place.model, ...args]);
  started.child.stdin.end();
  return started.ended;
};
const dangerously = "--dangerously-skip-permissions";

it("WorktreeCreate --worktree runs the session there; at the end it is removed, or kept if it has changes", async () => {
  const script = [[bash("pwd > ../../../where; test -e again && touch new || true")], ["done"]];
  const place = repository({ script });
  const first = await run(place, "--worktree", "feature", dangerously);
  expect([first.code, first.stdout]).toEqual([0, "done\n"]);
  expect(place.read("where").trim()).toBe(place.worktree);
  expect([existsSync(place.worktree), place.git("branch")]).toEqual([false, "* main\n"]);
  writeFileSync(join(place.cwd, "again"), "");
  place.git("add", "again");
  place.git("commit", "-q", "-m", "second");
  const second = await run(place, "--worktree", "feature", dangerously);
  expect(second.stderr).toContain(
    `${place.worktree} (branch worktree-feature) has changes and is kept`,
  );
  expect(existsSync(join(place.worktree, "new"))).toBe(true);
});

it("WorktreeCreate a hook makes the worktree of --worktree; if it fails, nothing starts: exit 1", async () => {
  const made = command('cat > "$HOME/input"; echo "$HOME/made"');
  const place = workplace({ hooks: { WorktreeCreate: made }, script: [[bash("pwd")], ["done"]] });
  mkdirSync(join(place.home, "made"));
  const good = await run(place, "-w", "feature", "--verbose");
  expect([good.code, good.stdout]).toEqual([0, "done\n"]);
  expect(good.stderr).toContain(join(place.home, "made"));
  const timed = await run(place, "-w", "feature", "--timeline");
  const timeline = timed.stdout + timed.stderr;
  expect(timeline).toMatch(/WorktreeCreate: proceed.*\n.*exit 0\n/);
  expect(timeline).not.toContain("no hook ran");
  const bad = workplace({ hooks: { WorktreeCreate: command("echo no room >&2; exit 1") } });
  const { code, stderr } = await run(bad, "--worktree", "feature");
  expect(code).toBe(1);
  expect(stderr).toMatch(/WorktreeCreate hook failed or refused it: .*no room/);
  const none = workplace({});
  expect((await run(none, "--worktree")).stderr).toContain("is not in a git repository");
});

it("P13 SIGTERM removes a worktree without changes", async () => {
  const place = repository({ script: [[bash("touch ../../../started; sleep 60")], ["done"]] });
  const started = place.start(["-p", "go", ...place.model, "-w", "feature", dangerously]);
  started.child.stdin.end();
  await place.appears("started");
  started.child.kill("SIGTERM");
  expect((await started.ended).code).toBe(143);
  expect(existsSync(place.worktree)).toBe(false);
});
