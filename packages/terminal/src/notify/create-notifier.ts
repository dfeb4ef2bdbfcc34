import {
  type NotificationChannel,
  notificationBytes,
  notificationChannels,
} from "./notification-bytes.ts";

export interface NotifierOptions {
  /** Writes to the terminal. What is written does not move the cursor. */
  write(bytes: string): void;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `terminalNotifications` of the settings in force. */
  setting(): unknown;
  warn(text: string): void;
}

/** Calls the user of the terminal, as the settings say. */
export function createNotifier({
  write,
  env,
  setting,
  warn,
}: NotifierOptions): (text: string) => void {
  let hasWarned = false;
  function channel(): NotificationChannel {
    const value = setting() ?? "auto";
    const known = notificationChannels.find((one) => one === value);
    if (known === undefined && !hasWarned)
      warn(
        `terminalNotifications is ${JSON.stringify(value)}, expected one of ${notificationChannels.join(", ")}; auto is used`,
      );
    hasWarned ||= known === undefined;
    return known ?? "auto";
  }
  return (text) => {
    const bytes = notificationBytes(channel(), text, env);
    if (bytes !== "") write(bytes);
  };
}
