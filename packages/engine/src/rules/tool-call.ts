/** A call that rules judge. */
export interface ToolCall {
  readonly toolName: string;
  /** The model's input, unchecked: read fields with `textField`. */
  readonly toolInput: unknown;
  /** The MCP server whose tool it is, if that is known. */
  readonly mcpServer?: string | undefined;
}

/** The directories that patterns of file tools start from; absolute paths. */
export interface RuleContext {
  readonly cwd: string;
  readonly projectDirectory: string;
  readonly home: string;
}

/** Whether one matching part of a call is enough, or all parts must match. */
export type Need = "any" | "every";

/** Whether a rule holds, and why in one phrase for people. */
export interface Judgement {
  readonly holds: boolean;
  readonly because: string;
}

/** A string field of the input; undefined if there is none. */
export function textField(call: ToolCall, name: string): string | undefined {
  const input = call.toolInput;
  if (typeof input !== "object" || input === null || !Object.hasOwn(input, name)) return undefined;
  const value = (input as Record<string, unknown>)[name];
  return typeof value === "string" ? value : undefined;
}

const maxQuoteLength = 80;

/** A text in quotation marks, on one line and shortened. */
export function quote(text: string): string {
  const short = text.length > maxQuoteLength ? `${text.slice(0, maxQuoteLength - 1)}…` : text;
  return `"${short.replaceAll(/[\r\n\t\0]+/g, " ")}"`;
}
