/** How a part of a line is shown. */
export interface Style {
  readonly colour?: string;
  readonly background?: string;
  readonly bold?: true;
  readonly dim?: true;
  readonly italic?: true;
  readonly underline?: true;
  readonly inverse?: true;
}

/** A part of a line in one style. */
export interface Run {
  readonly text: string;
  readonly style: Style;
}

const names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"] as const;
const normal = [
  "#484f58",
  "#ff7b72",
  "#7ee787",
  "#e3b341",
  "#79c0ff",
  "#d2a8ff",
  "#76e3ea",
  "#d0d7de",
];
const bright = [
  "#6e7681",
  "#ffa198",
  "#aff5b4",
  "#f2cc60",
  "#a5d6ff",
  "#e2c5ff",
  "#b3f0ff",
  "#ffffff",
];

const controls =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: styles, links and character sets
  /\u001B\[([\d;:]*)m|\u001B\].*?(?:\u0007|\u001B\\)|[\u000E\u000F]/g;

/** The lines of `tmux capture-pane -e`, as parts in one style each. Empty lines at the start and the end are left out. */
export function readScreen(screen: string): readonly (readonly Run[])[] {
  let style: Style = {};
  const lines = screen.split("\n").map((line) => {
    const runs: Run[] = [];
    let at = 0;
    for (const { 0: control, 1: codes, index } of line.matchAll(controls)) {
      if (index > at) runs.push({ text: line.slice(at, index), style });
      if (codes !== undefined) style = styled(style, codes.split(/[;:]/).map(Number));
      at = index + control.length;
    }
    if (at < line.length) runs.push({ text: line.slice(at), style });
    return runs;
  });
  const isEmpty = (runs: readonly Run[]) =>
    runs.every(
      ({ text, style: { background, inverse } }) => text.trim() === "" && !background && !inverse,
    );
  const hasText = (runs: readonly Run[]) => !isEmpty(runs);
  return lines.slice(Math.max(0, lines.findIndex(hasText)), lines.findLastIndex(hasText) + 1);
}

/** A style after the codes of one control sequence (SGR). */
function styled(before: Style, codes: readonly number[]): Style {
  let style = before;
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0;
    if (code === 38 || code === 48) {
      const [colour, used] = extended(codes.slice(at + 1));
      style = { ...style, [code === 38 ? "colour" : "background"]: colour };
      at += used;
    } else style = changed(style, code);
  }
  return style;
}

const switches: Readonly<Record<number, Style>> = {
  1: { bold: true },
  2: { dim: true },
  3: { italic: true },
  4: { underline: true },
  7: { inverse: true },
};

const switchedOff: Readonly<Record<number, readonly (keyof Style)[]>> = {
  22: ["bold", "dim"],
  23: ["italic"],
  24: ["underline"],
  27: ["inverse"],
  39: ["colour"],
  49: ["background"],
};

function changed(style: Style, code: number): Style {
  if (code === 0) return {};
  const off = switchedOff[code];
  if (off)
    return Object.fromEntries(
      Object.entries(style).filter(([key]) => !off.includes(key as keyof Style)),
    );
  const palette = code >= 90 ? bright : normal;
  const colour = palette[code % 10];
  if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97))
    return { ...style, ...(colour && { colour }) };
  if ((code >= 40 && code <= 47) || (code >= 100 && code <= 107))
    return { ...style, ...(colour && { background: colour }) };
  return { ...style, ...switches[code] };
}

/** `5;N` or `2;R;G;B` after 38 or 48: the colour, and how many codes it takes. */
function extended([kind, ...values]: readonly number[]): readonly [string, number] {
  if (kind === 2) {
    const [red = 0, green = 0, blue = 0] = values;
    return [`rgb(${red},${green},${blue})`, 4];
  }
  return [indexed(values[0] ?? 0), 2];
}

/** One of the 256 colours: 16 names, a cube of 6 × 6 × 6, and greys. */
function indexed(index: number): string {
  if (index < names.length) return normal[index] ?? "";
  if (index < 16) return bright[index - 8] ?? "";
  if (index >= 232) return grey(8 + (index - 232) * 10);
  const level = (step: number) => (step === 0 ? 0 : 55 + step * 40);
  const cube = index - 16;
  const [red, green, blue] = [Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map(level);
  return `rgb(${red},${green},${blue})`;
}

const grey = (level: number): string => `rgb(${level},${level},${level})`;
