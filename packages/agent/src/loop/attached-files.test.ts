import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "@snaphook/engine/internal";
import { describe, expect, it } from "vitest";
import { createModel } from "../model/create-model.ts";
import { messagesApi, saying } from "../model/testing/messages-api.ts";
import type { AgentEvent } from "./agent-event.ts";
import { newFolders, play, userTexts } from "./testing/play.ts";

const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
const image = {
  type: "image",
  source: { type: "base64", media_type: "image/png", data: png.toString("base64") },
} as const;

function folderWithImage() {
  const folders = newFolders();
  mkdirSync(join(folders.cwd, "pictures"));
  writeFileSync(join(folders.cwd, "pictures/a.png"), png);
  return folders;
}

const noticesOf = (events: readonly AgentEvent[]): readonly string[] =>
  events.flatMap((event) => (event.type === "notice" ? [event.text] : []));

describe("files that a prompt mentions", () => {
  it("G3 are added before the prompt, with the instructions for them", async () => {
    const { requests, cwd, hookInputs } = await play({
      files: { "src/a.ts": "one\ntwo\nthree", "src/CLAUDE.md": "Rules of src", "b.md": "bee" },
      prompt: "Compare @src/a.ts#L2-3 with @b.md, @nobody and me@example.com.",
    });
    const texts = userTexts(requests[0]?.messages ?? []);
    expect(texts).toHaveLength(4);
    expect(texts[0]).toContain("Rules of src");
    expect(texts[1]).toMatch(/^The prompt below mentions .*src\/a\.ts:\n\n +2\ttwo\n +3\tthree/);
    expect(texts[2]).toContain("bee");
    expect(texts[3]).toBe("Compare @src/a.ts#L2-3 with @b.md, @nobody and me@example.com.");
    expect(hookInputs).toContainEqual(
      expect.objectContaining({
        hook_event_name: "InstructionsLoaded",
        trigger_file_path: join(cwd, "src/a.ts"),
      }),
    );
  });

  it("a directory is listed, an image is shown", async () => {
    const { requests } = await play({ in: folderWithImage(), prompt: "@pictures @pictures/a.png" });
    const content = requests[0]?.messages[0]?.content ?? [];
    expect(userTexts(requests[0]?.messages ?? [])[0]).toMatch(/which contains:\n\na\.png$/);
    expect(content).toContainEqual(image);
  });

  it("may be edited without another Read", async () => {
    const edit = { file_path: "b.md", old_string: "bee", new_string: "wasp" };
    const { events } = await play({
      files: { "b.md": "bee" },
      prompt: "Change @b.md",
      script: [[{ tool: "Edit", input: edit }], ["done"]],
    });
    expect(events).toContainEqual(
      expect.objectContaining({ type: "tool-ended", name: "Edit", isError: false }),
    );
  });

  it("E3 are calls of Read: hooks see them, and can refuse them or change what is read", async () => {
    const files = { "a.md": "AAA", "b.md": "BBB" };
    const { hookInputs, requests } = await play({ files, prompt: "@a.md" });
    const read = { tool_name: "Read", tool_input: { file_path: expect.stringMatching(/a\.md$/) } };
    expect(hookInputs.filter(({ tool_name }) => tool_name === "Read")).toMatchObject([
      { hook_event_name: "PreToolUse", ...read },
      { hook_event_name: "PostToolUse", ...read },
    ]);
    expect(JSON.stringify(requests[0]?.messages)).toContain("AAA");
    const refused = await play({
      files,
      prompt: "@a.md",
      answers: { PreToolUse: { decision: "block", reason: "not this one" } },
    });
    expect(JSON.stringify(refused.requests[0]?.messages)).not.toContain("AAA");
    expect(refused.result.permissionDenials).toMatchObject([{ tool_name: "Read" }]);
    expect(noticesOf(refused.events)).toContainEqual(
      expect.stringMatching(/^refused: Read .*not this one/),
    );
    const stopped = await play({
      files,
      prompt: "@a.md",
      answers: { PreToolUse: { continue: false, stopReason: "enough" } },
    });
    expect(stopped.requests).toEqual([]);
    expect(stopped.result).toMatchObject({ terminalReason: "hook_stopped", result: "enough" });
  });

  it.each([
    ["a deny rule", { disallowedTools: ["Read(secret.env)"] }, /^refused: Read .*denies/],
    [
      "an ask rule that no one can answer",
      { userSettings: { permissions: { ask: ["Read"] } } },
      /^refused: Read .*approve/,
    ],
    [
      "a session without Read",
      { tools: [] },
      /was not added to the prompt: this session has no tool Read/,
    ],
  ])("M9 are not read against %s, and the user sees why", async (_, options, line) => {
    const { requests, events } = await play({
      files: { "secret.env": "KEY=1" },
      prompt: "Show @secret.env",
      ...options,
    });
    expect(JSON.stringify(requests.map(({ messages }) => messages))).not.toContain("KEY=1");
    expect(noticesOf(events)).toContainEqual(expect.stringMatching(line));
  });

  it.each([
    ["#L9-12", "the file has only 2 lines, so none was added"],
    ["#L0", "lines are counted from 1, so the lines from 1 on were added"],
  ])("lines that are not there, %s: the user sees it", async (lines, text) => {
    const { events } = await play({ files: { "a.md": "one\ntwo" }, prompt: `See @a.md${lines}` });
    expect(noticesOf(events)).toContainEqual(
      expect.stringMatching(`a.md${lines.split("-")[0]} in the prompt: ${text}`),
    );
  });

  it("G1 outside the project are read only with a rule, an added folder or approval; links count as their target", async () => {
    const outside = newFolders();
    writeFileSync(join(outside.cwd, "key.txt"), "KEY=1");
    const folders = newFolders();
    symlinkSync(join(outside.cwd, "key.txt"), join(folders.cwd, "link.txt"));
    const prompt = `@${outside.cwd}/key.txt @link.txt`;
    const textOf = ({ requests }: Awaited<ReturnType<typeof play>>) =>
      JSON.stringify(requests[0]?.messages);
    const refused = await play({ in: folders, prompt, permissionMode: "default" });
    expect(textOf(refused)).not.toContain("KEY=1");
    expect(noticesOf(refused.events)).toContainEqual(
      expect.stringMatching(/^refused: Read .*outside the project.*to allow it: --add-dir /),
    );
    // The folder of the link would not help.
    const target = join(outside.cwd, "key.txt");
    expect(noticesOf(refused.events)).toContainEqual(
      expect.stringMatching(
        new RegExp(`link.txt, which leads to ${target}, outside .*--add-dir ${outside.cwd}$`),
      ),
    );
    for (const allowing of [
      { additionalDirectories: [outside.cwd] },
      { allowedTools: ["Read"] },
      { ask: async () => ({ behavior: "allow" as const }) },
    ])
      expect(
        textOf(await play({ in: folders, prompt, permissionMode: "default", ...allowing })),
      ).toContain("KEY=1");
  });

  it("that do not exist stay as text, and the user sees which", async () => {
    const { events } = await play({ prompt: "See @missing.md and @gone/" });
    expect(noticesOf(events)).toContain(
      "@missing.md, @gone/ in the prompt: there is no such file, so nothing was added for it",
    );
  });

  it("G10 a stop of an InstructionsLoaded hook ends the turn", async () => {
    const { requests, result } = await play({
      files: { "src/CLAUDE.md": "x", "src/a.ts": "y" },
      prompt: "@src/a.ts",
      answers: { InstructionsLoaded: { continue: false, stopReason: "enough" } },
    });
    expect(requests).toEqual([]);
    expect(result).toMatchObject({ terminalReason: "hook_stopped", result: "enough" });
  });

  it("G5 are not read for a prompt that a hook refuses", async () => {
    const { requests, firedEvents } = await play({
      files: { "src/CLAUDE.md": "x", "src/a.ts": "y" },
      prompt: "@src/a.ts",
      answers: { UserPromptSubmit: { decision: "block", reason: "no" } },
    });
    expect(requests).toEqual([]);
    expect(firedEvents).not.toContain("InstructionsLoaded");
  });
});

describe("images", () => {
  it("that Read shows follow the results in the request, and a resumed session still has them", async () => {
    const folders = folderWithImage();
    const call = { type: "tool_use", id: "t1", name: "Read" } as const;
    const api = await messagesApi(
      { blocks: [{ ...call, input: { file_path: "pictures/a.png" } }] },
      saying("a picture"),
    );
    const model = () =>
      createModel({
        model: "claude-sonnet-5-5",
        env: { ANTHROPIC_API_KEY: "key", ANTHROPIC_BASE_URL: api.url },
        clock: systemClock,
      });
    await play({ in: folders, model });
    await play({ in: folders, model, session: { kind: "continue" }, prompt: "again" });
    for (const { body } of [api.received[1], api.received[2]].flatMap((one) => one ?? []))
      expect(body["messages"]).toMatchObject([
        { role: "user" },
        { role: "assistant" },
        { role: "user", content: [{ type: "tool_result" }, image] },
        ...(body === api.received[2]?.body ? [{ role: "assistant" }, { role: "user" }] : []),
      ]);
  });

  it("come with a prompt, and may be all of it", async () => {
    const { requests } = await play({ prompt: { text: "", media: [image] } });
    expect(requests[0]?.messages[0]?.content).toEqual([image]);
  });
});
