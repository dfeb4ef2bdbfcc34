/** Keys and positions in a JSON text. */
export type Path = (string | number)[];

/** `hooks.PreToolUse[0].hooks[1]` as keys and positions. */
export const pathOf = (text: string): Path =>
  [...text.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].map(([, key, index]) =>
    index === undefined ? (key ?? "") : Number(index),
  );
