import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { createHooks } from "@snaphook/engine";
import { testHooks } from "../test/test-hooks.ts";
import type { TestReport } from "../test/test-report.ts";
import { type Added, addRecipe } from "./add-recipe.ts";
import type { Recipe } from "./recipe.ts";

export interface NewHookOptions {
  readonly cwd: string;
  /** Default: the user's home. */
  readonly home?: string;
}

export interface NewHook extends Added {
  /** Ids of the new hooks. */
  readonly ids: readonly string[];
  /** The results of its fixture. */
  readonly report: TestReport;
}

/**
 * Adds a hook to a project, trusts it and runs its fixture.
 *
 * Contract: only hooks that are new are trusted, and their scripts are files that did not exist before.
 */
export async function newHook(recipe: Recipe, { cwd, home }: NewHookOptions): Promise<NewHook> {
  const sources = { cwd, ...(home === undefined ? {} : { home }) };
  const list = async () => {
    const hooks = await createHooks({ ...sources, sessionId: randomUUID() });
    return {
      hooks,
      items: (await hooks.trust.list()).filter(({ answer }) => answer.state !== "gone"),
    };
  };
  const before = await list();
  await before.hooks.close();
  const known = new Set(before.items.map(({ subject }) => subject.id));
  const added = addRecipe(recipe, cwd);
  const { hooks, items } = await list();
  try {
    const subjects = items
      .filter(({ subject }) => !known.has(subject.id) && subject.event in recipe.settings.hooks)
      .map(({ subject }) => subject);
    const ids = subjects.map(({ id }) => id);
    const written = await hooks.trust.trust(subjects);
    if (!written.ok)
      throw new Error(
        `${written.problem.file} ${written.problem.found}; ${written.problem.advice}`,
      );
    const report = await testHooks({ ...sources, paths: [join(cwd, added.fixture)] });
    return { ...added, ids, report };
  } finally {
    await hooks.close();
  }
}
