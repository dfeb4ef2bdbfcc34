import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { expect, it, onTestFinished } from "vitest";
import { leftoverProcesses } from "./leftover-processes.ts";

it("P13 processes of a session are found by its id, the first of each tree", async () => {
  const id = randomUUID();
  const env = { PATH: process.env["PATH"], CLAUDE_CODE_SESSION_ID: id };
  const child = spawn("/bin/sh", ["-c", "sleep 60 & echo on; wait"], { env, detached: true });
  onTestFinished(() => void process.kill(-(child.pid ?? 0), "SIGKILL"));
  await new Promise((resolve) => child.stdout.once("data", resolve));
  expect(leftoverProcesses(id)).toEqual([
    { pid: child.pid, command: "/bin/sh -c sleep 60 & echo on; wait" },
  ]);
  expect(leftoverProcesses(id.slice(1))).toEqual([]);
});

it("P13 the asking process and processes that have ended are not listed", async () => {
  const id = randomUUID();
  const env = { PATH: process.env["PATH"], CLAUDE_CODE_SESSION_ID: id };
  const source = JSON.stringify(new URL("leftover-processes.ts", import.meta.url));
  const code = `const { leftoverProcesses } = await import(${source}); console.log(JSON.stringify(leftoverProcesses("${id}")));`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], { env });
  let printed = "";
  child.stdout.on("data", (chunk) => {
    printed += chunk;
  });
  await new Promise((resolve) => child.on("close", resolve));
  expect(printed).toBe("[]\n");
  expect(leftoverProcesses(id)).toEqual([]);
});
