import { type AnyHandler, type Handler, profiles } from "@snaphook/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RunPlan } from "../stages/run-plan.ts";
import type { ConfiguredHook, Scope } from "../stages/snapshot.ts";
import { configuredHook } from "../testing/hook-run.ts";
import { planRuns } from "./plan-runs.ts";

let count = 0;
const hook = (
  handler: Partial<Handler> & { command?: string },
  more: Partial<Omit<ConfiguredHook, "matcher">> = {},
) =>
  configuredHook({
    id: `hook-${count++}`,
    ...more,
    handler: { type: "command", command: "guard.sh", ...handler } as Handler,
  });
const from = (scope: Scope, root?: string) => ({
  origin: { scope, root, needsTrust: false, owner: undefined },
});
const plan = (
  hooks: readonly ConfiguredHook[],
  profile: (typeof profiles)[keyof typeof profiles] = profiles.reference,
  event: "PreToolUse" | "UserPromptSubmit" = "PreToolUse",
): RunPlan =>
  planRuns(
    { hooks: hooks.map((one) => ({ hook: one })), held: [] },
    { event, profile, projectDirectory: "/project" },
  );
const runsOf = ({ lanes }: RunPlan) => lanes.flat();

describe("planRuns", () => {
  it("P1 every hook has its own lane; P2 a sequential group shares one", () => {
    const group = { key: "g", sequential: true };
    const { lanes } = plan([
      hook({ command: "a" }),
      hook({ command: "b" }, { group }),
      hook({ command: "c" }, { group }),
    ]);
    expect(lanes.map((lane) => lane.map(({ order }) => order))).toEqual([[0], [1, 2]]);
  });

  it("section 12, order of hooks: envoy has one lane and merges nothing", () => {
    const { lanes, merged } = plan([hook({}), hook({})], profiles.envoy);
    expect(lanes.map((lane) => lane.length)).toEqual([2]);
    expect(merged).toEqual([]);
  });

  it("H1 limits: the handler's in seconds, else the event's, else the type's", () => {
    const limits = (profile: (typeof profiles)[keyof typeof profiles]) =>
      runsOf(
        plan([hook({ timeout: 0.5 }), hook({ command: "b" })], profile, "UserPromptSubmit"),
      ).map(({ limitMs }) => limitMs);
    expect(limits(profiles.reference)).toEqual([500, 600_000]);
    expect(limits(profiles["claude-code"])).toEqual([500, 30_000]);
    expect(limits(profiles.envoy)).toEqual([500, undefined]);
  });

  it("P4 identical handlers run once: longest limit, later message, block if any, background only if all", () => {
    const { lanes, merged } = plan([
      hook({ timeout: 5, statusMessage: "first", async: true }, from("user")),
      hook({ timeout: 60, onFailure: "block" }, from("project")),
      hook({ timeout: 1, statusMessage: "last", async: true }, from("local")),
    ]);
    expect(lanes.flat()).toMatchObject([
      {
        limitMs: 60_000,
        handler: { statusMessage: "last", onFailure: "block", async: false },
        hook: { origin: { scope: "user" } },
      },
    ]);
    expect(merged.map(({ hook: one }) => one.origin.scope)).toEqual(["project", "local"]);
  });

  it("P4 background stays background when all are", () => {
    const [run] = runsOf(plan([hook({ async: true }), hook({ async: true })]));
    expect(run?.handler).toMatchObject({ async: true });
  });

  it("P4 a managed hook is unchanged", () => {
    const [run] = runsOf(
      plan([hook({ timeout: 5 }, from("managed")), hook({ timeout: 60, statusMessage: "x" })]),
    );
    expect(run).toMatchObject({ limitMs: 5000, hook: { origin: { scope: "managed" } } });
    expect(run?.handler).not.toHaveProperty("statusMessage");
  });

  it.each([
    ["args", { args: ["a"] }, { args: ["b"] }],
    ["if", { if: "Bash" }, {}],
    ["white space", { command: "a" }, { command: "a " }],
  ])("P4 another %s is another handler", (_what, left, right) => {
    expect(runsOf(plan([hook(left), hook(right)]))).toHaveLength(2);
  });

  it("P4 compares after variables are expanded", () => {
    const variable = "$" + "{CLAUDE_PROJECT_DIR}/guard.sh";
    const same = [hook({ command: variable }), hook({ command: "/project/guard.sh" })];
    expect(runsOf(plan(same))).toHaveLength(1);
  });

  it("P4 plugin hooks with different roots differ from each other and from settings hooks", () => {
    const hooks = [
      hook({}, from("plugin", "/a")),
      hook({}, from("plugin", "/b")),
      hook({}, from("user")),
    ];
    expect(runsOf(plan(hooks))).toHaveLength(3);
    const twice = [hook({}, from("plugin", "/a")), hook({}, from("plugin", "/a"))];
    expect(runsOf(plan(twice))).toHaveLength(1);
  });

  const anyHook = fc
    .record({
      command: fc.constantFrom("a", "b", "c"),
      scope: fc.constantFrom<Scope[]>("managed", "user", "project", "plugin"),
      timeout: fc.option(fc.integer({ min: 1, max: 900 }), { nil: undefined }),
      blocks: fc.boolean(),
      async: fc.boolean(),
      sequential: fc.boolean(),
    })
    .map(({ command, scope, timeout, blocks, async, sequential }) =>
      hook(
        {
          command,
          ...(timeout === undefined ? {} : { timeout }),
          ...(blocks ? { onFailure: "block" } : {}),
          ...(async ? { async } : {}),
        },
        { ...from(scope, scope === "plugin" ? "/p" : undefined), group: { key: "g", sequential } },
      ),
    );

  it("P2-P4 is stable, complete and idempotent", () => {
    fc.assert(
      fc.property(fc.array(anyHook, { maxLength: 8 }), (hooks) => {
        const first = plan(hooks);
        expect(plan(hooks)).toEqual(first);
        const runs = runsOf(first).toSorted((a, b) => a.order - b.order);
        expect(runs.map(({ order }) => order)).toEqual(runs.map((_, index) => index));
        expect(runs.length + first.merged.length).toBe(hooks.length);
        expect(runsOf(plan(runs.map(({ hook: one }) => one)))).toHaveLength(runs.length);
      }),
    );
  });

  it("P4 a duplicate never weakens a guard", () => {
    fc.assert(
      fc.property(anyHook, anyHook, (guard, other) => {
        const copy = {
          ...other,
          handler: { ...other.handler, command: guard.label },
        } as ConfiguredHook;
        const own = {
          ...guard,
          handler: { ...guard.handler, command: guard.label },
        } as ConfiguredHook;
        fc.pre(copy.origin.scope !== "managed" && own.origin.scope !== "plugin");
        const [alone] = runsOf(plan([own]));
        const together = runsOf(plan([own, copy])).find((run) => run.hook === own);
        if (!alone || !together) throw new Error("the guard is not in the plan");
        expect(together.limitMs ?? 0).toBeGreaterThanOrEqual(alone.limitMs ?? 0);
        const strength = (handler: AnyHandler) => ({
          blocks: "onFailure" in handler && handler.onFailure === "block",
          waits: handler["async"] !== true,
        });
        const before = strength(alone.handler);
        const after = strength(together.handler);
        expect(after.blocks || !before.blocks).toBe(true);
        expect(after.waits || !before.waits).toBe(true);
      }),
    );
  });
});
