import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { createHooks } from "../engine.ts";

const folder = (name: string) => realpathSync(mkdtempSync(join(tmpdir(), `${name}-`)));
const ok = "#!/bin/sh\nexit 0\n";

/** Longer than a file must be unchanged before its content is taken from the cache (T9). */
const untilCachedMs = 2600;

/** What happens to the script of each guard, by the tool that it guards. */
const changes: Readonly<Record<string, (cwd: string) => void>> = {
  Replaced(cwd) {
    const file = join(cwd, "replaced.sh");
    const { atime, mtime } = statSync(file);
    writeFileSync(`${file}.new`, ok.replace("0", "1"), { mode: 0o755 });
    utimesSync(`${file}.new`, atime, mtime);
    renameSync(`${file}.new`, file);
  },
  Swapped(cwd) {
    rmSync(join(cwd, "swapped.sh"));
    symlinkSync("two.sh", join(cwd, "swapped.sh"));
  },
  Shadowed: (cwd) => writeFileSync(join(cwd, "hooks/json.py"), "raise SystemExit(0)\n"),
  Package: (cwd) => writeFileSync(join(cwd, "package.json"), '{ "type": "module" }\n'),
};

it("T9 a replaced script, a swapped link, a new module and a new package.json are noticed before the next run", async () => {
  const [home, cwd] = [folder("home"), folder("project")];
  mkdirSync(join(cwd, "hooks"));
  for (const name of ["replaced.sh", "one.sh", "two.sh"])
    writeFileSync(join(cwd, name), ok, { mode: 0o755 });
  symlinkSync("one.sh", join(cwd, "swapped.sh"));
  writeFileSync(join(cwd, "hooks/shadowed.py"), "import json\nprint(json.dumps({}))\n");
  writeFileSync(join(cwd, "hooks/package.js"), "process.exitCode = 0;\n");
  const commands = {
    Replaced: '"$CLAUDE_PROJECT_DIR"/replaced.sh',
    Swapped: '"$CLAUDE_PROJECT_DIR"/swapped.sh',
    Shadowed: 'python3 "$CLAUDE_PROJECT_DIR"/hooks/shadowed.py',
    Package: 'node "$CLAUDE_PROJECT_DIR"/hooks/package.js',
  };
  const groups = Object.entries(commands).map(([matcher, command]) => ({
    matcher,
    hooks: [{ type: "command", command }],
  }));
  mkdirSync(join(cwd, ".claude"));
  writeFileSync(
    join(cwd, ".claude/settings.json"),
    JSON.stringify({ hooks: { PreToolUse: groups } }),
  );
  const managedFile = join(home, "managed.json");
  const hooks = await createHooks({ cwd, home, managedFile, sessionId: "s" });
  const subjects = (await hooks.trust.list()).map(({ subject }) => subject);
  expect(await hooks.trust.trustForSession(subjects)).toBeUndefined();
  const stateOf = async (tool_name: string) => {
    const call = { tool_name, tool_input: {}, tool_use_id: "1" };
    const { hooks: explained } = await hooks.explain("PreToolUse", call);
    return explained.find(({ hook }) => hook.matcher.pattern === tool_name)?.state;
  };
  const all = (state: string) => Object.keys(changes).map(() => state);
  const states = () => Promise.all(Object.keys(changes).map(stateOf));

  await wait(untilCachedMs);
  expect(await states()).toEqual(all("would-run"));
  expect(await states()).toEqual(all("would-run"));
  for (const change of Object.values(changes)) change(cwd);
  expect(await states()).toEqual(all("changed"));
  const call = { tool_name: "Swapped", tool_input: {}, tool_use_id: "1" };
  expect(await hooks.fire("PreToolUse", call)).toMatchObject({ action: "refuse" });
  await hooks.close();
});
