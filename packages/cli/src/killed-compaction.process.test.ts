import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ContentBlock } from "../../../scripts/messages-api/message-stream.ts";
import {
  type MessagesServer,
  startMessagesServer,
} from "../../../scripts/messages-api/messages-server.ts";
import * as tested from "../../../scripts/packed/tested.ts";

const call = (id: string): ContentBlock => ({
  type: "tool_use",
  id,
  name: "Read",
  input: { file_path: "notes.txt" },
});
const never = new Promise<never>(() => {});

let model: MessagesServer;
let requests: { readonly purpose: string; readonly text: string }[] = [];
/** What does not answer, and is called when it is reached. */
let hanging: "summary" | "SessionStart" | "PostCompact" | undefined;
let reached = Promise.withResolvers<void>();

/** Hooks that the test holds back; a process would outlive the killed session. */
const hooks = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => {
    body += chunk;
  });
  request.on("end", () => {
    const { hook_event_name: event, source } = JSON.parse(body);
    if (event === hanging && source !== "startup") reached.resolve();
    else response.end("{}");
  });
});

beforeAll(async () => {
  model = await startMessagesServer(async (request, purpose) => {
    const text = JSON.stringify(JSON.parse(request).messages);
    requests.push({ purpose, text });
    if (purpose === "compact") {
      if (hanging === "summary") {
        reached.resolve();
        await never;
      }
      return { id: "msg_c", content: [{ type: "text", text: "<summary>the notes</summary>" }] };
    }
    const results = [...text.matchAll(/"tool_use_id":"(t\d)"/g)].map(([, id]) => id);
    const isLast = results.includes("t3") || text.includes("And now?");
    if (isLast) return { id: "msg_e", content: [{ type: "text", text: "All done." }] };
    const next = results.includes("t2") ? "t3" : results.includes("t1") ? "t2" : "t1";
    const inputTokens = next === "t3" ? 150_000 : 10;
    return { id: `msg_${next}`, content: [call(next)], inputTokens };
  });
  hooks.listen(0, "127.0.0.1");
  await once(hooks, "listening");
});
afterAll(() => {
  model.close();
  hooks.closeAllConnections();
  hooks.close();
});

function createPlace() {
  const base = mkdtempSync(join(tmpdir(), "killed-compaction-"));
  const [home, cwd] = [join(base, "home"), join(base, "project")];
  mkdirSync(join(home, ".claude"), { recursive: true });
  mkdirSync(cwd);
  writeFileSync(join(cwd, "notes.txt"), "these are the notes");
  const { port } = hooks.address() as AddressInfo;
  const hook = [{ hooks: [{ type: "http", url: `http://127.0.0.1:${port}/` }] }];
  const settings = { hooks: { SessionStart: hook, PostCompact: hook } };
  writeFileSync(join(home, ".claude/settings.json"), JSON.stringify(settings));
  const env = {
    PATH: tested.path,
    HOME: home,
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: "key",
  };
  return {
    start(...args: readonly string[]) {
      const [program, ...words] = tested.command();
      const all = [...words, ...args, "--autocompact", "100k"];
      return spawn(program, all, { cwd, env, stdio: ["ignore", "ignore", "inherit"] });
    },
    remove: () => rmSync(base, { recursive: true, force: true, maxRetries: 3 }),
  };
}

it.each([
  // The new conversation takes effect before PostCompact is fired.
  ["summary", ["Sort the attic", "these are the notes", '"t2"', '"t3"'], ["the notes</summary>"]],
  ["SessionStart", ["Sort the attic", "these are the notes", '"t2"', '"t3"'], []],
  ["PostCompact", ["<summary>\\nthe notes\\n</summary>", '"t3"'], ["Sort the attic", '"t2"']],
] as const)(
  "G8 G9 a session killed with SIGKILL at its %s can be continued, with the old conversation or the new one",
  async (moment, has, hasNot) => {
    const place = createPlace();
    hanging = moment;
    reached = Promise.withResolvers();
    requests = [];
    try {
      const killed = place.start("-p", "Sort the attic");
      await reached.promise;
      killed.kill("SIGKILL");
      await once(killed, "close");

      hanging = undefined;
      requests = [];
      const continued = place.start("-p", "And now?", "--continue");
      const [code] = await once(continued, "close");
      expect(code).toBe(0);
      const [first] = requests;
      expect(first?.purpose).toBe("main");
      for (const text of has) expect(first?.text).toContain(text);
      for (const text of hasNot) expect(first?.text).not.toContain(text);
    } finally {
      place.remove();
    }
  },
);
