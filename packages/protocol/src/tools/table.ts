import { z } from "zod";
import { flag, number, text, texts, word } from "../fields.ts";
import { type Schema, schema } from "../schema.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A tool as hooks see it: the fields of a call, with an example. */
export interface ToolDefinition {
  readonly input: Schema<Fields>;
  readonly example: Fields;
  /** `tool_response`, if its fields are known. */
  readonly response?: Schema<Fields>;
  readonly responseExample?: Fields;
}

/** Loose: a host may have more fields. */
const shape = (fields: () => z.ZodRawShape): Schema<Fields> =>
  schema(() => z.looseObject(fields()));

const writtenFile = shape(() => ({ filePath: text("The file, as an absolute path.") }));

/** E24: every known tool by name. */
export const tools: Readonly<Record<string, ToolDefinition>> = {
  Bash: {
    input: shape(() => ({
      command: text("The command line."),
      description: text("What the command does, for the user.").optional(),
      timeout: number("How long it may run, in milliseconds.").optional(),
      run_in_background: flag("Whether the command runs in the background.").optional(),
    })),
    example: { command: "npm test", description: "Run the tests" },
    response: shape(() => ({
      stdout: text("What it printed, without the final newline."),
      stderr: text("What it printed on stderr, without the final newline."),
      interrupted: flag("Whether the user interrupted it."),
    })),
    responseExample: { stdout: "ok", stderr: "", interrupted: false },
  },
  Read: {
    input: shape(() => ({
      file_path: text("The file, as an absolute path."),
      offset: number("The first line to read.").optional(),
      limit: number("How many lines to read.").optional(),
    })),
    example: { file_path: "/project/src/index.ts" },
  },
  Write: {
    input: shape(() => ({
      file_path: text("The file, as an absolute path."),
      content: text("The whole content of the file."),
    })),
    example: { file_path: "/project/notes.txt", content: "hello\n" },
    response: writtenFile,
    responseExample: { filePath: "/project/notes.txt" },
  },
  Edit: {
    input: shape(() => ({
      file_path: text("The file, as an absolute path."),
      old_string: text("The text to replace."),
      new_string: text("The replacement text."),
      replace_all: flag("Whether every occurrence is replaced.").optional(),
    })),
    example: {
      file_path: "/project/src/index.ts",
      old_string: "one",
      new_string: "two",
      replace_all: false,
    },
    response: writtenFile,
    responseExample: { filePath: "/project/src/index.ts" },
  },
  NotebookEdit: {
    input: shape(() => ({
      notebook_path: text("The notebook, as an absolute path."),
      cell_id: text("The cell.").optional(),
      new_source: text("The new content of the cell."),
      cell_type: word("The type of the cell.", ["code", "markdown"]).optional(),
      edit_mode: word("What to do with the cell.", ["replace", "insert", "delete"]).optional(),
    })),
    example: { notebook_path: "/project/report.ipynb", cell_id: "c1", new_source: "1 + 1" },
  },
  Glob: {
    input: shape(() => ({
      pattern: text("The pattern that file paths match."),
      path: text("The directory to search; default: the current one.").optional(),
    })),
    example: { pattern: "**/*.ts" },
  },
  Grep: {
    input: shape(() => ({
      pattern: text("A regular expression."),
      path: text("The file or directory to search; default: the current directory.").optional(),
      glob: text("Only files whose path matches this pattern.").optional(),
      output_mode: word("What is shown.", ["content", "files_with_matches", "count"]).optional(),
      "-i": flag("Whether to ignore case.").optional(),
      multiline: flag("Whether a match may span lines.").optional(),
    })),
    example: { pattern: "TODO", output_mode: "files_with_matches" },
  },
  WebFetch: {
    input: shape(() => ({
      url: text("The address."),
      prompt: text("What to find out on the page."),
    })),
    example: { url: "https://example.com/", prompt: "What does it say?" },
  },
  WebSearch: {
    input: shape(() => ({
      query: text("What to search for."),
      allowed_domains: texts("Only results from these domains.").optional(),
      blocked_domains: texts("No results from these domains.").optional(),
    })),
    example: { query: "hooks" },
  },
  Agent: {
    input: shape(() => ({
      prompt: text("The task of the subagent."),
      description: text("The task in a few words."),
      subagent_type: text("The kind of subagent.").optional(),
      model: text("The model it uses.").optional(),
    })),
    example: { prompt: "Look around", description: "Explore", subagent_type: "Explore" },
  },
  TaskCreate: {
    input: shape(() => ({
      subject: text("The task, in one line."),
      description: text("The task, in full."),
    })),
    example: { subject: "Write the tests", description: "All of them" },
  },
  TaskUpdate: {
    input: shape(() => ({
      taskId: text("The task."),
      status: text("Its new status.").optional(),
    })),
    example: { taskId: "1", status: "completed" },
  },
  TaskList: { input: shape(() => ({})), example: {} },
  TaskGet: { input: shape(() => ({ taskId: text("The task.") })), example: { taskId: "1" } },
};
