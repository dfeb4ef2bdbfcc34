/** OSC 52: the terminal puts the text into its clipboard, also over ssh, if it allows that. */
export const setClipboard = (text: string): string =>
  `\u001B]52;c;${Buffer.from(text).toString("base64")}\u0007`;
