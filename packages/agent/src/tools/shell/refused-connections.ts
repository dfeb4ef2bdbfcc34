const maxNamed = 5;

/** Lines for the model about connections that the sandbox refused while a command ran: programs rarely show why. */
export function refusedConnections(refusals: readonly string[]): string | undefined {
  if (refusals.length === 0) return undefined;
  const more = refusals.length - maxNamed;
  const texts = [
    ...refusals.slice(0, maxNamed),
    ...(more > 0 ? [`${more} more connections were refused.`] : []),
    "Only the user can change these settings.",
  ];
  return `[${texts.join(" ")}]`;
}
