// Adds up what the model's answers in the transcript cost, and refuses tool calls above a limit. Put your own limit and prices here. A session
// without a transcript is refused, because its cost is not known.
import { readFileSync } from "node:fs";

const maxDollars = 5;

/** Dollars per million tokens, by a part of the model's name; the last line is for all others. */
const prices = [
  ["haiku", { input: 1, output: 5 }],
  ["sonnet", { input: 3, output: 15 }],
  ["", { input: 15, output: 75 }],
];

const { transcript_path } = JSON.parse(readFileSync(0, "utf8"));
const answers = new Map();
for (const line of readFileSync(transcript_path, "utf8").split("\n")) {
  // The last line may be half written.
  if (!line.startsWith("{") || !line.endsWith("}")) continue;
  const { type, message } = JSON.parse(line);
  // One answer may have several lines, each with the usage of the whole answer.
  if (type === "assistant") answers.set(message.id, message);
}

let dollars = 0;
for (const { model = "", usage = {} } of answers.values()) {
  const [, price] = prices.find(([name]) => model.includes(name));
  const { input_tokens = 0, output_tokens = 0 } = usage;
  const { cache_creation_input_tokens: written = 0, cache_read_input_tokens: read = 0 } = usage;
  dollars += ((input_tokens + written * 1.25 + read * 0.1) * price.input) / 1e6;
  dollars += (output_tokens * price.output) / 1e6;
}
if (!(dollars < maxDollars)) {
  const cost = `$${dollars.toFixed(2)} of $${maxDollars}`;
  console.error(`this session has cost ${cost}: stop, and tell the user what is left to do`);
  process.exitCode = 2;
}
