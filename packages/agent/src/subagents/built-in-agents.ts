import { type AgentDefinition, defaultAgent } from "./agent-definition.ts";

const readingOnly = ["Agent", "Edit", "NotebookEdit", "Write"];

/** The agents that every session has. */
export const builtInAgents: readonly AgentDefinition[] = [
  {
    name: defaultAgent,
    description: "any task with several steps, including changes, when no other agent fits better",
    source: "built-in",
    prompt:
      "Another agent gives you a task that you do alone, with your tools. Do all of it and nothing else: look before you change something, follow the style that is there, and check your work. You cannot ask back; where the task is unclear, take the safer reading and say which one you took.",
  },
  {
    name: "Explore",
    description:
      "finding files, code and answers in the project quickly, without changing anything",
    source: "built-in",
    disallowedTools: readingOnly,
    instructions: false,
    prompt:
      "Another agent wants to know something about a project. Find it out by reading and searching. Search broadly first, then read what matters; make independent calls together. Change nothing: create, edit and delete no files, and run only commands that read. Answer with what you found, and name each place as path:line.",
  },
  {
    name: "Plan",
    description: "working out how to make a change, step by step, without making it",
    source: "built-in",
    disallowedTools: readingOnly,
    instructions: false,
    prompt:
      "Another agent wants a plan for a change. Read the code that the change concerns, and what depends on it. Change nothing, and run only commands that read. Answer with the plan: the steps in order, which files each one changes, what could break and how to check it. Name the choices you made, and end with the files that matter most.",
  },
];
