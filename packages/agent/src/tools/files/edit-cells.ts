import type { Cell, Notebook } from "./notebook.ts";

export interface CellEdit {
  readonly cellId: string | undefined;
  readonly mode: "replace" | "insert" | "delete";
  readonly source: string;
  readonly type: "code" | "markdown" | undefined;
  /** The id of a new cell, where the format has ids. */
  readonly newId: string;
}

export interface EditedCell {
  readonly notebook: Notebook;
  readonly id: string;
  readonly type: string;
}

/** A notebook with one cell replaced, inserted or deleted; a string says why that is not possible. */
export function editCells(notebook: Notebook, edit: CellEdit): EditedCell | string {
  const { cells } = notebook;
  const { cellId, mode, type } = edit;
  const at = cellId === undefined ? -1 : indexOf(cells, cellId);
  if (cellId !== undefined && at < 0) return `it has no cell ${cellId}; it has ${idsOf(cells)}`;
  if (mode === "insert") {
    if (type === undefined) return "a new cell needs a cell_type";
    const cell = newCell(notebook, edit, type);
    return {
      notebook: { ...notebook, cells: cells.toSpliced(at + 1, 0, cell) },
      id: typeof cell.id === "string" ? cell.id : `cell-${at + 1}`,
      type,
    };
  }
  const old = cells[at];
  if (old === undefined) return `set cell_id to the cell to ${mode}`;
  const id = typeof old.id === "string" ? old.id : `cell-${at}`;
  if (mode === "delete")
    return { notebook: { ...notebook, cells: cells.toSpliced(at, 1) }, id, type: old.cell_type };
  const cell = replaced(old, edit);
  return { notebook: { ...notebook, cells: cells.with(at, cell) }, id, type: cell.cell_type };
}

/** By its id, or by its position as `cell-N`. */
function indexOf(cells: readonly Cell[], id: string): number {
  const found = cells.findIndex((cell) => cell.id === id);
  if (found >= 0) return found;
  const place = /^cell-(\d+)$/.exec(id)?.[1];
  return place !== undefined && Number(place) < cells.length ? Number(place) : -1;
}

const idsOf = (cells: readonly Cell[]): string =>
  cells.length === 0
    ? "no cells"
    : cells
        .slice(0, 50)
        .map((cell, index) => (typeof cell.id === "string" ? cell.id : `cell-${index}`))
        .join(", ");

function newCell(notebook: Notebook, { source, newId }: CellEdit, type: string): Cell {
  const hasIds = Number(notebook.nbformat) > 4 || Number(notebook.nbformat_minor) >= 5;
  const asText = notebook.cells.some((cell) => typeof cell.source === "string");
  return {
    cell_type: type,
    ...(type === "code" ? { execution_count: null } : {}),
    ...(hasIds ? { id: newId } : {}),
    metadata: {},
    ...(type === "code" ? { outputs: [] } : {}),
    source: asText ? source : linesOf(source),
  } as Cell;
}

/** The outputs of a cell do not belong to its new source. */
function replaced(old: Cell, { source, type = undefined }: CellEdit): Cell {
  const kind = type ?? old.cell_type;
  const {
    outputs: _outputs,
    execution_count: _count,
    ...rest
  } = old as Cell & { outputs?: unknown; execution_count?: unknown };
  const kept = { ...(kind === "code" ? old : rest), cell_type: kind };
  const cleared = kind === "code" ? { execution_count: null, outputs: [] } : {};
  return {
    ...kept,
    ...cleared,
    source: typeof old.source === "string" ? source : linesOf(source),
  };
}

/** The lines of a source, each with its end, as notebooks keep them. */
const linesOf = (source: string): readonly string[] => source.match(/[^\n]*\n|[^\n]+$/g) ?? [];
