/** The command line is wrong, so nothing is started; the message names what is wrong and what would be right. */
export class CommandLineError extends Error {
  override readonly name = "CommandLineError";
}
