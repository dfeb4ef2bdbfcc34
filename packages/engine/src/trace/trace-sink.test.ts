import type { TraceRecord } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { newWorld } from "../config/testing.ts";
import { createHooks } from "../engine.ts";
import { bashCall } from "../testing/open-hooks.ts";
import { memoryTrace } from "./memory.ts";
import { recordTo, type TraceTarget } from "./trace-sink.ts";

const numbered = (durationMs: number) => ({ durationMs }) as TraceRecord;

const tracing = (trace: TraceTarget) =>
  createHooks({ ...newWorld().sources(), sessionId: "s1", trace });

const nextWarning = () =>
  new Promise<string>((resolve) => process.once("warning", ({ message }) => resolve(message)));

describe("traces", () => {
  it("P15 memory keeps the last records, the oldest first", () => {
    const { record, records } = memoryTrace({ capacity: 3 });
    expect(records()).toEqual([]);
    for (const number of [1, 2]) record(numbered(number));
    expect(records()).toEqual([1, 2].map(numbered));
    for (const number of [3, 4, 5]) record(numbered(number));
    expect(records()).toEqual([3, 4, 5].map(numbered));
  });

  it("P15 without a target no record is made", () => {
    recordTo(undefined, () => {
      throw new Error("made for nobody");
    });
  });

  it("P15 a function gets every record", async () => {
    const records: TraceRecord[] = [];
    const hooks = await tracing((record) => records.push(record));
    await hooks.fire("PreToolUse", bashCall());
    await hooks.fire("SessionEnd", { reason: "other" });
    await hooks.close();
    expect(records.map(({ event }) => event)).toEqual(["PreToolUse", "SessionEnd"]);
  });

  it.each([
    [
      "throws",
      () => {
        throw new Error("no room");
      },
    ],
    ["rejects", () => Promise.reject(new Error("no room"))],
  ])(
    "P15 a target that %s breaks no dispatch, and the user gets one warning",
    async (_how, target) => {
      const warned = nextWarning();
      const hooks = await tracing(target);
      for (let time = 0; time < 3; time++)
        expect(await hooks.fire("PreToolUse", bashCall())).toMatchObject({ action: "proceed" });
      expect(await warned).toContain("no room");
      let again = false;
      const listener = () => {
        again = true;
      };
      process.on("warning", listener);
      await new Promise(setImmediate);
      process.off("warning", listener);
      expect(again).toBe(false);
    },
  );
});
