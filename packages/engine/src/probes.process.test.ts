import { readFileSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { watchSignals } from "../../../scripts/testing/held-clock.ts";
import {
  before,
  call,
  folderWith,
  hooksOnHeldClock,
  hooksWith,
  isAlive,
  pidIn,
  startHost,
  until,
} from "./run/testing.ts";

const says = (permissionDecision: string) =>
  `echo '${JSON.stringify({
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision,
      permissionDecisionReason: `said ${permissionDecision}`,
    },
  })}'`;

/** What comes of one Bash call with these hooks. */
async function outcomeOf(...commands: readonly string[]) {
  const { hooks } = await hooksWith(before(...commands));
  return hooks.fire("PreToolUse", call());
}

// Real scripts through the public interface; each is something a host of hooks has got wrong.
describe("probes", () => {
  it("A1 an answer that denies refuses the call", async () => {
    expect(await outcomeOf(says("deny"))).toMatchObject({ action: "refuse" });
  });

  it("F1 a refusal beats a later permission", async () => {
    expect(await outcomeOf(says("deny"), `sleep 0.2; ${says("allow")}`)).toMatchObject({
      action: "refuse",
    });
    expect(await outcomeOf(`sleep 0.2; ${says("deny")}`, says("allow"))).toMatchObject({
      action: "refuse",
    });
  });

  it("A2 exit 2 without stderr refuses the call", async () => {
    expect(await outcomeOf("exit 2")).toMatchObject({ action: "refuse" });
  });

  it("A2 exit 2 refuses the call whatever stdout says", async () => {
    expect(await outcomeOf(`${says("allow")}; echo stop >&2; exit 2`)).toMatchObject({
      action: "refuse",
    });
  });

  it("A2 exit 1 and exit 3 refuse nothing", async () => {
    for (const code of [1, 3])
      expect(await outcomeOf(`echo oops >&2; exit ${code}`)).toMatchObject({
        action: "proceed",
        permission: "undecided",
      });
  });

  it("M2 a matcher of Edit leaves NotebookEdit alone", async () => {
    const { hooks, runs } = await hooksWith({
      PreToolUse: [{ matcher: "Edit", hooks: [{ command: "exit 2" }] }],
    });
    expect(await hooks.fire("PreToolUse", call("NotebookEdit"))).toMatchObject({
      action: "proceed",
    });
    expect(runs).toEqual([]);
    expect(await hooks.fire("PreToolUse", call("Edit"))).toMatchObject({ action: "refuse" });
  });

  it("P10 the host stops waiting at the limit for a hook that ignores SIGTERM, and kills it 1.5 s later", async () => {
    const signalsTo = watchSignals();
    const command = "trap '' TERM; echo $$ > ../pid; while :; do sleep 0.1; done";
    const { hooks, runs, at, clock } = await hooksOnHeldClock(before({ command, timeout: 1 }));
    const fired = hooks.fire("PreToolUse", call());
    const pid = await pidIn(at("pid"));
    await clock.pass(1000);
    await fired;
    expect(isAlive(pid)).toBe(true);
    expect(runs).toMatchObject([{ end: { how: "timedOut", limitMs: 1000 } }]);
    await clock.pass(1499);
    expect(signalsTo(pid)).toEqual(["SIGTERM"]);
    await clock.pass(1);
    await until(() => !isAlive(pid));
  });

  it("P10 grandchildren that hold stdout are dead too, also one that left the session", async () => {
    const command = `sh -c 'echo $$ > ../child; exec sleep 600' &
      (setsid sh -c 'trap "" TERM; echo $$ > ../stray; while :; do sleep 0.1; done' &)
      wait; sleep 600`;
    const { hooks, at, clock } = await hooksOnHeldClock(before({ command, timeout: 1 }));
    const fired = hooks.fire("PreToolUse", call());
    const [child, stray] = [await pidIn(at("child")), await pidIn(at("stray"))];
    await clock.pass(1000);
    await fired;
    expect(isAlive(stray)).toBe(true);
    await until(() => !isAlive(child));
    await clock.pass(1500);
    await until(() => !isAlive(stray));
  });

  it("P9 P13 a hook that exits and leaves a child ends 500 ms later, and the child lives", async () => {
    const command =
      "sh -c 'echo $$ > ../child; exec sleep 600' & until test -s ../child; do :; done";
    const { hooks, runs, at, clock } = await hooksOnHeldClock(before(command));
    const fired = hooks.fire("PreToolUse", call());
    const pid = await pidIn(at("child"));
    onTestFinished(() => void process.kill(pid, "SIGKILL"));
    // While it changes its program, a process shows nothing by which it could be found.
    await until(() => readFileSync(`/proc/${pid}/cmdline`, "utf8").startsWith("sleep"));
    await clock.awaited(500);
    await clock.pass(500);
    await fired;
    expect(runs).toMatchObject([{ end: { how: "exited", code: 0 } }]);
    expect(runs[0]?.notes).toEqual([`a pipe is held open by process ${pid} (sleep 600)`]);
    await hooks.close();
    expect(isAlive(pid)).toBe(true);
  });

  it("P11 64 MB of stdout cost a fresh host no more memory than 1 MB", async () => {
    const peak = async (bytes: number) => {
      const world = folderWith(before(`head -c ${bytes} /dev/zero | tr '\\0' x`));
      const { ended } = startHost(
        world,
        `const hooks = await createHooks(options);
        await hooks.fire("PreToolUse", call);
        await hooks.close();
        console.log(process.resourceUsage().maxRSS / 1024);`,
      );
      return Number((await ended).stdout);
    };
    const small = await peak(1e6);
    expect(small).toBeGreaterThan(10);
    expect((await peak(64e6)) - small).toBeLessThan(20);
  });

  it("P6 1 MB of stdin that the hook does not read is not an error", async () => {
    const { hooks, runs } = await hooksWith(before("exit 0", "sleep 0.3"));
    await hooks.fire("PreToolUse", call("Bash", { big: "x".repeat(1 << 20) }));
    expect(runs.map(({ end }) => end)).toEqual([
      { how: "exited", code: 0 },
      { how: "exited", code: 0 },
    ]);
  });

  it("P6 a result of 10 MB reaches a slow reader", async () => {
    const slowly =
      "for i in 1 2 3 4 5; do head -c 2000000; sleep 0.05; done > ../told; cat >> ../told";
    const { hooks, at } = await hooksWith({ PostToolUse: [{ hooks: [{ command: slowly }] }] });
    const tool_response = { text: "y".repeat(10 << 20) };
    await hooks.fire("PostToolUse", { ...call(), tool_response });
    expect(JSON.parse(readFileSync(at("told"), "utf8"))).toMatchObject({ tool_response });
  });

  it("P11 a character split across writes arrives whole", async () => {
    const { hooks, runs } = await hooksWith(before("printf 'a\\303'; sleep 0.1; printf '\\244b'"));
    await hooks.fire("PreToolUse", call());
    expect(runs[0]?.stdout).toEqual({ text: "aäb", bytes: 4, complete: true });
  });

  it("P6 it is not an error if a hook exits before its stdin is written", async () => {
    const { hooks, runs } = await hooksWith(before({ command: "/bin/true", args: [] }));
    for (let times = 0; times < 20; times++)
      expect(await hooks.fire("PreToolUse", call())).toMatchObject({ action: "proceed" });
    expect(new Set(runs.map(({ end }) => JSON.stringify(end)))).toEqual(
      new Set(['{"how":"exited","code":0}']),
    );
  });
});
