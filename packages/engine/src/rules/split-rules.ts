/** The rules in a text, such as a command-line option or a command's file: separated by commas or spaces outside of parentheses. */
export function splitRules(items: readonly string[]): readonly string[] {
  return items.flatMap((item) => {
    const rules: string[] = [];
    let rule = "";
    let depth = 0;
    for (const character of item) {
      if (depth === 0 && /[\s,]/.test(character)) {
        rules.push(rule);
        rule = "";
        continue;
      }
      if (character === "(") depth += 1;
      if (character === ")") depth = Math.max(0, depth - 1);
      rule += character;
    }
    return [...rules, rule].filter((text) => text !== "");
  });
}
