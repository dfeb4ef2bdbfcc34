import type { HookInput, HookOutput } from "@snaphook/engine";
import { expect } from "vitest";
import { firedEvents } from "../core/fired-events.ts";
import { type Behaviour, bash, call } from "./behaviour.ts";

const oneCall = [call(bash("ls")), "done"];
const stops = { continue: false, stopReason: "that is enough" };

const sendsBackOnce = ({ stop_hook_active }: HookInput<"Stop">): HookOutput<"Stop"> | undefined =>
  stop_hook_active ? undefined : { decision: "block", reason: "run the tests first" };

const refusesSecrets = ({
  prompt,
}: HookInput<"UserPromptSubmit">): HookOutput<"UserPromptSubmit"> | undefined =>
  prompt.includes("password") ? { decision: "block", reason: "it holds a secret" } : undefined;

const refusesRemoval = ({
  tool_input,
}: HookInput<"PreToolUse">): HookOutput<"PreToolUse"> | undefined =>
  tool_input["command"] === "rm x"
    ? {
        hookSpecificOutput: {
          hookEventName: "PreToolUse",
          permissionDecision: "deny",
          permissionDecisionReason: "x is needed",
        },
      }
    : undefined;

/** Prompts, the end of a turn, and the session. */
export const turns: readonly Behaviour[] = [
  {
    name: "stop: a PreToolUse hook ends the turn before the tool runs",
    needs: "stop",
    play: { hooks: { PreToolUse: [{ hooks: [() => stops] }] }, model: oneCall },
    check: ({ ran, modelRead, events }) => {
      expect(ran).toEqual([]);
      expect(modelRead).toHaveLength(1);
      expect(events).not.toContain("Stop");
    },
  },
  {
    name: "stop: a PostToolUse hook ends the turn after the tool",
    needs: "stop",
    play: { hooks: { PostToolUse: [{ hooks: [() => stops] }] }, model: oneCall },
    check: ({ ran, modelRead, userRead }) => {
      expect(ran).toHaveLength(1);
      expect(modelRead).toHaveLength(1);
      expect(userRead.join("\n")).toContain("that is enough");
    },
  },
  {
    name: "stop: the next prompt starts a new turn",
    needs: "stop",
    play: {
      hooks: { PreToolUse: [{ hooks: [() => stops] }] },
      prompts: ["first", "second"],
      model: [call(bash("ls")), "hello again"],
    },
    check: ({ ran, modelRead, answers }) => {
      expect(ran).toEqual([]);
      expect(modelRead).toHaveLength(2);
      expect(answers.at(-1)).toBe("hello again");
    },
  },
  {
    name: "send back: a Stop hook makes the model continue with its reason",
    needs: "send-back",
    play: { hooks: { Stop: [{ hooks: [sendsBackOnce] }] }, model: ["finished", "tested"] },
    check: ({ modelRead, answers, events }) => {
      expect(modelRead).toHaveLength(2);
      expect(modelRead[1]).toContain("run the tests first");
      expect(answers.join()).toMatch(/tested$/);
      expect(events.filter((event) => event === "Stop")).toHaveLength(2);
    },
  },
  {
    name: "send back: the model can call tools again",
    needs: "send-back",
    play: {
      hooks: { Stop: [{ hooks: [sendsBackOnce] }] },
      model: ["finished", call(bash("npm test")), "tested"],
    },
    check: ({ ran, modelRead, answers }) => {
      expect(ran).toEqual(['Bash {"command":"npm test"}']);
      expect(modelRead[2]).toContain("run the tests first");
      expect(modelRead[2]).toContain("output of npm test");
      expect(answers.join()).toMatch(/tested$/);
    },
  },
  {
    name: "send back: a Stop hook that is never satisfied ends at the limit",
    needs: "send-back",
    play: {
      hooks: { Stop: [{ hooks: [() => ({ decision: "block", reason: "more" })] }] },
      maxContinuations: 2,
      model: ["one", "two", "three", "four"],
    },
    check: ({ modelRead, userRead }) => {
      expect(modelRead).toHaveLength(3);
      expect(userRead.join("\n")).toContain("2 times");
    },
  },
  {
    name: "prompt: a refused prompt does not reach the model, and the application gets the reason",
    needs: "prompt-refusal",
    play: {
      hooks: { UserPromptSubmit: [{ hooks: [refusesSecrets] }] },
      prompts: ["the password is hunter2"],
      model: ["never"],
    },
    check: ({ modelRead, answers }) => {
      expect(modelRead).toEqual([]);
      expect(answers.join()).toContain("it holds a secret");
    },
  },
  {
    name: "prompt: a refused prompt is not in later requests either",
    needs: "prompt-refusal",
    play: {
      hooks: { UserPromptSubmit: [{ hooks: [refusesSecrets] }] },
      prompts: ["the password is hunter2", "hello"],
      model: ["hi"],
    },
    check: ({ modelRead, answers }) => {
      expect(modelRead).toHaveLength(1);
      expect(modelRead[0]).toContain("hello");
      expect(modelRead[0]).not.toContain("hunter2");
      expect(answers.at(-1)).toBe("hi");
    },
  },
  {
    name: "prompt: context of a hook goes with the prompt, and stays in later requests",
    needs: "prompt",
    play: {
      hooks: {
        UserPromptSubmit: [
          {
            hooks: [
              ({ prompt }) => ({
                hookSpecificOutput: {
                  hookEventName: "UserPromptSubmit",
                  additionalContext: `written at noon: ${prompt}`,
                },
              }),
            ],
          },
        ],
      },
      prompts: ["hello", "bye"],
      model: [call(bash("ls")), "hi", "see you"],
    },
    check: ({ modelRead }) => {
      expect(modelRead).toHaveLength(3);
      for (const read of modelRead) expect(read.split("written at noon: hello")).toHaveLength(2);
      expect(modelRead[2]?.split("written at noon: bye")).toHaveLength(2);
    },
  },
  {
    name: "session: context of SessionStart is in every request, once",
    needs: "session-start",
    play: {
      hooks: {
        SessionStart: [
          {
            hooks: [
              () => ({
                hookSpecificOutput: {
                  hookEventName: "SessionStart",
                  additionalContext: "the project is called Loom",
                },
              }),
            ],
          },
        ],
      },
      prompts: ["hello", "bye"],
      model: ["hi", "see you"],
    },
    check: ({ modelRead, events }) => {
      expect(modelRead).toHaveLength(2);
      for (const read of modelRead)
        expect(read.split("the project is called Loom")).toHaveLength(2);
      expect(events.filter((event) => event.startsWith("SessionStart"))).toHaveLength(1);
    },
  },
  {
    name: "session: every event of a session in order",
    needs: "session-end",
    play: { hooks: {}, model: oneCall },
    check: ({ events }) =>
      expect(events.filter((event) => isFired(event))).toEqual([
        "SessionStart startup",
        "UserPromptSubmit",
        "PreToolUse Bash",
        "PostToolUse Bash",
        "Stop",
        "SessionEnd other",
      ]),
  },
  {
    name: "session: a SessionStart hook that stops ends the first turn",
    needs: "session-start",
    play: { hooks: { SessionStart: [{ hooks: [() => stops] }] }, model: ["never"] },
    check: ({ modelRead, answers }) => {
      expect(modelRead).toEqual([]);
      expect(answers.join()).toContain("that is enough");
    },
  },
  {
    name: "session: a first prompt of a SessionStart hook",
    needs: "initial-prompt",
    play: {
      hooks: {
        SessionStart: [
          {
            hooks: [
              () => ({
                hookSpecificOutput: {
                  hookEventName: "SessionStart",
                  initialUserMessage: "read the plan",
                },
              }),
            ],
          },
        ],
      },
      model: ["read", "done"],
    },
    check: ({ modelRead }) => expect(modelRead[0]).toContain("read the plan"),
  },
  {
    name: "session: a title of a SessionStart hook has no effect, and the user reads that",
    needs: "session-start",
    play: {
      hooks: {
        SessionStart: [
          {
            hooks: [
              () => ({
                hookSpecificOutput: { hookEventName: "SessionStart", sessionTitle: "tests" },
              }),
            ],
          },
        ],
      },
      model: ["done"],
    },
    check: ({ userRead }) => expect(userRead.join()).toContain("sessionTitle"),
  },
  {
    name: "model failure: StopFailure is fired, and the application gets the error",
    needs: "model-failure",
    play: { hooks: {}, model: [{ fails: "the server is on fire" }] },
    check: ({ events, error, answers }) => {
      expect([String(error), ...answers].join()).toContain("the server is on fire");
      expect(events.filter((event) => event.startsWith("StopFailure"))).toHaveLength(1);
      expect(events).not.toContain("Stop");
    },
  },
  {
    name: "abort: a hook that is running is ended, and the tool does not run",
    needs: "abort",
    play: {
      hooks: { PreToolUse: [{ hooks: [(_input, _id, signal) => aborted(signal)] }] },
      abortsIn: "hook",
      model: oneCall,
    },
    check: ({ ran, modelRead, events }) => {
      expect(ran).toEqual([]);
      expect(modelRead).toHaveLength(1);
      expect(events).not.toContain("Stop");
    },
  },
  {
    name: "abort: a tool that is running",
    needs: "abort",
    play: { hooks: {}, abortsIn: "tool", model: [call({ name: "Wait", input: {} }), "done"] },
    check: ({ ran, modelRead, events }) => {
      expect(ran).toEqual(["Wait {}"]);
      expect(modelRead).toHaveLength(1);
      expect(events).not.toContain("Stop");
    },
  },
  {
    name: "subagent: its calls are guarded, and hooks get its type",
    needs: "subagent",
    play: {
      hooks: {
        PreToolUse: [{ hooks: [refusesRemoval] }],
        SubagentStart: [
          {
            matcher: "Explore",
            hooks: [
              () => ({
                hookSpecificOutput: {
                  hookEventName: "SubagentStart",
                  additionalContext: "look, do not touch",
                },
              }),
            ],
          },
        ],
      },
      subagent: "Explore",
      model: [call(bash("rm x")), "done"],
    },
    check: ({ ran, modelRead, events }) => {
      expect(ran).toEqual([]);
      expect(modelRead[0]).toContain("look, do not touch");
      expect(modelRead[1]).toContain("x is needed");
      expect(events).toContain("SubagentStart Explore");
      expect(events).toContain("SubagentStop Explore");
      expect(events).not.toContain("Stop");
    },
  },
  {
    name: "stream: refusals, and a Stop hook that sends back, in a streamed answer",
    needs: "stream",
    play: {
      hooks: {
        PreToolUse: [{ hooks: [refusesRemoval] }],
        Stop: [{ hooks: [sendsBackOnce] }],
      },
      streams: true,
      model: [call(bash("rm x"), bash("ls")), "finished", "tested"],
    },
    check: ({ ran, modelRead, answers }) => {
      expect(ran).toEqual(['Bash {"command":"ls"}']);
      expect(modelRead).toHaveLength(3);
      expect(modelRead[1]).toContain("x is needed");
      expect(modelRead[2]).toContain("run the tests first");
      expect(answers.join()).toMatch(/tested$/);
    },
  },
  {
    name: "stream: a refused prompt",
    needs: "stream",
    play: {
      hooks: { UserPromptSubmit: [{ hooks: [refusesSecrets] }] },
      prompts: ["the password is hunter2"],
      streams: true,
      model: ["never"],
    },
    check: ({ modelRead, answers }) => {
      expect(modelRead).toEqual([]);
      expect(answers.join()).toContain("it holds a secret");
    },
  },
];

/** Some frameworks have more events. */
const isFired = (event: string): boolean =>
  firedEvents.some((name) => event === name || event.startsWith(`${name} `));

/** Ends when the run is cancelled. */
const aborted = (signal: AbortSignal): Promise<undefined> =>
  new Promise((resolve) => signal.addEventListener("abort", () => resolve(undefined)));
