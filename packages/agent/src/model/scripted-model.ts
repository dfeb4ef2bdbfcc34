import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { createLedger } from "./cost/create-ledger.ts";
import type { ModelPrices } from "./cost/price-list.ts";
import { type Model, type ModelAnswer, ModelError, type ModelRequest } from "./model.ts";
import { failureOf } from "./retry/failure.ts";
import { wait } from "./retry/wait.ts";
import { type RetryOptions, withRetries } from "./retry/with-retries.ts";
import { readScript } from "./script/read-script.ts";
import { isKept, type Script, type ScriptTurn } from "./script/script.ts";
import { scriptedAnswer } from "./script/scripted-answer.ts";
import { streamAnswer } from "./script/stream-answer.ts";

/** How often a turn that waits for a file looks for it. */
const lookMs = 20;

/**
 * Plays the turns of a file, one list for each purpose, and perhaps one for each subagent.
 *
 * A continued session resumes where it was: the first request of a process skips as many answers of `main` as
 * the conversation already has. From then on turns are counted, so that neither compaction nor `/clear`
 * starts the script again. Continuing a conversation that was compacted or cleared finds fewer answers in it
 * and plays some again.
 *
 * A turn with an error fails as a server would, and the next turn answers the retry; an error in the last
 * turn repeats.
 */
export async function scriptedModel(file: string, retry: RetryOptions): Promise<Model> {
  const script = await readScript(file);
  const id = `script:${file}`;
  const next = new Map<string, number>();
  const ledger = createLedger(() => free);
  const play = async (request: ModelRequest): Promise<ModelAnswer> => {
    const { purpose } = request;
    const { name, list } = listFor(script, request);
    const number = next.get(name) ?? firstNewTurn(request, list);
    next.set(name, number + 1);
    const turn: ScriptTurn =
      list[number] ?? turnAfterLast(file, script.after, { name, list }, number);
    const pause = (ms: number) => wait(ms, retry.clock, request.signal);
    if (turn.waitFor !== undefined) {
      const awaited = resolve(dirname(file), turn.waitFor);
      while (!existsSync(awaited)) await pause(lookMs);
    }
    if (turn.delayMs !== undefined) await pause(turn.delayMs);
    if (turn.error !== undefined)
      throw failing(turn.error, list[number + 1] === undefined && script.after === undefined);
    const answer = scriptedAnswer(turn, { id, purpose, number });
    const { pieceMs } = turn;
    await streamAnswer(answer, {
      onText: request.onText?.bind(request),
      onPart: request.onPart?.bind(request),
      ...(pieceMs !== undefined && { pause: () => pause(pieceMs) }),
    });
    ledger.add(id, answer.usage);
    return answer;
  };
  return {
    id,
    answer: (request) => withRetries(() => play(request), request, retry),
    spending: ledger.spending,
  };
}

interface NamedList {
  readonly name: string;
  readonly list: readonly ScriptTurn[];
}

/** The list of the agent that asks, else that of the purpose. */
function listFor({ lists, agents }: Script, { purpose, agentType = "" }: ModelRequest): NamedList {
  const list = Object.hasOwn(agents, agentType) ? agents[agentType] : undefined;
  return list
    ? { name: `agents.${agentType}`, list }
    : { name: purpose, list: lists[purpose] ?? [] };
}

/** No service is asked. */
const free: ModelPrices = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

/** The index of the first turn that the conversation does not have yet. */
function firstNewTurn({ purpose, messages }: ModelRequest, list: readonly ScriptTurn[]): number {
  if (purpose !== "main") return 0;
  let answers = messages.filter(({ role }) => role === "assistant").length;
  let number = 0;
  for (; answers > 0; number++) {
    const turn = list[number];
    if (turn === undefined || isKept(turn)) answers--;
  }
  return number;
}

/** The turn to play when a list is used up: the text of `after`, or an error. */
function turnAfterLast(
  file: string,
  after: string | undefined,
  { name, list }: NamedList,
  number: number,
) {
  if (after !== undefined) return { blocks: [after] };
  const turns = list.length;
  throw new ModelError(
    `${file}: the script has ${turns} ${turns === 1 ? "turn" : "turns"} for ${name}, but turn ${number + 1} was requested; add turns, or add "after": "TEXT" to answer all later requests`,
    "unknown",
  );
}

function failing({ status, message }: NonNullable<ScriptTurn["error"]>, last: boolean): Error {
  const error = Object.assign(new Error(message), { statusCode: status });
  return last ? failureOf(error).error : error;
}
