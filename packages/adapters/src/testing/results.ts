import type { HookOutput } from "@snaphook/engine";
import { expect } from "vitest";
import { type Behaviour, bash, call } from "./behaviour.ts";

const oneCall = [call(bash("ls")), "done"];

const afterTool = (fields: Readonly<Record<string, unknown>>): HookOutput<"PostToolUse"> => ({
  hookSpecificOutput: { hookEventName: "PostToolUse", ...fields },
});

/** What comes of a call that ran, and of hooks that do not work. */
export const results: readonly Behaviour[] = [
  {
    name: "context: what PreToolUse adds reaches the model with the result",
    needs: "tool-context",
    play: {
      hooks: {
        PreToolUse: [
          {
            hooks: [
              () => ({
                hookSpecificOutput: {
                  hookEventName: "PreToolUse",
                  additionalContext: "the branch is main",
                },
              }),
            ],
          },
        ],
      },
      model: oneCall,
    },
    check: ({ modelRead }) => {
      expect(modelRead[0]).not.toContain("the branch is main");
      expect(modelRead[1]).toContain("the branch is main");
      expect(modelRead[1]).toContain("output of ls");
    },
  },
  {
    name: "context: what PostToolUse adds reaches the model with the result",
    needs: "tool-context",
    play: {
      hooks: {
        PostToolUse: [{ hooks: [() => afterTool({ additionalContext: "two files are new" })] }],
      },
      model: oneCall,
    },
    check: ({ modelRead }) => {
      expect(modelRead[1]).toContain("two files are new");
      expect(modelRead[1]).toContain("output of ls");
    },
  },
  {
    name: "output: the model reads what a hook put in place of the result",
    needs: "rewrite-output",
    play: {
      hooks: {
        PostToolUse: [{ hooks: [() => afterTool({ updatedToolOutput: "three files" })] }],
      },
      model: oneCall,
    },
    check: ({ ran, modelRead }) => {
      expect(ran).toHaveLength(1);
      expect(modelRead[1]).toContain("three files");
      expect(modelRead[1]).not.toContain("output of ls");
    },
  },
  {
    name: "objection: a PostToolUse hook that blocks leaves the result, and the model reads why",
    play: {
      hooks: {
        PostToolUse: [{ hooks: [() => ({ decision: "block", reason: "format the file first" })] }],
      },
      model: oneCall,
    },
    check: ({ modelRead }) => {
      expect(modelRead[1]).toContain("format the file first");
      expect(modelRead[1]).toContain("output of ls");
    },
  },
  {
    name: "failure: PostToolUseFailure gets the error, and the model reads it with what hooks say",
    needs: "tool-failure",
    play: {
      hooks: {
        PostToolUseFailure: [
          {
            hooks: [
              ({ error }) => ({
                hookSpecificOutput: {
                  hookEventName: "PostToolUseFailure",
                  additionalContext: `seen before: ${String(error).includes("disk is full")}`,
                },
              }),
            ],
          },
        ],
      },
      model: [call({ name: "Broken", input: {} }), "done"],
    },
    check: ({ modelRead, events, answers }) => {
      expect(events).toContain("PostToolUseFailure Broken");
      expect(events).not.toContain("PostToolUse Broken");
      expect(modelRead[1]).toContain("the disk is full");
      expect(modelRead[1]).toContain("seen before: true");
      expect(answers).toEqual(["done"]);
    },
  },
  {
    name: "hook that throws: the user reads it, and the call runs",
    play: {
      hooks: {
        PreToolUse: [
          {
            hooks: [
              () => {
                throw new Error("no such table");
              },
            ],
          },
        ],
      },
      model: oneCall,
    },
    check: ({ ran, userRead }) => {
      expect(ran).toHaveLength(1);
      expect(userRead.join("\n")).toContain("no such table");
    },
  },
  {
    name: "time-out: a command that hangs is ended, the user reads it, and the call runs",
    play: {
      projectSettings: {
        hooks: {
          PreToolUse: [{ hooks: [{ type: "command", command: "sleep 600", timeout: 0.3 }] }],
        },
      },
      trustProject: true,
      model: oneCall,
    },
    check: ({ ran, userRead, answers }) => {
      expect(ran).toHaveLength(1);
      expect(userRead.join("\n")).toContain("sleep 600");
      expect(answers).toEqual(["done"]);
    },
  },
  {
    name: "untrusted: hooks of the project do not run, and the user reads that",
    needs: "inactive-hooks",
    play: {
      projectSettings: {
        hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "exit 2" }] }] },
      },
      model: oneCall,
    },
    check: ({ ran, userRead }) => {
      expect(ran).toHaveLength(1);
      expect(userRead.join("\n")).toContain("not trusted");
    },
  },
  {
    name: "events that are never fired: the user reads that hooks on them do not run",
    needs: "unfired-events",
    play: { hooks: { TeammateIdle: [{ hooks: [() => undefined] }] }, model: oneCall },
    check: ({ userRead }) => expect(userRead.join("\n")).toContain("TeammateIdle"),
  },
  {
    name: "message: the user reads the systemMessage of a hook",
    play: {
      hooks: { PreToolUse: [{ hooks: [() => ({ systemMessage: "a backup is running" })] }] },
      model: oneCall,
    },
    check: ({ ran, userRead }) => {
      expect(ran).toHaveLength(1);
      expect(userRead.join("\n")).toContain("a backup is running");
    },
  },
];
