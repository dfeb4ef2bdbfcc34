/** The same terminal without colours, for NO_COLOR. Bold, dim and inverse stay: they carry meaning and are no colours. */
export function withoutColours(stdout: NodeJS.WriteStream): NodeJS.WriteStream {
  return new Proxy(stdout, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      if (name !== "write") return value.bind(target);
      return (written: string | Uint8Array, ...more: never[]) =>
        target.write(typeof written === "string" ? removeColours(written) : written, ...more);
    },
  });
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: how styles are written
const styles = /\u001B\[([\d;]*)m/g;

export const removeColours = (text: string): string =>
  text.replaceAll(styles, (style, parameters: string) => {
    const all = parameters.split(";");
    const kept = all.filter((_one, index) => !isColour(all, index));
    if (kept.length === all.length) return style;
    return kept.length === 0 ? "" : `\u001B[${kept.join(";")}m`;
  });

/** Whether a parameter is a colour, or a part of one such as `38;5;200` and `48;2;0;0;0`. */
function isColour(all: readonly string[], index: number): boolean {
  const introduced = (distance: number, kind: string) =>
    ["38", "48", "58"].includes(all[index - distance] ?? "") && all[index - distance + 1] === kind;
  if (introduced(1, all[index] ?? "") && ["2", "5"].includes(all[index] ?? "")) return true;
  if (introduced(2, "5") || introduced(2, "2") || introduced(3, "2") || introduced(4, "2"))
    return true;
  const code = Number(all[index] || 0);
  return (code >= 30 && code <= 49) || code === 58 || code === 59 || (code >= 90 && code <= 107);
}
