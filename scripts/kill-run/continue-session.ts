import { conversationProblems } from "./check-conversation.ts";
import { lostRecords, readKept } from "./check-transcript.ts";
import { type MarkedProcess, markedProcesses } from "./marked-processes.ts";
import { lastWords, startProvider } from "./provider.ts";
import type { Workplace } from "./workplace.ts";

/** Continues the session of a killed process until it completes; returns everything that went wrong. */
export async function continueSession(
  place: Workplace,
  mark: string,
  left: readonly MarkedProcess[],
): Promise<readonly string[]> {
  const [file] = place.transcripts();
  const before = file === undefined ? undefined : readKept(file).whole;
  const provider = await startProvider();
  const run = place.start(mark, ["--continue", "-p", "Go on."], {
    ANTHROPIC_API_KEY: "key",
    ANTHROPIC_BASE_URL: provider.url,
  });
  const { code, stderr } = await run.ended;
  provider.close();
  const problems = markedProcesses(mark).map(({ command }) => `left after a good end: ${command}`);
  if (file === undefined || before === undefined) {
    if (code === 1 && stderr.includes("there is no session to continue")) return problems;
    return [...problems, `nothing to continue was answered with ${code}: ${stderr}`];
  }
  const result = run.lines.findLast(({ type }) => type === "result");
  if (code !== 0 || result?.["subtype"] !== "success" || result["result"] !== lastWords)
    problems.push(`it did not go on: exit ${code}, ${JSON.stringify(result)} ${stderr}`);
  if (provider.asked.length !== 2) problems.push(`${provider.asked.length} requests, expected 2`);
  problems.push(...provider.asked.flatMap(conversationProblems));
  const after = readKept(file);
  problems.push(...after.problems, ...lostRecords(run.lines, after.records));
  if (after.torn) problems.push("the last line is torn after a good end");
  if (!after.whole.subarray(0, before.length).equals(before))
    problems.push("something that was whole is no longer there");
  const said = JSON.stringify(run.lines);
  for (const { pid, command } of left)
    if (!said.includes(`process ${pid} `))
      problems.push(`the continued session did not report process ${pid} ${command}`);
  return problems;
}
