import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHooks, type FireInput, type Message, type Outcome } from "@snaphook/engine";
import {
  type EventName,
  eventNames,
  events,
  type OutcomeKind,
  profiles,
  sampleInput,
} from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { answerAsHook } from "./as-hook.ts";
import type { RunReport } from "./run-report.ts";

type Case = Readonly<Record<string, unknown>> & { readonly action: string };

const reasons = ["[a]: not here", "[b]: nor there"];
const rewrite = { command: "ls -l" };
const stop: Case = { action: "stop", reason: "enough" };

/** Outcomes after which what was asked for must not happen, or the agent must go on. */
const refusing: { readonly [Kind in OutcomeKind]: readonly Case[] } = {
  "tool-call": [
    { action: "refuse", reasons, turn: "continue" },
    { action: "refuse", reasons, turn: "stop" },
    { action: "defer", reasons: [] },
    stop,
  ],
  permission: [
    { action: "deny", reasons },
    { action: "deny", reasons, fields: { interrupt: true } },
    stop,
  ],
  gate: [
    { action: "refuse", reasons },
    { action: "refuse", reasons, fields: { suppressOriginalPrompt: true } },
    { ...stop, refused: reasons },
  ],
  "turn-end": [{ action: "continue", reasons }],
  result: [],
  notice: [],
};

const others: { readonly [Kind in OutcomeKind]: readonly Case[] } = {
  "tool-call": [
    { action: "proceed", permission: "undecided", turn: "continue" },
    { action: "proceed", permission: "granted", turn: "stop", input: rewrite },
    { action: "ask", reasons, turn: "continue", input: rewrite },
  ],
  permission: [
    { action: "allow", input: rewrite, fields: { updatedPermissions: [{ type: "setMode" }] } },
    { action: "ask" },
  ],
  gate: [
    { action: "proceed", fields: { unknown: 1 } },
    { ...stop, refused: [] },
  ],
  "turn-end": [{ action: "finish" }, { action: "continue", reasons: [] }, stop],
  result: [{ action: "continue", reasons }, { action: "continue", reasons: [] }, stop],
  notice: [{ action: "continue" }, stop],
};

const hook = { id: "1", label: "a" };
const message = (audience: Message["audience"], kind: Message["kind"], text: string): Message => ({
  audience,
  kind,
  text,
  hook,
});

function reportOf(event: EventName, inner: Case, more: Partial<RunReport> = {}): RunReport {
  const input = sampleInput(event, { cwd: "/project" });
  const base = { event, kind: events[event].outcome, messages: [], decidedBy: [], fields: {} };
  const outcome = { ...base, overruled: [], divergence: undefined, input: input["tool_input"] };
  return {
    event,
    profile: "reference",
    fired: true,
    durationMs: 1,
    input,
    ran: [],
    held: [],
    merged: [],
    model: [],
    user: [],
    log: [],
    outcome: { ...outcome, ...inner } as unknown as Outcome,
    ...more,
  };
}

/** Fires the event at a single command hook that says what we would. */
async function readBy(profile: keyof typeof profiles, event: EventName, inner: Case) {
  const { stdout, stderr, exitCode } = answerAsHook(reportOf(event, inner));
  const folder = mkdtempSync(join(tmpdir(), "as-hook-"));
  writeFileSync(join(folder, "stdout"), stdout);
  writeFileSync(join(folder, "stderr"), stderr);
  const command = `cat stdout; cat stderr >&2; exit ${exitCode}`;
  const handler = { type: "command", command, timeout: 30 };
  const hooks = await createHooks({
    cwd: folder,
    home: folder,
    managedFile: join(folder, "managed.json"),
    sessionId: "s1",
    profile,
    settings: JSON.stringify({ hooks: { [event]: [{ hooks: [handler] }] } }),
  });
  try {
    return await hooks.fire(event, sampleInput(event, { cwd: folder }) as FireInput<typeof event>);
  } finally {
    await hooks.close();
  }
}

/** Whether what was asked for does not happen, or the agent is sent on. */
const isRefused = (outcome: Outcome): boolean =>
  ["refuse", "deny"].includes(outcome.action) ||
  (outcome.kind === "turn-end" && outcome.action === "continue" && outcome.reasons.length > 0) ||
  (outcome.kind === "gate" && outcome.action === "stop" && outcome.refused.length > 0) ||
  (outcome.kind === "permission" && outcome.action === "stop");

describe.each(["reference", "claude-code"] as const)("F1 read by %s", (profile) => {
  const blockable = eventNames.filter(
    (name) => events[name].canBlock || profiles[profile].alsoBlockable.includes(name),
  );
  const cases = blockable.flatMap((event) =>
    refusing[events[event].outcome].map((inner) => [event, inner] as const),
  );
  it.concurrent.each(cases)("%s %j is still refused", async (event, inner) => {
    expect(await readBy(profile, event, inner)).toSatisfy(isRefused);
  });
});

it.each(eventNames)("A4 every answer to %s has known fields only", (event) => {
  const model = [message("model", "context", "mind this")];
  const user = [message("user", "system-message", "look")];
  const { outcome, outputFields, output } = events[event];
  for (const inner of [...refusing[outcome], ...others[outcome]]) {
    const { stdout } = answerAsHook(reportOf(event, inner, { model, user }));
    if (stdout === "") continue;
    const answer = JSON.parse(stdout);
    expect(output.parse(answer)).toMatchObject({ ok: true });
    const { hookEventName = event, ...own } = answer.hookSpecificOutput ?? {};
    expect(hookEventName).toBe(event);
    expect(outputFields).toEqual(expect.arrayContaining(Object.keys(own)));
  }
});

const said = (event: EventName, inner: Case, more?: Partial<RunReport>) => {
  const { stdout, ...rest } = answerAsHook(reportOf(event, inner, more));
  return { answer: stdout === "" ? undefined : JSON.parse(stdout), ...rest };
};

it("a tool call is asked about, granted and rewritten, and the turn may end", () => {
  const [undecided, granted, ask] = others["tool-call"].map((one) => said("PreToolUse", one));
  expect(undecided).toEqual({ answer: undefined, stderr: "", exitCode: 0 });
  expect(granted?.answer).toEqual({
    continue: false,
    stopReason: "Stopped by hook",
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "allow",
      updatedInput: rewrite,
    },
  });
  expect(ask?.answer.hookSpecificOutput).toMatchObject({
    permissionDecision: "ask",
    permissionDecisionReason: reasons.join("\n"),
    updatedInput: rewrite,
  });
});

it("a result keeps its reasons with exit 0, an exit-code event has no JSON", () => {
  expect(said("PostToolUse", { action: "continue", reasons })).toEqual({
    answer: { decision: "block", reason: reasons.join("\n") },
    stderr: "",
    exitCode: 0,
  });
  expect(said("TaskCreated", { action: "refuse", reasons })).toEqual({
    answer: undefined,
    stderr: `${reasons.join("\n")}\n`,
    exitCode: 2,
  });
});

it("the user hears what hooks said, what failed and what was held back", () => {
  const user = [
    message("user", "system-message", "look"),
    message("user", "failure", "exit 1"),
    message("user", "stdout", "not this"),
  ];
  const held = [{ ...hook, reason: "untrusted", because: "not trusted" }];
  expect(said("Notification", { action: "continue" }, { user, held }).answer).toEqual({
    systemMessage: "look\nexit 1\nheld back: a (not trusted)",
  });
});
