import type { EventInput } from "@snaphook/engine";

/** Whose instructions they are. */
export type MemoryType = "Managed" | "User" | "Project" | "Local";

/** A file of instructions for the model. */
export interface InstructionFile {
  readonly filePath: string;
  readonly memoryType: MemoryType;
  /** `include`: another file imports it. */
  readonly loadReason: "session_start" | "include";
  /** The file that imports it. */
  readonly parentFilePath?: string;
  readonly content: string;
}

/** The fields of InstructionsLoaded. */
export const instructionsLoadedInput = (
  file: InstructionFile,
): EventInput<"InstructionsLoaded"> => ({
  file_path: file.filePath,
  memory_type: file.memoryType,
  load_reason: file.loadReason,
  ...(file.parentFilePath === undefined ? {} : { parent_file_path: file.parentFilePath }),
});
