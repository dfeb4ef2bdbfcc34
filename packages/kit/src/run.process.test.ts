import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { sampleInput } from "./sample-input.ts";

const kit = join(import.meta.dirname, "..");
const fromSource = "--conditions=workspace-source";

/** A folder in which hooks find the kit. */
function folder(files: Readonly<Record<string, string>>): string {
  const made = mkdtempSync(join(tmpdir(), "kit-test-"));
  mkdirSync(join(made, "node_modules/@snaphook"), { recursive: true });
  symlinkSync(kit, join(made, "node_modules/@snaphook/kit"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(made, name)), { recursive: true });
    writeFileSync(join(made, name), text);
  }
  return made;
}

const hookFile = (definition: string) => `
  import { defineHook } from "@snaphook/kit";
  const hook = defineHook(${definition});
  export default hook;
  hook.runIfMain(import.meta);
`;

function run(
  definition: string,
  {
    input = sampleInput("PreToolUse") as unknown,
    env = {},
  }: { input?: unknown; env?: object } = {},
) {
  const cwd = folder({ "hook.ts": hookFile(definition) });
  const { status, stdout, stderr } = spawnSync(process.execPath, [fromSource, "hook.ts"], {
    cwd,
    input: typeof input === "string" ? input : JSON.stringify(input),
    env: { ...process.env, ...env },
    encoding: "utf8",
    timeout: 30_000,
    maxBuffer: 16 * 1024 * 1024,
  });
  return { status, stdout, stderr };
}

describe("a hook as a process", () => {
  it("prints one JSON object on stdout, even if the hook prints other text", () => {
    const noisy = run(`"PreToolUse", ({ deny }) => {
      console.log("log"); console.info("info"); process.stdout.write("raw\\n");
      setTimeout(() => console.log("later"), 0);
      return deny("no");
    }`);
    expect(noisy).toMatchObject({ status: 0, stderr: "log\ninfo\nraw\n" });
    expect(JSON.parse(noisy.stdout)).toMatchObject({
      hookSpecificOutput: { permissionDecision: "deny" },
    });
    expect(run(`"PreToolUse", () => {}`)).toEqual({ status: 0, stdout: "", stderr: "" });
  });

  it("flushes a long answer, reads a long input, and does not wait for open handles", () => {
    const text = "ä€😀".repeat(200_000);
    const { status, stdout } = run(
      `"UserPromptSubmit", ({ input, context }) => {
        setInterval(() => {}, 1000);
        return context(input.prompt);
      }`,
      { input: sampleInput("UserPromptSubmit", { prompt: text }) },
    );
    expect(status).toBe(0);
    expect(JSON.parse(stdout).hookSpecificOutput.additionalContext === text).toBe(true);
  });

  it.each([
    ["throws", `() => { throw new Error("broken"); }`],
    ["rejects", `async () => { throw new Error("broken"); }`],
    [
      "throws elsewhere",
      `() => new Promise(() => { setTimeout(() => { throw new Error("broken"); }); })`,
    ],
    [
      "loses a rejection",
      `() => { Promise.reject(new Error("broken")); return new Promise((r) => setTimeout(r, 5000)); }`,
    ],
    ["never ends", `() => new Promise(() => {})`],
  ])("H8 a hook that %s refuses, elsewhere fails", (how, callback) => {
    const message = how === "never ends" ? "never settles" : "broken";
    const refused = run(`"PreToolUse", ${callback}`);
    expect(refused).toMatchObject({ status: 2, stdout: "" });
    expect(refused.stderr).toContain(`PreToolUse hook failed: `);
    expect(refused.stderr).toContain(message);
    const failed = run(`"Stop", ${callback}`, { input: sampleInput("Stop") });
    expect(failed).toMatchObject({ status: 1, stdout: "" });
  });

  it("H8 refuses when there is no input, and says how to try it by hand", () => {
    const { status, stderr } = run(`"PreToolUse", () => {}`, { input: "" });
    expect(status).toBe(2);
    expect(stderr).toMatch(
      /^PreToolUse hook failed: No input: .*\nTo try it by hand:\n {2}echo '\{.*\}' \| node .*hook\.ts\n$/,
    );
  });

  it("P6 waits for the whole input, even if it arrives slowly", async () => {
    const cwd = folder({
      "hook.ts": `${hookFile(`"UserPromptSubmit", ({ input, block }) => block(input.prompt)`)}
        process.stdin.once("data", () => process.stderr.write("begun"));`,
    });
    const child = spawn(process.execPath, [fromSource, "hook.ts"], { cwd });
    const bytes = Buffer.from(JSON.stringify(sampleInput("UserPromptSubmit", { prompt: "€" })));
    const cut = bytes.indexOf(Buffer.from("€")) + 1;
    let stdout = "";
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
    });
    child.stdin.write(bytes.subarray(0, cut));
    child.stderr.once("data", () => child.stdin.end(bytes.subarray(cut)));
    await new Promise((resolve) => child.on("close", resolve));
    expect(JSON.parse(stdout)).toEqual({ decision: "block", reason: "€" });
  });

  it("ends if its stdout is closed", async () => {
    const cwd = folder({
      "hook.ts": hookFile(`"PreToolUse", ({ deny }) => deny("x".repeat(1e6))`),
    });
    const child = spawn(process.execPath, [fromSource, "hook.ts"], { cwd });
    child.stdout.destroy();
    child.stdin.end(JSON.stringify(sampleInput("PreToolUse")));
    expect(await new Promise((resolve) => child.on("exit", resolve))).toBe(0);
  });

  it("P8 sets variables that a shell can read, whatever characters they contain", () => {
    const file = join(folder({}), "variables");
    const value = 'it\'s $HOME\n"two" `lines`';
    const definition = `"SessionStart", ({ exportVariable }) => { exportVariable("TOLD", ${JSON.stringify(value)}); }`;
    const input = sampleInput("SessionStart");
    expect(run(definition, { input, env: { CLAUDE_ENV_FILE: file } }).status).toBe(0);
    const { stdout } = spawnSync("/bin/sh", ["-c", `. '${file}'; printenv TOLD`], {
      encoding: "utf8",
    });
    expect(stdout).toBe(`${value}\n`);
    const without = run(definition, { input, env: { CLAUDE_ENV_FILE: "" } });
    expect(without).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("CLAUDE_ENV_FILE"),
    });
  });
});

describe("runIfMain", () => {
  const files = {
    "hook.js": hookFile(`"PreToolUse", ({ deny }) => deny("ran")`),
    "importer.js": `import hook from "./hook.js"; console.log(hook.event);`,
    "package.json": `{"type": "module", "main": "hook.js"}`,
  };
  const start = (cwd: string, ...args: readonly string[]) =>
    spawnSync(process.execPath, [fromSource, ...args], {
      cwd,
      input: JSON.stringify(sampleInput("PreToolUse")),
      encoding: "utf8",
    }).stdout;

  it("runs the module that Node was started with, by any path", () => {
    const cwd = folder(files);
    symlinkSync("hook.js", join(cwd, "link.js"));
    symlinkSync(cwd, join(cwd, "linked-folder"));
    const ways = [
      "hook.js",
      "./hook",
      ".",
      "link.js",
      "linked-folder/hook.js",
      join(cwd, "hook.js"),
    ];
    for (const way of ways)
      expect([way, start(cwd, way)]).toEqual([way, expect.stringContaining("ran")]);
    expect(start(cwd, "--preserve-symlinks-main", "link.js")).toContain("ran");
  });

  it("does nothing when the module was imported", () => {
    const cwd = folder(files);
    expect(start(cwd, "importer.js")).toBe("PreToolUse\n");
    expect(start(cwd, "--input-type=module", "-e", files["importer.js"])).toBe("PreToolUse\n");
  });
});

describe("the documentation", () => {
  it.each(["define-hook.ts", "sample-input.ts", "test-hook.ts"])(
    "the example in %s runs",
    (name) => {
      const source = readFileSync(join(import.meta.dirname, name), "utf8");
      const [, example = ""] = /@example\n((?: \* .*\n)+?) \*\//.exec(source) ?? [];
      const imports = `import { defineHook, sampleInput, testHook } from "@snaphook/kit";\n`;
      const cwd = folder({ "example.ts": imports + example.replaceAll(/^ \* /gm, "") });
      const input = sampleInput("PreToolUse", { input: { command: "rm -rf /" } });
      const { status, stdout } = spawnSync(process.execPath, [fromSource, "example.ts"], {
        cwd,
        input: JSON.stringify(input),
        encoding: "utf8",
      });
      expect(status).toBe(0);
      expect(stdout).toMatch(/deny.*remove files one by one|^rm -rf \/\n$|^deny not today\n$/);
    },
  );
});
