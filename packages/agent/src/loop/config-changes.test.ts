import { describe, expect, it } from "vitest";
import { changeUserSettings } from "./testing/change-user-settings.ts";
import { play } from "./testing/play.ts";

const hook = (name: string) => ({ hooks: [{ type: "command", command: `echo ${name} >> heard` }] });
const settings = (name: string) => ({ hooks: { PreToolUse: [hook(name)] } });
const bash = (command: string) => ({ tool: "Bash", input: { command } });

/** Changes the user's settings in the first call, waits until the change was seen, and looks what the second fired. */
const changed = (profile: "reference" | "claude-code", configChange: object = {}) => {
  let seen = () => {};
  const noticed = new Promise<void>((resolve) => {
    seen = resolve;
  });
  return play({
    script: [[bash("echo one")], [bash("cat heard")], ["done"]],
    userSettings: settings("old"),
    answers: {
      PreToolUse: [changeUserSettings(settings("new")), {}],
      PostToolUse: [() => noticed.then(() => ({})) as object, {}],
      ConfigChange: configChange,
    },
    emit: (event) => {
      if (event.type === "notice" && event.text.includes("settings.json")) seen();
    },
    profile,
  });
};

describe("settings that change during a session", () => {
  it("C7 E13 ConfigChange is fired with the old hooks, then the new ones apply where the profile says so", async () => {
    const { told, news } = await changed("claude-code");
    expect(told).toContainEqual(
      expect.objectContaining({
        hook_event_name: "ConfigChange",
        source: "user_settings",
        file_path: expect.stringContaining(".claude/settings.json"),
      }),
    );
    expect(news[2]).toEqual(["old\nnew"]);
  });

  it("C7 in the reference the new set waits for a review, and nobody can review here", async () => {
    const { news, events } = await changed("reference");
    expect(news[2]).toEqual(["old\nold"]);
    expect(events).toContainEqual(
      expect.objectContaining({ type: "notice", text: expect.stringContaining("review") }),
    );
  });

  it("E13 a refused change is not applied", async () => {
    const { news } = await changed("claude-code", { decision: "block", reason: "hands off" });
    expect(news[2]).toEqual(["old\nold"]);
  });
});
