/** No model can be made of what the user gave; the message says what would work. */
export class ModelUsageError extends Error {
  override readonly name = "ModelUsageError";
}
