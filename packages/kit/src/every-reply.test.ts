import { events as contract, eventNames, type Opinion } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { defineHook, type HookCallback } from "./define-hook.ts";
import { events } from "./event-facts.ts";
import type { CommonReplies, FieldReplies, ObjectionReplies } from "./event-replies.ts";
import type { EventName } from "./inputs.ts";
import { repliesOf } from "./replies.ts";
import { sampleInput } from "./sample-input.ts";
import { testHook } from "./test-hook.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Replies by kind, each with what the contract is to read in it. */
type Cases<Kinds> = {
  readonly [Kind in keyof Kinds]: {
    readonly [Reply in keyof Kinds[Kind]]: readonly [
      (it: Kinds[Kind]) => unknown,
      Partial<Opinion>,
    ];
  };
};

const deny = { decision: "deny", reason: "no" } as const;
const own = (fields: object) => ({ fields: expect.objectContaining(fields) });

const objections: Cases<ObjectionReplies<EventName>> = {
  block: { block: [(it) => it.block("no"), deny] },
  feedback: { feedback: [(it) => it.feedback("no"), deny] },
  blockOrFinish: { block: [(it) => it.block("no"), deny], finish: [(it) => it.finish(), {}] },
};

const fields: Cases<FieldReplies<EventName, Fields>> = {
  additionalContext: {
    context: [(it) => it.context("told"), { decision: "none", additionalContext: "told" }],
  },
  permissionDecision: {
    allow: [(it) => it.allow("yes"), { decision: "allow", reason: "yes" }],
    deny: [(it) => it.deny("no"), deny],
    ask: [(it) => it.ask("sure?"), { decision: "ask", reason: "sure?" }],
  },
  updatedInput: {
    rewrite: [(it) => it.rewrite({ a: 1 }), { decision: "none", updatedInput: { a: 1 } }],
  },
  decision: {
    allow: [
      (it) =>
        it.allow({
          updatedInput: { a: 1 },
          updatedPermissions: [{ type: "setMode", mode: "plan" }],
        }),
      {
        decision: "allow",
        updatedInput: { a: 1 },
        ...own({ updatedPermissions: [{ type: "setMode", mode: "plan" }] }),
      },
    ],
    deny: [(it) => it.deny("no", { interrupt: true }), { ...deny, ...own({ interrupt: true }) }],
  },
  updatedToolOutput: {
    replaceOutput: [
      (it) => it.replaceOutput({ stdout: "x" }),
      own({ updatedToolOutput: { stdout: "x" } }),
    ],
  },
  retry: { retry: [(it) => it.retry(), own({ retry: true })] },
  suppressOriginalPrompt: {
    block: [
      (it) => it.block("no", { suppressOriginalPrompt: true }),
      { ...deny, ...own({ suppressOriginalPrompt: true }) },
    ],
  },
  sessionTitle: {
    sessionTitle: [(it) => it.sessionTitle("tests"), own({ sessionTitle: "tests" })],
  },
  initialUserMessage: {
    initialUserMessage: [(it) => it.initialUserMessage("hi"), own({ initialUserMessage: "hi" })],
  },
  watchPaths: { watch: [(it) => it.watch(["/a"]), own({ watchPaths: ["/a"] })] },
  worktreePath: { created: [(it) => it.created("/tree"), own({ worktreePath: "/tree" })] },
  action: {
    accept: [
      (it) => it.accept({ day: 1 }),
      { decision: "allow", fields: { action: "accept", content: { day: 1 } } },
    ],
    decline: [(it) => it.decline(), { decision: "deny", fields: { action: "decline" } }],
    cancel: [(it) => it.cancel(), { decision: "deny", fields: { action: "cancel" } }],
  },
  displayContent: { display: [(it) => it.display("hi"), own({ displayContent: "hi" })] },
};

interface Row {
  readonly event: EventName;
  readonly reply: string;
  readonly call: unknown;
  readonly expected: Partial<Opinion>;
  /** Only the exit code says it. */
  readonly byExit: boolean;
}

const rows: readonly Row[] = eventNames.flatMap((event) => {
  const { objection, onlyByExit = false, outputFields } = events[event];
  const kinds = fields as Readonly<Record<string, Fields>>;
  const objecting = objection === undefined ? {} : objections[objection];
  const offered = Object.assign({}, objecting, ...outputFields.map((field) => kinds[field] ?? {}));
  return Object.entries<readonly [unknown, Partial<Opinion>]>(offered).map(
    ([reply, [call, expected]]) => {
      const byExit = onlyByExit && reply in objecting && expected === deny;
      return { event, reply, call, expected, byExit };
    },
  );
});

/** What a hook of the event that says this does, and what the contract reads in it. */
async function said(event: EventName, call: unknown) {
  const tested = await testHook(
    defineHook(event, call as HookCallback<EventName>),
    sampleInput(event),
  );
  const parsed = contract[event].output.parse(tested.reply ?? {});
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return { ...tested, opinion: contract[event].opinion(parsed.value) };
}

describe("every reply", () => {
  it.each(rows.filter(({ byExit }) => !byExit))(
    "A5, A6 $event $reply is what the contract reads",
    async ({ event, call, expected }) => {
      const { exitCode, opinion, decision, reason, context } = await said(event, call);
      expect(exitCode).toBe(0);
      expect(opinion).toMatchObject(expected);
      expect({ decision, reason, context }).toEqual({
        decision: opinion.decision,
        reason: opinion.reason,
        context: opinion.additionalContext,
      });
    },
  );

  it.each(rows.filter(({ byExit }) => byExit))(
    "E18 $event $reply uses the exit code",
    async ({ event, call }) => {
      const { exitCode, stderr, decision } = await said(event, call);
      expect({ exitCode, stderr, decision }).toEqual({
        exitCode: 2,
        stderr: "no\n",
        decision: "deny",
      });
    },
  );

  it("E18 lists the events whose hooks can only block by the exit code", () => {
    const events = rows.filter(({ byExit }) => byExit).map(({ event }) => event);
    expect(events).toEqual([
      "TeammateIdle",
      "TaskCompleted",
      "TaskCreated",
      "WorktreeCreate",
      "WorktreeRemove",
    ]);
  });

  it.each(eventNames)("A3 %s can pass, warn, stop and be quiet", async (event) => {
    expect((await said(event, (it: CommonReplies<EventName>) => it.pass())).reply).toBeUndefined();
    const { reply } = await said(event, ({ warn, stop, quiet }: CommonReplies<EventName>) => [
      warn("careful"),
      stop("enough"),
      quiet(),
    ]);
    expect(reply).toEqual({
      systemMessage: "careful",
      continue: false,
      stopReason: "enough",
      suppressOutput: true,
    });
  });

  it("P8 variables can be set on the events that have a file for them", () => {
    const offering = eventNames.filter(
      (name) => "exportVariable" in repliesOf(name, { exportVariable: () => undefined }),
    );
    expect(offering).toEqual(eventNames.filter((name) => contract[name].hasEnvironmentFile));
  });

  it("A5 every field of the contract has a reply, except one that has a newer name", async () => {
    const sayable = new Set<string>();
    for (const { event, call } of rows) {
      const { reply } = await said(event, call);
      for (const field of Object.keys(reply?.hookSpecificOutput ?? {}))
        sayable.add(`${event} ${field}`);
    }
    const known = eventNames.flatMap((event) =>
      contract[event].outputFields.map((field) => `${event} ${field}`),
    );
    expect(known.filter((field) => !sayable.has(field))).toEqual([
      "PostToolUse updatedMCPToolOutput",
    ]);
  });
});
