import { randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { noteOwnWrite } from "./own-writes.ts";

export interface ReplaceOptions {
  readonly mode: number;
  /** Set the mode even where the umask would take something away. */
  readonly exactly?: boolean;
  readonly owner?: { readonly uid: number; readonly gid: number } | undefined;
}

/** Writes a file beside it and renames that: no reader sees half of it, and a failure leaves the old one. A link is replaced. */
export async function replaceFile(
  file: string,
  content: string | Buffer,
  { mode, exactly = false, owner }: ReplaceOptions,
): Promise<void> {
  const draft = `${file}.${randomUUID()}.tmp`;
  try {
    const handle = await open(draft, "wx", mode);
    try {
      if (exactly) await handle.chmod(mode);
      await handle.writeFile(content);
      if (owner) await handle.chown(owner.uid, owner.gid);
      await handle.sync();
    } finally {
      await handle.close();
    }
    // Before: who sees the new file can find out that it is ours.
    noteOwnWrite(file, content);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
