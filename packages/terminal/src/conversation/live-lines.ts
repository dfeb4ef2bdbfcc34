import { inLine } from "@snaphook/protocol";
import type { RunningAgent, RunningCall } from "../state/screen-state.ts";
import { toolSubject } from "../state/tool-subject.ts";
import { othersLines } from "../text/others-lines.ts";
import { line, type StyledLine } from "../text/styled-line.ts";
import { wrapLine } from "../text/wrap-line.ts";
import { elapsed } from "./elapsed.ts";
import { answerLines, callTitle, promptLines } from "./entry-lines.ts";

const maxCalls = 4;
const maxAgents = 4;
const minShownMs = 1000;

/** Calls that run: one row each. */
export function callLines(
  calls: readonly RunningCall[],
  { cwd, now, columns }: { readonly cwd: string; readonly now: number; readonly columns: number },
): readonly StyledLine[] {
  const rows = calls.slice(0, maxCalls).map(({ name, input, since }) => {
    const ms = now - since;
    const after = ms < minShownMs ? "" : ` · ${elapsed(ms)}`;
    const subject = inLine(toolSubject(name, input, cwd));
    const room = Math.max(1, columns - after.length);
    const [first = []] = callTitle({ name, subject, mark: { text: "○ " } }, room);
    return [...first, { text: after, dim: true }];
  });
  return [...rows, ...moreRow(calls.length - maxCalls, "calls")];
}

/** Subagents that work: one row each, with what they do. */
export function agentLines(
  agents: readonly RunningAgent[],
  { now, columns }: { readonly now: number; readonly columns: number },
): readonly StyledLine[] {
  const rows = agents.slice(0, maxAgents).map((agent): StyledLine => {
    const { type, description, calls, since, lastCall, inBackground } = agent;
    const count = calls === 1 ? "1 call" : `${calls} calls`;
    const parts = [
      description === "" ? type : `${type}: ${description}`,
      ...(inBackground ? ["in the background"] : []),
      count,
      elapsed(now - since),
      ...(lastCall === undefined ? [] : [lastCall]),
    ];
    const [row = []] = wrapLine(line(`◇ ${inLine(parts.join(" · "))}`), columns);
    return row;
  });
  return [...rows, ...moreRow(agents.length - maxAgents, "agents")];
}

const moreRow = (count: number, what: string): readonly StyledLine[] =>
  count > 0 ? [line(`  … ${count} more ${what}`, { dim: true })] : [];

/** The end of the answer that is still arriving; what is above comes with the whole block. */
export function answerTail(
  answer: string,
  columns: number,
  maxRows: number,
): readonly StyledLine[] {
  if (answer.trim() === "" || maxRows < 1) return [];
  const rows = [[], ...answerLines(answer, columns)];
  return rows.slice(-maxRows);
}

/** The prompt that may still come back; only its first rows, if it is long. */
export function pendingLines(
  text: string,
  columns: number,
  maxRows: number,
): readonly StyledLine[] {
  const rows = promptLines(text, columns);
  if (rows.length <= maxRows || maxRows <= 1) return rows.slice(0, maxRows);
  return [...rows.slice(0, maxRows - 1), line("  …", { dim: true })];
}

/** The last row of what the model thinks. */
export function thinkingLines(thinking: string, columns: number): readonly StyledLine[] {
  const text = thinking.trim().split("\n").at(-1) ?? "";
  if (text === "") return [];
  return othersLines([line(inLine(text), { dim: true, italic: true })], columns).slice(-1);
}
