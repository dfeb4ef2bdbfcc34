import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { changeUserSettings } from "./testing/change-user-settings.ts";
import { newFolders, play } from "./testing/play.ts";

const hook = (name: string) => ({ hooks: [{ type: "command", command: `echo ${name} >> heard` }] });
const settings = (name: string) => ({ hooks: { PreToolUse: [hook(name)] } });
const bash = (command: string) => ({ tool: "Bash", input: { command } });

/** Changes the user's settings in the first call, waits until the change was seen, and looks what the second fired. */
const changed = (
  profile: "reference" | "claude-code",
  configChange: object = {},
  more: Parameters<typeof play>[0] = {},
  change = changeUserSettings(settings("new")),
) => {
  let seen = () => {};
  const noticed = new Promise<void>((resolve) => {
    seen = resolve;
  });
  return play({
    script: [[bash("echo one")], [bash("cat heard")], ["done"]],
    userSettings: settings("old"),
    answers: {
      PreToolUse: [change, {}],
      PostToolUse: [() => noticed.then(() => ({})) as object, {}],
      ConfigChange: configChange,
    },
    emit: (event) => {
      if (event.type === "notice" && event.text.includes("settings.json")) seen();
    },
    profile,
    ...more,
  });
};

describe("settings that change during a session", () => {
  it("C7 E13 ConfigChange is fired with the old hooks, then the new ones apply where the profile says so", async () => {
    const { hookInputs, newTexts } = await changed("claude-code");
    expect(hookInputs).toContainEqual(
      expect.objectContaining({
        hook_event_name: "ConfigChange",
        source: "user_settings",
        file_path: expect.stringContaining(".claude/settings.json"),
      }),
    );
    expect(newTexts[2]).toEqual(["old\nnew"]);
  });

  it("C7 in the reference profile the new hooks wait for a review, which is not possible here", async () => {
    const { newTexts, events } = await changed("reference");
    expect(newTexts[2]).toEqual(["old\nold"]);
    expect(events).toContainEqual(
      expect.objectContaining({ type: "notice", text: expect.stringContaining("review") }),
    );
  });

  it("C7 the user sees the change and lets it through; then what is new may need trust", async () => {
    const seen: object[] = [];
    let applied = 0;
    const reviewSettings = (answer: boolean) => ({
      isApplied: async (change: object) => {
        seen.push(change);
        return answer;
      },
      applied: async () => {
        applied++;
      },
    });
    const yes = await changed("reference", {}, { reviewSettings: reviewSettings(true) });
    expect(yes.newTexts[2]).toEqual(["old\nnew"]);
    expect(seen).toMatchObject([
      {
        file: expect.stringContaining(".claude/settings.json"),
        before: JSON.stringify(settings("old")),
        after: JSON.stringify(settings("new")),
      },
    ]);
    expect(applied).toBe(1);
    const no = await changed("reference", {}, { reviewSettings: reviewSettings(false) });
    expect(no.newTexts[2]).toEqual(["old\nold"]);
    expect(no.events).toContainEqual(
      expect.objectContaining({ type: "notice", text: expect.stringContaining("as you chose") }),
    );
    expect(applied).toBe(1);
  });

  it.each(["reference", "claude-code"] as const)(
    "C7 a file that breaks is reported with its place, not reviewed; the hooks from before stay: %s",
    async (profile) => {
      const asked = () => Promise.reject(new Error("asked"));
      const folders = newFolders();
      const { newTexts, events } = await changed(
        profile,
        {},
        { in: folders, reviewSettings: { isApplied: asked, applied: asked } },
        () => {
          writeFileSync(join(folders.home, ".claude/settings.json"), "{");
          return {};
        },
      );
      expect(newTexts[2]).toEqual(["old\nold"]);
      const notices = events.flatMap((event) => (event.type === "notice" ? event.text : []));
      expect(notices).toContainEqual(
        expect.stringMatching(/settings\.json:1: .*; until then its last good content is used$/),
      );
      expect(notices.join("\n")).not.toMatch(/asked|not in effect/);
    },
  );

  it("C7 where changes apply at once, no one is asked; nor about a change that a hook refused", async () => {
    const reviewSettings = {
      isApplied: () => Promise.reject(new Error("asked")),
      applied: () => Promise.reject(new Error("asked")),
    };
    const { newTexts } = await changed("claude-code", {}, { reviewSettings });
    expect(newTexts[2]).toEqual(["old\nnew"]);
    const block = { decision: "block", reason: "hands off" };
    const refused = await changed("reference", block, { reviewSettings });
    expect(refused.newTexts[2]).toEqual(["old\nold"]);
    expect(JSON.stringify(refused.events)).not.toContain("asked");
  });

  it("C7 the session can end while a review waits", async () => {
    const asked = Promise.withResolvers<void>();
    const { results } = await play({
      script: [[bash("echo one")], ["done"]],
      userSettings: settings("old"),
      answers: { Stop: changeUserSettings(settings("new")) },
      reviewSettings: {
        isApplied: (_change, signal) => {
          asked.resolve();
          return new Promise((resolve) => signal.addEventListener("abort", () => resolve(false)));
        },
        applied: async () => {},
      },
      afterPrompts: () => asked.promise,
    });
    expect(results).toHaveLength(1);
  });

  it("E13 a refused change is not applied", async () => {
    const { newTexts } = await changed("claude-code", { decision: "block", reason: "hands off" });
    expect(newTexts[2]).toEqual(["old\nold"]);
  });

  it("E13 G10 a stop ends the turn, and the change is not applied", async () => {
    const stop = { continue: false, stopReason: "hands off" };
    const { newTexts, results, events } = await changed("reference", stop, {
      prompts: ["one", "two"],
    });
    expect(results).toMatchObject([
      { result: "", terminalReason: "hook_stopped", subtype: "success", isError: false },
      { result: "done", terminalReason: "completed" },
    ]);
    expect(newTexts.at(-1)).toEqual(["old\nold"]);
    expect(events).toContainEqual(
      expect.objectContaining({ type: "notice", text: expect.stringContaining("not applied") }),
    );
  });

  it("E13 G10 calls of the same answer that have not started do not run", async () => {
    const calls = [bash("echo one > first"), bash("echo two > second")];
    const { cwd, newTexts } = await changed(
      "reference",
      { continue: false, stopReason: "hands off" },
      { script: { main: [calls], after: "done" }, prompts: ["one", "two"] },
    );
    expect(["first", "second"].filter((name) => existsSync(join(cwd, name)))).toEqual(["first"]);
    expect(newTexts[1]).toContainEqual("The call did not run. hands off");
  });

  it("E13 G10 changed policy settings apply even if a hook stops, and the turn ends", async () => {
    const policy = join(mkdtempSync(join(tmpdir(), "policy-")), "managed-settings.json");
    writeFileSync(policy, JSON.stringify(settings("old")));
    const { newTexts, results } = await changed(
      "reference",
      { continue: false, stopReason: "hands off" },
      { managedFile: policy, userSettings: {}, prompts: ["one", "two"] },
      () => {
        writeFileSync(policy, JSON.stringify(settings("new")));
        return {};
      },
    );
    expect(results[0]).toMatchObject({ terminalReason: "hook_stopped" });
    expect(newTexts.at(-1)).toEqual(["old\nnew"]);
  });
});
