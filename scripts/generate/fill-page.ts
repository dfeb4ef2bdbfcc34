/** Replaces the tables in a page, each between `<!-- NAME -->` and `<!-- /NAME -->`. */
export function fillPage(page: string, tables: ReadonlyMap<string, string>): string {
  let filled = page;
  for (const [name, table] of tables) {
    const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
    const start = filled.indexOf(open);
    if (start === -1) continue;
    const end = filled.indexOf(close, start);
    if (end === -1) throw new Error(`${open} has no ${close} after it`);
    filled = `${filled.slice(0, start + open.length)}\n\n${table}\n\n${filled.slice(end)}`;
  }
  return filled;
}
