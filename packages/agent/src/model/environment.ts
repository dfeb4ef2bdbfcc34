/** Variables of the host. */
export type Environment = Readonly<Record<string, string | undefined>>;
