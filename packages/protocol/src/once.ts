/** A value that is made when it is first asked for: most schemas never are, and a start must not pay for them. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
