import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "@snaphook/engine/internal";
import { describe, expect, it } from "vitest";
import { createModel } from "../model/create-model.ts";
import { messagesApi, saying } from "../model/testing/messages-api.ts";
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

  it("M9 are not read against a deny rule, and the user sees why", async () => {
    const { requests, events } = await play({
      files: { "secret.env": "KEY=1" },
      prompt: "Show @secret.env",
      disallowedTools: ["Read(secret.env)"],
    });
    expect(JSON.stringify(requests.map(({ messages }) => messages))).not.toContain("KEY=1");
    expect(events).toContainEqual(
      expect.objectContaining({
        type: "notice",
        text: "@secret.env was not added to the prompt: a rule forbids reading it",
      }),
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
