import { inLine } from "@snaphook/protocol";

const segments = new Intl.Segmenter();

/** Characters that take two cells of a terminal. */
const wide =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303E\uFF01-\uFF60]|\uFE0F/u;

/** A text on one line that takes exactly this many cells of a terminal: cut with "…", or filled up. */
export function fitText(text: string, cells: number, side: "left" | "right" = "left"): string {
  let [kept, used, before] = ["", 0, { kept: "", used: 0 }];
  for (const { segment } of segments.segment(inLine(text).replaceAll("\t", " "))) {
    const next = used + (wide.test(segment) ? 2 : 1);
    if (next > cells) {
      const cut = cells < 1 ? "" : `${before.kept}…`;
      return cut + " ".repeat(Math.max(0, cells - before.used - 1));
    }
    kept += segment;
    used = next;
    // The last state that leaves a cell for the mark.
    if (used < cells) before = { kept, used };
  }
  const filling = " ".repeat(cells - used);
  return side === "left" ? kept + filling : filling + kept;
}
