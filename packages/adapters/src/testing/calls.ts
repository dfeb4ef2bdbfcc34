import type { HookOutput } from "@snaphook/engine";
import { expect } from "vitest";
import { type Behaviour, bash, call } from "./behaviour.ts";

type Decision = "allow" | "deny" | "ask" | "defer";

const decides = (
  permissionDecision: Decision,
  more: Readonly<Record<string, unknown>> = {},
): HookOutput<"PreToolUse"> => ({
  hookSpecificOutput: {
    hookEventName: "PreToolUse",
    permissionDecision,
    permissionDecisionReason: "the rules of this house",
    ...more,
  },
});

const asks = { PreToolUse: [{ hooks: [() => decides("ask")] }] };
const oneCall = [call(bash("ls")), "done"];

/** Whether a call runs. */
export const decisions: readonly Behaviour[] = [
  {
    name: "a call that no hook has an opinion about runs",
    play: { hooks: { PreToolUse: [{ hooks: [() => undefined] }] }, model: oneCall },
    check: ({ ran, modelRead, answers }) => {
      expect(ran).toEqual(['Bash {"command":"ls"}']);
      expect(modelRead.at(-1)).toContain("output of ls");
      expect(answers).toEqual(["done"]);
    },
  },
  {
    name: "refuse: the tool does not run, and the model reads why",
    play: {
      hooks: { PreToolUse: [{ matcher: "Bash", hooks: [() => decides("deny")] }] },
      model: oneCall,
    },
    check: ({ ran, modelRead, answers }) => {
      expect(ran).toEqual([]);
      expect(modelRead.at(-1)).toContain("the rules of this house");
      expect(answers).toEqual(["done"]);
    },
  },
  {
    name: "refuse: exit code 2 of a command in the project's settings",
    play: {
      projectSettings: {
        hooks: {
          PreToolUse: [{ hooks: [{ type: "command", command: "echo 'not today' >&2; exit 2" }] }],
        },
      },
      trustProject: true,
      model: oneCall,
    },
    check: ({ ran, modelRead, userRead }) => {
      expect(ran).toEqual([]);
      expect(modelRead.at(-1)).toContain("not today");
      expect(userRead.join("\n")).toContain("not today");
    },
  },
  {
    name: "refuse: a deny rule of the settings",
    play: { projectSettings: { permissions: { deny: ["Bash(ls:*)"] } }, model: oneCall },
    check: ({ ran, modelRead }) => {
      expect(ran).toEqual([]);
      expect(modelRead.at(-1)).toContain("Bash(ls:*)");
    },
  },
  {
    name: "refuse: the application's own rules",
    play: { permission: { deny: "only on weekdays" }, model: oneCall },
    check: ({ ran, modelRead }) => {
      expect(ran).toEqual([]);
      expect(modelRead.at(-1)).toContain("only on weekdays");
    },
  },
  {
    name: "ask: the call runs if the user says yes",
    needs: "ask",
    play: { hooks: asks, user: true, model: oneCall },
    check: ({ ran, events }) => {
      expect(ran).toHaveLength(1);
      expect(events).toContain("PermissionRequest Bash");
    },
  },
  {
    name: "ask: the call does not run if the user says no",
    needs: "ask",
    play: { hooks: asks, user: false, model: oneCall },
    check: ({ ran, modelRead }) => {
      expect(ran).toEqual([]);
      expect(modelRead.at(-1)).toContain("the user said no");
    },
  },
  {
    name: "ask: without anyone to ask the call is refused with the hook's reason",
    play: { hooks: asks, model: oneCall },
    check: ({ ran, modelRead }) => {
      expect(ran).toEqual([]);
      expect(modelRead.at(-1)).toContain("the rules of this house");
    },
  },
  {
    name: "ask: a PermissionRequest hook answers instead of the user",
    needs: "ask",
    play: {
      hooks: {
        ...asks,
        PermissionRequest: [
          {
            hooks: [
              () => ({
                hookSpecificOutput: {
                  hookEventName: "PermissionRequest",
                  decision: { behavior: "allow" },
                },
              }),
            ],
          },
        ],
      },
      user: false,
      model: oneCall,
    },
    check: ({ ran }) => expect(ran).toHaveLength(1),
  },
  {
    name: "ask: the framework's approval lets the call run",
    needs: "framework-approval",
    play: { hooks: asks, approves: true, model: oneCall },
    check: ({ ran, answers, events }) => {
      expect(ran).toHaveLength(1);
      expect(answers).toEqual(["done"]);
      expect(events.filter((event) => event === "PreToolUse Bash")).toHaveLength(1);
    },
  },
  {
    name: "ask: the framework's approval is denied",
    needs: "framework-approval",
    play: { hooks: asks, approves: false, model: oneCall },
    check: ({ ran, answers }) => {
      expect(ran).toEqual([]);
      expect(answers).toEqual(["done"]);
    },
  },
  {
    name: "rewrite: the tool gets the input of the hook",
    needs: "rewrite-input",
    play: {
      hooks: {
        PreToolUse: [{ hooks: [() => decides("allow", { updatedInput: { command: "ls -l" } })] }],
      },
      model: oneCall,
    },
    check: ({ ran, modelRead }) => {
      expect(ran).toEqual(['Bash {"command":"ls -l"}']);
      expect(modelRead.at(-1)).toContain("output of ls -l");
    },
  },
  {
    name: "defer: the call does not run, and the turn ends",
    needs: "defer",
    play: {
      hooks: { PreToolUse: [{ hooks: [() => decides("defer")] }] },
      profile: "claude-code",
      model: oneCall,
    },
    check: ({ ran, modelRead }) => {
      expect(ran).toEqual([]);
      expect(modelRead).toHaveLength(1);
    },
  },
  {
    name: "two calls at the same time: one is refused, the other runs",
    play: {
      hooks: {
        PreToolUse: [
          {
            hooks: [
              ({ tool_input }) => (tool_input["command"] === "rm x" ? decides("deny") : undefined),
            ],
          },
        ],
      },
      model: [call(bash("rm x"), bash("ls")), "done"],
    },
    check: ({ ran, modelRead, events }) => {
      expect(ran).toEqual(['Bash {"command":"ls"}']);
      expect(modelRead).toHaveLength(2);
      expect(modelRead[1]).toContain("the rules of this house");
      expect(modelRead[1]).toContain("output of ls");
      expect(events.filter((event) => event === "PostToolUse Bash")).toHaveLength(1);
    },
  },
  {
    name: "names: hooks know a tool by the name that the application gives it",
    play: {
      hooks: { PreToolUse: [{ matcher: "Shell", hooks: [() => decides("deny")] }] },
      toolNames: { Bash: "Shell" },
      model: oneCall,
    },
    check: ({ ran, events }) => {
      expect(ran).toEqual([]);
      expect(events).toContain("PreToolUse Shell");
    },
  },
];
