// Counts the tool calls of a session, and refuses them when there were too many: a session that runs in circles costs money.
import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const maxCalls = 200;

const { session_id } = JSON.parse(readFileSync(0, "utf8"));
const folder = join(process.env.CLAUDE_PROJECT_DIR, ".claude", "call-cap");
mkdirSync(folder, { recursive: true });
const file = join(folder, session_id.replace(/[^\w-]/g, "_"));
// Each call adds one byte, so parallel calls are counted too.
appendFileSync(file, ".");
if (readFileSync(file).length > maxCalls) {
  console.error(
    `this session has made ${maxCalls} tool calls: stop, and tell the user what is left to do`,
  );
  process.exitCode = 2;
}
