import type { InstructionFile, MemoryType } from "./instruction-file.ts";

const owners: Readonly<Record<MemoryType, string>> = {
  Managed: "from the administrator of this machine",
  User: "from the user, for all projects",
  Project: "of the project, shared by everyone who works on it",
  Local: "from the user, for this project",
};

/** The files as the model reads them. Their own bytes are unchanged. */
export function instructionsText(files: readonly InstructionFile[]): string {
  if (files.length === 0) return "";
  const parts = files.map(({ filePath, memoryType, parentFilePath, content }) => {
    const imported = parentFilePath === undefined ? "" : `, imported by ${parentFilePath}`;
    return `File ${filePath} (${owners[memoryType]}${imported}):\n\n${content}`;
  });
  return [
    "Standing instructions for this session. Where two of them disagree, the later one counts.",
    ...parts,
  ].join("\n\n");
}
