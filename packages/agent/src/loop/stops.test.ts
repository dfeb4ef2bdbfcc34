import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ProfileName, teamsVariable } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import type { ToolEvent } from "../effects/call-end.ts";
import type { DispatchedEvent } from "../effects/fired-events.ts";
import { rawServer } from "../mcp/testing/servers.ts";
import { changeUserSettings } from "./testing/change-user-settings.ts";
import { type Play, play, specific, userTexts } from "./testing/play.ts";

type Prompts = { readonly prompts?: readonly [string, string] };

/** What a session does when a hook of one event says `continue: false`, once. */
interface Stopped {
  /** Requests to the model before the second prompt. */
  readonly requests: number;
  /** Of the first prompt. */
  readonly result: string;
  readonly terminalReason: string;
  readonly isError?: true;
  /** Which of PostToolBatch and Stop the first prompt fires. */
  readonly after: readonly string[];
  /** What the user reads: the reason, that the stop has no effect, or where it would have one (Q1). */
  readonly user: string;
}

/** How to make an event happen, and what its stop does in each profile that has the event. */
interface Row {
  readonly given: Play & Prompts;
  readonly stops: Readonly<Partial<Record<ProfileName, Stopped>>>;
}

const bash = (command: string) => ({ tool: "Bash", input: { command } });
const calling = (command: string) => ({
  script: { main: [[bash(command)], ["done"]], after: "done" },
});
/** The conversation is compacted after the second call. */
const compacting: Play = {
  autoCompact: 1000,
  script: {
    main: [
      [bash("echo first")],
      { blocks: [bash("echo second")], usage: { input_tokens: 2000 } },
      ["done"],
    ],
    compact: [["<summary>two calls</summary>"]],
    after: "done",
  },
};
const newTask = { tool: "TaskCreate", input: { subject: "one", description: "all of it" } };
const completeTask = { tool: "TaskUpdate", input: { taskId: "1", status: "completed" } };
const otherFolder = mkdtempSync(join(tmpdir(), "worktree-"));
const enterWorktree = { tool: "EnterWorktree", input: { name: "feature" } };
const exitWorktree = { tool: "ExitWorktree", input: { action: "remove" } };
const askingServer = {
  script: { main: [[{ tool: "mcp__raw__ask", input: {} }], ["done"]], after: "done" },
  mcpConfig: [rawServer()],
};
const failing = { blocks: [], error: { status: 400, message: "bad request" } };

/** The stop did not count, and the user reads where it would: the turn went on to its end. */
const completed: Stopped = {
  requests: 1,
  result: "done",
  terminalReason: "completed",
  after: ["Stop"],
  user: "events on which continue: false works",
};
const switched: Stopped = {
  ...completed,
  requests: 0,
  result: "The model is now large",
  after: [],
};
const completedCall: Stopped = { ...completed, requests: 2, after: ["PostToolBatch", "Stop"] };
/** G10: before the model was asked the reason is the result. */
const beforeModel: Stopped = {
  requests: 0,
  result: "enough",
  terminalReason: "hook_stopped",
  after: [],
  user: "enough",
};
/** G10: after a tool event there is no text; neither PostToolBatch nor Stop is fired. */
const afterCall: Stopped = { ...beforeModel, requests: 1, result: "" };
const afterBatch: Stopped = { ...afterCall, after: ["PostToolBatch"] };
/** The summary is not asked for, and the conversation stays. */
const beforeSummary: Stopped = {
  ...afterCall,
  requests: 2,
  after: ["PostToolBatch", "PostToolBatch"],
};
const completedCompaction: Stopped = {
  ...completed,
  requests: 4,
  after: ["PostToolBatch", "PostToolBatch", "Stop"],
};
const afterStop: Stopped = { ...completed, terminalReason: "stop_hook_prevented", user: "enough" };
/** The turn is over when StopFailure is fired: nothing is left to stop. */
const afterFailure: Stopped = {
  ...completed,
  result: expect.stringContaining("bad request"),
  terminalReason: "api_error",
  isError: true,
  after: [],
};

const afterSubagent: Stopped = { ...completedCall, requests: 3, user: "enough" };
const startingAgent = {
  script: {
    main: [[{ tool: "Agent", input: { description: "look", prompt: "Look" } }], ["done"]],
    subagent: [["found"]],
    after: "done",
  },
};

const startingTeammate = {
  script: {
    main: [
      [{ tool: "Agent", input: { description: "look", prompt: "Look", name: "a" } }],
      ["done"],
    ],
    subagent: [["found"]],
    after: "done",
  },
};

const table: Readonly<Record<DispatchedEvent | ToolEvent, Row>> = {
  Setup: {
    given: { setup: "init" },
    stops: { reference: beforeModel, "claude-code": completed },
  },
  SessionStart: {
    given: {},
    stops: { reference: beforeModel, "claude-code": completed, envoy: completed },
  },
  InstructionsLoaded: {
    given: { files: { "CLAUDE.md": "Be brief." } },
    stops: { reference: beforeModel, "claude-code": completed },
  },
  UserPromptSubmit: {
    given: {},
    stops: { reference: beforeModel, "claude-code": beforeModel },
  },
  UserPromptExpansion: {
    given: {
      files: { ".claude/commands/review.md": "Please review $ARGUMENTS." },
      prompts: ["/review it", "two"],
    },
    stops: { reference: beforeModel, "claude-code": completed },
  },
  PreToolUse: {
    given: calling("echo hi"),
    stops: { reference: afterCall, "claude-code": afterCall },
  },
  PermissionRequest: {
    given: {
      ...calling("touch made"),
      permissionMode: "default",
      ask: async () => ({ behavior: "allow" }),
    },
    stops: { reference: afterCall, "claude-code": completedCall },
  },
  PostToolUse: {
    given: calling("echo hi"),
    stops: {
      reference: afterCall,
      "claude-code": afterCall,
      // V2: the run fails with the reason.
      envoy: { ...afterCall, result: "enough", isError: true },
    },
  },
  PostToolUseFailure: {
    given: calling("exit 3"),
    stops: { reference: afterCall, "claude-code": completedCall },
  },
  CwdChanged: {
    given: calling("mkdir inner && cd inner"),
    stops: { reference: afterCall, "claude-code": completedCall },
  },
  WorktreeCreate: {
    given: { script: { main: [[enterWorktree], ["done"]], after: "done" } },
    stops: { reference: afterCall, "claude-code": completedCall },
  },
  WorktreeRemove: {
    given: {
      script: { main: [[enterWorktree, exitWorktree], ["done"]], after: "done" },
      answers: { WorktreeCreate: specific("WorktreeCreate", { worktreePath: otherFolder }) },
    },
    stops: { reference: afterCall, "claude-code": completedCall },
  },
  PermissionDenied: {
    given: { ...calling("touch made"), permissionMode: "auto" },
    stops: { reference: afterCall, "claude-code": completedCall },
  },
  DirectoryAdded: {
    given: { additionalDirectories: ["/tmp"] },
    stops: { reference: beforeModel },
  },
  FileChanged: {
    given: calling("echo x > w.txt"),
    stops: { reference: afterCall, "claude-code": completedCall },
  },
  TaskCreated: {
    given: { script: { main: [[newTask], ["done"]], after: "done" } },
    stops: { reference: afterCall, "claude-code": completedCall },
  },
  TaskCompleted: {
    given: { script: { main: [[newTask, completeTask], ["done"]], after: "done" } },
    stops: { reference: afterCall, "claude-code": completedCall },
  },
  // G7: a stop ends the subagent; its caller continues.
  SubagentStart: {
    given: startingAgent,
    stops: {
      reference: { ...afterSubagent, requests: 2 },
      "claude-code": { ...afterSubagent, user: completed.user },
    },
  },
  SubagentStop: {
    given: startingAgent,
    stops: { reference: afterSubagent, "claude-code": afterSubagent },
  },
  // E11: a stop ends the teammate.
  TeammateIdle: {
    given: {
      ...startingTeammate,
      env: { PATH: process.env["PATH"], [teamsVariable]: "1" },
      afterPrompts: async (session) => {
        while (await session.waitForAgents()) await session.reportAgents();
      },
    },
    stops: {
      reference: afterSubagent,
      "claude-code": { ...afterSubagent, user: completed.user },
    },
  },
  Elicitation: {
    given: askingServer,
    stops: { reference: afterCall, "claude-code": completedCall },
  },
  ElicitationResult: {
    given: askingServer,
    stops: { reference: afterCall, "claude-code": completedCall },
  },
  Notification: {
    given: askingServer,
    stops: { reference: afterCall, "claude-code": completedCall },
  },
  PostToolBatch: {
    given: calling("echo hi"),
    stops: { reference: afterBatch, "claude-code": afterBatch },
  },
  PreCompact: {
    given: compacting,
    stops: { reference: beforeSummary, "claude-code": completedCompaction },
  },
  PostCompact: {
    given: compacting,
    stops: { reference: { ...beforeSummary, requests: 3 }, "claude-code": completedCompaction },
  },
  Stop: {
    given: {},
    stops: { reference: afterStop, "claude-code": afterStop },
  },
  StopFailure: {
    given: { script: { main: [failing, failing], after: "done" } },
    stops: {
      reference: { ...afterFailure, user: "has no effect" },
      "claude-code": afterFailure,
    },
  },
  MessageDisplay: {
    given: {},
    stops: {
      reference: { ...beforeModel, requests: 1, result: "done" },
      "claude-code": completed,
    },
  },
  PreModelSwitch: {
    given: { prompts: ["/model large", "two"] },
    stops: { reference: beforeModel, "claude-code": switched },
  },
  PostModelSwitch: {
    given: { prompts: ["/model large", "two"] },
    stops: { reference: beforeModel, "claude-code": switched },
  },
  ConfigChange: {
    given: calling("echo hi"),
    stops: { reference: afterCall, "claude-code": completedCall },
  },
  SessionEnd: {
    given: {},
    stops: { reference: { ...completed, user: "has no effect" }, "claude-code": completed },
  },
};

/** A session of two prompts in which a hook of the event stops the first time that it is fired. */
async function stopped(event: keyof typeof table, profile: ProfileName) {
  const { given } = table[event];
  const changed = Promise.withResolvers<object>();
  const watching: Play = {
    userSettings: {
      hooks: {
        FileChanged: [{ matcher: "w.txt", hooks: [{ type: "command", command: "true" }] }],
      },
    },
    answers: { PostToolUse: [() => changed.promise, {}] },
    emit: (one) => {
      if (one.type === "outcome" && one.outcome.event === event) changed.resolve({});
    },
  };
  const changing: Play =
    event === "ConfigChange"
      ? {
          userSettings: {},
          answers: {
            PreToolUse: [changeUserSettings({ model: "other" }), {}],
            PostToolUse: [() => changed.promise, {}],
          },
          emit: (one) => {
            if (one.type === "notice" && one.text.includes("settings.json")) changed.resolve({});
          },
        }
      : event === "FileChanged"
        ? watching
        : {};
  return play({
    prompts: ["one", "two"],
    ...given,
    ...changing,
    profile,
    answers: {
      ...given.answers,
      ...changing.answers,
      [event]: [{ continue: false, stopReason: "enough" }, {}],
    },
  });
}

const cases = Object.entries(table).flatMap(([event, { stops }]) =>
  Object.entries(stops).map(([profile, expected]) => ({
    event: event as keyof typeof table,
    profile: profile as ProfileName,
    expected,
  })),
);

describe("continue: false", () => {
  it.each(cases)("G10 F3 V2 on $event under $profile", async ({ event, profile, expected }) => {
    const { results, requests, events } = await stopped(event, profile);
    const [first, second] = results;
    const fired = events
      .slice(
        0,
        events.findIndex(({ type }) => type === "result"),
      )
      .flatMap((one) => (one.type === "outcome" ? [one.outcome.event] : []));
    const { user, ...does } = expected;
    expect({
      requests: requests.filter(({ messages }) => !userTexts(messages).includes("two")).length,
      result: first?.result,
      terminalReason: first?.terminalReason,
      ...(first?.isError ? { isError: true } : {}),
      after: fired.filter((name) => name === "PostToolBatch" || name === "Stop"),
    }).toEqual(does);
    expect(events).toContainEqual(
      expect.objectContaining({ type: "notice", text: expect.stringContaining(user) }),
    );
    expect(second).toMatchObject({ result: "done", terminalReason: "completed" });
  });
});

const stop = (stopReason: string) => ({ continue: false, stopReason });

describe("a stop while a conversation begins", () => {
  it("G10 G3 the first prompt is not submitted; the texts of hooks go with the next one", async () => {
    const { requests, hookInputs, events } = await play({
      prompts: ["one", "two"],
      answers: {
        SessionStart: {
          ...stop("enough"),
          ...specific("SessionStart", { additionalContext: "welcome", initialUserMessage: "hi" }),
        },
      },
    });
    expect(requests.map(({ messages }) => userTexts(messages))).toEqual([
      ['<hook event="SessionStart">\nwelcome\n</hook>', "two"],
    ]);
    const submitted = hookInputs.filter((input) => input["hook_event_name"] === "UserPromptSubmit");
    expect(submitted).toMatchObject([{ prompt: "two" }]);
    const notices = events.flatMap((event) => (event.type === "notice" ? [event.text] : []));
    expect(notices).toContainEqual(expect.stringContaining("initialUserMessage"));
    expect(notices).toContainEqual(expect.stringContaining("send it again"));
  });

  it("F3 G10 the first of several stops applies, and all events of the session's start are fired", async () => {
    const { results, firedEvents } = await play({
      setup: "init",
      files: { "CLAUDE.md": "Be brief." },
      answers: {
        Setup: stop("first"),
        SessionStart: stop("second"),
        InstructionsLoaded: stop("third"),
      },
    });
    expect(firedEvents).toEqual(["Setup", "SessionStart", "InstructionsLoaded", "SessionEnd"]);
    expect(results).toMatchObject([{ result: "first", numTurns: 0, subtype: "success" }]);
  });

  it("G8 G10 after /clear it ends that input, not the prompt after it", async () => {
    const { results } = await play({
      prompts: ["one", "/clear", "two"],
      answers: { SessionStart: [{}, stop("enough")] },
    });
    expect(results.map(({ result, terminalReason }) => [result, terminalReason])).toEqual([
      ["done", "completed"],
      ["enough", "hook_stopped"],
      ["done", "completed"],
    ]);
  });
});
