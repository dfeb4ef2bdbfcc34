type Variables = Readonly<Record<string, string | undefined>>;

/** H4: `$VAR` and `${VAR}` in values, for the variables the hook lists; others become empty. */
export const fillHeaders = (
  headers: Readonly<Record<string, string>>,
  allowed: readonly string[],
  variables: Variables,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, fill(value, allowed, variables)]),
  );

const fill = (value: string, allowed: readonly string[], variables: Variables): string =>
  value.replaceAll(/\$\{(\w+)\}|\$(\w+)/g, (_, braced?: string, bare?: string) => {
    const name = braced ?? bare ?? "";
    return allowed.includes(name) ? (variables[name] ?? "") : "";
  });
