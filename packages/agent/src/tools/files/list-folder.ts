import { readdir } from "node:fs/promises";
import type { Tool } from "../tool.ts";

const maxEntries = 500;

/** Read for a folder that a prompt mentions: the model gets the names in it. */
export const listFolder = ({ media: _media, fileRead: _fileRead, ...read }: Tool): Tool => ({
  ...read,
  async run({ file_path }) {
    const path = String(file_path);
    const entries = await readdir(path, { withFileTypes: true });
    const names = entries
      .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
      .sort();
    const content = names.slice(0, maxEntries).join("\n");
    const shown = Math.min(names.length, maxEntries);
    const counts = { numLines: shown, startLine: 1, totalLines: names.length };
    return { type: "text", file: { filePath: path, content, ...counts } };
  },
  text(response) {
    const { file } = response as {
      file: { content: string; numLines: number; totalLines: number };
    };
    const more = file.totalLines - file.numLines;
    return `a directory, which contains:\n\n${file.content}${more > 0 ? `\n(and ${more} more)` : ""}`;
  },
});
