// Made from the protocol by `npm run generate`: change the protocol, not this file.

import type { CommonInput, EventInputs } from "./event-inputs.ts";
import type { ToolInputs, ToolResponses } from "./tool-types.ts";

/** The fields that every input has. */
export const commonExample: CommonInput = {
  session_id: "session_01",
  transcript_path: "/project/transcript.jsonl",
  cwd: "/project",
  permission_mode: "default",
};

/** The input of each event, without the common fields. */
export const eventExamples: EventInputs = {
  SessionStart: { source: "startup" },
  UserPromptSubmit: { prompt: "Tidy up the project" },
  PreToolUse: {
    tool_name: "Bash",
    tool_input: { command: "npm test", description: "Run the tests" },
    tool_use_id: "toolu_01",
  },
  PermissionRequest: {
    tool_name: "Bash",
    tool_input: { command: "npm test", description: "Run the tests" },
  },
  PostToolUse: {
    tool_name: "Bash",
    tool_input: { command: "npm test", description: "Run the tests" },
    tool_use_id: "toolu_01",
    tool_response: { stdout: "ok", stderr: "", interrupted: false, isImage: false },
    duration_ms: 12,
  },
  PostToolUseFailure: {
    tool_name: "Bash",
    tool_input: { command: "npm test", description: "Run the tests" },
    tool_use_id: "toolu_01",
    error: "Exit code 1\nno such file",
    is_interrupt: false,
  },
  Notification: { message: "Waiting for your answer", notification_type: "permission_prompt" },
  SubagentStart: { agent_id: "agent_01", agent_type: "Explore" },
  SubagentStop: {
    stop_hook_active: false,
    agent_id: "agent_01",
    agent_type: "Explore",
    agent_transcript_path: "/project/subagents/agent_01.jsonl",
    last_assistant_message: "Done.",
    stop_hook_blocks: 0,
    stop_hook_block_cap: 8,
  },
  Stop: { stop_hook_active: false, last_assistant_message: "Done." },
  TeammateIdle: { teammate_name: "reviewer", team_name: "release" },
  TaskCompleted: { task_id: "1", task_subject: "Write the tests" },
  ConfigChange: { source: "project_settings", file_path: "/project/.claude/settings.json" },
  PreCompact: { trigger: "manual", custom_instructions: "" },
  SessionEnd: { reason: "other" },
  Setup: { trigger: "init" },
  UserPromptExpansion: {
    expansion_type: "slash_command",
    command_name: "review",
    command_args: "the last commit",
    command_source: "projectSettings",
    prompt: "/review the last commit",
  },
  PermissionDenied: {
    tool_name: "Bash",
    tool_input: { command: "npm test", description: "Run the tests" },
    tool_use_id: "toolu_01",
    reason: "denied by rule",
  },
  PostToolBatch: {
    tool_calls: [
      {
        tool_name: "Bash",
        tool_input: { command: "npm test", description: "Run the tests" },
        tool_use_id: "toolu_01",
        tool_response: "ok",
      },
    ],
  },
  StopFailure: { error: "unknown" },
  PostCompact: { trigger: "manual", compact_summary: "What happened so far" },
  TaskCreated: { task_id: "1", task_subject: "Write the tests" },
  InstructionsLoaded: {
    file_path: "/project/CLAUDE.md",
    memory_type: "Project",
    load_reason: "session_start",
  },
  CwdChanged: { old_cwd: "/project", new_cwd: "/project/src" },
  FileChanged: { file_path: "/project/.env", event: "change" },
  DirectoryAdded: { directory: "/library", source: "command" },
  WorktreeCreate: { name: "feature" },
  WorktreeRemove: { worktree_path: "/worktrees/feature" },
  Elicitation: { mcp_server_name: "calendar", message: "Which day?" },
  ElicitationResult: { mcp_server_name: "calendar", action: "accept", content: { day: "Monday" } },
  PreModelSwitch: {
    from_model: "small",
    to_model: "large",
    requested_model: "large",
    source: "command",
  },
  PostModelSwitch: {
    from_model: "small",
    to_model: "large",
    requested_model: "large",
    source: "command",
  },
  MessageDisplay: {
    turn_id: "turn_1",
    message_id: "message_1",
    index: 0,
    final: true,
    delta: "Done.",
  },
};

/** The input of each known tool: complete, with absolute paths. */
export const toolExamples: ToolInputs = {
  Bash: { command: "npm test", description: "Run the tests" },
  Read: { file_path: "/project/src/index.ts" },
  Write: { file_path: "/project/notes.txt", content: "hello\n" },
  Edit: {
    file_path: "/project/src/index.ts",
    old_string: "one",
    new_string: "two",
    replace_all: false,
  },
  NotebookEdit: { notebook_path: "/project/report.ipynb", cell_id: "c1", new_source: "1 + 1" },
  Glob: { pattern: "**/*.ts" },
  Grep: { pattern: "TODO", output_mode: "files_with_matches" },
  WebFetch: { url: "https://example.com/", prompt: "What does it say?" },
  WebSearch: { query: "hooks" },
  Agent: { prompt: "Look around", description: "Explore", subagent_type: "Explore" },
  Skill: { skill: "review", args: "src" },
  TaskCreate: { subject: "Write the tests", description: "All of them" },
  TaskUpdate: { taskId: "1", status: "completed" },
  TaskList: {},
  TaskGet: { taskId: "1" },
  EnterWorktree: { name: "feature" },
  ExitWorktree: { action: "keep" },
  EnterPlanMode: {},
  ExitPlanMode: { plan: "1. Add a test that fails\n2. Fix the parser" },
  AskUserQuestion: {
    questions: [
      {
        question: "Which database?",
        header: "Database",
        options: [
          { label: "SQLite", description: "One file" },
          { label: "Postgres", description: "A server" },
        ],
        multiSelect: false,
      },
    ],
  },
  SendMessage: { to: "reviewer", message: "The tests are ready", summary: "Tests are ready" },
};

/** The answer of each tool. */
export const responseExamples: ToolResponses = {
  Bash: { stdout: "ok", stderr: "", interrupted: false, isImage: false },
  Read: {
    type: "text",
    file: {
      filePath: "/project/src/index.ts",
      content: "one",
      numLines: 1,
      startLine: 1,
      totalLines: 1,
    },
  },
  Write: { type: "create", filePath: "/project/notes.txt", content: "hello\n" },
  Edit: {
    filePath: "/project/src/index.ts",
    oldString: "one",
    newString: "two",
    replaceAll: false,
  },
  NotebookEdit: {
    notebook_path: "/project/report.ipynb",
    cell_id: "c1",
    cell_type: "code",
    edit_mode: "replace",
    new_source: "1 + 1",
  },
  Glob: { filenames: ["/project/src/index.ts"], numFiles: 1, truncated: false },
  Grep: {
    mode: "files_with_matches",
    filenames: ["/project/src/index.ts"],
    numFiles: 1,
    truncated: false,
  },
  WebFetch: {
    url: "https://example.com/",
    code: 200,
    codeText: "OK",
    bytes: 1256,
    result: "It is an example.",
  },
  WebSearch: {
    query: "hooks",
    results: [
      {
        tool_use_id: "srvtoolu_01",
        content: [{ title: "Hooks", url: "https://example.com/hooks" }],
      },
    ],
    durationSeconds: 1,
  },
  Agent: {
    status: "completed",
    prompt: "Look around",
    agentId: "agent_01",
    agentType: "Explore",
    content: [{ type: "text", text: "Done." }],
  },
  Skill: { success: true, commandName: "review", text: "Look for mistakes in src." },
  TaskCreate: { task: { id: "1", subject: "Write the tests" } },
  TaskUpdate: {
    success: true,
    taskId: "1",
    updatedFields: ["status"],
    statusChange: { from: "in_progress", to: "completed" },
  },
  TaskList: { tasks: [{ id: "1", subject: "Write the tests", status: "pending", blockedBy: [] }] },
  TaskGet: {
    task: {
      id: "1",
      subject: "Write the tests",
      description: "All of them",
      status: "pending",
      blocks: [],
      blockedBy: [],
    },
  },
  EnterWorktree: { worktreePath: "/project/.claude/worktrees/feature", message: "Entered." },
  ExitWorktree: { worktreePath: "/project/.claude/worktrees/feature", message: "Left." },
  EnterPlanMode: { message: "Plan mode is on." },
  ExitPlanMode: { plan: "1. Add a test that fails\n2. Fix the parser" },
  AskUserQuestion: {
    questions: [
      {
        question: "Which database?",
        header: "Database",
        options: [
          { label: "SQLite", description: "One file" },
          { label: "Postgres", description: "A server" },
        ],
        multiSelect: false,
      },
    ],
    answers: { "Which database?": "SQLite" },
  },
  SendMessage: { success: true, recipients: ["reviewer"] },
};

/** M5: all names of the tools that have several. */
export const otherToolNames = { Agent: ["Agent", "Task"], Task: ["Task", "Agent"] } as const;
