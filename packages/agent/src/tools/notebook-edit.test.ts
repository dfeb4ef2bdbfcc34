import { describe, expect, test } from "vitest";
import { notebookEdit } from "./notebook-edit.ts";
import { read } from "./read.ts";
import { call, session } from "./testing.ts";

const notebook = {
  cells: [
    { cell_type: "markdown", id: "intro", metadata: {}, source: ["# Title\n", "text"] },
    {
      cell_type: "code",
      execution_count: 3,
      id: "sum",
      metadata: { tags: ["x"] },
      outputs: [{ output_type: "stream", text: ["2"] }],
      source: ["1 + 1"],
    },
  ],
  metadata: { kernelspec: { name: "python3" } },
  nbformat: 4,
  nbformat_minor: 5,
};

const opened = async (text = `${JSON.stringify(notebook, null, 1)}\n`) => {
  const world = session();
  const notebook_path = world.write("a.ipynb", text);
  await call(read, { file_path: notebook_path }, world.context);
  return {
    ...world,
    change: (input: object) => call(notebookEdit, { notebook_path, ...input }, world.context),
    now: () => JSON.parse(world.read("a.ipynb")),
  };
};

describe("E24 NotebookEdit", () => {
  test("replaces a cell's source and removes its outputs; the rest is unchanged", async () => {
    const { change, read: content } = await opened();
    const { response } = await change({ cell_id: "sum", new_source: "a = 1\nb" });
    expect(response).toMatchObject({ cell_id: "sum", cell_type: "code", edit_mode: "replace" });
    const expected = structuredClone(notebook) as unknown as { cells: Record<string, unknown>[] };
    Object.assign(expected.cells[1] ?? {}, {
      execution_count: null,
      outputs: [],
      source: ["a = 1\n", "b"],
    });
    expect(content("a.ipynb")).toBe(`${JSON.stringify(expected, null, 1)}\n`);
  });

  test("a code cell that becomes text has no outputs", async () => {
    const { change, now } = await opened();
    await change({ cell_id: "cell-1", new_source: "words", cell_type: "markdown" });
    expect(now().cells[1]).toEqual({
      cell_type: "markdown",
      id: "sum",
      metadata: { tags: ["x"] },
      source: ["words"],
    });
  });

  test("inserts after a cell, or first, with a new id", async () => {
    const { change, now } = await opened();
    const { response } = await change({
      cell_id: "intro",
      new_source: "x",
      cell_type: "code",
      edit_mode: "insert",
    });
    await change({ new_source: "first", cell_type: "markdown", edit_mode: "insert" });
    const { cells } = now();
    expect(cells.map(({ source }: { source: string[] }) => source.join(""))).toEqual([
      "first",
      "# Title\ntext",
      "x",
      "1 + 1",
    ]);
    expect(cells[2]).toMatchObject({ execution_count: null, outputs: [], metadata: {} });
    expect(cells[2].id).toBe((response as { cell_id: string }).cell_id);
  });

  test("deletes a cell", async () => {
    const { change, now } = await opened();
    await change({ cell_id: "intro", new_source: "", edit_mode: "delete" });
    expect(now().cells).toEqual([notebook.cells[1]]);
  });

  test("keeps indentation, line ends and sources that are a single string", async () => {
    const old = {
      cells: [{ cell_type: "code", metadata: {}, source: "x" }],
      nbformat: 4,
      nbformat_minor: 4,
    };
    const { change, read: content } = await opened(
      JSON.stringify(old, null, "\t").replaceAll("\n", "\r\n"),
    );
    await change({ cell_id: "cell-0", new_source: "a\nb" });
    expect(content("a.ipynb")).toMatch(/^\{\r\n\t"cells"/);
    expect(content("a.ipynb")).toContain('"source": "a\\nb"');
    expect(content("a.ipynb")).toMatch(/\}$/);
  });

  test("E17 its own check refuses an edit that is not possible", async () => {
    const { change, context, write } = await opened();
    await expect(change({ cell_id: "no", new_source: "" })).rejects.toThrow("intro, sum");
    await expect(change({ new_source: "" })).rejects.toThrow("cell_id");
    await expect(change({ new_source: "", edit_mode: "insert" })).rejects.toThrow("cell_type");
    const other = (notebook_path: string) =>
      call(notebookEdit, { notebook_path, cell_id: "sum", new_source: "" }, context);
    await expect(other("a.txt")).rejects.toThrow("not a notebook");
    const known = async (file_path: string) => {
      await call(read, { file_path }, context);
      return file_path;
    };
    await expect(other(await known(write("b.ipynb", "{")))).rejects.toThrow("not JSON");
    await expect(other(await known(write("c.ipynb", "{}")))).rejects.toThrow('"cells"');
    for (const text of [JSON.stringify(notebook), "{"])
      await expect(other(write("d.ipynb", text))).rejects.toThrow("not been read");
  });
});
