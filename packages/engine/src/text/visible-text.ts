/**
 * Section 9 of the contract: makes control and invisible characters visible, except line ends and tabs.
 * Text from a project or a hook must not be able to look like something else.
 */
export const visibleText = (text: string): string =>
  text.replaceAll(/(?![\t\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    const digits = code.toString(16);
    return code < 256 ? `\\x${digits.padStart(2, "0")}` : `\\u{${digits}}`;
  });
