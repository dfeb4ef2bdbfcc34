/**
 * T3: words in names of keys, variables, flags and headers that stand for a
 * secret, wherever in the name they are. As the source of an expression that
 * is used without regard to case.
 */
const words = [
  "token",
  "secret",
  "passw(?:or)?d",
  "passphrase",
  "passcode",
  "pwd",
  "api[-_.]?key",
  "access[-_.]?key",
  "private[-_.]?key",
  "secret[-_.]?key",
  "signing[-_.]?key",
  "encryption[-_.]?key",
  "master[-_.]?key",
  "account[-_.]?key",
  "auth[-_.]?key",
  "session[-_.]?key",
  "ssh[-_.]?key",
  "credential",
  "cookie",
  "authorization",
  "bearer",
  "signature",
  "connection[-_.]?string",
  "webhook[-_.]?url",
].join("|");

/** Words that are a secret's name only when they are the whole of it, or a part between separators. */
const parts = "pass|auth|jwt|otp|pat|sig|dsn";

/** A name in a text, from where a word begins. */
export const secretName = `(?<![\\w.-])(?:[\\w.-]*?(?:${words})[\\w.-]*|(?:[\\w.-]*[_.-])?(?:${parts})(?:[_.-][\\w.-]*)?)(?![\\w-])`;

const whole = new RegExp(`^-{0,2}(?:${secretName.replace("(?<![\\w.-])", "")})$`, "i");

/** Whether a key, variable, flag or header looks like the name of a secret. */
export const isSecretName = (name: string): boolean =>
  name.length <= 200 && whole.test(name) && !isCount(name);

/** `max_tokens`, `tokens`: how many, not which. */
export const isCount = (name: string): boolean =>
  /(?:^|[-_.])(?:max|min|num|total|input|output|prompt|completion|budget|cache\w*)[-_.]?\w*tokens?$|^tokens$|tokens?[-_.]?count$|Tokens$/.test(
    name,
  );
