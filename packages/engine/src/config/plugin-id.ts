/** The two halves of the id of an installed plugin: `name@marketplace`. */
export function partsOf(id: string): { readonly name: string; readonly marketplace: string } {
  const at = id.lastIndexOf("@");
  return at < 1
    ? { name: id, marketplace: "" }
    : { name: id.slice(0, at), marketplace: id.slice(at + 1) };
}
