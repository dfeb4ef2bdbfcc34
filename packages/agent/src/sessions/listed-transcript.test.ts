import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { AgentEvent } from "../loop/agent-event.ts";
import { noUsage } from "../model/usage.ts";
import { createListedTranscript, listedFolder } from "./listed-transcript.ts";

it("has the messages of a session in a chain, after those it continues, and a title", () => {
  const configFolder = mkdtempSync(join(tmpdir(), "listed-"));
  onTestFinished(() => rmSync(configFolder, { recursive: true, force: true }));
  const earlier = [{ role: "user", content: [{ type: "text", text: "before" }] }] as const;
  const place = { configFolder, cwd: "/my/pro.ject", version: "2.1" };
  const clock = { date: () => "2026-01-31T00:00:00.000Z" };
  const open = () => createListedTranscript({ ...place, title: "T", earlier, clock });
  const prompt: AgentEvent = {
    type: "user",
    message: { role: "user", content: [{ type: "text", text: "go" }] },
    synthetic: false,
    uuid: "u1",
  };
  const answer: AgentEvent = {
    type: "assistant",
    message: { role: "assistant", content: [{ type: "text", text: "done" }] },
    id: "m1",
    model: "m",
    stopReason: "end_turn",
    usage: noUsage,
    uuid: "u2",
  };
  const first = open();
  const earlierPrompt: AgentEvent = { ...prompt, uuid: "u0" };
  first.add(earlierPrompt, "s1");
  // The user took it back: the next message does not follow it.
  first.add({ type: "prompt-withdrawn", prompt: "u0" }, "s1");
  first.add({ type: "title", title: "New" }, "s1");
  first.add(prompt, "s1");
  // Another process continues the session.
  open().add(answer, "s1");
  const file = join(listedFolder(configFolder, place.cwd), "s1.jsonl");
  expect(file).toContain(join("projects", "-my-pro-ject"));
  const lines = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { type: "custom-title", customTitle: "T", sessionId: "s1" },
    { type: "user", parentUuid: null, message: earlier[0] },
    { type: "user", uuid: "u0" },
    { type: "custom-title", customTitle: "New", sessionId: "s1" },
    { type: "user", parentUuid: lines[1].uuid, uuid: "u1", sessionId: "s1", version: "2.1" },
    { type: "assistant", parentUuid: "u1", uuid: "u2", message: { id: "m1", model: "m" } },
  ]);
});
