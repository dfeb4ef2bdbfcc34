import { type CodeFence, codeFence, endsCode } from "../markdown/code-fence.ts";

/** A part of an answer whose blocks are complete, and the block that may still grow. */
interface SplitAnswer {
  readonly complete: string;
  readonly rest: string;
}

/** Splits a Markdown text after its last complete block: at an empty line that is not in a code block. */
export function splitAnswer(text: string): SplitAnswer {
  let code: CodeFence | undefined;
  let end = 0;
  let at = 0;
  for (const line of text.split("\n").slice(0, -1)) {
    at += line.length + 1;
    if (code) code = endsCode(line, code) ? undefined : code;
    else code = codeFence(line);
    if (!code && line.trim() === "") end = at;
  }
  return { complete: text.slice(0, end).trimEnd(), rest: text.slice(end) };
}
