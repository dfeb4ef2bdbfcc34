import { expect, it } from "vitest";
import { newWorld } from "./config/testing.ts";
import { createHooks } from "./engine.ts";
import { bashCall, openHooks } from "./testing/open-hooks.ts";

const call = { name: "Bash", input: { command: "ls" }, id: "call_1" };

it("P13 nothing proceeds after close: events and calls reject with a clear error", async () => {
  const hooks = await createHooks({ ...newWorld().sources(), sessionId: "s" });
  const decision = await hooks.decide(call);
  await hooks.close();
  let ran = 0;
  const execute = async () => void ran++;
  await expect(hooks.fire("PreToolUse", bashCall())).rejects.toThrow(
    "PreToolUse was fired after these hooks were closed",
  );
  await expect(hooks.decide(call)).rejects.toThrow("a call of Bash came after");
  await expect(hooks.tool(call, execute)).rejects.toThrow("a call of Bash came after");
  await expect(hooks.run(decision, execute)).rejects.toThrow("a call of Bash came after");
  await expect(hooks.scope({ agentId: "a" }).tool(call, execute)).rejects.toThrow("closed");
  expect(ran).toBe(0);
});

it("P13 a call that runs while the session closes ends with its result", async () => {
  const hooks = await createHooks({ ...newWorld().sources(), sessionId: "s" });
  const result = await hooks.tool(call, async () => {
    await hooks.close();
    return "done";
  });
  expect(result).toMatchObject({ action: "ran", result: "done" });
});

it("P18 an aborted event or call does not proceed, even if no hook matches", async () => {
  const { hooks } = await openHooks();
  const signal = AbortSignal.abort();
  const stopped = { action: "stop", reason: "cancelled by the host" };
  expect(await hooks.fire("PreToolUse", bashCall(), { signal })).toMatchObject(stopped);
  expect(await hooks.fire("UserPromptSubmit", { prompt: "hi" }, { signal })).toMatchObject(stopped);
  expect(await hooks.decide(call, { signal })).toMatchObject({ action: "stopped" });
  expect(await hooks.tool(call, async () => "ran", { signal })).toMatchObject({
    action: "stopped",
    turn: "stop",
  });
  expect(await hooks.fire("SessionEnd", { reason: "other" }, { signal })).toMatchObject({
    action: "continue",
  });
});
