/** How our agent begins the text of a file that a prompt mentions; the prompt comes after it. */
export const mentionIntro = "The prompt below mentions ";
