/** `$ARGUMENTS` is all of them, `$1` to `$9` are single words; `$10` and `$ARGUMENTS_X` are neither. */
const placeholder = /\$(?:(ARGUMENTS)(?![A-Za-z0-9_])|([1-9])(?!\d))/g;

/**
 * Replaces the placeholders by the arguments. Inserted text is not expanded again, and a text without
 * placeholders gets the arguments at its end.
 */
export function substituteArguments(body: string, args: string): string {
  const words = wordsOf(args);
  let places = 0;
  const text = body.replace(placeholder, (_match, all: string | undefined, number: string) => {
    places += 1;
    return all === undefined ? (words[Number(number) - 1] ?? "") : args;
  });
  return places > 0 || args === "" ? text : `${text}\n\nARGUMENTS: ${args}`;
}

/** The words of a text. Quotation marks around several make them one; inside a word they are characters. */
export const wordsOf = (args: string): readonly string[] =>
  [...args.matchAll(/"([^"]*)"(?!\S)|'([^']*)'(?!\S)|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? "",
  );
