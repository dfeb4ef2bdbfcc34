import { EventEmitter } from "node:events";
import { expect, it } from "vitest";
import { stopSignals } from "./stop-signals.ts";

it.each([
  ["SIGINT", 1],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
])("G11 %s: the first asks for a clean end, the second ends at once", (signal, exitCode) => {
  const source = new EventEmitter();
  const exits: number[] = [];
  const { stop, release } = stopSignals(source, (code) => exits.push(code));
  source.emit(signal, signal);
  expect(stop.reason).toEqual({ exitCode, why: `ended by ${signal}` });
  expect(exits).toEqual([]);
  source.emit(signal, signal);
  expect(exits).toEqual([exitCode]);
  release();
  expect(source.listenerCount(signal)).toBe(0);
});
