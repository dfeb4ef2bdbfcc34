/** A hook, a rule or the user refused the call, or a hook ended the turn before it. The message is for the model. */
export class RefusedCall extends Error {
  override readonly name = "RefusedCall";
}
