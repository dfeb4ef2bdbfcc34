import { AsyncLocalStorage } from "node:async_hooks";

const errors = new AsyncLocalStorage<unknown[]>();

/**
 * The `errorFunction` for your tools: hooks get the error of a tool, and the model reads its message. Without it the
 * SDK hides the error from both.
 */
export function toolError(_context: unknown, error: unknown): string {
  errors.getStore()?.push(error);
  return error instanceof Error ? error.message : String(error);
}

/** What the SDK answers in place of an error, if the tool does not say otherwise. */
const hiddenError = "An error occurred while running the tool. Please try again.";

/** What the model reads of an error, and whether the error itself is unknown. */
interface ShownError {
  readonly text: unknown;
  readonly isHidden: boolean;
}

/** Runs a tool, and rejects if it failed: the SDK returns a text for the model instead. */
export async function withToolErrors<Result>(
  run: () => Promise<Result>,
  onError: (shown: ShownError) => void,
): Promise<Result> {
  const found: unknown[] = [];
  const text = await errors.run(found, run);
  const isHidden = found.length === 0;
  if (isHidden && text !== hiddenError) return text;
  onError({ text, isHidden });
  throw isHidden ? new Error(hiddenError) : found[0];
}
