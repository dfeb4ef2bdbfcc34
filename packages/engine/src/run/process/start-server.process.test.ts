import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { describe, expect, it, vi } from "vitest";
import { systemClock } from "../clock.ts";
import { processStarter } from "../process-starter.ts";

const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}/cwd`);

/** Starts a shell script as a server, and collects what it prints. */
function serve(script: string) {
  const printed = { stdout: "", stderr: "" };
  const line = Promise.withResolvers<void>();
  const { startServer } = processStarter({ runner: false, clock: systemClock });
  const server = startServer({
    program: "/bin/sh",
    args: ["-c", script],
    cwd: tmpdir(),
    env: { PATH: process.env["PATH"] },
    marker: ["TEST_RUN", randomUUID()],
    spillFolder: tmpdir(),
    onStdout(chunk) {
      printed.stdout += chunk.toString();
      if (printed.stdout.includes("\n")) line.resolve();
    },
    onStderr(chunk) {
      printed.stderr += chunk.toString();
    },
  });
  return { server, printed, firstLine: line.promise };
}

describe("a server process", () => {
  it("reads and writes while it runs, and exits when its stdin is closed", async () => {
    const { server, printed, firstLine } = serve('while read -r l; do echo "got $l"; done; exit 7');
    await server.write("one\n");
    await firstLine;
    expect(printed.stdout).toBe("got one\n");
    await server.end();
    expect(await server.ended).toEqual({ how: "exited", code: 7 });
    await expect(server.write("two\n")).rejects.toThrow("no longer reads");
  });

  it("P10 end: SIGTERM, then SIGKILL, for the whole tree", async () => {
    const { server, printed, firstLine } = serve(
      "trap '' TERM; setsid sh -c 'trap \"\" TERM; sleep 300' & echo $!; while :; do sleep 1; done",
    );
    await firstLine;
    const child = Number(printed.stdout);
    expect(isAlive(child)).toBe(true);
    await server.end();
    expect([child, server.pid ?? 0].filter(isAlive)).toEqual([]);
    expect(await server.ended).toEqual({ how: "killed", signal: "SIGKILL" });
  });

  it("P13 what it started ends with it when it exits by itself", async () => {
    const { server, printed } = serve("sleep 300 & echo $!; exit 0");
    expect(await server.ended).toEqual({ how: "exited", code: 0 });
    await server.end();
    expect(isAlive(Number(printed.stdout))).toBe(false);
  });

  it("says why it was not started", async () => {
    const { startServer } = processStarter({ runner: false, clock: systemClock });
    const marker = ["TEST_RUN", randomUUID()] as const;
    const none = { onStdout() {}, onStderr() {}, spillFolder: tmpdir(), cwd: tmpdir(), env: {} };
    const server = startServer({ program: "/no/such/program", args: [], marker, ...none });
    expect(await server.ended).toMatchObject({ how: "notFound" });
    await server.end();
  });
});

const hostScript = (log: string) => `
  import { processStarter } from ${JSON.stringify(new URL("../process-starter.ts", import.meta.url).href)};
  const starter = processStarter({});
  const server = starter.startServer({
    program: "/bin/sh",
    args: ["-c", "trap '' TERM HUP PIPE; (setsid sleep 300 >/dev/null 2>&1 & echo $! >&2); echo $$ >&2; while :; do sleep 1; done"],
    cwd: "/",
    env: { PATH: process.env.PATH },
    marker: ["TEST_RUN", ${JSON.stringify(log)}],
    spillFolder: "/tmp",
    onStdout() {},
    onStderr: (chunk) => process.stdout.write(chunk),
  });
  const ready = setInterval(() => {
    if (starter.status().state !== "ready") return;
    clearInterval(ready);
    process.stdout.write("ready\\n");
  }, 10);
`;

it("P13 a server and its children end when the host is killed with SIGKILL", async () => {
  const args = ["--conditions=workspace-source", "--input-type=module", "-e"];
  const env = { PATH: process.env["PATH"] };
  const host = spawn(process.execPath, [...args, hostScript(randomUUID())], { env });
  let output = "";
  await new Promise<void>((resolve) => {
    host.stdout.on("data", (chunk) => {
      output += String(chunk);
      if (output.includes("ready") && output.match(/\d+/g)?.length === 2) resolve();
    });
  });
  const pids = (output.match(/\d+/g) ?? []).map(Number);
  expect(pids.filter(isAlive)).toHaveLength(2);
  host.kill("SIGKILL");
  await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), { timeout: 5000 });
});
