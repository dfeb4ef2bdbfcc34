import type { HookFacts, RunFacts } from "./facts.ts";

/** The kind of difference. `run`: the run could not be compared at all. */
export type Level = "run" | "order" | "told" | "outcomes" | "model" | "result" | "files";

export interface Difference {
  readonly level: Level;
  readonly text: string;
}

/** How the facts differ from the expected ones; empty if they are equal. */
export function differencesOf(
  expected: readonly RunFacts[],
  seen: readonly RunFacts[],
): readonly Difference[] {
  if (expected.length !== seen.length)
    return [{ level: "run", text: `${seen.length} runs, expected ${expected.length}` }];
  return expected.flatMap((run, index) => {
    const other = seen[index];
    return other === undefined ? [] : ofRun(run, other);
  });
}

function ofRun(expected: RunFacts, seen: RunFacts): readonly Difference[] {
  const order = unequal("order", seen.order, expected.order);
  return [
    ...unequal("result", seen.exitCode, expected.exitCode, "exit code "),
    ...order,
    ...(order.length > 0
      ? []
      : expected.hooks.flatMap((hook, index) => ofHook(hook, seen.hooks[index]))),
    ...unequal("outcomes", seen.outcomes, expected.outcomes),
    ...unequal("model", seen.model, expected.model),
    ...unequal("result", seen.result, expected.result),
    ...unequal("files", seen.files, expected.files),
  ];
}

/** A host may send a hook more than required. A recording without a project folder does not check it. */
function ofHook(expected: HookFacts, seen: HookFacts | undefined): readonly Difference[] {
  const hook = `${expected.event ?? "?"}:${expected.id}`;
  const { projectDir = seen?.projectDir } = expected;
  return [
    ...missing(expected.told, seen?.told, hook),
    ...unequal("told", seen?.projectDir, projectDir, `${hook} CLAUDE_PROJECT_DIR `),
    ...unequal("told", seen?.cwd, expected.cwd, `${hook} working folder `),
  ];
}

/** An object must have the expected keys with these values; it may have more. */
function missing(expected: unknown, seen: unknown, at: string): readonly Difference[] {
  if (typeof expected !== "object" || expected === null || Array.isArray(expected))
    return unequal("told", seen, expected, `${at} `);
  if (typeof seen !== "object" || seen === null) return unequal("told", seen, expected, `${at} `);
  const values = new Map(Object.entries(seen));
  return Object.entries(expected).flatMap(([key, value]) =>
    missing(value, values.get(key), `${at}.${key}`),
  );
}

function unequal(
  level: Level,
  seen: unknown,
  expected: unknown,
  about = "",
): readonly Difference[] {
  const [one, other] = [inWords(seen), inWords(expected)];
  return one === other ? [] : [{ level, text: `${about}${cut(one)}, expected ${cut(other)}` }];
}

const inWords = (value: unknown): string => JSON.stringify(value) ?? "nothing";

const cut = (text: string): string => (text.length > 600 ? `${text.slice(0, 600)}…` : text);
