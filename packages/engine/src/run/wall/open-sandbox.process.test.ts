import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, it } from "vitest";
import type { ProcessRequest } from "../process/process-request.ts";
import { openSandbox } from "./open-sandbox.ts";
import { sandboxOptions, systemMounts, tryBubblewrap } from "./try-bubblewrap.ts";

const { program = "", because } = await tryBubblewrap({ env: {} });
const noSandbox = `no sandbox: ${because}`;
const options = [...sandboxOptions, "--bind", "/", "/", ...systemMounts, "--"];

const request = (script: string, more: Partial<ProcessRequest> = {}): ProcessRequest => ({
  program: "/bin/sh",
  args: ["-c", script],
  cwd: "/",
  env: { PATH: process.env["PATH"] },
  stdin: "",
  limitMs: 20_000,
  signal: undefined,
  marker: ["RUN", randomUUID()],
  spillFolder: tmpdir(),
  ...more,
});

/** Whether a process anywhere has a word in its command line. */
const isRunning = (word: string): boolean =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .some((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(word);
      } catch {
        return false;
      }
    });

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe("a sandbox with a runner", () => {
  beforeEach(({ skip }) => skip(because !== undefined, noSandbox));

  it("P10 pids are those inside, and processes live on between runs", async () => {
    const sandbox = await openSandbox([program, ...options]);
    const first = await sandbox.start(request("sleep 300 >/dev/null 2>&1 & echo $!")).finished;
    const pid = Number(first.stdout.text);
    expect(pid).toBeLessThan(100);
    const { stdout } = await sandbox.start(request(`kill ${pid} && ps -p 1 -o comm=`)).finished;
    expect(stdout.text.trim()).toBe("bwrap");
    await sandbox.close();
    expect(sandbox.isOpen()).toBe(false);
  });

  it("P10 a run that was ended is gone with all it started", async () => {
    const sandbox = await openSandbox([program, ...options]);
    const word = `sleep-${randomUUID()}`;
    const running = sandbox.start(
      request(`sh -c 'sleep 300; : ${word}' & setsid sh -c 'sleep 300; : ${word}' & wait`, {
        limitMs: 300,
      }),
    );
    expect((await running.finished).end.how).toBe("timedOut");
    await running.groupGone();
    await until(() => !isRunning(word));
    expect(sandbox.isOpen()).toBe(true);
    await sandbox.close();
  });

  it("P10 no one waits for the processes of a run that has ended by itself", async () => {
    const sandbox = await openSandbox([program, ...options]);
    const running = sandbox.start(request("true"));
    await running.finished;
    running.cancel();
    await running.groupGone();
    await sandbox.close();
    await running.groupGone();
    expect(sandbox.isOpen()).toBe(false);
  });

  it("P10 P13 everything in it ends when its host is killed", async () => {
    const folder = mkdtempSync(join(tmpdir(), "host-"));
    const word = `sleep-${randomUUID()}`;
    const source = fileURLToPath(new URL("./open-sandbox.ts", import.meta.url));
    const script = request(`setsid -f env -i sh -c 'sleep 300; : ${word}'; sleep 300`, {
      limitMs: undefined,
    });
    writeFileSync(
      join(folder, "host.mjs"),
      `import { openSandbox } from ${JSON.stringify(source)};
       const sandbox = await openSandbox(${JSON.stringify([program, ...options])});
       sandbox.start(${JSON.stringify(script)});
       setInterval(() => {}, 1000);`,
    );
    const args = ["--conditions=workspace-source", join(folder, "host.mjs")];
    const host = spawn(process.execPath, args, { stdio: "ignore" });
    await until(() => isRunning(word));
    host.kill("SIGKILL");
    await once(host, "exit");
    await until(() => !isRunning(word));
    expect(isRunning(word)).toBe(false);
  });

  it("T5 a command that ends all processes ends the sandbox, and its run fails", async () => {
    const sandbox = await openSandbox([program, ...options]);
    const { end } = await sandbox.start(request("kill -9 -1")).finished;
    expect(end.how).toBe("failed");
    await until(() => !sandbox.isOpen());
  });

  it("T5 a sandbox that cannot be made is an error that says why", async () => {
    const missing = `/missing-${randomUUID()}`;
    await expect(openSandbox([program, "--bind", missing, "/", "--"])).rejects.toThrow(missing);
    await expect(openSandbox(["/no/such/program"])).rejects.toThrow("could not be started");
  });
});
