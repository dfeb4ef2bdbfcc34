import type { ToolInputs, ToolResponses } from "./tools.ts";

/** One input for each known tool, as a host tells it: complete, with absolute paths. */
export const toolSamples: ToolInputs = {
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
  TaskCreate: { subject: "Write the tests", description: "All of them" },
  TaskUpdate: { taskId: "1", status: "completed" },
  TaskList: {},
  TaskGet: { taskId: "1" },
};

/** One answer for each tool of a known output. */
export const responseSamples: ToolResponses = {
  Bash: { stdout: "ok", stderr: "", interrupted: false },
  Write: { filePath: "/project/notes.txt" },
  Edit: { filePath: "/project/src/index.ts" },
};
