/** What the user configured does not select a model; the message says what would work. */
export class ModelUsageError extends Error {
  override readonly name = "ModelUsageError";
}
