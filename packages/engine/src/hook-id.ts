import { createHash } from "node:crypto";

/** C8: a short stable name for a definition, from what makes it that definition. */
export function hookId(parts: {
  readonly scope: string;
  readonly root: string | undefined;
  readonly event: string;
  readonly matcher: string | undefined;
  readonly handler: unknown;
}): string {
  const { scope, root = null, event, matcher = null, handler } = parts;
  return createHash("sha256")
    .update(JSON.stringify([scope, root, event, matcher, handler]))
    .digest("hex")
    .slice(0, 12);
}
