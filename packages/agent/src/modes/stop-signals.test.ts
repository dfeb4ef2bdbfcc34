import { EventEmitter } from "node:events";
import { expect, it } from "vitest";
import { heldClock } from "../../../../scripts/testing/held-clock.ts";
import { stopSignals } from "./stop-signals.ts";

function listen() {
  const source = new EventEmitter();
  const exits: number[] = [];
  const [clock, warnings] = [heldClock(), [] as string[]];
  const listening = stopSignals(source, (code) => exits.push(code), {
    clock,
    warn: (text) => warnings.push(text),
  });
  return { source, exits, clock, warnings, ...listening };
}

it.each([
  ["SIGINT", 1],
  ["SIGTERM", 143],
])("G11 %s: the first asks for a clean end, the second ends at once", async (signal, exitCode) => {
  const { source, exits, clock, warnings, stop, release } = listen();
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

it.each(["SIGINT", "SIGTERM", "SIGHUP"])(
  "G11 SIGHUP after %s ends nothing at once: a terminal that closes sends several",
  async (first) => {
    const { source, exits, clock, stop, release } = listen();
    source.emit(first, first);
    const { reason } = stop;
    source.emit("SIGHUP", "SIGHUP");
    await clock.pass(60_000);
    source.emit("SIGHUP", "SIGHUP");
    expect(stop.reason).toBe(reason);
    expect(exits).toEqual([]);
    source.emit("SIGTERM", "SIGTERM");
    expect(exits).toEqual([143]);
    release();
  },
);
