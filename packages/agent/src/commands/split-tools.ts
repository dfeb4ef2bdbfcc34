/** Permission rules in a text: separated by commas or spaces that are in no parentheses. */
export function splitTools(text: string): readonly string[] {
  const rules: string[] = [];
  let rule = "";
  let depth = 0;
  for (const character of text) {
    if (character === "(") depth += 1;
    if (character === ")") depth = Math.max(0, depth - 1);
    if (depth === 0 && /[\s,]/.test(character)) {
      rules.push(rule);
      rule = "";
    } else rule += character;
  }
  return [...rules, rule].filter((one) => one !== "");
}
