import { setTimeout as delay } from "node:timers/promises";
import type { TestContext } from "vitest";
import {
  answerDialog,
  answerTrust,
  choose,
  hasDialog,
  inputLineOf,
  offersOnly,
  openMenuEvent,
  sendForm,
  waitForInput,
  waitForTurnEnd,
} from "../../packages/cli/src/testing/screen.ts";
import type { Terminal } from "../../scripts/testing/tmux.ts";
import { differenceOf } from "./check-fact.ts";
import { contains, nameOf } from "./differences.ts";
import { type HookCall, isNamed, readHookLog } from "./hook-log.ts";
import { makePlace, type Place } from "./place.ts";
import { type Action, factsOf, isFact, type Session } from "./session.ts";
import { settled } from "./settled.ts";

/** What is wrong with each fact of a session; undefined: nothing. */
export type Results = ReadonlyMap<string, string | undefined>;

/** How long a step may take, and one before facts that are known to fail. */
const usualMs = 12_000;
const knownMs = 2_000;

/** Plays a session and checks its facts on the way. */
export async function play(session: Session, known: ReadonlySet<string>): Promise<Results> {
  const finished: Parameters<TestContext["onTestFinished"]>[0][] = [];
  const results = new Map<string, string | undefined>();
  const place = makePlace(session, { onTestFinished: (callback) => void finished.push(callback) });
  try {
    await playSteps(place, known, results);
  } catch (error) {
    const text = `the session came to a halt: ${error instanceof Error ? error.message : error}`;
    for (const { fact } of factsOf(session)) if (!results.has(fact)) results.set(fact, text);
  } finally {
    for (const finish of finished) await finish({} as TestContext);
  }
  return results;
}

async function playSteps(
  place: Place,
  known: ReadonlySet<string>,
  results: Map<string, string | undefined>,
): Promise<void> {
  let terminal = await place.open();
  if (place.session.ready !== false) await waitForInput(terminal);
  /** Where the calls begin that facts are about, and those that no wait has seen. */
  let [mark, seen] = [0, 0];
  let patienceMs = usualMs;
  const calls = () => readHookLog(place.log);
  const each = async (texts: string | readonly string[], isThere: boolean) => {
    for (const text of [texts].flat())
      await terminal.until(
        `${isThere ? "shows" : "hides"} ${text}`,
        (shown) => contains(shown, text) === isThere,
        patienceMs,
      );
  };
  const reopen = async (args: readonly string[]) => {
    await terminal.exitCode();
    await terminal.close();
    terminal = await place.open(args);
  };
  const perform: {
    readonly [Key in keyof Action]-?: (value: NonNullable<Action[Key]>) => unknown;
  } = {
    prompt: (text) => terminal.submit(text),
    type: (text) => terminal.type(text),
    paste: (text) => terminal.paste(text),
    press: (keys) => terminal.press(...keys),
    answer: (answer) => answerDialog(terminal, answer),
    choose: (name) => choose(terminal, name),
    form: (text) => sendForm(terminal, text),
    menu: (event) => openMenuEvent(terminal, event),
    trust: (choice) => answerTrust(terminal, choice),
    shows: (texts) => each(texts, true),
    gone: (texts) => each(texts, false),
    appears: (file) => place.appears(file),
    mark: () => {
      mark = calls().length;
    },
    write: (files) => {
      for (const [file, content] of Object.entries(files)) place.write(file, content);
    },
    release: (file) => place.release(file),
    passesMs: (ms) => delay(ms),
    close: () => terminal.close(),
    ends: () => terminal.exitCode(),
    restart: async (args) => {
      await reopen(args);
      await waitForInput(terminal);
    },
    reopen,
    dialog: (state) =>
      terminal.until(
        `the dialog is ${state}`,
        (shown) => hasDialog(shown) === (state === "open"),
        patienceMs,
      ),
    offers: (names) =>
      terminal.until(`offers ${names}`, (shown) => offersOnly(shown, names), patienceMs),
    turnEnds: () => waitForTurnEnd(terminal),
    inputLine: (text) =>
      terminal.until(
        `has ${text} in the input line`,
        (shown) => inputLineOf(shown) === text,
        patienceMs,
      ),
    waits: async (name) => {
      const find = () => calls().findIndex((call, at) => at >= seen && isNamed(call, name));
      const problem = async () => (find() === -1 ? `no hook of ${name} ran` : undefined);
      const left = await settled(problem, patienceMs);
      if (left !== undefined) throw new Error(`${left}\n${await seenSoFar(place, terminal)}`);
      seen = find() + 1;
    },
  };
  for (const [index, step] of place.session.steps.entries()) {
    const left = place.session.steps.slice(index).filter(isFact);
    patienceMs = left.every(({ fact }) => known.has(fact)) ? knownMs : usualMs;
    if (isFact(step)) {
      const looked = { place, terminal, calls: () => withoutEnds(calls().slice(mark)) };
      const limit = known.has(step.fact) ? knownMs : usualMs;
      results.set(step.fact, await settled(() => differenceOf(step, looked), limit));
    } else
      for (const [key, value] of Object.entries(step))
        await (perform[key as keyof Action] as (value: unknown) => unknown)(value);
  }
}

/** Facts are about hooks that start. */
const withoutEnds = (calls: readonly HookCall[]) =>
  calls.filter(({ event }) => !event.endsWith("-done"));

const seenSoFar = async ({ log }: Place, terminal: Terminal): Promise<string> =>
  `the hooks so far: ${withoutEnds(readHookLog(log)).map(nameOf).join(", ")}\n${await terminal.screen().catch(String)}`;
