import { expect, it } from "vitest";
import { createPromptQueue, uuidOf } from "./prompt-queue.ts";

it("hands out prompts in order, lets some be taken, and ends", async () => {
  const queue = createPromptQueue();
  const first = queue.next();
  queue.add("a");
  expect(await first).toBe("a");
  queue.add({ text: "b", media: [], uuid: "u1" });
  queue.add("c");
  await queue.ready();
  expect(queue.take((prompt) => uuidOf(prompt) === "u1")).toEqual([
    { text: "b", media: [], uuid: "u1" },
  ]);
  expect(queue.waiting()).toEqual(["c"]);
  queue.end();
  expect(await queue.next()).toBe("c");
  expect(await queue.next()).toBeUndefined();
});
