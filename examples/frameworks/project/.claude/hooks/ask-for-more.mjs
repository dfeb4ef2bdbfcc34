// Sends the agent back once in every turn.
import { readFileSync } from "node:fs";

const { stop_hook_active: isActive } = JSON.parse(readFileSync(0, "utf8"));
if (!isActive)
  console.log(JSON.stringify({ decision: "block", reason: "Say which files you changed." }));
