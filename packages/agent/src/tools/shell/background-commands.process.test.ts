import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { brand } from "@snaphook/protocol";
import { expect, test } from "vitest";
import { session } from "../testing.ts";

test("P13 a command in the background is gone when its agent was killed with SIGKILL", async () => {
  const world = session();
  const command = `(env -i setsid sh -c 'echo $$ > stray; exec sleep 600' &)
    until [ -s stray ]; do sleep 0.02; done; echo $$ > pid; while :; do sleep 0.1; done`;
  const body = `
    import { setTimeout as wait } from "node:timers/promises";
    import { processStarter, systemClock } from "@snaphook/engine/internal";
    import { startInBackground } from ${JSON.stringify(join(import.meta.dirname, "background-commands.ts"))};
    const processes = processStarter({ runner: true, env: {} });
    processes.prepare();
    while (processes.status().state !== "ready") await wait(10);
    await startInBackground({ command: ${JSON.stringify(command)} }, {
      cwd: () => ${JSON.stringify(world.project)},
      sessionFolder: ${JSON.stringify(world.context.sessionFolder)},
      env: process.env,
      environmentFiles: () => [],
      start: processes.start,
      clock: systemClock,
      memory: new Map(),
    });
    console.log(processes.status().pid);`;
  const args = ["--conditions=workspace-source", "--input-type=module", "-e", body];
  const host = spawn(process.execPath, args, {
    cwd: import.meta.dirname,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, [`${brand.environmentPrefix}RUNNER`]: "on" },
  });
  const runner = Number(await new Promise((resolve) => host.stdout.once("data", resolve)));
  while (!existsSync(world.at("pid")) || world.read("pid") === "") await wait(10);
  const pids = [runner, Number(world.read("pid")), Number(world.read("stray"))];
  expect(pids.map(isAlive)).toEqual([true, true, true]);
  host.kill("SIGKILL");
  while (pids.some(isAlive)) await wait(10);
});

function isAlive(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return false;
  }
}
