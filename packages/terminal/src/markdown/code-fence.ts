/** The line that begins or ends a block of code. */
export interface CodeFence {
  readonly margin: string;
  readonly marks: string;
  /** What follows the marks, such as the language; a line that ends a block has none. */
  readonly info: string;
}

const fence = /^(\s*)(`{3,}|~{3,})\s*([^`]*)$/;

export function codeFence(text: string): CodeFence | undefined {
  const [, margin, marks, info = ""] = fence.exec(text) ?? [];
  if (margin === undefined || marks === undefined) return undefined;
  return { margin, marks, info: info.trim() };
}

/** Whether a line ends the block that a fence began. */
export function endsCode(text: string, { marks }: CodeFence): boolean {
  const found = codeFence(text);
  return found !== undefined && found.info === "" && found.marks.startsWith(marks);
}
