/**
 * T3: words in names of keys, variables, flags and headers that mean a
 * secret, anywhere in the name. Case is ignored.
 */
const words = [
  "token",
  "secret",
  "passw(?:or)?d",
  "passphrase",
  "passcode",
  "credential",
  "cookie",
  "authorization",
  "bearer",
  "signature",
  "connection[-_. ]?string",
  "webhook[-_. ]?url",
  "(?:api|access|private|secret|signing|encryption|master|account|auth|session|ssh)[-_. ]?key",
].join("|");

/** Words that mean a secret only as the whole name, or as a part of it between separators. */
const parts = "pass|pwd|auth|jwt|otp|pat|sig|dsn";

const before = "(?<![\\w.-])";

/** The name of a secret in a text, as the source of an expression. */
export const secretName = `${before}(?:[\\w.-]*?(?:${words})[\\w.-]*|(?:[\\w.-]*[_.-])?(?:${parts})(?:[_.-][\\w.-]*)?)(?![\\w-])`;

const wholeName = new RegExp(`^(?:${secretName})$`, "i");

/** Whether a value is a secret: its name says so, and the value is not obviously harmless. */
export const isSecret = (name: string, value: unknown): boolean =>
  saysSecret(name) && !isHarmless(name, value);

/** A cache: the same names appear in every event. */
const answers = new Map<string, boolean>();
const maxAnswers = 1000;

function saysSecret(name: string): boolean {
  if (name.length > 200) return false;
  const known = answers.get(name);
  if (known !== undefined) return known;
  const answer = wholeName.test(name);
  if (answers.size < maxAnswers) answers.set(name, answer);
  return answer;
}

/** True or false, empty, a number of tokens, or the working directory. */
export function isHarmless(name: string, value: unknown): boolean {
  if (value === null || value === undefined || typeof value === "boolean") return true;
  const isCount = /(?:tokens|token[-_. ]?(?:count|limit|usage|budget))$/i.test(name);
  if (typeof value === "number") return isCount;
  if (typeof value !== "string") return false;
  const bare = value.trim().replace(/^["']|["']?[\s,;)\]}]*$/g, "");
  return (
    /^(?:true|false|null|undefined|none|)$/i.test(bare) ||
    (isCount && /^\d+$/.test(bare)) ||
    (/^(?:old)?pwd$/i.test(name) && bare.startsWith("/"))
  );
}
