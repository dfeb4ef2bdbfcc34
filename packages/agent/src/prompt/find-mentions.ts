/** A file that a prompt mentions as `@path`, `@"path with spaces"` or `@path#L10-20`. */
export interface Mention {
  readonly path: string;
  /** The first line, counted from 1. */
  readonly offset?: number;
  readonly limit?: number;
}

/** At most this many files are added to a prompt. */
export const maxMentions = 50;

const mention = /(?<![^\s([{'"`])@(?:"([^"\n]+)"|([^\s"'`<>|]+))/g;
const lines = /#L(\d+)(?:-L?(\d+))?$/;

/** What could be mentions of files, each once. Whether the files exist is not looked at. */
export function findMentions(text: string): readonly Mention[] {
  const found = new Map<string, Mention>();
  for (const [, quoted, plain = ""] of text.matchAll(mention))
    for (const name of quoted === undefined ? candidates(plain) : [quoted])
      found.set(name, mentionOf(name));
  return [...found.values()];
}

/** A sentence may end right after a path: "see @a.ts, @b.ts." */
function candidates(name: string): readonly string[] {
  const bare = name.replace(/[.,;:!?)\]}]+$/, "");
  return bare === "" ? [] : [bare];
}

function mentionOf(name: string): Mention {
  const [suffix = "", first, last] = lines.exec(name) ?? [];
  const path = name.slice(0, name.length - suffix.length);
  if (first === undefined) return { path };
  const offset = Number(first);
  const limit = Math.max(1, Number(last ?? first) - Math.max(1, offset) + 1);
  return { path, offset, limit };
}
