/** A call that rules judge. */
export interface ToolCall {
  readonly toolName: string;
  /** As the model gave it: unchecked, so every field is asked for with `textField`. */
  readonly toolInput: unknown;
}

/** The directories that patterns of file tools start from; absolute paths. */
export interface RuleContext {
  readonly cwd: string;
  readonly projectDirectory: string;
  readonly home: string;
}

/** Whether one matching part of a call is enough, or all parts must match. */
export type Need = "any" | "every";

/** An answer, and in one phrase for people what decided it. */
export interface Judgement {
  readonly holds: boolean;
  readonly because: string;
}

/** A text field of the input, or undefined if there is no such text. */
export function textField(call: ToolCall, name: string): string | undefined {
  const input = call.toolInput;
  if (typeof input !== "object" || input === null || !Object.hasOwn(input, name)) return undefined;
  const value = (input as Record<string, unknown>)[name];
  return typeof value === "string" ? value : undefined;
}

const longestQuote = 80;

/** A text between quotation marks, on one line and not too long to read. */
export function quote(text: string): string {
  const short = text.length > longestQuote ? `${text.slice(0, longestQuote - 1)}…` : text;
  return `"${short.replaceAll(/[\r\n\t\0]+/g, " ")}"`;
}
