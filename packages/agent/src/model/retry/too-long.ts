import type { TooLong } from "../model.ts";

const phrases =
  /prompt is too long|input is too long|exceeds? (?:the )?(?:available |model'?s? |maximum )*context|context[ _](?:length|limit|window|size)|maximum context length|too many (?:input )?tokens|request_too_large|request (?:entity )?too large/i;

/** Whether a server refuses a request because it is too long for the model, and by how much. */
export function tooLongOf(status: number, text: string): TooLong | undefined {
  if (status < 400 || (status !== 413 && !phrases.test(text))) return undefined;
  const fits = fitsOf(text.replaceAll(/(?<=\d),(?=\d{3})/g, ""));
  return fits === undefined ? {} : { fits };
}

/** Servers give the tokens of the request and the most that fits, each in their own words. */
function fitsOf(text: string): number | undefined {
  const [, first, second, max] = /(\d{3,})(?: tokens)?(?: \+ (\d+))? > (\d{3,})/.exec(text) ?? [];
  const limit = max ?? /maximum context length is (\d{3,})/i.exec(text)?.[1];
  const sent = first ?? /(?:resulted in|requested|has) (\d{3,})/i.exec(text)?.[1];
  const fits = Number(limit) / (Number(sent) + Number(second ?? 0));
  return fits > 0 && fits < 1 ? fits : undefined;
}
