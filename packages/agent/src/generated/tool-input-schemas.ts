// Made from the tools by `npm run generate`: change the tools, not this file.
import type { ToolDescription } from "../model/model.ts";

/** JSON Schemas of inputs, by the name of the tool. */
export const toolInputSchemas: Readonly<Record<string, ToolDescription["inputSchema"]>> = {
  Agent: {
    type: "object",
    properties: {
      prompt: { type: "string", minLength: 1, description: "The task, complete" },
      description: { type: "string", description: "The task in three to five words" },
      subagent_type: {
        description: "Which kind of agent; default: general-purpose",
        type: "string",
      },
      model: {
        description: "Another model for it: sonnet, opus, haiku or a full name",
        type: "string",
      },
      run_in_background: {
        description: "Continue at once; its answer arrives later as a message",
        type: "boolean",
      },
      name: {
        description:
          "Makes it a teammate with this name: it works beside you, stays after its answer, and reads messages (SendMessage)",
        type: "string",
      },
      team_name: { description: "Has no effect: a session has one team", type: "string" },
      mode: {
        description: "A stricter permission mode for a teammate",
        type: "string",
        enum: ["default", "plan", "acceptEdits", "auto", "dontAsk", "bypassPermissions"],
      },
      isolation: {
        description: "The agent works in its own worktree, a separate checkout of the project",
        type: "string",
        const: "worktree",
      },
    },
    required: ["prompt", "description"],
    additionalProperties: false,
  },
  Bash: {
    type: "object",
    properties: {
      command: { type: "string", description: "The command line to run" },
      description: {
        description: "What the command does, in a few words, for the user",
        type: "string",
      },
      timeout: {
        description: "Time limit in milliseconds; default 120000, at most 600000",
        type: "number",
        exclusiveMinimum: 0,
      },
      run_in_background: {
        description:
          "Start the command and continue at once; its output goes to a file that you can read",
        type: "boolean",
      },
      dangerouslyDisableSandbox: {
        description:
          "Run the command outside the sandbox, after the user has approved it. Only if the sandbox has stopped it",
        type: "boolean",
      },
    },
    required: ["command"],
    additionalProperties: false,
  },
  Read: {
    type: "object",
    properties: {
      file_path: { type: "string", minLength: 1, description: "The file" },
      offset: {
        description: "The first line to read; lines are counted from 1",
        type: "integer",
        minimum: 0,
        maximum: 9007199254740991,
      },
      limit: {
        description: "How many lines to read; default 2000",
        type: "integer",
        exclusiveMinimum: 0,
        maximum: 9007199254740991,
      },
    },
    required: ["file_path"],
    additionalProperties: false,
  },
  Write: {
    type: "object",
    properties: {
      file_path: { type: "string", minLength: 1, description: "The file" },
      content: { type: "string", description: "The complete new content" },
    },
    required: ["file_path", "content"],
    additionalProperties: false,
  },
  Edit: {
    type: "object",
    properties: {
      file_path: { type: "string", minLength: 1, description: "The file" },
      old_string: {
        type: "string",
        description: "The text to replace; empty if the file is new or empty",
      },
      new_string: { type: "string", description: "The new text" },
      replace_all: {
        default: false,
        description: "Replace all occurrences; otherwise there must be exactly one",
        type: "boolean",
      },
    },
    required: ["file_path", "old_string", "new_string"],
    additionalProperties: false,
  },
  NotebookEdit: {
    type: "object",
    properties: {
      notebook_path: { type: "string", minLength: 1, description: "The notebook file (.ipynb)" },
      cell_id: {
        description:
          "The cell's id, or cell-0, cell-1 …; with insert: the cell to insert after, not set: at the beginning",
        type: "string",
      },
      new_source: { type: "string", description: "The new source of the cell" },
      cell_type: {
        description: "Required with insert",
        type: "string",
        enum: ["code", "markdown"],
      },
      edit_mode: {
        description: "Default: replace",
        type: "string",
        enum: ["replace", "insert", "delete"],
      },
    },
    required: ["notebook_path", "new_source"],
    additionalProperties: false,
  },
  Glob: {
    type: "object",
    properties: {
      pattern: {
        type: "string",
        minLength: 1,
        description: "For example **/*.ts or src/{a,b}/*.json",
      },
      path: {
        description: "The directory to search; default: the working directory",
        type: "string",
        minLength: 1,
      },
    },
    required: ["pattern"],
    additionalProperties: false,
  },
  Grep: {
    type: "object",
    properties: {
      pattern: { type: "string", minLength: 1, description: "A regular expression" },
      path: {
        description: "The file or directory to search; default: the working directory",
        type: "string",
        minLength: 1,
      },
      glob: {
        description: "Only files whose names match, for example *.ts or src/**/*.{js,ts}",
        type: "string",
        minLength: 1,
      },
      type: {
        description:
          "Only files of one type: c, cpp, cs, css, go, html, java, js, json, kotlin, lua, md, php, py, ruby, rust, sh, sql, swift, toml, ts, txt, xml, yaml",
        type: "string",
        minLength: 1,
      },
      output_mode: {
        description:
          "Default: files_with_matches; content shows the lines, count their number in each file",
        type: "string",
        enum: ["files_with_matches", "content", "count"],
      },
      "-i": { description: "Ignore case", type: "boolean" },
      "-n": { description: "With content: show line numbers; default true", type: "boolean" },
      "-A": {
        description: "With content: lines to show after each match",
        type: "integer",
        minimum: 0,
        maximum: 9007199254740991,
      },
      "-B": {
        description: "With content: lines to show before each match",
        type: "integer",
        minimum: 0,
        maximum: 9007199254740991,
      },
      "-C": {
        description: "With content: lines to show before and after each match",
        type: "integer",
        minimum: 0,
        maximum: 9007199254740991,
      },
      multiline: { description: "The expression may match across lines", type: "boolean" },
      head_limit: {
        description: "At most this many entries; default 250, 0 for all",
        type: "integer",
        minimum: 0,
        maximum: 9007199254740991,
      },
      offset: {
        description: "Skip this many entries",
        type: "integer",
        minimum: 0,
        maximum: 9007199254740991,
      },
    },
    required: ["pattern"],
    additionalProperties: false,
  },
  WebFetch: {
    type: "object",
    properties: {
      url: { type: "string", minLength: 1, description: "The address of the page" },
      prompt: { type: "string", description: "What to find out from it" },
    },
    required: ["url", "prompt"],
    additionalProperties: false,
  },
  Skill: {
    type: "object",
    properties: {
      skill: { type: "string", minLength: 1, description: "The name of the skill" },
      args: { description: "Its arguments, if it takes any", type: "string" },
    },
    required: ["skill"],
    additionalProperties: false,
  },
  TaskCreate: {
    type: "object",
    properties: {
      subject: { type: "string", minLength: 1, description: "What to do, in a few words" },
      description: { type: "string", description: "What has to be done, in detail" },
      activeForm: { description: "What to call the task while it is in progress", type: "string" },
    },
    required: ["subject", "description"],
    additionalProperties: false,
  },
  TaskUpdate: {
    type: "object",
    properties: {
      taskId: { type: "string", minLength: 1, description: "The id of the task" },
      subject: { type: "string", minLength: 1 },
      description: { type: "string" },
      activeForm: { type: "string" },
      status: {
        description: "deleted removes the task from the list",
        type: "string",
        enum: ["pending", "in_progress", "completed", "deleted"],
      },
      owner: { description: "Who works on the task", type: "string" },
      addBlocks: {
        description: "Ids of tasks that wait for this one",
        type: "array",
        items: { type: "string" },
      },
      addBlockedBy: {
        description: "Ids of tasks that this one waits for",
        type: "array",
        items: { type: "string" },
      },
    },
    required: ["taskId"],
    additionalProperties: false,
  },
  TaskList: { type: "object", properties: {}, additionalProperties: false },
  TaskGet: {
    type: "object",
    properties: { taskId: { type: "string", minLength: 1, description: "The id of the task" } },
    required: ["taskId"],
    additionalProperties: false,
  },
  EnterWorktree: {
    type: "object",
    properties: {
      name: { description: "Its name: letters, digits, dots, dashes, underscores", type: "string" },
    },
    additionalProperties: false,
  },
  ExitWorktree: {
    type: "object",
    properties: {
      action: {
        type: "string",
        enum: ["keep", "remove"],
        description: "What happens to the worktree",
      },
      discard_changes: {
        description: "Remove it even if it has changes or commits that would be lost",
        type: "boolean",
      },
    },
    required: ["action"],
    additionalProperties: false,
  },
  EnterPlanMode: { type: "object", properties: {}, additionalProperties: false },
  ExitPlanMode: {
    type: "object",
    properties: {
      plan: { description: "The plan, as Markdown", type: "string" },
      allowedPrompts: {
        description: "Has no effect: each command needs its own approval",
        type: "array",
        items: {},
      },
    },
    additionalProperties: false,
  },
  AskUserQuestion: {
    type: "object",
    properties: {
      questions: {
        minItems: 1,
        maxItems: 4,
        type: "array",
        items: {
          type: "object",
          properties: {
            question: { type: "string", minLength: 1, description: "The whole question" },
            header: { type: "string", description: "What it is about, in at most 12 characters" },
            options: {
              minItems: 2,
              maxItems: 4,
              type: "array",
              items: {
                type: "object",
                properties: {
                  label: {
                    type: "string",
                    minLength: 1,
                    description: "The answer, in one to five words",
                  },
                  description: {
                    type: "string",
                    description: "What it means, or what follows from it",
                  },
                  preview: {
                    description: "What it would look like, to compare options",
                    type: "string",
                  },
                },
                required: ["label", "description"],
              },
              description: "What the user can choose from",
            },
            multiSelect: {
              default: false,
              description: "Whether several options can be chosen",
              type: "boolean",
            },
          },
          required: ["question", "header", "options"],
        },
      },
      answers: {
        description: "Filled in by the user; leave it out",
        type: "object",
        propertyNames: { type: "string" },
        additionalProperties: { type: "string" },
      },
      annotations: {
        description: "Filled in by the user; leave it out",
        type: "object",
        propertyNames: { type: "string" },
        additionalProperties: {
          type: "object",
          properties: { notes: { type: "string" } },
          additionalProperties: {},
        },
      },
      metadata: {
        description: "Not shown to the user",
        type: "object",
        properties: {},
        additionalProperties: {},
      },
    },
    required: ["questions"],
    additionalProperties: false,
  },
  SendMessage: {
    type: "object",
    properties: {
      to: {
        type: "string",
        minLength: 1,
        description: "The name of a teammate, team-lead, or * for all others",
      },
      message: {
        anyOf: [
          { type: "string", minLength: 1 },
          {
            oneOf: [
              {
                type: "object",
                properties: {
                  type: { type: "string", const: "shutdown_request" },
                  reason: { type: "string" },
                },
                required: ["type"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  type: { type: "string", const: "shutdown_response" },
                  request_id: { type: "string" },
                  approve: { type: "boolean" },
                  reason: { type: "string" },
                },
                required: ["type", "request_id", "approve"],
                additionalProperties: false,
              },
            ],
          },
        ],
        description: "The text, or a request",
      },
      summary: { description: "The message in a few words, for the user", type: "string" },
    },
    required: ["to", "message"],
    additionalProperties: false,
  },
  WebSearch: {
    type: "object",
    properties: {
      query: { type: "string", minLength: 2, description: "What to search for" },
      allowed_domains: {
        description: "Only results from these domains",
        type: "array",
        items: { type: "string" },
      },
      blocked_domains: {
        description: "No results from these domains",
        type: "array",
        items: { type: "string" },
      },
    },
    required: ["query"],
    additionalProperties: false,
  },
};
