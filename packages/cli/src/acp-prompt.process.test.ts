import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { methods } from "@agentclientprotocol/sdk";
import { describe, expect, it } from "vitest";
import { acpWorkplace } from "./testing/acp-client.ts";
import { bash, command } from "./testing/workplace.ts";

const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

describe("acp", () => {
  it("runs a prompt: text, calls with kinds, locations and diffs, the plan, commands, and ends with the client", async () => {
    const place = acpWorkplace({
      script: [
        [
          "I look first.",
          { tool: "Read", input: { file_path: "a.txt" } },
          { tool: "Edit", input: { file_path: "a.txt", old_string: "one", new_string: "two" } },
          { tool: "Write", input: { file_path: "b.txt", content: "new\n" } },
          { tool: "TaskCreate", input: { subject: "Tidy up", description: "all of it" } },
          { tool: "NoSuchTool", input: {} },
        ],
        ["All done."],
      ],
    });
    writeFileSync(join(place.cwd, "a.txt"), "one\n");
    const acp = await place.connect();
    expect(acp.initialized).toMatchObject({
      protocolVersion: 1,
      agentCapabilities: { loadSession: true, promptCapabilities: { image: true } },
    });
    const { sessionId, modes } = await acp.newSession();
    expect(modes?.currentModeId).toBe("default");
    const { stopReason } = await acp.prompt(sessionId, "go");
    expect(stopReason).toBe("end_turn");
    expect(acp.said()).toContain("I look first.");
    expect(acp.said()).toContain("All done.");
    const [a, b] = [join(place.cwd, "a.txt"), join(place.cwd, "b.txt")];
    expect(acp.call("Read")).toMatchObject({
      kind: "read",
      status: "completed",
      locations: [{ path: a }],
    });
    expect(acp.call("Edit")).toMatchObject({
      kind: "edit",
      status: "completed",
      content: [{ type: "diff", path: a, oldText: "one", newText: "two" }],
    });
    expect(acp.call("Write")).toMatchObject({
      content: [{ type: "diff", path: b, oldText: null, newText: "new\n" }],
    });
    expect(acp.call("NoSuchTool")).toMatchObject({ status: "failed" });
    expect(acp.ofKind("plan").at(-1)?.entries).toEqual([
      { content: "Tidy up", status: "pending", priority: "medium" },
    ]);
    const [commands] = acp.ofKind("available_commands_update");
    expect(commands?.availableCommands.map(({ name }) => name)).toContain("compact");
    expect(acp.questions.map(({ toolCall }) => toolCall.content)).toMatchObject([
      [{ type: "diff", oldText: "one", newText: "two" }],
      [{ type: "diff", oldText: null, newText: "new\n" }],
    ]);
    expect(await acp.close()).toMatchObject({ code: 0, stderr: "" });
    expect(acp.problems).toEqual([]);
    expect(acp.count()).toBeGreaterThan(20);
  });

  it("takes images, embedded resources and links to files, which are read with their hooks", async () => {
    const hooks = {
      UserPromptSubmit: command("cat > prompt.json"),
      PreToolUse: command("cat > read.json"),
    };
    const place = acpWorkplace({ hooks, script: [["seen"]] });
    const file = join(place.cwd, "some notes.txt");
    writeFileSync(file, "remember\n");
    const acp = await place.connect();
    const { sessionId } = await acp.newSession();
    const { stopReason } = await acp.agent.request(methods.agent.session.prompt, {
      sessionId,
      prompt: [
        { type: "text", text: "look" },
        { type: "image", mimeType: "image/png", data: png },
        { type: "resource", resource: { uri: "file:///x.md", text: "embedded text" } },
        { type: "resource_link", name: "notes", uri: pathToFileURL(file).href },
      ],
    });
    expect(stopReason).toBe("end_turn");
    const { prompt } = JSON.parse(place.read("prompt.json"));
    expect(prompt).toBe(
      `look\n<resource uri="file:///x.md">\nembedded text\n</resource>\n@"${file}"`,
    );
    expect(JSON.parse(place.read("read.json"))).toMatchObject({
      tool_name: "Read",
      tool_input: { file_path: file },
    });
    expect(place.transcripts().join("")).toContain(png);
    const audio = acp.agent.request(methods.agent.session.prompt, {
      sessionId,
      prompt: [{ type: "audio", mimeType: "audio/wav", data: "AAAA" }],
    });
    await expect(audio).rejects.toThrow("audio is not supported; send text or images");
    await acp.close();
    expect(acp.problems).toEqual([]);
  });

  it("cancels a turn: the command that runs is ended, and the prompt and those that wait are answered", async () => {
    const place = acpWorkplace({ script: [[bash("touch began; sleep 60")], ["late"], ["again"]] });
    const acp = await place.connect(["--allowedTools", "Bash"]);
    const { sessionId } = await acp.newSession();
    const [first, second] = [acp.prompt(sessionId, "go"), acp.prompt(sessionId, "and then")];
    await place.appears("began");
    await acp.agent.notify(methods.agent.session.cancel, { sessionId });
    expect(await Promise.all([first, second])).toEqual([
      { stopReason: "cancelled" },
      { stopReason: "cancelled" },
    ]);
    expect(acp.call("Bash")).toMatchObject({ status: "failed" });
    expect(await acp.prompt(sessionId, "still there?")).toEqual({ stopReason: "end_turn" });
    await acp.close();
    expect(acp.problems).toEqual([]);
  });
});
