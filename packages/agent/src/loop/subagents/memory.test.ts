import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { openAgentSession } from "../open-agent-session.ts";
import { plannedModel, promptOf, startAgent } from "../testing/planned-model.ts";
import { newFolders } from "../testing/play.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

function heapMb(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

it("G7 what subagents read is gone when they have ended", async () => {
  const { cwd, home, base } = newFolders();
  const file = join(cwd, "long.txt");
  writeFileSync(file, `${"x".repeat(199)}\n`.repeat(250));
  const read = Array.from({ length: 10 }, () => ({ tool: "Read", input: { file_path: file } }));
  const agents = Array.from({ length: 10 }, () => startAgent({ steps: [read] }));
  const session = await openAgentSession({
    cwd,
    home,
    env: { PATH: process.env["PATH"], HOME: home },
    managedFile: join(base, "no-policy.json"),
    model: async () => plannedModel(),
    emit() {},
  });
  await session.start();
  /** Ten agents, each of which reads half a megabyte. */
  const round = async () => {
    expect((await session.prompt(promptOf({ steps: [agents] }))).terminalReason).toBe("completed");
    await session.prompt("/clear");
    return heapMb();
  };
  await round();
  const before = await round();
  for (let left = 4; left > 0; left -= 1) await round();
  const after = await round();
  await session.end("other");
  // Five rounds read 25 MB.
  expect(after - before).toBeLessThan(8);
}, 60_000);
