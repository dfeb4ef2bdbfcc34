/** The parts of a notebook that an edit needs. Everything else is kept. */
export interface Notebook {
  readonly cells: readonly Cell[];
  readonly nbformat?: unknown;
  readonly nbformat_minor?: unknown;
}

export interface Cell {
  readonly id?: unknown;
  readonly cell_type: string;
  readonly source: string | readonly string[];
}

/** A notebook and the formatting of its file. */
export interface NotebookFile {
  readonly notebook: Notebook;
  readonly indent: string;
  readonly lineEnd: string;
  readonly end: string;
}

/** Parses a notebook; a string says what is wrong with it. */
export function parseNotebook(text: string): NotebookFile | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `it is not JSON (${error instanceof Error ? error.message : String(error)})`;
  }
  if (!isNotebook(value))
    return 'it has no list "cells" whose entries have "cell_type" and "source"';
  const indent = /^\s*\{\r?\n([ \t]+)/.exec(text)?.[1] ?? "";
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  return { notebook: value, indent, lineEnd, end: /\s*$/.exec(text.slice(-8))?.[0] ?? "" };
}

export const printNotebook = ({ notebook, indent, lineEnd, end }: NotebookFile): string =>
  JSON.stringify(notebook, null, indent).replaceAll("\n", lineEnd) + end;

function isNotebook(value: unknown): value is Notebook {
  const cells = (value as { readonly cells?: unknown } | null)?.cells;
  return Array.isArray(cells) && cells.every(isCell);
}

const isCell = (value: unknown): value is Cell => {
  const { cell_type, source } = (value ?? {}) as Partial<Cell>;
  return typeof cell_type === "string" && (typeof source === "string" || Array.isArray(source));
};
