// Made from the protocol by `npm run generate`: change the protocol, not this file.

import type { Known } from "./event-inputs.ts";

/** The input of every known tool. */
export interface ToolInputs {
  readonly Bash: {
    /** The command line. */
    readonly command: string;
    /** What the command does, for the user. */
    readonly description?: string | undefined;
    /** How long it may run, in milliseconds. */
    readonly timeout?: number | undefined;
    /** Whether the command runs in the background. */
    readonly run_in_background?: boolean | undefined;
  };
  readonly Read: {
    /** The file, as an absolute path. */
    readonly file_path: string;
    /** The first line to read. */
    readonly offset?: number | undefined;
    /** How many lines to read. */
    readonly limit?: number | undefined;
  };
  readonly Write: {
    /** The file, as an absolute path. */
    readonly file_path: string;
    /** The whole content of the file. */
    readonly content: string;
  };
  readonly Edit: {
    /** The file, as an absolute path. */
    readonly file_path: string;
    /** The text to replace. */
    readonly old_string: string;
    /** The replacement text. */
    readonly new_string: string;
    /** Whether every occurrence is replaced. */
    readonly replace_all?: boolean | undefined;
  };
  readonly NotebookEdit: {
    /** The notebook, as an absolute path. */
    readonly notebook_path: string;
    /** The cell. */
    readonly cell_id?: string | undefined;
    /** The new content of the cell. */
    readonly new_source: string;
    /** The type of the cell. */
    readonly cell_type?: Known<"code" | "markdown"> | undefined;
    /** What to do with the cell. */
    readonly edit_mode?: Known<"replace" | "insert" | "delete"> | undefined;
  };
  readonly Glob: {
    /** The pattern that file paths match. */
    readonly pattern: string;
    /** The directory to search; default: the current one. */
    readonly path?: string | undefined;
  };
  readonly Grep: {
    /** A regular expression. */
    readonly pattern: string;
    /** The file or directory to search; default: the current directory. */
    readonly path?: string | undefined;
    /** Only files whose path matches this pattern. */
    readonly glob?: string | undefined;
    /** What is shown. */
    readonly output_mode?: Known<"content" | "files_with_matches" | "count"> | undefined;
    /** Whether to ignore case. */
    readonly "-i"?: boolean | undefined;
    /** Whether a match may span lines. */
    readonly multiline?: boolean | undefined;
  };
  readonly WebFetch: {
    /** The address. */
    readonly url: string;
    /** What to find out on the page. */
    readonly prompt: string;
  };
  readonly WebSearch: {
    /** What to search for. */
    readonly query: string;
    /** Only results from these domains. */
    readonly allowed_domains?: readonly string[] | undefined;
    /** No results from these domains. */
    readonly blocked_domains?: readonly string[] | undefined;
  };
  readonly Agent: {
    /** The task of the subagent. */
    readonly prompt: string;
    /** The task in a few words. */
    readonly description: string;
    /** The kind of subagent. */
    readonly subagent_type?: string | undefined;
    /** The model it uses. */
    readonly model?: string | undefined;
    /** Whether the caller continues while it runs. */
    readonly run_in_background?: boolean | undefined;
    /** Makes it a teammate with this name. */
    readonly name?: string | undefined;
    /** Has no effect: a session has one team. */
    readonly team_name?: string | undefined;
    /** A stricter permission mode for a teammate. */
    readonly mode?: string | undefined;
  };
  readonly Skill: {
    /** The name of the skill. */
    readonly skill: string;
    /** Its arguments. */
    readonly args?: string | undefined;
  };
  readonly TaskCreate: {
    /** The task, in one line. */
    readonly subject: string;
    /** The task, in full. */
    readonly description: string;
  };
  readonly TaskUpdate: {
    /** The task. */
    readonly taskId: string;
    /** Its new status. */
    readonly status?: string | undefined;
  };
  readonly TaskList: Readonly<Record<string, unknown>>;
  readonly TaskGet: {
    /** The task. */
    readonly taskId: string;
  };
  readonly EnterWorktree: {
    /** The name of the worktree. */
    readonly name?: string | undefined;
  };
  readonly ExitWorktree: {
    /** What happens to the worktree. */
    readonly action: Known<"keep" | "remove">;
    /** Whether it is removed even if it has changes. */
    readonly discard_changes?: boolean | undefined;
  };
  readonly EnterPlanMode: Readonly<Record<string, unknown>>;
  readonly ExitPlanMode: {
    /** The plan, as Markdown. Not in the profile claude-code. */
    readonly plan?: string | undefined;
  };
  readonly AskUserQuestion: {
    /** One to four questions: question, header, options (label and description) and multiSelect. */
    readonly questions: readonly Readonly<Record<string, unknown>>[];
    /** The user's answers, by the text of the question; a hook that allows the call may add them. */
    readonly answers?: Readonly<Record<string, unknown>> | undefined;
  };
  readonly SendMessage: {
    /** A teammate, team-lead, or * for all others. */
    readonly to: string;
    /** The text; or an object with a type, to shut a teammate down. */
    readonly message: string | Readonly<Record<string, unknown>>;
    /** The message in a few words, for the user. */
    readonly summary?: string | undefined;
  };
}

/** The answer of every known tool. */
export interface ToolResponses {
  readonly Bash: {
    /** What it printed, without the final newline. */
    readonly stdout: string;
    /** What it printed on stderr, without the final newline. */
    readonly stderr: string;
    /** Whether the user interrupted it. */
    readonly interrupted: boolean;
    /** Whether the output is an image. */
    readonly isImage?: boolean | undefined;
  };
  readonly Read: {
    /** What kind of file it is: text, or another kind in other hosts. */
    readonly type: string;
    /** What was read; of a text: filePath, content, numLines, startLine, totalLines. */
    readonly file: Readonly<Record<string, unknown>>;
  };
  readonly Write: {
    /** Whether the file was created or overwritten: create or update. */
    readonly type: string;
    /** The file, as an absolute path. */
    readonly filePath: string;
    /** The whole content of the file. */
    readonly content: string;
  };
  readonly Edit: {
    /** The file, as an absolute path. */
    readonly filePath: string;
    /** The text that was replaced. */
    readonly oldString: string;
    /** The replacement text. */
    readonly newString: string;
    /** Whether every occurrence was replaced. */
    readonly replaceAll: boolean;
  };
  readonly NotebookEdit: {
    /** The notebook, as an absolute path. */
    readonly notebook_path?: string | undefined;
    /** The new content of the cell. */
    readonly new_source: string;
    /** The cell. */
    readonly cell_id?: string | undefined;
    /** The type of the cell. */
    readonly cell_type: string;
    /** What was done with the cell. */
    readonly edit_mode: string;
  };
  readonly Glob: {
    /** The files, as absolute paths. */
    readonly filenames: readonly string[];
    /** How many files are listed. */
    readonly numFiles: number;
    /** Whether there are more. */
    readonly truncated?: boolean | undefined;
  };
  readonly Grep: {
    /** What is shown. */
    readonly mode?: string | undefined;
    /** The files, as absolute paths. */
    readonly filenames: readonly string[];
    /** How many files are listed. */
    readonly numFiles: number;
    /** Whether there are more. */
    readonly truncated?: boolean | undefined;
    /** The lines, or their number in each file. */
    readonly content?: string | undefined;
  };
  readonly WebFetch: {
    /** The address. */
    readonly url: string;
    /** The status of the HTTP response. */
    readonly code: number;
    /** The status in words. */
    readonly codeText?: string | undefined;
    /** The size of the page. */
    readonly bytes?: number | undefined;
    /** The answer to the prompt. */
    readonly result: string;
  };
  readonly WebSearch: {
    /** What was searched for. */
    readonly query: string;
    /** Lists of pages, and what the service says. */
    readonly results: readonly unknown[];
    /** How long it took. */
    readonly durationSeconds: number;
  };
  readonly Agent: {
    /** How it ended: completed, async_launched for one in the background, or teammate_spawned. */
    readonly status: string;
    /** The id of the subagent. */
    readonly agentId: string;
    /** The kind of subagent. */
    readonly agentType?: string | undefined;
    /** The task of the subagent. */
    readonly prompt?: string | undefined;
    /** What the subagent answered, as content blocks. */
    readonly content: readonly unknown[];
  };
  readonly Skill: {
    /** Whether it was called. */
    readonly success: boolean;
    /** The name of the skill. */
    readonly commandName: string;
    /** What the model reads after the result. */
    readonly text?: string | undefined;
    /** forked, if another agent carried it out. */
    readonly status?: string | undefined;
    /** What that agent answered. */
    readonly result?: string | undefined;
  };
  readonly TaskCreate: {
    /** The task: id and subject. */
    readonly task: Readonly<Record<string, unknown>>;
  };
  readonly TaskUpdate: {
    /** Whether the task was changed. */
    readonly success: boolean;
    /** The task. */
    readonly taskId: string;
    /** The fields that were changed. */
    readonly updatedFields: readonly string[];
    /** The status before and after: from and to. */
    readonly statusChange?: Readonly<Record<string, unknown>> | undefined;
  };
  readonly TaskList: {
    /** All tasks. */
    readonly tasks: readonly Readonly<Record<string, unknown>>[];
  };
  readonly TaskGet: {
    /** The task, with its description and status. */
    readonly task: Readonly<Record<string, unknown>>;
  };
  readonly EnterWorktree: {
    /** The worktree, as an absolute path. */
    readonly worktreePath: string;
    /** What the model reads. */
    readonly message: string;
  };
  readonly ExitWorktree: {
    /** The worktree, as an absolute path. */
    readonly worktreePath: string;
    /** What the model reads. */
    readonly message: string;
  };
  readonly EnterPlanMode: {
    /** What the model reads. */
    readonly message: string;
  };
  readonly ExitPlanMode: {
    /** The plan that the user approved. */
    readonly plan: string | null;
  };
  readonly AskUserQuestion: {
    /** The questions. */
    readonly questions: readonly Readonly<Record<string, unknown>>[];
    /** The user's answers, by the text of the question. */
    readonly answers: Readonly<Record<string, unknown>>;
  };
  readonly SendMessage: {
    /** Whether it was sent. */
    readonly success: boolean;
    /** Who reads it. */
    readonly recipients: readonly string[];
    /** The id of a request to shut down. */
    readonly request_id?: string | undefined;
  };
}
