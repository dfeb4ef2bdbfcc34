import { z } from "zod";
import { about, fields, flag, number, text, texts, word } from "../fields.ts";
import { type Schema, schema } from "../schema.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A tool as hooks see it: the fields of a call, with an example. */
export interface ToolDefinition {
  readonly input: Schema<Fields>;
  readonly example: Fields;
  /** `tool_response`. */
  readonly response: Schema<Fields>;
  readonly responseExample: Fields;
}

/** Loose: a host may have more fields. */
const shape = (own: () => z.ZodRawShape): Schema<Fields> => schema(() => z.looseObject(own()));

const filePath = () => text("The file, as an absolute path.");

const foundFiles = () => ({
  filenames: texts("The files, as absolute paths."),
  numFiles: number("How many files are listed."),
  truncated: flag("Whether there are more.").optional(),
});

const foundExample = { filenames: ["/project/src/index.ts"], numFiles: 1, truncated: false };

const questionExample = {
  question: "Which database?",
  header: "Database",
  options: [
    { label: "SQLite", description: "One file" },
    { label: "Postgres", description: "A server" },
  ],
  multiSelect: false,
};

const worktreeResponse = shape(() => ({
  worktreePath: text("The worktree, as an absolute path."),
  message: text("What the model reads."),
}));

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
      isImage: flag("Whether the output is an image.").optional(),
    })),
    responseExample: { stdout: "ok", stderr: "", interrupted: false, isImage: false },
  },
  Read: {
    input: shape(() => ({
      file_path: text("The file, as an absolute path."),
      offset: number("The first line to read.").optional(),
      limit: number("How many lines to read.").optional(),
    })),
    example: { file_path: "/project/src/index.ts" },
    response: shape(() => ({
      type: text("What kind of file it is: text, or another kind in other hosts."),
      file: fields("What was read; of a text: filePath, content, numLines, startLine, totalLines."),
    })),
    responseExample: {
      type: "text",
      file: {
        filePath: "/project/src/index.ts",
        content: "one",
        numLines: 1,
        startLine: 1,
        totalLines: 1,
      },
    },
  },
  Write: {
    input: shape(() => ({
      file_path: text("The file, as an absolute path."),
      content: text("The whole content of the file."),
    })),
    example: { file_path: "/project/notes.txt", content: "hello\n" },
    response: shape(() => ({
      type: text("Whether the file was created or overwritten: create or update."),
      filePath: filePath(),
      content: text("The whole content of the file."),
    })),
    responseExample: { type: "create", filePath: "/project/notes.txt", content: "hello\n" },
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
    response: shape(() => ({
      filePath: filePath(),
      oldString: text("The text that was replaced."),
      newString: text("The replacement text."),
      replaceAll: flag("Whether every occurrence was replaced."),
    })),
    responseExample: {
      filePath: "/project/src/index.ts",
      oldString: "one",
      newString: "two",
      replaceAll: false,
    },
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
    response: shape(() => ({
      notebook_path: text("The notebook, as an absolute path.").optional(),
      new_source: text("The new content of the cell."),
      cell_id: text("The cell.").optional(),
      cell_type: text("The type of the cell."),
      edit_mode: text("What was done with the cell."),
    })),
    responseExample: {
      notebook_path: "/project/report.ipynb",
      cell_id: "c1",
      cell_type: "code",
      edit_mode: "replace",
      new_source: "1 + 1",
    },
  },
  Glob: {
    input: shape(() => ({
      pattern: text("The pattern that file paths match."),
      path: text("The directory to search; default: the current one.").optional(),
    })),
    example: { pattern: "**/*.ts" },
    response: shape(foundFiles),
    responseExample: foundExample,
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
    response: shape(() => ({
      mode: text("What is shown.").optional(),
      ...foundFiles(),
      content: text("The lines, or their number in each file.").optional(),
    })),
    responseExample: { mode: "files_with_matches", ...foundExample },
  },
  WebFetch: {
    input: shape(() => ({
      url: text("The address."),
      prompt: text("What to find out on the page."),
    })),
    example: { url: "https://example.com/", prompt: "What does it say?" },
    response: shape(() => ({
      url: text("The address."),
      code: number("The status of the HTTP response."),
      codeText: text("The status in words.").optional(),
      bytes: number("The size of the page.").optional(),
      result: text("The answer to the prompt."),
    })),
    responseExample: {
      url: "https://example.com/",
      code: 200,
      codeText: "OK",
      bytes: 1256,
      result: "It is an example.",
    },
  },
  WebSearch: {
    input: shape(() => ({
      query: text("What to search for."),
      allowed_domains: texts("Only results from these domains.").optional(),
      blocked_domains: texts("No results from these domains.").optional(),
    })),
    example: { query: "hooks" },
    response: shape(() => ({
      query: text("What was searched for."),
      results: about("Lists of pages, and what the service says.", z.array(z.unknown())),
      durationSeconds: about("How long it took.", z.number()),
    })),
    responseExample: {
      query: "hooks",
      results: [
        {
          tool_use_id: "srvtoolu_01",
          content: [{ title: "Hooks", url: "https://example.com/hooks" }],
        },
      ],
      durationSeconds: 1,
    },
  },
  Agent: {
    input: shape(() => ({
      prompt: text("The task of the subagent."),
      description: text("The task in a few words."),
      subagent_type: text("The kind of subagent.").optional(),
      model: text("The model it uses.").optional(),
      run_in_background: flag("Whether the caller continues while it runs.").optional(),
      name: text("Makes it a teammate with this name.").optional(),
      team_name: text("Has no effect: a session has one team.").optional(),
      mode: text("A stricter permission mode for a teammate.").optional(),
    })),
    example: { prompt: "Look around", description: "Explore", subagent_type: "Explore" },
    response: shape(() => ({
      status: text(
        "How it ended: completed, async_launched for one in the background, or teammate_spawned.",
      ),
      agentId: text("The id of the subagent."),
      agentType: text("The kind of subagent.").optional(),
      prompt: text("The task of the subagent.").optional(),
      content: about("What the subagent answered, as content blocks.", z.array(z.unknown())),
    })),
    responseExample: {
      status: "completed",
      prompt: "Look around",
      agentId: "agent_01",
      agentType: "Explore",
      content: [{ type: "text", text: "Done." }],
    },
  },
  Skill: {
    input: shape(() => ({
      skill: text("The name of the skill."),
      args: text("Its arguments.").optional(),
    })),
    example: { skill: "review", args: "src" },
    response: shape(() => ({
      success: flag("Whether it was called."),
      commandName: text("The name of the skill."),
      text: text("What the model reads after the result.").optional(),
      status: text("forked, if another agent carried it out.").optional(),
      result: text("What that agent answered.").optional(),
    })),
    responseExample: { success: true, commandName: "review", text: "Look for mistakes in src." },
  },
  TaskCreate: {
    input: shape(() => ({
      subject: text("The task, in one line."),
      description: text("The task, in full."),
    })),
    example: { subject: "Write the tests", description: "All of them" },
    response: shape(() => ({ task: fields("The task: id and subject.") })),
    responseExample: { task: { id: "1", subject: "Write the tests" } },
  },
  TaskUpdate: {
    input: shape(() => ({
      taskId: text("The task."),
      status: text("Its new status.").optional(),
    })),
    example: { taskId: "1", status: "completed" },
    response: shape(() => ({
      success: flag("Whether the task was changed."),
      taskId: text("The task."),
      updatedFields: texts("The fields that were changed."),
      statusChange: fields("The status before and after: from and to.").optional(),
    })),
    responseExample: {
      success: true,
      taskId: "1",
      updatedFields: ["status"],
      statusChange: { from: "in_progress", to: "completed" },
    },
  },
  TaskList: {
    input: shape(() => ({})),
    example: {},
    response: shape(() => ({
      tasks: about("All tasks.", z.array(z.record(z.string(), z.unknown()))),
    })),
    responseExample: {
      tasks: [{ id: "1", subject: "Write the tests", status: "pending", blockedBy: [] }],
    },
  },
  TaskGet: {
    input: shape(() => ({ taskId: text("The task.") })),
    example: { taskId: "1" },
    response: shape(() => ({ task: fields("The task, with its description and status.") })),
    responseExample: {
      task: {
        id: "1",
        subject: "Write the tests",
        description: "All of them",
        status: "pending",
        blocks: [],
        blockedBy: [],
      },
    },
  },
  EnterWorktree: {
    input: shape(() => ({ name: text("The name of the worktree.").optional() })),
    example: { name: "feature" },
    response: worktreeResponse,
    responseExample: { worktreePath: "/project/.claude/worktrees/feature", message: "Entered." },
  },
  ExitWorktree: {
    input: shape(() => ({
      action: word("What happens to the worktree.", ["keep", "remove"]),
      discard_changes: flag("Whether it is removed even if it has changes.").optional(),
    })),
    example: { action: "keep" },
    response: worktreeResponse,
    responseExample: { worktreePath: "/project/.claude/worktrees/feature", message: "Left." },
  },
  EnterPlanMode: {
    input: shape(() => ({})),
    example: {},
    response: shape(() => ({ message: text("What the model reads.") })),
    responseExample: { message: "Plan mode is on." },
  },
  ExitPlanMode: {
    input: shape(() => ({
      plan: text("The plan, as Markdown. Not in the profile claude-code.").optional(),
    })),
    example: { plan: "1. Add a test that fails\n2. Fix the parser" },
    response: shape(() => ({
      plan: about("The plan that the user approved.", z.string().nullable()),
    })),
    responseExample: { plan: "1. Add a test that fails\n2. Fix the parser" },
  },
  AskUserQuestion: {
    input: shape(() => ({
      questions: about(
        "One to four questions: question, header, options (label and description) and multiSelect.",
        z.array(z.record(z.string(), z.unknown())),
      ),
      answers: about(
        "The user's answers, by the text of the question; a hook that allows the call may add them.",
        z.record(z.string(), z.string()),
      ).optional(),
    })),
    example: { questions: [questionExample] },
    response: shape(() => ({
      questions: about("The questions.", z.array(z.record(z.string(), z.unknown()))),
      answers: about(
        "The user's answers, by the text of the question.",
        z.record(z.string(), z.string()),
      ),
    })),
    responseExample: {
      questions: [questionExample],
      answers: { [questionExample.question]: "SQLite" },
    },
  },
  SendMessage: {
    input: shape(() => ({
      to: text("A teammate, team-lead, or * for all others."),
      message: about(
        "The text; or an object with a type, to shut a teammate down.",
        z.union([z.string(), z.record(z.string(), z.unknown())]),
      ),
      summary: text("The message in a few words, for the user.").optional(),
    })),
    example: { to: "reviewer", message: "The tests are ready", summary: "Tests are ready" },
    response: shape(() => ({
      success: flag("Whether it was sent."),
      recipients: texts("Who reads it."),
      request_id: text("The id of a request to shut down.").optional(),
    })),
    responseExample: { success: true, recipients: ["reviewer"] },
  },
};
