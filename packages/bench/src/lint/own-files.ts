import type { Diagnostic, FileProblem, Hooks } from "@snaphook/engine";

/** Files of ours in the user's home that cannot be used as they are. */
export async function checkOwnFiles({ trust, toggles }: Hooks): Promise<readonly Diagnostic[]> {
  const [trusted, switched] = await Promise.all([trust.problem(), toggles.problem()]);
  return [
    ...problemAs(trusted, { code: "trust-store-unusable", means: "nothing counts as trusted" }),
    ...problemAs(switched, { code: "toggles-unusable", means: "no hook counts as disabled" }),
  ];
}

function problemAs(
  problem: FileProblem | undefined,
  { code, means }: { readonly code: string; readonly means: string },
): readonly Diagnostic[] {
  if (!problem) return [];
  const { file, found, advice } = problem;
  const place = { file, line: 1, column: 1, path: "" };
  return [{ code, level: "error", place, message: `${found}, so ${means}`, advice }];
}
