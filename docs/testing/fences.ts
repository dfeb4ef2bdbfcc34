/** A fenced block of a page. */
export interface Fence {
  /** The first word behind the fence: sh, text, json … */
  readonly language: string;
  /** What stands behind it. */
  readonly title: string;
  readonly text: string;
  readonly line: number;
}

/** The fenced blocks of a page, in order. */
export function fencesOf(markdown: string): readonly Fence[] {
  const fences: Fence[] = [];
  for (const match of markdown.matchAll(/^```(\w+) ?(.*)\n([\s\S]*?)^```$/gm)) {
    const [, language = "", title = "", text = ""] = match;
    const line = markdown.slice(0, match.index).split("\n").length;
    fences.push({ language, title, text, line });
  }
  return fences;
}

/** A block of commands and, if the page shows it, what they print. */
export interface Step {
  readonly commands: Fence;
  readonly exitCode: number;
  readonly expected: string | undefined;
}

/** Commands in order, each with the `text` that follows it; `exit 2` behind `sh` is the exit code of the last one. */
export function stepsOf(fences: readonly Fence[]): readonly Step[] {
  return fences.flatMap((commands, index) => {
    if (commands.language !== "sh") return [];
    const next = fences[index + 1];
    const expected = next?.language === "text" ? next.text : undefined;
    return [{ commands, exitCode: Number(/exit (\d+)/.exec(commands.title)?.[1] ?? 0), expected }];
  });
}
