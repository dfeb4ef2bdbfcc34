/** How the agent works and answers: a text for the system prompt. */
export interface OutputStyle {
  readonly name: string;
  readonly description: string;
  readonly prompt: string;
  /** Whether the built-in instructions for coding stay beside it. */
  readonly keepsCoding: boolean;
}

/** Stands for the built-in prompt without a style. */
export const defaultStyle = "default";

export const builtInStyles: readonly OutputStyle[] = [
  {
    name: "Explanatory",
    description: "Explains choices and the code base along the way",
    keepsCoding: true,
    prompt:
      "Help the user to understand the code while you work. Before and after you change something, say in two or three short points why you chose this way and what is worth knowing about this code base. Keep that apart from the work itself, and out of the files.",
  },
  {
    name: "Learning",
    description: "Leaves small parts for the user to write",
    keepsCoding: true,
    prompt:
      "Help the user to learn by doing. Where a piece of 2 to 10 lines holds a decision that matters, prepare its place, mark it with TODO(human) in the file, say what it has to do and what to weigh up, and stop until the user has written it. Do the rest yourself, and explain choices briefly.",
  },
];
