import type { Model } from "../model/model.ts";
import { agent } from "./agent.ts";
import { askUserQuestion } from "./ask-user-question.ts";
import { bash } from "./bash.ts";
import { edit } from "./edit.ts";
import { glob } from "./glob.ts";
import { grep } from "./grep.ts";
import { notebookEdit } from "./notebook-edit.ts";
import { enterPlanMode, exitPlanMode } from "./plan-mode.ts";
import { read } from "./read.ts";
import { sendMessage } from "./send-message.ts";
import { skill } from "./skill.ts";
import { taskCreate } from "./tasks/task-create.ts";
import { taskGet } from "./tasks/task-get.ts";
import { taskList } from "./tasks/task-list.ts";
import { taskUpdate } from "./tasks/task-update.ts";
import type { Tool } from "./tool.ts";
import { webFetch } from "./web-fetch.ts";
import { webSearch } from "./web-search.ts";
import { enterWorktree, exitWorktree } from "./worktree.ts";
import { write } from "./write.ts";

/** The tools of a session: those that every session has, and those that the model's service offers. */
export const toolsFor = ({ search }: Pick<Model, "search">): readonly Tool[] =>
  search ? allTools : builtInTools;

/** The tools that every session has. */
const builtInTools: readonly Tool[] = [
  agent,
  bash,
  read,
  write,
  edit,
  notebookEdit,
  glob,
  grep,
  webFetch,
  skill,
  taskCreate,
  taskUpdate,
  taskList,
  taskGet,
  enterWorktree,
  exitWorktree,
  enterPlanMode,
  exitPlanMode,
  askUserQuestion,
  sendMessage,
];

/** Every tool that a session can have. */
export const allTools: readonly Tool[] = [...builtInTools, webSearch];
