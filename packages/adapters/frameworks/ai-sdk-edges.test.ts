import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endSession } from "@snaphook/adapters";
import { withHooks } from "@snaphook/adapters/ai-sdk";
import { createHooks, type JsonObject } from "@snaphook/engine";
import { generateText, jsonSchema, stepCountIs, tool } from "ai";
import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { scripted } from "../../../examples/frameworks/models/ai-sdk.ts";

type Input = Readonly<{ command: string; timeout?: number | undefined }>;

const own = () =>
  jsonSchema<Input>(
    { type: "object" },
    {
      validate: (value) =>
        typeof (value as { command?: unknown }).command === "string"
          ? { success: true, value: { timeout: 5, ...(value as Input) } }
          : { success: false, error: new Error("command: expected a text") },
    },
  );
const schemas = {
  zod: z.object({ command: z.string(), timeout: z.number().default(5) }),
  "the SDK's own": own(),
  "made when it is needed": own,
};

/** One call whose input a hook replaces, with or without approval. */
async function play(
  inputSchema: (typeof schemas)[keyof typeof schemas],
  updatedInput: JsonObject,
  options: { readonly ask?: false } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), "ai-sdk-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const hooks = await createHooks({
    cwd: folder,
    home: folder,
    managedFile: join(folder, "managed.json"),
    sessionId: "s1",
    hooks: {
      PreToolUse: [
        {
          hooks: [() => ({ hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput } })],
        },
      ],
    },
  });
  const ran: unknown[] = [];
  const requests: string[] = [];
  const tellUser = () => {};
  const Bash = tool({
    inputSchema,
    execute: (input: Input) => {
      ran.push(input);
      return "done";
    },
  });
  const call = { id: "call_1", name: "Bash", input: { command: "ls" } };
  const model = scripted(async (request) => {
    requests.push(request);
    return requests.length === 1 ? { text: "", calls: [call] } : { text: "ok", calls: [] };
  });
  await generateText({
    ...withHooks({ model, tools: { Bash } }, hooks, { tellUser, ...options }),
    stopWhen: stepCountIs(5),
    prompt: "do it",
  });
  await endSession(hooks, { tellUser });
  return { ran, read: requests.at(-1) };
}

for (const [kind, schema] of Object.entries(schemas))
  for (const options of [{}, { ask: false }] as const) {
    const approvals = "ask" in options ? "without approvals" : "with approvals";

    it(`F2 a schema ${kind}, ${approvals}: a rewritten input that does not fit is refused`, async () => {
      const { ran, read } = await play(schema, { command: 7 }, options);
      expect(ran).toEqual([]);
      expect(read).toContain("a hook rewrote the input, and the new input is not valid: command: ");
    });

    it(`F2 a schema ${kind}, ${approvals}: the tool gets the defaults of its schema`, async () => {
      const { ran } = await play(schema, { command: "pwd" }, options);
      expect(ran).toEqual([{ command: "pwd", timeout: 5 }]);
    });
  }
