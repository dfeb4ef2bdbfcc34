import { execFileSync } from "node:child_process";
import { readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { brand } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { createHooks } from "../../engine.ts";
import type { HookRun } from "../../stages/hook-run.ts";
import { before, call, folderWith, hooksWith, startHost } from "../testing.ts";

/** The environment of a hook, as a script sees it. */
const printEnvironment = "env -0 > ../environment";
const environmentIn = (file: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readFileSync(file, "utf8")
      .split("\0")
      .filter((entry) => entry !== "")
      .map((entry) => [entry.slice(0, entry.indexOf("=")), entry.slice(entry.indexOf("=") + 1)]),
  );

const depth = `${brand.environmentPrefix}DEPTH`;
const marker = `${brand.environmentPrefix}RUN`;
const host = {
  PATH: process.env["PATH"],
  FROM_HOST: "yes",
  MODEL_KEY: "secret",
  OTHER_KEY: "secret",
};
const outer = {
  CLAUDE_ENV_FILE: "/outer",
  CLAUDE_PLUGIN_ROOT: "/outer",
  CLAUDE_PLUGIN_DATA: "/outer",
};

describe("P5 a command", () => {
  it("runs in a separate session and group without a terminal", async () => {
    const { hooks, runs } = await hooksWith(before("echo $$; cut -d' ' -f1,5-7 /proc/$$/stat"));
    await hooks.fire("PreToolUse", call());
    const [pid, leader, group, session, terminal] = runs[0]?.stdout.text.split(/\s/) ?? [];
    expect([leader, group, session, terminal]).toEqual([pid, pid, pid, "0"]);
  });

  it("starts the program itself when it has args", async () => {
    const { hooks, runs, at } = await hooksWith(
      before({ command: "printf", args: ["[%s]", "a b", "$HOME", "${CLAUDE_PROJECT_DIR}"] }),
    );
    await hooks.fire("PreToolUse", call());
    expect(runs[0]?.stdout.text).toBe(`[a b][$HOME][${at("project")}]`);
  });

  it("goes through the shell prefix as one argument", async () => {
    const { hooks, runs, write } = await hooksWith(before("echo 'two  words' \"$0\""), {
      env: { ...host, CLAUDE_CODE_SHELL_PREFIX: "../prefix --flag" },
    });
    write("prefix", '#!/bin/sh\necho "$# $1 $2"');
    await hooks.fire("PreToolUse", call());
    expect(runs[0]?.stdout.text).toBe("2 --flag echo 'two  words' \"$0\"\n");
  });

  it.each(["${CLAUDE_PLUGIN_ROOT}/run.sh", "cat ${CLAUDE_PLUGIN_DATA}/x"])(
    "outside plugins that uses a plugin's folder fails without blocking: %s",
    async (command) => {
      const { hooks, runs } = await hooksWith(before(command), { env: { ...host, ...outer } });
      expect(await hooks.fire("PreToolUse", call())).toMatchObject({ action: "proceed" });
      expect(runs).toMatchObject([
        { end: { how: "couldNotStart", cause: expect.stringContaining("plugin") } },
      ]);
    },
  );

  it("that is empty fails instead of succeeding, and refuses with onFailure: block (H8)", async () => {
    const { hooks, runs } = await hooksWith(before(""));
    expect(await hooks.fire("PreToolUse", call())).toMatchObject({ action: "proceed" });
    expect(runs).toMatchObject([
      { end: { how: "couldNotStart", cause: expect.stringContaining("empty") } },
    ]);
    const strict = await hooksWith(before({ command: "", onFailure: "block" }));
    expect(await strict.hooks.fire("PreToolUse", call())).toMatchObject({ action: "refuse" });
  });
});

it("P6 the directory is the agent's current one", async () => {
  const { hooks, runs, at } = await hooksWith(before("pwd"));
  await hooks.scope({ cwd: at("home") }).fire("PreToolUse", call());
  expect(runs[0]?.stdout.text.trim()).toBe(realpathSync(at("home")));
});

it("P6 a hook whose directory is gone still refuses: it runs in the project, and the user sees it", async () => {
  const { hooks, runs, at } = await hooksWith(before("pwd; exit 2"));
  const outcome = await hooks.scope({ cwd: at("project/gone/deep") }).fire("PreToolUse", call());
  expect(outcome).toMatchObject({ action: "refuse" });
  expect(runs[0]?.stdout.text.trim()).toBe(at("project"));
  expect(outcome.messages).toContainEqual(
    expect.objectContaining({
      audience: "user",
      kind: "warning",
      text: expect.stringMatching(/project\/gone\/deep does not exist, so it ran in .*project$/),
    }),
  );
});

it("P6 if the project is gone too, a hook runs in the nearest folder that exists", async () => {
  const { hooks, runs, at } = await hooksWith(before("pwd; exit 2"));
  rmSync(at("project"), { recursive: true });
  const outcome = await hooks.scope({ cwd: at("home/gone/deep") }).fire("PreToolUse", call());
  expect(outcome).toMatchObject({ action: "refuse" });
  expect(runs[0]?.stdout.text.trim()).toBe(at("home"));
});

it("P6 stdin is one line of JSON and a newline", async () => {
  const { hooks, runs } = await hooksWith(before("cat"));
  await hooks.fire("PreToolUse", call("Bash", { command: "a\nb ä \u2028" }));
  const { text = "" } = runs[0]?.stdout ?? {};
  expect(text.indexOf("\n")).toBe(text.length - 1);
  expect(JSON.parse(text)).toMatchObject({ tool_input: { command: "a\nb ä \u2028" } });
});

describe("P7 the environment", () => {
  it("has the host's variables and those for the hook", async () => {
    const { hooks, at } = await hooksWith(before(printEnvironment), {
      env: { ...host, [depth]: "2" },
      remote: true,
      entrypoint: "cli",
      credentialVariables: ["MODEL_KEY"],
    });
    await hooks.scope({ cwd: at("home") }).fire("PreToolUse", call());
    const {
      PWD,
      OLDPWD,
      SHLVL,
      _,
      [marker]: found,
      ...environment
    } = environmentIn(at("environment"));
    expect(found).toMatch(/^[\w-]{36}$/);
    expect(environment).toEqual({
      ...host,
      CLAUDECODE: "1",
      CLAUDE_CODE_ENTRYPOINT: "cli",
      CLAUDE_CODE_REMOTE: "true",
      CLAUDE_CODE_SESSION_ID: "session-1",
      CLAUDE_PROJECT_DIR: at("project"),
      PYTHONPYCACHEPREFIX: at(`home/${brand.homeFolder}/python-cache`),
      [depth]: "3",
    });
  });

  it("T1 cached bytecode does not replace a module of a Python hook", async () => {
    const { hooks, runs, write, at } = await hooksWith(before("python3 guard.py"));
    write("project/guard.py", "import helper\nhelper.check()\n");
    write("project/evil.py", 'def check(): print("evil")\n');
    write("project/helper.py", 'def check(): print("good")\n');
    write(
      "project/compile.py",
      `import py_compile, importlib.util
py_compile.compile("evil.py", importlib.util.cache_from_source("helper.py"),
  invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)`,
    );
    execFileSync("python3", ["compile.py"], { cwd: at("project") });
    expect(execFileSync("python3", ["guard.py"], { cwd: at("project") }).toString()).toBe("evil\n");
    await hooks.fire("PreToolUse", call());
    expect(runs[0]?.stdout.text).toBe("good\n");
  });

  it("does not pass on the variables of an outer agent's hook", async () => {
    const { hooks, at } = await hooksWith(before(printEnvironment), {
      env: { ...host, ...outer, [depth]: "much" },
    });
    await hooks.fire("PreToolUse", call());
    const environment = environmentIn(at("environment"));
    for (const name of Object.keys(outer)) expect(environment).not.toHaveProperty(name);
    expect(environment[depth]).toBe("1");
  });

  it("passes on CLAUDE_CODE_REMOTE of the host", async () => {
    const remoteOf = async (env: Readonly<Record<string, string>>) => {
      const { hooks, at } = await hooksWith(before(printEnvironment), { env: { ...host, ...env } });
      await hooks.fire("PreToolUse", call());
      return environmentIn(at("environment"))["CLAUDE_CODE_REMOTE"];
    };
    expect(await remoteOf({ CLAUDE_CODE_REMOTE: "true" })).toBe("true");
    expect(await remoteOf({})).toBeUndefined();
  });

  it("has a folder for the data of a plugin, which exists before its hooks run", async () => {
    const world = folderWith({});
    const command = 'test -d "$CLAUDE_PLUGIN_DATA" && echo kept > "$CLAUDE_PLUGIN_DATA/x"';
    const hook = { type: "command", command, timeout: 30 };
    world.write(
      "plugin/hooks/hooks.json",
      JSON.stringify({ hooks: { Stop: [{ hooks: [hook] }] } }),
    );
    const options = { ...world.options, pluginDirectories: [world.at("plugin")] };
    const hooks = await createHooks({ ...options, trustProject: true });
    const runs: HookRun[] = [];
    hooks.on((progress) => void ("run" in progress && runs.push(progress.run)));
    await hooks.fire("Stop", { stop_hook_active: false });
    await hooks.close();
    expect(runs).toMatchObject([{ end: { how: "exited", code: 0 } }]);
    // A file in the place of the folder: the hook runs, and the user sees why it has no folder.
    const [folder] = runs.map(({ planned }) => planned.hook.origin.pluginData ?? "");
    rmSync(folder ?? "", { recursive: true });
    writeFileSync(folder ?? "", "");
    const again = await createHooks({ ...options, trustProject: true });
    const { messages } = await again.fire("Stop", { stop_hook_active: false });
    await again.close();
    expect(messages).toContainEqual(
      expect.objectContaining({
        audience: "user",
        text: expect.stringContaining("CLAUDE_PLUGIN_DATA could not be created"),
      }),
    );
  });

  it("withholds credentials from hooks that are not the user's, wherever they were set", async () => {
    const world = await hooksWith(
      { Stop: [{ hooks: [{ command: "env -0 > ../user" }] }] },
      {
        env: { ...host, OTHER_KEY: undefined },
        credentialVariables: ["MODEL_KEY", "OTHER_KEY", "ABSENT_KEY"],
        trustProject: true,
      },
    );
    const hook = { type: "command", command: "env -0 > ../project-hook", timeout: 30 };
    world.write(
      "project/.claude/settings.json",
      JSON.stringify({ hooks: { Stop: [{ hooks: [hook] }] } }),
    );
    const user = JSON.parse(readFileSync(world.at("home/.claude/settings.json"), "utf8"));
    world.write(
      "home/.claude/settings.json",
      JSON.stringify({ ...user, env: { OTHER_KEY: "set here" } }),
    );
    await (await world.hooks.config.checkForChanges())?.apply();
    await world.hooks.fire("Stop", { stop_hook_active: false });
    expect(environmentIn(world.at("user"))).toMatchObject({
      MODEL_KEY: "secret",
      OTHER_KEY: "set here",
    });
    const environment = environmentIn(world.at("project-hook"));
    expect(environment).not.toHaveProperty("MODEL_KEY");
    expect(environment).not.toHaveProperty("OTHER_KEY");
    expect(environment).toHaveProperty("FROM_HOST", "yes");
    const run = world.runs.find(({ planned }) => planned.hook.origin.scope === "project");
    expect(run?.notes).toEqual([
      expect.stringMatching(/^MODEL_KEY was withheld/),
      expect.stringMatching(/^OTHER_KEY was withheld/),
    ]);
  });

  it("passes on the credentials that the user's hookEnv lists", async () => {
    const world = folderWith({}, { hookEnv: ["MODEL_KEY"] });
    const hook = { type: "command", command: printEnvironment, timeout: 30 };
    world.write(
      "project/.claude/settings.json",
      JSON.stringify({ hooks: { Stop: [{ hooks: [hook] }] } }),
    );
    const body = `const hooks = await createHooks({
        ...options,
        trustProject: true,
        env: { PATH: process.env.PATH, MODEL_KEY: "a", OTHER_KEY: "b" },
        credentialVariables: ["MODEL_KEY", "OTHER_KEY"],
      });
      await hooks.fire("Stop", { stop_hook_active: false });
      await hooks.close();`;
    expect(await startHost(world, body).ended).toMatchObject({ code: 0, stderr: "" });
    expect(environmentIn(world.at("environment"))).toMatchObject({ MODEL_KEY: "a" });
    expect(environmentIn(world.at("environment"))).not.toHaveProperty("OTHER_KEY");
  });
});

describe("P8 CLAUDE_ENV_FILE", () => {
  const start = { source: "startup" };

  it("is a private file of each hook, and the files are listed in plan order", async () => {
    const { hooks } = await hooksWith({
      SessionStart: [
        {
          sequential: true,
          hooks: [
            { command: 'sleep 0.1; echo "export A=1" >> "$CLAUDE_ENV_FILE"' },
            { command: 'sleep 0.1; echo "export A=2" >> "$CLAUDE_ENV_FILE"' },
          ],
        },
        {
          hooks: [
            { command: ": nothing to say" },
            { command: 'echo "export A=3" >> "$CLAUDE_ENV_FILE"' },
          ],
        },
      ],
      CwdChanged: [{ hooks: [{ command: 'echo "export A=4" >> "$CLAUDE_ENV_FILE"' }] }],
      PreToolUse: [{ hooks: [{ command: 'test -z "$CLAUDE_ENV_FILE" || exit 2' }] }],
    });
    await hooks.fire("SessionStart", start);
    await hooks.fire("CwdChanged", { old_cwd: "/", new_cwd: "/" });
    const files = hooks.config.environmentFiles();
    expect(files.map((file) => readFileSync(file, "utf8"))).toEqual([
      "export A=1\n",
      "export A=2\n",
      "export A=3\n",
      "export A=4\n",
    ]);
    expect(files.map((file) => statSync(file).mode & 0o777)).toEqual(files.map(() => 0o600));
    expect(await hooks.fire("PreToolUse", call())).toMatchObject({ action: "proceed" });
  });

  it("is emptied when its hook runs again; others stay", async () => {
    const { hooks } = await hooksWith({
      SessionStart: [
        { matcher: "startup", hooks: [{ command: 'echo once >> "$CLAUDE_ENV_FILE"' }] },
        {
          hooks: [{ command: 'test -e ../ran || echo always >> "$CLAUDE_ENV_FILE"; touch ../ran' }],
        },
      ],
    });
    const texts = () => hooks.config.environmentFiles().map((file) => readFileSync(file, "utf8"));
    await hooks.fire("SessionStart", start);
    expect(texts()).toEqual(["once\n", "always\n"]);
    await hooks.fire("SessionStart", { source: "compact" });
    expect(texts()).toEqual(["once\n"]);
  });

  it("is cleared when a conversation starts, and removed when the session ends", async () => {
    const { hooks, at } = await hooksWith({
      SessionStart: [{ hooks: [{ command: 'echo here >> "$CLAUDE_ENV_FILE"' }] }],
    });
    await hooks.fire("SessionStart", start);
    hooks.config.clearEnvironmentFiles();
    expect(hooks.config.environmentFiles()).toEqual([]);
    await hooks.fire("SessionStart", { source: "clear" });
    const [file = ""] = hooks.config.environmentFiles();
    expect(file.startsWith(at("session"))).toBe(true);
    await hooks.close();
    expect(() => statSync(file)).toThrow("ENOENT");
  });

  it("that cannot be created is a failure of its hook only", async () => {
    const { hooks, runs, write } = await hooksWith({
      SessionStart: [{ hooks: [{ command: "echo ran" }] }],
    });
    write("session", "no folder");
    expect(await hooks.fire("SessionStart", start)).toMatchObject({ action: "continue" });
    expect(runs).toMatchObject([{ end: { how: "couldNotStart" } }]);
  });
});
