import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { systemClock } from "../../clock.ts";
import { type ProcessRequest, runProcess } from "./run-process.ts";

const run = (script: string, more: Partial<Omit<ProcessRequest, "marker" | "spillFolder">> = {}) =>
  runProcess(
    {
      program: "/bin/sh",
      args: ["-c", script],
      cwd: "/",
      env: process.env,
      stdin: "",
      limitMs: 10_000,
      signal: undefined,
      marker: ["TEST_RUN", randomUUID()],
      spillFolder: join(tmpdir(), "spill"),
      ...more,
    },
    spawn,
    systemClock,
  );

async function isGone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 50; tries++) {
    try {
      process.kill(pid, 0);
    } catch {
      return true;
    }
    await sleep(100);
  }
  return false;
}

describe("runProcess", () => {
  it("P6 delivers stdin and closes it", async () => {
    const { end, stdout } = await run("cat", { stdin: '{"a":1}\n' });
    expect(end).toEqual({ how: "exited", code: 0 });
    expect(stdout).toEqual({ text: '{"a":1}\n', bytes: 8, complete: true });
  });

  it("P6 a hook that never reads a large stdin is no error", async () => {
    const { end } = await run("exit 0", { stdin: "x".repeat(1 << 20) });
    expect(end).toEqual({ how: "exited", code: 0 });
  });

  it("P9 does not wait for a child that holds the pipes", async () => {
    const start = performance.now();
    const { end, stdout } = await run("echo said; sleep 5 & exit 3");
    expect(end).toEqual({ how: "exited", code: 3 });
    expect(stdout.text).toBe("said\n");
    expect(performance.now() - start).toBeLessThan(3000);
  });

  it("P10 a hook that ignores SIGTERM is left at its limit and killed after", async () => {
    const { end, stdout } = await run("trap '' TERM; echo $$; while :; do sleep 0.1; done", {
      limitMs: 300,
    });
    expect(end).toEqual({ how: "timedOut", limitMs: 300 });
    expect(await isGone(Number(stdout.text))).toBe(true);
  });

  it("P11 keeps 1 MiB of a flood, counts the rest and says that it is cut", async () => {
    const { stdout } = await run("head -c 3000000 /dev/zero | tr '\\0' x");
    expect(stdout).toMatchObject({ bytes: 3_000_000, complete: false });
    expect(stdout.text).toHaveLength(1024 * 1024);
  });

  it("P11 a character split across writes arrives whole", async () => {
    const { stdout } = await run("printf '\\303'; sleep 0.1; printf '\\244'");
    expect(stdout.text).toBe("ä");
  });

  it("P18 an abort ends the run at once", async () => {
    const { end } = await run("sleep 20", { signal: AbortSignal.timeout(100) });
    expect(end).toEqual({ how: "cancelled" });
  });

  it("a program that cannot be started is a value, not an exception", async () => {
    const { end } = await run("", { program: "/no/such/program" });
    expect(end).toMatchObject({ how: "notFound" });
  });

  it("a signal is told apart from an exit code", async () => {
    expect((await run("kill -KILL $$")).end).toEqual({ how: "killed", signal: "SIGKILL" });
  });
});
