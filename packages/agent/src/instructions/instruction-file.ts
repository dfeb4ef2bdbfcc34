import type { HookInput } from "@snaphook/engine";

/** Whose instructions they are. */
export type MemoryType = "Managed" | "User" | "Project" | "Local";

/** Why a file was loaded; `include`: another one imports it. */
export type LoadReason = "session_start" | "compact" | "include";

/** A file of instructions for the model. */
export interface InstructionFile {
  readonly filePath: string;
  readonly memoryType: MemoryType;
  readonly loadReason: LoadReason;
  /** The file that imports it. */
  readonly parentFilePath?: string;
  readonly content: string;
}

/** The fields of InstructionsLoaded. */
export const instructionsLoadedInput = (file: InstructionFile): HookInput => ({
  file_path: file.filePath,
  memory_type: file.memoryType,
  load_reason: file.loadReason,
  ...(file.parentFilePath === undefined ? {} : { parent_file_path: file.parentFilePath }),
});
