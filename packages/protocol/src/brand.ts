/**
 * The product's name, once. Code that needs the command, the home folder, the
 * environment prefix or the request header takes it from here, so that a
 * rename touches one file.
 */
export const brand = {
  /** As written in prose. */
  name: "Snaphook",
  /** What a user types. */
  command: "snaphook",
  /** Folder below the user's home in which sessions, traces and trust are kept. */
  homeFolder: ".snaphook",
  /** Prefix of environment variables of our own. */
  environmentPrefix: "SNAPHOOK_",
  /** Says what a model request is for; sent to loopback addresses only. */
  purposeHeader: "x-snaphook-purpose",
} as const;
