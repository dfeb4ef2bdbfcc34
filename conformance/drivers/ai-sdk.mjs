// Two prompts through the AI SDK: a tool with a question and an image, then the same session again.
import { generateText } from "ai";
import { claudeCode } from "ai-sdk-provider-claude-code";

const [executable, cwd, model, png] = process.argv.slice(2);
const asked = [];
const settings = {
  pathToClaudeCodeExecutable: executable,
  cwd,
  settingSources: ["user"],
  canUseTool: async (name, input) => {
    asked.push(`${name} ${input.command}`);
    return { behavior: "allow", updatedInput: input };
  },
};
const first = await generateText({
  model: claudeCode(model, settings),
  messages: [
    {
      role: "user",
      content: [
        { type: "text", text: "make a file" },
        { type: "image", image: `data:image/png;base64,${png}` },
      ],
    },
  ],
});
const { sessionId } = first.providerMetadata["claude-code"];
const second = await generateText({
  model: claudeCode(model, { ...settings, resume: sessionId }),
  prompt: "and now?",
});
process.stdout.write(JSON.stringify({ first: first.text, second: second.text, asked, sessionId }));
