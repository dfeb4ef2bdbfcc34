import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brand, hooksReport, shellWord } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import * as tested from "../../../../scripts/packed/tested.ts";

const userSettings = `{
  // mine
  "theirs": [1,2 ,3],
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "exit 2", "note": "keep" }] }
    ]
  }
}
`;

/** A user with settings and an empty project. */
function workplace() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "change-hooks-")));
  const [cwd, home] = [join(base, "project"), join(base, "home")];
  mkdirSync(cwd);
  mkdirSync(join(home, ".claude"), { recursive: true });
  const user = join(home, ".claude/settings.json");
  writeFileSync(user, userSettings);
  const env = { PATH: process.env["PATH"], HOME: home };
  const start = (args: readonly string[], more: object = {}) => {
    const [program, ...words] = tested.command();
    const options = { cwd, env: { ...env, ...more }, input: "", encoding: "utf8" } as const;
    return spawnSync(program, [...words, "hooks", ...args], options);
  };
  const run = (...args: readonly string[]) => start(args);
  const list = (...args: readonly string[]) =>
    JSON.parse(run("list", "--json", ...args).stdout).hooks;
  return { base, cwd, home, user, env, start, run, list };
}

describe("U1 hooks add, edit and delete", () => {
  it("U1 a hook is added, changed and deleted; comments, layout and unknown keys stay", () => {
    const { user, run, list } = workplace();
    const add = ["add", "Stop", "--command", "./a.sh", "--timeout", "5", "--scope", "user"];
    const added = run(...add, "--yes");
    expect(added).toMatchObject({ status: 0 });
    expect(added.stdout).toContain('+            "command": "./a.sh",');
    const [, id = ""] = /the id is (\w{12})/.exec(added.stdout) ?? [];
    expect(list()).toContainEqual(expect.objectContaining({ id, event: "Stop", scope: "user" }));
    expect(readFileSync(user, "utf8")).toContain('"theirs": [1,2 ,3],');

    const edited = run("edit", id, "--command", "./b.sh", "--yes");
    const [, next = ""] = /the id is (\w{12})/.exec(edited.stdout) ?? [];
    expect(readFileSync(user, "utf8")).toMatch(/"command": "\.\/b\.sh",\s+"timeout": 5/);
    expect(run("edit", id, "--timeout", "3", "--yes").stderr).toContain(`unknown hook ${id}`);

    expect(run("delete", next, "--yes")).toMatchObject({ status: 0 });
    expect(readFileSync(user, "utf8").replaceAll(/\s/g, "")).toBe(
      userSettings.replaceAll(/\s/g, ""),
    );
  });

  it("U1 without --yes a pipe is not a yes, and --dry-run shows the difference alone", () => {
    const { cwd, run } = workplace();
    const add = ["add", "PreToolUse", "--matcher", "Bash", "--command", "./guard.sh"];
    const unasked = run(...add);
    expect(unasked).toMatchObject({ status: 1 });
    expect(unasked.stderr).toContain("nothing was written: stdin is not a terminal");
    const dry = run(...add, "--dry-run");
    expect(dry).toMatchObject({ status: 0 });
    expect(dry.stdout).toContain('"command": "./guard.sh"');
    expect(dry.stderr).toContain("nothing was written");
    expect(existsSync(join(cwd, ".claude"))).toBe(false);
    const written = run(...add, "--on-failure", "block", "--yes");
    expect(written.stdout).toMatch(/it is untrusted: .*trust/);
    expect(JSON.parse(readFileSync(join(cwd, ".claude/settings.json"), "utf8"))).toEqual({
      hooks: {
        PreToolUse: [
          {
            matcher: "Bash",
            hooks: [{ type: "command", command: "./guard.sh", onFailure: "block" }],
          },
        ],
      },
    });
  });

  it("U1 a hook that is turned off stays off when it is edited; a link stays a link, with its mode", () => {
    const { base, user, run, list } = workplace();
    const target = join(base, "dotfile.json");
    writeFileSync(target, userSettings);
    chmodSync(target, 0o600);
    writeFileSync(user, "");
    spawnSync("rm", [user]);
    symlinkSync(target, user);
    const [{ id }] = list();
    run("disable", id);
    const { stdout } = run("edit", id, "--matcher", "Write", "--yes");
    expect(stdout).toContain("it is disabled");
    expect(list()).toMatchObject([{ matcher: "Write", state: "disabled" }]);
    expect(lstatSync(user).isSymbolicLink()).toBe(true);
    expect(statSync(target).mode & 0o777).toBe(0o600);
    expect(readFileSync(target, "utf8")).toBe(
      userSettings.replace('"matcher": "Bash"', '"matcher": "Write"'),
    );
  });

  it("U1 hooks of others are refused with the reason, and so are mistakes", () => {
    const { base, cwd, user, start, run, list } = workplace();
    const plugin = join(base, "plugin");
    mkdirSync(join(plugin, "hooks"), { recursive: true });
    writeFileSync(join(plugin, "hooks/hooks.json"), userSettings);
    mkdirSync(join(cwd, ".claude/agents"), { recursive: true });
    const front =
      "hooks:\n  Stop:\n    - hooks:\n        - type: command\n          command: echo\n";
    writeFileSync(
      join(cwd, ".claude/agents/a.md"),
      `---\nname: a\ndescription: a\n${front}---\nhello\n`,
    );
    const ids = Object.fromEntries(
      list("--plugin-dir", plugin).map((row: { scope: string; id: string }) => [row.scope, row.id]),
    );
    const refusals: readonly (readonly [readonly string[], string])[] = [
      [["delete", ids["plugin"], "--plugin-dir", plugin, "--yes"], "part of the plugin"],
      [["delete", ids["agent"], "--yes"], "agents/a.md, which is not a settings file"],
      [["edit", ids["user"], "--yes"], "nothing to change; name --matcher"],
      [["edit", ids["user"], "--timeout", "soon", "--yes"], "not a number of seconds"],
      [["edit", ids["user"], "--matcher", "(", "--yes"], "regular expression"],
      [["add", "Stopp", "--command", "x", "--yes"], "did you mean Stop?"],
      [["add", "Stop", "--command", " ", "--yes"], "--command is empty"],
    ];
    for (const [args, why] of refusals) {
      const { status, stderr } = run(...args);
      expect([status, stderr]).toEqual([1, expect.stringContaining(why)]);
    }
    const inside = start(["delete", ids["user"] ?? "", "--yes"], {
      [`${brand.environmentPrefix}RUN`]: "1",
    });
    expect(inside.stderr).toContain("run it in your own terminal");
    expect(readFileSync(user, "utf8")).toBe(userSettings);
    writeFileSync(join(cwd, ".claude/settings.json"), '{ "hooks": ');
    const broken = run("add", "Stop", "--command", "x", "--yes");
    expect(broken.status).toBe(1);
    expect(broken.stderr).toContain("fix the file first");
  });

  const terminal = "/usr/bin/script";
  it.skipIf(!existsSync(terminal))("U1 on a terminal the user is asked", () => {
    const { cwd, env, user, list } = workplace();
    const [{ id }] = list();
    const line = [...tested.command(), "hooks", "delete", id].map(shellWord).join(" ");
    const answer = (input: string) =>
      spawnSync(terminal, ["-qec", line, "/dev/null"], { cwd, env, input, encoding: "utf8" });
    expect(answer("n\n").stdout).toContain("nothing was written");
    expect(readFileSync(user, "utf8")).toBe(userSettings);
    expect(answer("y\n").stdout).toContain("Write this? [y/N]");
    expect(list()).toEqual([]);
  });
});

it("U1 hooks list --trace shows the last run of each hook and its times", () => {
  const { cwd, env, run, list } = workplace();
  const file = join(cwd, "trace.jsonl");
  const [program, ...words] = tested.command();
  const fire = [...words, "run", "PreToolUse", "--tool", "Bash", "--trace", file];
  for (const _ of [1, 2]) spawnSync(program, fire, { cwd, env });
  run("add", "Stop", "--command", "true", "--scope", "user", "--yes");
  const { stdout } = run("list", "--trace", file);
  expect(stdout).toMatch(/last run 2\d{3}-.*Z: exit 2 after .* ms; 2 runs, median .* longest /);
  expect(stdout).toContain("did not run in this trace");
  expect(list("--trace", file)).toMatchObject([{ runs: { count: 2 } }, { runs: null }]);
  const report = JSON.parse(run("--json", "--trace", file).stdout);
  expect(hooksReport.parse(report)).toMatchObject({ ok: true });
  expect(run("--trace", join(cwd, "missing")).stderr).toContain("there is no such file");
});
