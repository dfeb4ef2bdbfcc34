interface Replacement {
  readonly oldString: string;
  readonly newString: string;
  readonly all: boolean;
}

export type Replaced =
  | { readonly ok: true; readonly text: string; readonly places: number }
  | { readonly ok: false; readonly places: number };

/**
 * Replaces one text by another. Models write `\n` even if a file has other line ends: a line end in
 * `oldString` matches any kind, and `newString` gets the kind that most lines of the file have. Everything
 * else is unchanged, byte for byte.
 */
export function replaceText(text: string, { oldString, newString, all }: Replacement): Replaced {
  const ends = text.includes("\r\n");
  const searched = ends ? oldString.replaceAll("\r\n", "\n") : oldString;
  const pattern = new RegExp(
    ends ? escaped(searched).replaceAll("\n", "\r?\n") : escaped(searched),
    "g",
  );
  const places = oldString === "" ? 0 : (text.match(pattern)?.length ?? 0);
  if (places === 0 || (places > 1 && !all)) return { ok: false, places };
  const replacement = ends ? withLineEnds(newString, text) : newString;
  return { ok: true, text: text.replace(pattern, () => replacement), places };
}

function withLineEnds(text: string, file: string): string {
  const plain = text.replaceAll("\r\n", "\n");
  const lines = file.split("\n").length - 1;
  const windows = file.split("\r\n").length - 1;
  return windows * 2 > lines ? plain.replaceAll("\n", "\r\n") : plain;
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
