import { execFileSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { whyNoSandbox } from "../wall/testing.ts";
import { newFolders, type Play, play } from "./testing/play.ts";
import { gitUser, guardedProject } from "./testing/try-ways.ts";

const noSandbox = await whyNoSandbox();
const bash = (command: string, more: object = {}) => ({
  tool: "Bash",
  input: { command, ...more },
});

/** A command whose text does not show what it does. */
const hidden = (text: string) => {
  const file = join(newFolders().base, "hidden.sh");
  writeFileSync(file, text);
  return bash(`sh ${file}`);
};

/** One session in which every command is allowed; what the model read about each. */
async function run(calls: readonly object[], options: Partial<Play> = {}) {
  const played = await play({
    permissionMode: "default",
    allowedTools: ["Bash"],
    script: [...calls.map((call) => [call]), ["done"]],
    ...options,
  });
  const texts = played.events.flatMap((event) => (event.type === "tool-ended" ? [event.text] : []));
  const notices = played.events.flatMap((event) => (event.type === "notice" ? [event.text] : []));
  return { ...played, texts, notices };
}

describe("commands in the sandbox of a session", () => {
  beforeEach(({ skip }) => skip(noSandbox !== undefined, noSandbox));

  it("T5 the work of a developer goes on: files, git, temporary folders, processes, directories", async () => {
    const folders = newFolders();
    const { texts, cwd, home } = await run(
      [
        bash(
          "mkdir -p lib ~/.cache/x && echo 1 > lib/a && echo 1 > ~/.cache/x/a && t=$(mktemp /tmp/sandbox-XXXXXX) && echo $t && rm $t",
        ),
        bash("git init -q && git add -A && git commit -qm one && git log --oneline | wc -l"),
        bash("cd lib"),
        bash('pwd; sleep 300 & echo "$!" > pid'),
        bash('kill "$(cat pid)" && echo ended; ps -eo pid= | wc -l'),
        bash("sleep 300", { timeout: 300 }),
        bash("ps -eo args= | grep -c '[s]leep 300'; cat /dev/null; echo $CLAUDECODE"),
        bash("exit 3"),
      ],
      { in: folders, env: { ...gitUser, PATH: process.env["PATH"], HOME: folders.home } },
    );
    expect(readFileSync(join(cwd, "lib/a"), "utf8")).toBe("1\n");
    expect(existsSync(join(home, ".cache/x/a"))).toBe(true);
    expect(texts[0]).toMatch(/^\/tmp\/sandbox-/);
    expect(texts[1]?.trim()).toBe("1");
    expect(texts[3]).toContain(join(cwd, "lib"));
    expect(texts[4]).toContain("ended");
    expect(Number(texts[4]?.split("\n")[1])).toBeLessThan(20);
    expect(texts[5]).toContain("time limit of 300 ms");
    expect(texts[6]).toContain("0\n1");
    expect(texts[7]).toBe("Exit code 3");
  });

  it("P8 variables that a hook wrote are there", async () => {
    const { texts } = await run([bash('echo "$FROM_HOOK"')], {
      userSettings: {
        hooks: {
          SessionStart: [
            { hooks: [{ type: "command", command: 'echo FROM_HOOK=here >> "$CLAUDE_ENV_FILE"' }] },
          ],
        },
      },
    });
    expect(texts).toEqual(["here"]);
  });

  it("T5 a socket such as that of ssh-agent can be reached", async () => {
    const { base, ...folders } = newFolders();
    const socket = join(base, "agent.sock");
    const server = createServer((client) => client.end("hello\n")).listen(socket);
    const script = "require('net').connect(process.argv[1]).pipe(process.stdout)";
    const { texts } = await run([bash(`node -e "${script}" ${socket}`)], { in: folders });
    server.close();
    expect(texts).toEqual(["hello"]);
  });

  it("T5 a background command runs on in the same sandbox, writes its file and ends with the session", async () => {
    const { events, notices } = await run([
      bash("echo $$ > pid; echo begun; exec sleep 300", { run_in_background: true }),
      bash('until [ -s pid ]; do sleep 0.05; done; kill -0 "$(cat pid)" && echo "still there"'),
    ]);
    const ended = events.flatMap((event) => (event.type === "tool-ended" ? [event] : []));
    const { outputFile } = (ended[0]?.response ?? {}) as { readonly outputFile: string };
    expect(readFileSync(outputFile, "utf8")).toContain("begun");
    expect(ended[1]?.text).toBe("still there");
    expect(notices.join("\n")).toContain("was ended with the session");
  });

  it("T5 a failure on a protected file names the file and what to do", async () => {
    const { texts } = await run([hidden("echo x > .claude/settings.local.json")], {
      files: { ".claude/settings.json": "{}" },
    });
    expect(texts[0]).toContain("Read-only file system");
    expect(texts[0]).toContain("dangerouslyDisableSandbox");
  });

  it("T5 outside the sandbox a command runs only after a question, in every mode but bypassPermissions", async () => {
    const folders = guardedProject();
    const way = bash("sh change.sh", { dangerouslyDisableSandbox: true });
    writeFileSync(join(folders.cwd, "change.sh"), 'd=.cl; echo "#" >> "${d}aude/hooks/guard.sh"\n');
    const refused = await run([way], { in: folders, trustProject: true });
    expect(refused.texts[0]).toContain("runs outside the sandbox");
    const questions: string[] = [];
    const approved = await run([way], {
      in: folders,
      trustProject: true,
      ask: async ({ reasons }) => {
        questions.push(...reasons);
        return { behavior: "allow" };
      },
    });
    expect(questions.join()).toContain("runs outside the sandbox");
    expect(approved.texts[0]).toBe("(The command printed nothing.)");
    expect(readFileSync(join(folders.cwd, ".claude/hooks/guard.sh"), "utf8")).toMatch(/#\n$/);
    const forbidden = await run([way], {
      in: folders,
      userSettings: { sandbox: { allowUnsandboxedCommands: false } },
    });
    expect(forbidden.texts[0]).toContain("sandbox.allowUnsandboxedCommands is false");
  });

  it("T5 commands that the user excluded run outside, and that is reported", async () => {
    const script = "ls -d /proc/[0-9]* 2>/dev/null | wc -l";
    const { texts, notices } = await run(
      [bash("sh count.sh"), bash("sh count.sh && true"), bash("sh count.sh > n")],
      {
        files: { "count.sh": script },
        userSettings: { sandbox: { excludedCommands: ["sh count.sh"] } },
      },
    );
    const [outside, inside] = texts.map(Number);
    expect(inside).toBeLessThan(15);
    expect(outside).toBeGreaterThan(inside ?? 0);
    expect(notices.join("\n")).toContain("sandbox.excludedCommands");
  });

  it("T5 a change to a branch with other guards works after a question, and leaves nothing half done without it", async () => {
    const folders = guardedProject();
    const env = { ...gitUser, PATH: process.env["PATH"], HOME: folders.home };
    const calls = [
      bash("git checkout -q other"),
      bash("git branch --show-current; git status --short"),
    ];
    const options = { in: folders, env, trustProject: true };
    const refused = await run(calls, options);
    expect(refused.texts[0]).toContain(".claude/hooks/guard.sh");
    expect(refused.texts[1]).toBe("master");
    const approved = await run(calls, { ...options, ask: async () => ({ behavior: "allow" }) });
    expect(approved.texts[1]).toBe("other");
    expect(readFileSync(join(folders.cwd, ".claude/hooks/guard.sh"), "utf8")).toBe("other\n");
    const same = await run([bash("git checkout -qb mine && git branch --show-current")], options);
    expect(same.texts).toEqual(["mine"]);
  });

  it("T5 a missing .claude is protected, and not left behind", async () => {
    const { texts, cwd } = await run([hidden("mkdir -p .claude; echo x > .claude/settings.json")]);
    expect(texts[0]).toContain("Read-only file system");
    expect(readdirSync(cwd)).not.toContain(".claude");
  });

  it("T5 a script that gets hooked or replaced during the session is protected from the next command on", async () => {
    const folders = guardedProject();
    const { cwd } = folders;
    const script = join(cwd, "scripts/lint.sh");
    const replace = () => {
      writeFileSync(`${script}.new`, "#!/bin/sh\n# new\n", { mode: 0o755 });
      execFileSync("mv", [`${script}.new`, script]);
    };
    const { texts } = await run([bash("echo one"), hidden("echo x > scripts/lint.sh")], {
      in: folders,
      trustProject: true,
      emit: (event) => {
        if (event.type === "tool-ended" && event.text === "one") replace();
      },
    });
    expect(texts[1]).toContain("Read-only file system");
    expect(readFileSync(script, "utf8")).toContain("# new");
  });

  it("T5 a folder that a link leads to is protected, and that the link could be replaced is reported", async () => {
    const folders = newFolders();
    mkdirSync(join(folders.base, "dot/hooks"), { recursive: true });
    symlinkSync(join(folders.base, "dot"), join(folders.cwd, ".claude"));
    const { texts, notices } = await run(
      [
        bash("echo x > ../dot/a"),
        hidden("rm .claude; mkdir .claude; echo '{}' > .claude/settings.json"),
      ],
      { in: folders },
    );
    expect(texts[0]).toContain("Read-only file system");
    expect(texts[1]).toContain("changed while the command ran");
    expect(notices.join("\n")).toContain("because a link leads there");
  });

  it("T5 a hard link that existed before writes through, and is reported", async () => {
    const folders = guardedProject();
    execFileSync("ln", [join(folders.cwd, ".claude/hooks/guard.sh"), join(folders.cwd, "same")]);
    const { texts } = await run([hidden("echo x >> same")], {
      in: folders,
      trustProject: true,
    });
    expect(texts[0]).toContain("guard.sh changed while the command ran");
  });

  it("T5 sandbox.enabled: writes only in the project and in temporary folders, and no network", async () => {
    const { base, ...folders } = newFolders();
    mkdirSync(join(base, "allowed"));
    mkdirSync(join(base, "secret"));
    writeFileSync(join(base, "secret/key"), "abc");
    const server = createServer((client) => client.end("reached\n")).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as { readonly port: number };
    const get = `require('net').connect(${port},'127.0.0.1').on('error',(e)=>console.log(e.code)).pipe(process.stdout)`;
    const { texts } = await run(
      [
        bash("echo 1 > here && echo 1 > ../allowed/there && echo written"),
        bash("echo 1 > /var/lib/elsewhere"),
        bash("cat ../secret/key"),
        bash(`node -e "${get}"`),
      ],
      {
        in: folders,
        env: { PATH: process.env["PATH"], HOME: folders.home },
        userSettings: {
          sandbox: {
            enabled: true,
            filesystem: { allowWrite: [join(base, "allowed")], denyRead: [join(base, "secret")] },
          },
        },
      },
    );
    server.close();
    expect(texts[0]).toBe("written");
    expect(texts[1]).toContain("Read-only file system");
    expect(texts[2]).toContain("No such file");
    expect(texts[3]).toMatch(/ECONNREFUSED|ENETUNREACH/);
  });
});
