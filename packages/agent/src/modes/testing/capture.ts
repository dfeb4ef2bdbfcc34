import { Writable } from "node:stream";

/** A stream that records what is written. */
export function capture(): Writable & { readonly text: () => string; lines(): readonly unknown[] } {
  let all = "";
  const stream = new Writable({
    write(chunk, _encoding, done) {
      all += String(chunk);
      done();
    },
  });
  const lines = () => all.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
  return Object.assign(stream, { text: () => all, lines });
}
