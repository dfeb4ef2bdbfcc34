import { EventEmitter } from "node:events";
import { expect, it } from "vitest";
import { heldClock } from "../../../../scripts/testing/held-clock.ts";
import { stopSignals } from "./stop-signals.ts";

it.each([
  ["SIGINT", 1],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
])("G11 %s: the first asks for a clean end, the second ends at once", async (signal, exitCode) => {
  const source = new EventEmitter();
  const exits: number[] = [];
  const [clock, warnings] = [heldClock(), [] as string[]];
  const { stop, release } = stopSignals(source, (code) => exits.push(code), {
    clock,
    warn: (text) => warnings.push(text),
  });
  source.emit(signal, signal);
  expect(stop.reason).toEqual({ exitCode, why: `ended by ${signal}` });
  expect(exits).toEqual([]);
  await clock.pass(1999);
  expect(warnings).toEqual([]);
  await clock.pass(1);
  expect(warnings).toEqual([expect.stringContaining("a second signal ends them now")]);
  source.emit(signal, signal);
  expect(exits).toEqual([exitCode]);
  expect(warnings[1]).toContain("were cut off");
  release();
  expect(source.listenerCount(signal)).toBe(0);
});
