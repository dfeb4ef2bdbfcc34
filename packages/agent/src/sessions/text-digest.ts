import { createHash } from "node:crypto";

/** Names a text without telling it. */
export const textDigest = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, 32);
