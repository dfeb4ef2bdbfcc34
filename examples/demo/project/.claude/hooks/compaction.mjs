// Before the conversation becomes a summary, its transcript is copied; afterwards the summary is kept beside it.
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";

const { hook_event_name, transcript_path, compact_summary } = JSON.parse(readFileSync(0, "utf8"));
const say = (systemMessage) => console.log(JSON.stringify({ systemMessage }));
if (hook_event_name === "PreCompact") {
  copyFileSync(transcript_path, ".claude/before-compaction.jsonl");
  say("the conversation so far is in .claude/before-compaction.jsonl");
} else {
  writeFileSync(".claude/summary.txt", `${compact_summary}\n`);
  say("the summary is in .claude/summary.txt");
}
