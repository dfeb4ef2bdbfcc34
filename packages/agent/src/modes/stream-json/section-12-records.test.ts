import { eventNames, type ProfileName, profiles } from "@snaphook/protocol";
import { play } from "../../loop/testing/play.ts";
import { testQuestions } from "../../loop/testing/section-12.ts";
import { hookRecords } from "./hook-records.ts";

const command = { type: "command", command: "true" };
const prompt = { type: "prompt", prompt: "Is it well?" };

/** The `hook_response` records of a session with one call, each by its event. */
async function recorded(
  profile: ProfileName,
  hooks: Readonly<Record<string, readonly object[]>>,
  includeHookEvents: boolean,
) {
  const groups = Object.entries(hooks).map(([event, list]) => [
    event,
    // Under envoy a star alone is no matcher, and SessionStart takes its own words only.
    [{ matcher: event === "SessionStart" ? "startup" : ".*", hooks: list }],
  ]);
  const { events } = await play({
    profile,
    hooks: Object.fromEntries(eventNames.map((event) => [event, []])),
    userSettings: { hooks: Object.fromEntries(groups) },
    files: { "a.txt": "a", "CLAUDE.md": "Be brief." },
    script: {
      main: [[{ tool: "Read", input: { file_path: "a.txt" } }]],
      "hook-prompt": [['{"ok": true}']],
      after: "done",
    },
  });
  return events.flatMap((event) =>
    event.type === "hook"
      ? hookRecords(event.progress, { profile: profiles[profile], includeHookEvents })
          .filter(({ subtype }) => subtype === "hook_response")
          .map(({ hook_event }) => hook_event)
      : [],
  );
}
testQuestions([
  {
    question: "hook_response records: events that have none (U3)",
    ask: (profile) =>
      recorded(
        profile,
        { PostToolUse: [command], InstructionsLoaded: [command], SessionEnd: [command] },
        true,
      ),
    answers: {
      reference: ["InstructionsLoaded", "PostToolUse", "SessionEnd"],
      "claude-code": ["PostToolUse"],
    },
  },
  {
    question: "hook_response records: prompt and agent runs (U3)",
    ask: (profile) => recorded(profile, { PostToolUse: [command, prompt] }, true),
    answers: {
      reference: ["PostToolUse", "PostToolUse"],
      "claude-code": ["PostToolUse"],
    },
  },
  {
    question: "hook_response records without the flag (U3)",
    ask: (profile) => recorded(profile, { SessionStart: [command], PostToolUse: [command] }, false),
    answers: {
      reference: [],
      "claude-code": ["SessionStart"],
      envoy: ["SessionStart", "PostToolUse"],
    },
  },
]);

testQuestions([
  {
    question: "hook_response records: callbacks (U3)",
    ask: async (profile) => {
      const { events } = await play({ profile, script: [["done"]] });
      return events.flatMap((event) =>
        event.type === "hook" && event.progress.event === "UserPromptSubmit"
          ? hookRecords(event.progress, {
              profile: profiles[profile],
              includeHookEvents: true,
            }).map(({ subtype }) => subtype)
          : [],
      );
    },
    answers: { reference: ["hook_started", "hook_response"], "claude-code": [] },
  },
]);
