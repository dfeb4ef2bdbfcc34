/** How a framework writes the messages of a request to its model. */
export interface MessageFormat<Message> {
  readonly role: (message: Message) => "system" | "user" | "assistant" | "tool";
  /** What the user wrote, as hooks get it. */
  readonly text: (message: Message) => string;
  readonly user: (text: string) => Message;
  readonly assistant: (text: string) => Message;
}

/** A text that hooks caused, in the conversation. */
export interface Added {
  readonly role: "user" | "assistant";
  readonly text: string;
}

/**
 * A change to the conversation that the application does not know of: it sends its own messages again with every
 * request, and the change has to be made again at the same place.
 */
export interface Edit {
  /** How many messages come before it, and the last of them: another conversation has another one there. */
  readonly after: { readonly count: number; readonly key: string };
  readonly added: readonly Added[];
  /** The message before it was refused and must not reach the model, nor what the user was answered. */
  readonly removesPrompt?: true;
}

const keyOf = (message: unknown): string => JSON.stringify(message) ?? "";

/** The place after the last message. */
export const endOf = (messages: readonly unknown[]): Edit["after"] => ({
  count: messages.length,
  key: keyOf(messages.at(-1)),
});

/** The messages with every change that belongs to them. */
export function applyEdits<Message>(
  messages: readonly Message[],
  edits: readonly Edit[],
  atStart: readonly Added[],
  format: MessageFormat<Message>,
): readonly Message[] {
  const write = ({ role, text }: Added): Message => format[role](text);
  const start = messages.findIndex((message) => format.role(message) !== "system");
  return messages.flatMap((message, index) => {
    const here = edits.filter(
      ({ after }) => after.count === index + 1 && after.key === keyOf(message),
    );
    const added = here.flatMap((edit) => edit.added.map(write));
    const first = index === start ? atStart.map(write) : [];
    const isRemoved = here.some(({ removesPrompt }) => removesPrompt) || answersRefused(index);
    return [...first, ...(isRemoved ? [] : [message]), ...added];
  });

  /** The assistant message after a refused prompt is the adapter's, not the model's. */
  function answersRefused(index: number): boolean {
    const [before, message] = [messages[index - 1], messages[index]];
    if (before === undefined || message === undefined || format.role(message) !== "assistant")
      return false;
    return edits.some(
      ({ after, removesPrompt }) =>
        removesPrompt && after.count === index && after.key === keyOf(before),
    );
  }
}
