import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { before, call, hooksWith } from "../testing.ts";
import { isPlainCall } from "./is-plain-call.ts";

/** Guards that `/bin/sh` runs differently, or not at all, where it is dash. */
const bashGuards = [
  '[[ "$(cat)" == *rm* ]] && exit 2',
  'words=(a b); [ "${#words[@]}" = 2 ] && exit 2',
  'grep -q x <<< "x" && exit 2',
  "diff <(echo a) <(echo a) && exit 2",
  'source /dev/null && x=ABC && [ "${x,,}" == abc ] && exit 2',
  "function refuse { exit 2; }; refuse",
  '[ "$(echo -e "a\\tb")" = "$(printf "a\\tb")" ] && exit 2',
];

describe("P5 the shell of a command", () => {
  it.each(bashGuards)("P5 a guard in bash refuses: %s", async (guard) => {
    const { hooks } = await hooksWith(before(guard));
    expect(await hooks.fire("PreToolUse", call("Bash", { command: "rm x" }))).toMatchObject({
      action: "refuse",
    });
  });

  it("P5 the shell is /bin/sh under claude-code, also for hooks that ask for bash", async () => {
    const print = 'echo "${BASH_VERSION:-none}"';
    const { hooks, runs } = await hooksWith(
      before(print, { command: `${print};`, shell: "bash" }),
      {
        profile: "claude-code",
      },
    );
    await hooks.fire("PreToolUse", call());
    const isBash = execFileSync("/bin/sh", ["-c", print]).toString() !== "none\n";
    expect(runs.map(({ stdout }) => stdout.text !== "none\n")).toEqual([isBash, isBash]);
    expect(hooks.config.snapshot().hooks.map(hooks.config.shellOf)).toEqual(["/bin/sh", "/bin/sh"]);
  });

  it("P5 no file of BASH_ENV or ENV is read, neither by the shell nor by scripts it starts", async () => {
    const { at, write } = await hooksWith(before("true"));
    const file = write("profile.sh", "echo profile");
    const { hooks, runs } = await hooksWith(before("echo on; echo", "bash -c 'echo on; echo'"), {
      env: { PATH: process.env["PATH"], BASH_ENV: file, ENV: at("profile.sh") },
    });
    await hooks.fire("PreToolUse", call());
    expect(runs.map(({ stdout }) => stdout.text)).toEqual(["on\n\n", "on\n\n"]);
  });

  it("P5 a bash in the project is not used", async () => {
    const { hooks, at, write, runs } = await hooksWith(before('echo "${BASH_VERSION:+bash}"'));
    write("project/bash", "#!/bin/sh\necho planted\n");
    const { PATH } = process.env;
    const planted = await hooksWith(before('echo "${BASH_VERSION:+bash}"'), {
      cwd: at("project"),
      env: { PATH: `${at("project")}:${PATH}` },
    });
    await hooks.fire("PreToolUse", call());
    await planted.hooks.fire("PreToolUse", call());
    expect([...runs, ...planted.runs].map(({ stdout }) => stdout.text)).toEqual([
      "bash\n",
      "bash\n",
    ]);
  });

  it("P5 a script without a #! line runs in the shell of the hook, however it is called", async () => {
    const files = await hooksWith(before("true"));
    for (const name of ["project/guard", "with space/guard", "project/bin/guard-by-name"])
      files.write(name, '[[ "$(cat)" == *rm* ]] && exit 2\n');
    const { at } = files;
    const commands = [
      at("project/guard"),
      '"$CLAUDE_PROJECT_DIR"/guard --strict',
      "./guard",
      `'${at("with space/guard")}'`,
      "guard-by-name",
    ];
    for (const command of commands) {
      const { hooks } = await hooksWith(before(command), {
        cwd: at("project"),
        env: { PATH: `${at("project/bin")}:${process.env["PATH"]}` },
      });
      expect
        .soft(await hooks.fire("PreToolUse", call("Bash", { command: "rm x" })), command)
        .toMatchObject({ action: "refuse" });
      expect.soft(hooks.config.snapshot().hooks.map(hooks.config.shellOf)[0]).toContain("bash");
    }
  });

  it("P5 a plain call gets the same words from /bin/sh and from bash", () => {
    const env = { CLAUDE_PLUGIN_ROOT: "/r $(x)", CLAUDE_PROJECT_DIR: "/p q", HOME: "/h" };
    const words = [
      '"$CLAUDE_PROJECT_DIR"/guard.sh',
      "${CLAUDE_PLUGIN_ROOT}/run.sh 'a $b' \"it's $HOME\"",
      "--level=2 a:b,c@d%e+f $CLAUDE_PROJECT_DIR",
    ].join(" ");
    const line = `${process.execPath} -p 'process.argv.slice(1).join("|")' -- ${words}`;
    expect(isPlainCall(line)).toBe(true);
    const [sh, bash] = ["/bin/sh", "bash"].map((shell) =>
      execFileSync(shell, ["-c", line], { env: { ...env, PATH: process.env["PATH"] } }).toString(),
    );
    expect(sh).toBe(bash);
    expect(sh).toContain("/p q/guard.sh|/r|$(x)/run.sh|a $b|it's /h|");
  });
});
