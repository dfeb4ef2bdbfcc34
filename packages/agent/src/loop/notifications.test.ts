import { systemClock } from "@snaphook/engine/internal";
import { brand } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { rawServer } from "../mcp/testing/servers.ts";
import type { AgentEvent } from "./agent-event.ts";
import type { AgentSession } from "./agent-session.ts";
import { createNotifications, type Notice } from "./notifications.ts";
import { type Play, play, specific } from "./testing/play.ts";
import { testQuestions } from "./testing/section-12.ts";

/** A clock that stands until a test moves it. */
function manualClock() {
  let now = 0;
  const timers = new Map<() => void, number>();
  return {
    after(ms: number, callback: () => void) {
      timers.set(callback, now + ms);
      return () => void timers.delete(callback);
    },
    pass(ms: number) {
      now += ms;
      for (const [callback, at] of timers)
        if (at <= now) {
          timers.delete(callback);
          callback();
        }
    },
    timers,
  };
}

function opened() {
  const clock = manualClock();
  const fired: unknown[] = [];
  const emitted: AgentEvent[] = [];
  const notifications = createNotifications({
    clock,
    delay: (type) => (type === "idle_prompt" ? 60_000 : 6000),
    fires: (type) => type !== "elicitation_dialog",
    dispatch: (async (_: string, input: object) => {
      fired.push(input);
      return { do: "continue" };
    }) as never,
    emit: (event) => void emitted.push(event),
    apply() {},
    unwaited: new Set(),
  });
  return { clock, fired, emitted, notifications };
}

const question: Notice = { type: "permission_prompt", message: "Bash needs your permission" };
const idle: Notice = { type: "idle_prompt", message: "The agent waits for your input" };

describe("E19 when the user is notified", () => {
  it("of a question after 6 s, once; not if it was answered before", () => {
    const { clock, fired, notifications } = opened();
    const answered = notifications.waits(question);
    clock.pass(5999);
    expect(fired).toEqual([]);
    clock.pass(1);
    expect(fired).toEqual([{ message: question.message, notification_type: "permission_prompt" }]);
    clock.pass(60_000);
    answered();
    notifications.waits(question)();
    clock.pass(6000);
    expect(fired).toHaveLength(1);
    expect(clock.timers.size).toBe(0);
  });

  it("of an idle session after 60 s", () => {
    const { clock, fired, notifications } = opened();
    notifications.waits(idle);
    clock.pass(59_999);
    expect(fired).toEqual([]);
    clock.pass(1);
    expect(fired).toHaveLength(1);
  });

  it("of a question later if they press a key: at the next mark of 6 s", () => {
    const { clock, fired, notifications } = opened();
    notifications.waits(question);
    clock.pass(2000);
    notifications.userIsActive();
    clock.pass(4000);
    expect(fired).toEqual([]);
    clock.pass(5999);
    expect(fired).toEqual([]);
    clock.pass(1);
    expect(fired).toHaveLength(1);
  });

  it("of an idle session not at all once they have pressed a key", () => {
    const { clock, fired, notifications } = opened();
    notifications.waits(idle);
    clock.pass(1000);
    notifications.userIsActive();
    clock.pass(200_000);
    expect(fired).toEqual([]);
  });

  it("of no idle session while a question is open", () => {
    const { clock, fired, notifications } = opened();
    notifications.waits(idle);
    clock.pass(59_000);
    notifications.waits(question);
    clock.pass(60_000);
    expect(fired).toEqual([{ message: question.message, notification_type: "permission_prompt" }]);
  });

  it("and modes see it, so that a terminal can ring its bell", () => {
    const { clock, emitted, notifications } = opened();
    notifications.waits(question);
    clock.pass(6000);
    expect(emitted).toEqual([
      { type: "notification", notification: "permission_prompt", text: question.message },
    ]);
  });

  it("of nothing that the profile does not fire, and of nothing after the end", async () => {
    const { clock, fired, notifications } = opened();
    await notifications.now({ type: "elicitation_dialog", message: "?" });
    notifications.waits(idle);
    notifications.close();
    notifications.waits(question);
    await notifications.now(question);
    clock.pass(100_000);
    expect(fired).toEqual([]);
    expect(clock.timers.size).toBe(0);
  });
});

/** Resolves when a Notification hook has been called; the hook says something to the model. */
function listening() {
  const { promise: called, resolve } = Promise.withResolvers<void>();
  const Notification = () => {
    resolve();
    return specific("Notification", { additionalContext: "the user is at lunch" });
  };
  return { called, answers: { Notification } };
}

const soon = {
  PATH: process.env["PATH"],
  [`${brand.environmentPrefix}QUESTION_NOTICE_MS`]: "1",
  [`${brand.environmentPrefix}IDLE_NOTICE_MS`]: "1",
};
const touch = { tool: "Bash", input: { command: "touch made" } };
const notices = ({ hookInputs }: Awaited<ReturnType<typeof play>>) =>
  hookInputs
    .filter(({ hook_event_name }) => hook_event_name === "Notification")
    .map(({ notification_type, message }) => [notification_type, message]);

const asking = (profile: Play["profile"] = "reference") => {
  const { called, answers } = listening();
  return play({
    profile,
    env: soon,
    permissionMode: "default",
    script: [[touch], ["done"]],
    answers,
    ask: async () => {
      if (profile === "reference") await called;
      return { behavior: "allow" };
    },
  });
};
const askingServer: Play = {
  script: { main: [[{ tool: "mcp__raw__ask", input: {} }], ["done"]] },
  mcpConfig: [rawServer()],
};
const waiting = (profile: Play["profile"] = "reference") => {
  const { called, answers } = listening();
  const afterPrompts = async (session: AgentSession) => {
    const inputArrived = session.waitsForInput();
    if (profile === "reference") await called;
    inputArrived();
    await session.prompt("again");
  };
  return play({ profile, env: soon, answers, afterPrompts });
};

describe("E7 Notification", () => {
  it("G3 E19 is fired while a question waits; its context goes with the next request", async () => {
    const played = await asking();
    expect(notices(played)).toEqual([["permission_prompt", "Bash needs your permission"]]);
    expect(played.newTexts[0]?.join()).not.toContain("lunch");
    expect(played.newTexts[1]?.join()).toContain("the user is at lunch");
  });

  it("E19 is fired while the session waits for input; its context goes with the next prompt", async () => {
    const played = await waiting();
    expect(notices(played)).toEqual([["idle_prompt", "The agent waits for your input"]]);
    expect(played.newTexts[1]?.join()).toContain("the user is at lunch");
  });

  it("E19 questions of an MCP server and their answers are notified of", async () => {
    expect(notices(await play(askingServer))).toEqual([
      ["elicitation_dialog", expect.stringMatching(/^The MCP server raw asks: /)],
      ["elicitation_response", "The answer to the MCP server raw is cancel"],
    ]);
  });

  it("context that no request follows is reported", async () => {
    const { answers } = listening();
    const { promise: reported, resolve } = Promise.withResolvers<void>();
    const { events } = await play({
      env: soon,
      answers,
      emit: (event) => {
        if (event.type === "outcome" && event.outcome.event === "Notification") resolve();
      },
      afterPrompts: async (session) => {
        session.waitsForInput();
        await reported;
      },
    });
    expect(events).toContainEqual(
      expect.objectContaining({ text: expect.stringContaining("the model did not read its text") }),
    );
  });
});

describe("E19 at a terminal", () => {
  /** How often a timer for an idle session was started, after a prompt. */
  const idleTimers = async (options: Play) => {
    const idleMs = 54_321;
    let timers = 0;
    const after: typeof systemClock.after = (ms, ...rest) => {
      if (ms === idleMs) timers += 1;
      return systemClock.after(ms, ...rest);
    };
    await play({
      headless: false,
      clock: { ...systemClock, after },
      env: { ...soon, [`${brand.environmentPrefix}IDLE_NOTICE_MS`]: String(idleMs) },
      afterPrompts: async (session) => void session.waitsForInput(),
      ...options,
    });
    return timers;
  };

  it.each(["reference", "claude-code"] as const)(
    "an idle session is notified of after a turn, also after a refused prompt, %s",
    async (profile) => {
      expect(await idleTimers({ profile })).toBe(1);
      const answers = { UserPromptSubmit: { decision: "block", reason: "no" } };
      expect(await idleTimers({ profile, answers })).toBe(1);
    },
  );

  it("but not before the first prompt, and not after an interrupt", async () => {
    expect(
      await idleTimers({
        onOpen: (session) => void session.waitsForInput(),
        afterPrompts: async () => {},
      }),
    ).toBe(0);
    expect(
      await idleTimers({
        permissionMode: "default",
        script: [[touch], ["done"]],
        ask: async () => ({ behavior: "deny", interrupt: true }),
      }),
    ).toBe(0);
  });
});

testQuestions([
  {
    question: "context of Notification",
    ask: async (profile) => {
      const { called, answers } = listening();
      const { newTexts, events } = await play({
        profile,
        headless: false,
        env: soon,
        permissionMode: "default",
        script: [[touch], ["done"]],
        answers,
        ask: async () => {
          await called;
          return { behavior: "allow" };
        },
      });
      return {
        reachesModel: newTexts[1]?.join().includes("at lunch"),
        isReported: JSON.stringify(events).includes("of a Notification hook has no effect"),
      };
    },
    answers: {
      reference: { reachesModel: true, isReported: false },
      "claude-code": { reachesModel: false, isReported: true },
    },
  },
  {
    question: "Notification without a user at a terminal",
    ask: async (profile) => {
      const played = [
        await asking(profile),
        await waiting(profile),
        await play({ ...askingServer, profile }),
      ];
      return played.flatMap(notices).map(([type]) => type);
    },
    answers: {
      reference: ["permission_prompt", "idle_prompt", "elicitation_dialog", "elicitation_response"],
      "claude-code": ["elicitation_response"],
    },
  },
]);
