import type { EventInput } from "@snaphook/engine";

/** Whose instructions they are. */
export type MemoryType = "Managed" | "User" | "Project" | "Local";

/** A file of instructions for the model. */
export interface InstructionFile {
  readonly filePath: string;
  readonly memoryType: MemoryType;
  /**
   * `include`: another file imports it. `compact`: at the start, and again after a compaction. The last two: because of
   * a file that was read.
   */
  readonly loadReason:
    | "session_start"
    | "include"
    | "compact"
    | "nested_traversal"
    | "path_glob_match";
  /** The globs of a file of rules, one of which matches the file that was read. */
  readonly globs?: readonly string[];
  /** The file that was read. */
  readonly triggerFilePath?: string;
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
  ...(file.globs === undefined ? {} : { globs: [...file.globs] }),
  ...(file.triggerFilePath === undefined ? {} : { trigger_file_path: file.triggerFilePath }),
  ...(file.parentFilePath === undefined ? {} : { parent_file_path: file.parentFilePath }),
});
