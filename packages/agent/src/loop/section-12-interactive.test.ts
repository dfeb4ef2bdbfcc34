import { play, specific } from "./testing/play.ts";
import { testQuestions } from "./testing/section-12.ts";

const interactive = { headless: false } as const;

testQuestions([
  {
    question: "model of SessionStart after /clear (E1)",
    ask: async (profile) => {
      const { hookInputs } = await play({ ...interactive, profile, prompts: ["/clear"] });
      return hookInputs.flatMap(({ hook_event_name, source, model }) =>
        hook_event_name === "SessionStart" ? [[source, model !== undefined]] : [],
      );
    },
    answers: {
      reference: [
        ["startup", true],
        ["clear", true],
      ],
      "claude-code": [
        ["startup", true],
        ["clear", false],
      ],
      envoy: [
        ["startup", true],
        ["clear", true],
      ],
    },
  },
  {
    question: "initialUserMessage of SessionStart in a terminal (A5)",
    ask: async (profile) => {
      const { newTexts, events } = await play({
        ...interactive,
        profile,
        answers: { SessionStart: specific("SessionStart", { initialUserMessage: "look first" }) },
      });
      const isReported = events.some(
        (event) => event.type === "notice" && event.text.includes("initialUserMessage"),
      );
      return [newTexts[0], isReported];
    },
    answers: { reference: [["look first"], false], "claude-code": [["hello"], true] },
  },
  {
    question: "the event after the summary of a compaction in a terminal (E9, E14)",
    ask: async (profile) => {
      const { hookInputs } = await play({
        ...interactive,
        profile,
        prompts: ["hello", "/compact words"],
        script: { main: [["hi"]], compact: [["<summary>short</summary>"]] },
      });
      const names = hookInputs.map(({ hook_event_name, source = "", agent_type }) =>
        [hook_event_name, agent_type === "" ? "no type" : source].join(" ").trim(),
      );
      return names.slice(names.indexOf("PreCompact"), -1);
    },
    answers: {
      reference: ["PreCompact", "SessionStart compact", "PostCompact"],
      "claude-code": ["PreCompact", "SubagentStop no type", "SessionStart compact", "PostCompact"],
    },
  },
]);
