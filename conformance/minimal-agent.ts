// The smallest agent that passes some cases, to test the runner itself: it asks the model once, and fires
// UserPromptSubmit and Stop. `minimal-agent.ts FAULT …` makes one mistake; with `none` it makes none.
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { brand } from "@snaphook/protocol";

const [fault, ...args] = process.argv.slice(2);
const prompt = args[args.indexOf("-p") + 1];
const { hooks } = JSON.parse(readFileSync(".claude/settings.json", "utf8"));
const session_id = randomUUID();

function print(record: object): void {
  console.log(JSON.stringify(record));
}

/** Runs the hooks of an event and returns what they print. */
function fire(hook_event_name: string, fields: object): string {
  const cwd = fault === "told" ? "/" : process.cwd();
  const input = { session_id, cwd, permission_mode: "default", hook_event_name, ...fields };
  let output = "";
  for (const { command } of hooks[hook_event_name]?.[0].hooks ?? []) {
    const env = { ...process.env, CLAUDE_PROJECT_DIR: process.cwd() };
    const run = spawnSync("sh", ["-c", command], { input: JSON.stringify(input), env });
    const outcome = run.status === 0 || fault === "outcomes" ? "success" : "error";
    print({ type: "system", subtype: "hook_response", hook_event: hook_event_name, outcome });
    if (run.status === 0 || fault === "model") output += run.stdout.toString();
  }
  return output;
}

const context = fire("UserPromptSubmit", { prompt });
const response = await fetch(`${process.env["ANTHROPIC_BASE_URL"]}/v1/messages`, {
  method: "POST",
  headers: { [brand.purposeHeader]: "main" },
  body: JSON.stringify({ messages: [{ role: "user", content: `${prompt} ${context}` }] }),
});
const { content } = (await response.json()) as { readonly content: readonly { text: string }[] };
const answer = content[0]?.text;
if (fault !== "order") fire("Stop", { stop_hook_active: false, last_assistant_message: answer });
print({
  type: "result",
  subtype: "success",
  num_turns: fault === "result" ? 7 : 1,
  result: answer,
});
if (fault === "run") setInterval(() => {}, 1000);
