import { play, userTexts } from "./testing/play.ts";
import { testQuestions } from "./testing/section-12.ts";

const script = { compact: [["<summary>all of it</summary>"]], after: "done" };
const hook = (command: string) => [{ hooks: [{ type: "command", command }] }];
const message = "prompt is too long: 250000 tokens > 200000 maximum";
const tooLong = { blocks: [], error: { status: 400, message } };

testQuestions([
  {
    question: "`custom_instructions` when there are none",
    ask: async (profile) => {
      const { hookInputs } = await play({ profile, script, prompts: ["hello", "/compact"] });
      return hookInputs.flatMap((input) =>
        input["hook_event_name"] === "PreCompact" ? [input["custom_instructions"]] : [],
      );
    },
    answers: { reference: [""], "claude-code": [null] },
  },
  {
    question: "output of `/compact`",
    ask: async (profile) => {
      const { requests } = await play({
        profile,
        script,
        prompts: ["hello", "/compact keep it", "and now?"],
        userSettings: { hooks: { PostCompact: hook("echo printed") } },
      });
      const text = userTexts(requests.at(-1)?.messages ?? []).join();
      return [text.includes("/compact keep it"), text.includes("printed")];
    },
    answers: { reference: [false, false], "claude-code": [true, true], envoy: [false, false] },
  },
  {
    question: "what the summary is made from of a conversation that is too long",
    ask: async (profile) => {
      const { requests } = await play({
        profile,
        prompt: "the task",
        script: {
          main: [[{ tool: "Bash", input: { command: "echo hi" } }], tooLong, ["done"]],
          ...script,
        },
      });
      const summary = requests.find(({ purpose }) => purpose === "compact");
      return userTexts(summary?.messages ?? []).slice(0, 2);
    },
    answers: {
      reference: ["the task", "hi"],
      "claude-code": [
        "(The beginning of this conversation is missing, because it became too long.)",
        "hi",
      ],
      envoy: ["the task", "hi"],
    },
  },
]);
