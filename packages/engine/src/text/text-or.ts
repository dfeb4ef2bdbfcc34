/** A6: a text, or another one if it is missing or blank: no one reads an empty text. */
export const textOr = (text: string | undefined, other: string): string =>
  text?.trim() ? text : other;
