import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it, onTestFinished } from "vitest";
import { until } from "../testing.ts";
import { groupHold } from "./group-hold.ts";
import { send } from "./send.ts";

/** A group of two: its leader exits once its stdin ends, a child lives on. */
function startGroup() {
  const leader = spawn("/bin/sh", ["-c", "sleep 600 & read -r line"], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  const pid = leader.pid ?? Number.NaN;
  onTestFinished(() => void send(-pid, "SIGKILL"));
  const letGo = async () => {
    leader.stdin.end();
    await once(leader, "exit");
  };
  return { pid, letGo, isHeld: () => isRunning(leader) };
}
const isRunning = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode === null && signalCode === null;

it("P10: a group whose leader is gone is still the run's while it has a member, and never again after that", async () => {
  const group = startGroup();
  const isOurs = groupHold(group);
  expect(isOurs()).toBe(true);
  await group.letGo();
  expect(isOurs()).toBe(true);
  send(-group.pid, "SIGKILL");
  await until(() => !send(-group.pid, 0));
  expect(isOurs()).toBe(false);
});

it("P10: a group that was never seen with its leader is not the run's", async () => {
  const group = startGroup();
  const isOurs = groupHold(group);
  await group.letGo();
  expect(isOurs()).toBe(false);
});
