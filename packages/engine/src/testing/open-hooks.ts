import type { EventName } from "@snaphook/protocol";
import { onTestFinished } from "vitest";
import { newWorld, type World } from "../config/testing.ts";
import { createHooks } from "../engine.ts";
import type { Hooks, HooksOptions } from "../hooks.ts";
import { memoryTrace } from "../trace/memory.ts";

type Settings = Readonly<Record<string, unknown>>;

/** Hooks of a world with the given settings, closed when the test has finished. */
export async function openHooks({
  user = {},
  project,
  managed,
  ...options
}: Partial<Omit<HooksOptions, "managedFile" | "trace">> & {
  readonly user?: Settings;
  readonly project?: Settings;
  readonly managed?: Settings;
} = {}): Promise<{
  readonly hooks: Hooks;
  readonly world: World;
  readonly trace: ReturnType<typeof memoryTrace>;
}> {
  const world = newWorld();
  world.write("home/.claude/settings.json", JSON.stringify(user));
  if (project) world.write("project/.claude/settings.json", JSON.stringify(project));
  if (managed) world.write("managed.json", JSON.stringify(managed));
  const trace = memoryTrace();
  const hooks = await createHooks({
    ...world.sources(),
    sessionId: "session-1",
    env: { PATH: process.env["PATH"] },
    trace,
    ...options,
  });
  onTestFinished(async () => void (await hooks.close()));
  return { hooks, world, trace };
}

/** Settings with one hook. */
export const oneHook = (event: EventName, handler: Settings): Settings => ({
  hooks: { [event]: [{ hooks: [handler] }] },
});

/** The input of an event about a Bash call. */
export const bashCall = (command = "ls") => ({
  tool_name: "Bash",
  tool_input: { command },
  tool_use_id: "call_1",
});
