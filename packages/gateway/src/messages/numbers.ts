/** A number of a JSON text, or a string, which is skipped. */
const tokens = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/**
 * The first number of a JSON text that JavaScript cannot hold: hooks and rules would judge another one than the server
 * gets.
 */
export function lostNumber(json: string): string | undefined {
  for (const [token] of json.matchAll(tokens))
    if (!token.startsWith('"') && decimal(token) !== decimal(String(Number(token)))) return token;
  return undefined;
}

/** The digits without zeros around them and the exponent: equal for equal numbers. */
function decimal(text: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  if (whole === "") return text;
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const short = digits.replace(/0+$/, "");
  if (short === "") return "0";
  return `${sign}${short}e${Number(exponent) - fraction.length + digits.length - short.length}`;
}
