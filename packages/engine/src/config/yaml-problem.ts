import type { ErrorCode } from "yaml";

/** The mistakes that people make most, in words; the library's own are about its parser. */
const problems: Readonly<Partial<Record<ErrorCode, string>>> = {
  BAD_ALIAS: "a value starts with * or &, which YAML reads as an alias; put it in quotes",
  BAD_INDENT: "the indentation does not fit the lines above",
  BAD_SCALAR_START: "a value starts with a character that needs quotes, such as @ or `",
  BLOCK_AS_IMPLICIT_KEY: 'a value has ": " in it; put the value in quotes',
  DUPLICATE_KEY: "a key is there twice",
  MISSING_CHAR: "a quote, a bracket, a comma or a colon is missing",
  MULTILINE_IMPLICIT_KEY: "a colon is missing after a key",
  TAB_AS_INDENT: "it is indented with a tab; YAML needs spaces",
  UNEXPECTED_TOKEN: "there is something after a value that does not belong there",
};

/** What is wrong with a YAML text, in words. */
export function yamlProblem(error: unknown): string {
  const { code, message } = error as { readonly code?: ErrorCode; readonly message?: string };
  const [line = ""] = (message ?? String(error)).split("\n");
  if (code === "BAD_INDENT" && line.startsWith("Flow"))
    return "a bracket is not closed, or the lines inside it are not indented";
  return (code && problems[code]) ?? line;
}
