import { brand, inLine } from "@snaphook/protocol";

/** How a terminal calls its user: the bell, or a message that it shows outside of its window. */
export const notificationChannels = ["auto", "bell", "osc9", "osc777", "off"] as const;
export type NotificationChannel = (typeof notificationChannels)[number];

type Environment = Readonly<Record<string, string | undefined>>;

/** Terminals that show messages, by TERM_PROGRAM or the start of TERM. Others ring. */
const programs: Readonly<Record<string, NotificationChannel>> = {
  "iTerm.app": "osc9",
  WezTerm: "osc9",
  ghostty: "osc9",
};
const terms: readonly (readonly [string, NotificationChannel])[] = [
  ["rxvt-unicode", "osc777"],
  ["foot", "osc777"],
];

/** What to write to the terminal, so that it calls the user; empty if it should not. */
export function notificationBytes(
  channel: NotificationChannel,
  text: string,
  env: Environment,
): string {
  const message = inLine(text).replaceAll("\t", " ");
  switch (channel) {
    case "off":
      return "";
    case "bell":
      return bell;
    case "osc9":
      return throughTmux(`\u001B]9;${message}${bell}`, env);
    case "osc777":
      return throughTmux(
        `\u001B]777;notify;${brand.name};${message.replaceAll(";", ",")}${bell}`,
        env,
      );
    case "auto":
      return notificationBytes(knownChannel(env), text, env);
  }
}

const bell = "\u0007";

/** tmux passes a bell on, but hides which terminal it runs in, and passes messages on only if it is told to. */
function knownChannel({ TERM_PROGRAM: program = "", TERM: term = "", TMUX: tmux }: Environment) {
  if (tmux) return "bell";
  return programs[program] ?? terms.find(([start]) => term.startsWith(start))?.[1] ?? "bell";
}

/** Inside tmux a sequence reaches the terminal only in a wrapper, with its escape characters doubled. */
const throughTmux = (sequence: string, { TMUX: tmux }: Environment): string =>
  tmux ? `\u001BPtmux;${sequence.replaceAll("\u001B", "\u001B\u001B")}\u001B\\` : sequence;
