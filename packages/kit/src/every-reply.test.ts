import {
  type CommonOutput,
  events as contract,
  eventNames,
  type Opinion,
} from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { defineHook, type HookCallback } from "./define-hook.ts";
import type { EventReplies, VariableEffects } from "./event-replies.ts";
import type { EventName } from "./inputs.ts";
import type { CommonReplies } from "./replies.ts";
import { sampleInput } from "./sample-input.ts";
import { testHook } from "./test-hook.ts";

type Own<Name extends EventName> = Omit<
  EventReplies[Name],
  keyof CommonReplies<Name> | keyof VariableEffects
>;

/** Each reply with what the contract is to read in it; "exit 2" where only the exit code says it. */
type Cases = {
  readonly [Name in EventName]: {
    readonly [Reply in keyof Own<Name>]: readonly [
      (it: EventReplies[Name]) => unknown,
      Partial<Opinion> | "exit 2",
    ];
  };
};

const deny = { decision: "deny", reason: "no" } as const;
const told = { decision: "none", additionalContext: "told" } as const;
const saysContext = {
  context: [(it: { context(text: string): unknown }) => it.context("told"), told],
} as const;
const blocks = {
  block: [(it: { block(reason: string): unknown }) => it.block("no"), deny],
} as const;
const blocksByExit = { block: [blocks.block[0], "exit 2"] } as const;
const goesOn = { goOn: [(it: { goOn(reason: string): unknown }) => it.goOn("no"), deny] } as const;
const finishes = { finish: [(it: { finish(): unknown }) => it.finish(), {}] } as const;
const watches = {
  watch: [
    (it: { watch(paths: readonly string[]): unknown }) => it.watch(["/a"]),
    { fields: { watchPaths: ["/a"] } },
  ],
} as const;
const answers = {
  accept: [
    (it: EventReplies["Elicitation"] | EventReplies["ElicitationResult"]) => it.accept({ day: 1 }),
    {
      decision: "allow",
      fields: { action: "accept", content: { day: 1 } },
    },
  ],
  decline: [(it: { decline(): unknown }) => it.decline(), { decision: "deny" }],
  cancel: [(it: { cancel(): unknown }) => it.cancel(), { decision: "deny" }],
} as const;
const decides = {
  allow: [
    (it: { allow(reason: string): unknown }) => it.allow("yes"),
    { decision: "allow", reason: "yes" },
  ],
  deny: [(it: { deny(reason: string): unknown }) => it.deny("no"), deny],
  ask: [
    (it: { ask(reason: string): unknown }) => it.ask("sure?"),
    { decision: "ask", reason: "sure?" },
  ],
} as const;
const own = (fields: object) => ({ fields: expect.objectContaining(fields) });

const cases: Cases = {
  PreToolUse: {
    ...saysContext,
    ...decides,
    rewrite: [(it) => it.rewrite({ a: 1 }), { decision: "none", updatedInput: { a: 1 } }],
  },
  PermissionRequest: {
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
  PostToolUse: {
    ...saysContext,
    feedback: [(it) => it.feedback("no"), deny],
    replaceOutput: [
      (it) => it.replaceOutput({ stdout: "x" }),
      own({ updatedToolOutput: { stdout: "x" } }),
    ],
  },
  PostToolUseFailure: { ...saysContext, feedback: [(it) => it.feedback("no"), deny] },
  PermissionDenied: { retry: [(it) => it.retry(), own({ retry: true })] },
  PostToolBatch: { ...saysContext, ...blocks },
  UserPromptSubmit: {
    ...saysContext,
    block: [
      (it) => it.block("no", { suppressOriginalPrompt: true }),
      { ...deny, ...own({ suppressOriginalPrompt: true }) },
    ],
  },
  UserPromptExpansion: { ...saysContext, ...blocks },
  SessionStart: {
    ...saysContext,
    initialUserMessage: [(it) => it.initialUserMessage("hi"), own({ initialUserMessage: "hi" })],
  },
  Setup: saysContext,
  SessionEnd: {},
  Notification: saysContext,
  SubagentStart: saysContext,
  SubagentStop: { ...saysContext, ...goesOn, ...finishes },
  Stop: { ...saysContext, ...goesOn, ...finishes },
  StopFailure: {},
  TeammateIdle: { goOn: [goesOn.goOn[0], "exit 2"], ...finishes },
  TaskCreated: blocksByExit,
  TaskCompleted: blocksByExit,
  ConfigChange: blocks,
  PreCompact: blocks,
  PostCompact: {},
  InstructionsLoaded: {},
  CwdChanged: watches,
  FileChanged: watches,
  DirectoryAdded: {},
  WorktreeCreate: {
    ...blocksByExit,
    created: [(it) => it.created("/tree"), own({ worktreePath: "/tree" })],
  },
  WorktreeRemove: blocksByExit,
  Elicitation: answers,
  ElicitationResult: answers,
  PreModelSwitch: decides,
  PostModelSwitch: {},
  MessageDisplay: { display: [(it) => it.display("hi"), own({ displayContent: "hi" })] },
};

/** What a hook of the event that says this does, and what the contract reads in it. */
async function said(event: EventName, call: unknown) {
  const tested = await testHook(
    defineHook(event, call as HookCallback<EventName>),
    sampleInput(event),
  );
  const parsed = contract[event].output.parse(tested.reply ?? {});
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return { ...tested, opinion: contract[event].opinion(parsed.value as CommonOutput) };
}

const rows = eventNames.flatMap((event) =>
  Object.entries(cases[event]).map(([reply, [call, expected]]) => ({
    event,
    reply,
    call,
    expected,
  })),
);

describe("every reply", () => {
  it.each(rows)(
    "A5, A6 $event $reply is what the contract reads",
    async ({ event, call, expected }) => {
      const { exitCode, stderr, opinion, decision, reason, context } = await said(event, call);
      if (expected === "exit 2") {
        expect({ exitCode, stderr, decision }).toEqual({
          exitCode: 2,
          stderr: "no\n",
          decision: "deny",
        });
        return;
      }
      expect(exitCode).toBe(0);
      expect(opinion).toMatchObject(expected);
      expect({ decision, reason, context }).toEqual({
        decision: opinion.decision,
        reason: opinion.reason,
        context: opinion.additionalContext,
      });
    },
  );

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

  it("A5 every field of the contract has a reply, save one that another took the place of", async () => {
    const sayable = new Set<string>();
    for (const { event, call } of rows) {
      const { reply } = await said(event, call);
      for (const field of Object.keys(reply?.hookSpecificOutput ?? {}))
        sayable.add(`${event} ${field}`);
    }
    const fields = eventNames.flatMap((event) =>
      contract[event].outputFields.map((field) => `${event} ${field}`),
    );
    expect(fields.filter((field) => !sayable.has(field))).toEqual([
      "PostToolUse updatedMCPToolOutput",
      "UserPromptExpansion suppressOriginalPrompt",
    ]);
  });
});
