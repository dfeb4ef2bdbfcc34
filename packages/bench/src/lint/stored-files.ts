import type { Diagnostic, Hooks } from "@snaphook/engine";
import type { FileProblem } from "@snaphook/engine/internal";

/** Reports our own files in the user's home that cannot be used. */
export async function checkStoredFiles({ trust, config }: Hooks): Promise<readonly Diagnostic[]> {
  const [trusted, switched] = await Promise.all([trust.problem(), config.toggles.problem()]);
  return [
    ...problemAs(trusted, { code: "trust-store-unusable", means: "nothing is trusted" }),
    ...problemAs(switched, { code: "toggles-unusable", means: "no hook is disabled" }),
  ];
}

function problemAs(
  problem: FileProblem | undefined,
  { code, means }: { readonly code: string; readonly means: string },
): readonly Diagnostic[] {
  if (!problem) return [];
  const { file, found, advice } = problem;
  const place = { file, line: 1, column: 1, path: "" };
  return [{ code, level: "error", place, message: `the file ${found}, so ${means}`, advice }];
}
