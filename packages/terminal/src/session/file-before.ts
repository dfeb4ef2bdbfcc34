import type { PermissionQuestion } from "@snaphook/agent";
import { readText } from "@snaphook/engine/internal";
import type { FileBefore } from "../state/open-question.ts";

/** What the file of a call contains now. Never fails, and never waits for something that is not a file. */
export function fileBefore({ name, input }: PermissionQuestion["call"]): FileBefore | undefined {
  const path = input["file_path"];
  if ((name !== "Write" && name !== "Edit") || typeof path !== "string") return undefined;
  const read = readText(path);
  return {
    path,
    exists: read.state !== "absent",
    text: read.state === "text" ? read.text : undefined,
  };
}
