/** Why a session cannot be started or continued; the message is for the user. */
export class SessionError extends Error {
  override readonly name = "SessionError";
  readonly kind: "bad-id" | "unknown" | "none" | "exists" | "in-use" | "not-a-file" | "unwritable";
  constructor(kind: SessionError["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}
