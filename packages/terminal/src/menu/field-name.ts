/** What a hook is made of. */
export type FieldName =
  | "event"
  | "matcher"
  | "command"
  | "timeout"
  | "onFailure"
  | "scope"
  /** The sample for a test. */
  | "input";
