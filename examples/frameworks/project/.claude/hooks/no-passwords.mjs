// Refuses prompts that contain a password.
import { readFileSync } from "node:fs";

const { prompt } = JSON.parse(readFileSync(0, "utf8"));
if (prompt.includes("password")) {
  console.error("A prompt must not contain a password.");
  process.exit(2);
}
