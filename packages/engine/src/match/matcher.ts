/** A compiled matcher; `pattern` is what the settings file says. */
export interface Matcher {
  readonly pattern: string | undefined;
  readonly kind: "everything" | "names" | "expression" | "invalid";
  test(value: string): boolean;
}

const nameList = /^[\p{L}\p{Nd}_\- |,]*$/u;

/** Compiles a matcher as M1-M4 say. */
export function compileMatcher(pattern: string | undefined): Matcher {
  if (pattern === undefined || pattern === "" || pattern === "*")
    return { pattern, kind: "everything", test: () => true };
  if (nameList.test(pattern)) {
    const names = new Set(pattern.split(/[|,]/).map((name) => name.trim()));
    names.delete("");
    return { pattern, kind: "names", test: (value) => names.has(value) };
  }
  try {
    const expression = new RegExp(pattern);
    return { pattern, kind: "expression", test: (value) => expression.test(value) };
  } catch {
    return { pattern, kind: "invalid", test: () => false };
  }
}
