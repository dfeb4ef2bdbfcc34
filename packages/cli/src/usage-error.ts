/** What the user asked for cannot be done; the message says what would work. */
export class UsageError extends Error {}
