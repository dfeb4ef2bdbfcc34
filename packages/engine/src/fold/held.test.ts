import { profiles } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { configuredHook } from "../testing/hook-run.ts";
import { eventNamed, messageRows } from "../testing/read-run.ts";
import { fold } from "./fold.ts";

const held = (refuses: boolean) => ({
  hook: configuredHook({ id: "guard", label: "guard.sh" }),
  reason: "changed" as const,
  because: "it has changed; to trust it again: trust guard",
  forModel: "it has changed; only the user can review it",
  refuses,
});

describe("held hooks", () => {
  it("T1, F1 a changed guard refuses, and model and user see why", () => {
    const outcome = fold(eventNamed("PreToolUse"), [], [held(true)], profiles.reference);
    expect(outcome).toMatchObject({
      action: "refuse",
      reasons: ["[guard.sh]: it has changed; only the user can review it"],
      decidedBy: [{ id: "guard", label: "guard.sh" }],
    });
    expect(messageRows(outcome.messages)).toEqual([
      ["model", "reason", "[guard.sh]: it has changed; only the user can review it"],
      [
        "user",
        "reason",
        "guard.sh: the call is refused: it has changed; to trust it again: trust guard",
      ],
    ]);
  });

  it("T1 where the user gets the reason, it has the command", () => {
    const outcome = fold(eventNamed("UserPromptSubmit"), [], [held(true)], profiles.reference);
    expect(outcome).toMatchObject({
      reasons: ["[guard.sh]: it has changed; to trust it again: trust guard"],
    });
  });

  it("T1 a held hook that does not refuse has no effect", () => {
    const outcome = fold(eventNamed("PreToolUse"), [], [held(false)], profiles.reference);
    expect(outcome).toMatchObject({ action: "proceed", permission: "undecided", messages: [] });
  });
});
