// npm run long-session -- --turns 2000: a session of the real command in a window of 200,000 tokens, with hooks on every
// event around compaction. It is compacted as often as needed and must never fail; what hooks got, what was printed, what
// the transcript has and what the model was asked must add up. `--too-long`: nothing is compacted before the server
// refuses a request. Otherwise it exits with 1.
import { parseArgs } from "node:util";
import { playLongSession } from "./long-session/long-session.ts";

const { values } = parseArgs({
  options: {
    turns: { type: "string", default: "2000" },
    prompts: { type: "string", default: "100" },
    window: { type: "string", default: "200000" },
    "result-tokens": { type: "string", default: "1500" },
    "too-long": { type: "boolean", default: false },
  },
});
const windowTokens = Number(values.window);
const started = performance.now();
const { compactions, problems } = await playLongSession({
  turns: Number(values.turns),
  prompts: Number(values.prompts),
  windowTokens,
  limitTokens: Math.floor(windowTokens * (values["too-long"] ? 10 : 0.8)),
  resultTokens: Number(values["result-tokens"]),
});
const seconds = ((performance.now() - started) / 1000).toFixed(0);
console.log(`${values.turns} turns, compacted ${compactions} times, ${seconds} s`);
for (const problem of problems) console.error(problem.slice(0, 2000));
process.exitCode = problems.length === 0 ? 0 : 1;
