/** A value known beforehand, or any other text: newer hosts have newer words. */
export type Known<Word extends string> = Word | (string & {});

/** E24: the tools hooks are written against, and what each is called with. */
export interface ToolInputs {
  readonly Bash: {
    readonly command: string;
    readonly description?: string | undefined;
    /** In milliseconds. */
    readonly timeout?: number | undefined;
    readonly run_in_background?: boolean | undefined;
  };
  readonly Read: {
    readonly file_path: string;
    readonly offset?: number | undefined;
    readonly limit?: number | undefined;
  };
  readonly Write: { readonly file_path: string; readonly content: string };
  readonly Edit: {
    readonly file_path: string;
    readonly old_string: string;
    readonly new_string: string;
    readonly replace_all?: boolean | undefined;
  };
  readonly NotebookEdit: {
    readonly notebook_path: string;
    readonly cell_id?: string | undefined;
    readonly new_source: string;
    readonly cell_type?: Known<"code" | "markdown"> | undefined;
    readonly edit_mode?: Known<"replace" | "insert" | "delete"> | undefined;
  };
  readonly Glob: { readonly pattern: string; readonly path?: string | undefined };
  readonly Grep: {
    readonly pattern: string;
    readonly path?: string | undefined;
    readonly glob?: string | undefined;
    readonly output_mode?: Known<"content" | "files_with_matches" | "count"> | undefined;
    readonly "-i"?: boolean | undefined;
    readonly multiline?: boolean | undefined;
  };
  readonly WebFetch: { readonly url: string; readonly prompt: string };
  readonly WebSearch: {
    readonly query: string;
    readonly allowed_domains?: readonly string[] | undefined;
    readonly blocked_domains?: readonly string[] | undefined;
  };
  readonly Agent: {
    readonly prompt: string;
    readonly description: string;
    readonly subagent_type?: string | undefined;
    readonly model?: string | undefined;
  };
  readonly TaskCreate: { readonly subject: string; readonly description: string };
  readonly TaskUpdate: { readonly taskId: string; readonly status?: string | undefined };
  readonly TaskList: Readonly<Record<string, unknown>>;
  readonly TaskGet: { readonly taskId: string };
}

/** What tools of a known output answer. */
export interface ToolResponses {
  readonly Bash: {
    readonly stdout: string;
    readonly stderr: string;
    readonly interrupted: boolean;
  };
  readonly Write: { readonly filePath: string };
  readonly Edit: { readonly filePath: string };
}

export type ToolName = keyof ToolInputs;

/** M5: the names a tool is called by. */
export type NamesOf<Tool extends string> = Tool extends "Agent" | "Task" ? "Agent" | "Task" : Tool;

/** The input of a tool; of one that is not known, any object. */
export type ToolInputOf<Tool extends string> = Tool extends ToolName
  ? ToolInputs[Tool]
  : Tool extends "Task"
    ? ToolInputs["Agent"]
    : Readonly<Record<string, unknown>>;

/** The answer of a tool; of one that is not known, anything. */
export type ToolResponseOf<Tool extends string> = Tool extends keyof ToolResponses
  ? ToolResponses[Tool]
  : unknown;

/** Which calls a hook is for: a tool's name, several names, or an expression. */
export type ToolChoice = Known<ToolName> | readonly Known<ToolName>[] | RegExp;

/** The names a choice stands for. */
export type ChosenTool<Choice extends ToolChoice> = Choice extends RegExp
  ? string
  : Choice extends readonly (infer Name extends string)[]
    ? Name
    : Choice extends string
      ? Choice
      : never;

/** M5: a tool has had more than one name, and a hook for one of them is for the other too. */
const aliases: Readonly<Record<string, string>> = { Agent: "Task", Task: "Agent" };

/** Whether a call of this tool is one the hook is for. */
export function isChosen(choice: ToolChoice | undefined, name: string): boolean {
  if (choice === undefined) return true;
  const names = [name, aliases[name] ?? name];
  // `search` ignores the place that `test` remembers in an expression with the flag g.
  if (choice instanceof RegExp) return names.some((one) => one.search(choice) !== -1);
  const chosen = typeof choice === "string" ? [choice] : choice;
  return names.some((one) => chosen.includes(one));
}
