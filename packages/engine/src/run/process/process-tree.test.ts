import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { describe, expect, it, onTestFinished } from "vitest";
import { isAlive, until } from "../testing.ts";
import { type ProcessFacts, readProcessTable } from "./process-table.ts";
import { processTree } from "./process-tree.ts";

/** No process has such a number, so that none of these can be read or hurt. */
const base = 2 ** 30;

const facts = (number: number, more: Partial<ProcessFacts> = {}): ProcessFacts => ({
  pid: base + number,
  parent: 1,
  group: base + number,
  session: base + number,
  started: 1000 + number,
  isStopped: false,
  isZombie: false,
  ...more,
});

const treeOf = (isHeld: () => boolean) =>
  processTree({
    pid: base + 1,
    marker: ["TEST_RUN", randomUUID()],
    pipes: [],
    outputFolder: "/none",
    cwd: "/none",
    isHeld,
  });

const ours = { group: base + 1, session: base + 1 };

describe("P10 the tree of a run", () => {
  it("has the group, the session and all descendants, and no other process", () => {
    const table = [
      facts(1),
      facts(2, ours),
      facts(3, { session: base + 1 }),
      facts(4, { parent: base + 5 }),
      facts(5, { parent: base + 2 }),
      facts(6, { ...ours, isZombie: true }),
      facts(7),
    ];
    const members = treeOf(() => true).members(table);
    expect([...members].sort()).toEqual([1, 2, 3, 4, 5].map((number) => base + number));
  });

  it("has all members of a session of which one was found, though their parents are gone", () => {
    const tree = treeOf(() => true);
    tree.members([facts(1), facts(2, { parent: base + 1 }), facts(3, { parent: base + 2 })]);
    const left = [facts(1), facts(3), facts(4, { session: base + 3 }), facts(5)];
    expect(tree.members(left)).toEqual([1, 3, 4].map((number) => base + number));
  });

  it("ignores other processes that got the reused id of the group", () => {
    let held = true;
    const tree = treeOf(() => held);
    expect(tree.members([facts(1), facts(2, ours)])).toHaveLength(2);
    held = false;
    const strangers = [facts(1, { started: 9000 }), facts(8, { ...ours, started: 9001 })];
    expect(tree.members(strangers)).toEqual([]);
  });

  it("keeps the group while one of its members is known, even if the leader is gone", () => {
    let held = true;
    const tree = treeOf(() => held);
    tree.members([facts(1), facts(2, ours)]);
    held = false;
    const left = [facts(2, ours), facts(3, { ...ours, started: 9000 })];
    expect(tree.members(left)).toEqual([base + 2, base + 3]);
  });

  it("recognises a process that left group and session by its pid and start time", () => {
    let held = true;
    const tree = treeOf(() => held);
    tree.members([facts(1), facts(2, { parent: base + 1 })]);
    held = false;
    expect(tree.members([facts(2)])).toEqual([base + 2]);
    expect(tree.members([facts(2, { started: 9000 })])).toEqual([]);
  });

  it("finds a real process of another session by the marker, and signals each process once", async () => {
    const word = randomUUID();
    const script = `
      (setsid sh -c 'trap "echo stray" TERM; echo ready; while :; do sleep 0.05; done' &)
      trap 'echo leader' TERM; echo ready; while :; do sleep 0.05; done`;
    const child = spawn("/bin/sh", ["-c", script], {
      detached: true,
      env: { ...process.env, TEST_RUN: `outer ${word}` },
      stdio: ["ignore", "pipe", "ignore"],
    });
    let said = "";
    child.stdout.on("data", (chunk) => {
      said += chunk;
    });
    const { pid = 0 } = child;
    const tree = processTree({
      pid,
      marker: ["TEST_RUN", word],
      pipes: [],
      outputFolder: "/none",
      cwd: "/none",
      isHeld: () => child.exitCode === null && child.signalCode === null,
    });
    onTestFinished(() => void tree.signal("SIGKILL"));
    await until(() => said.match(/ready/g)?.length === 2);
    const table = readProcessTable() ?? [];
    const members = tree.members(table);
    expect(members).toContain(pid);
    const stray = table.find(
      (one) => members.includes(one.pid) && one.pid === one.session && one.pid !== pid,
    );
    expect(stray).toBeDefined();
    expect(members).not.toContain(process.pid);
    tree.signal("SIGTERM");
    await until(() => said.includes("stray") && said.includes("leader"));
    const exited = once(child, "exit");
    tree.signal("SIGKILL");
    await exited;
    await until(() => !isAlive(stray?.pid ?? 0));
    expect(said.match(/stray/g)).toHaveLength(1);
    expect(said.match(/leader/g)).toHaveLength(1);
    // A shell may have forked between the look and the signal; the runner, too, signals until nobody is found.
    await until(() => tree.signal("SIGKILL").length === 0);
  });
});
