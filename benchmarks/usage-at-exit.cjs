// Loaded into measured processes by start-up.ts: tells the processor time a process took, on descriptor 3.
// CommonJS, because the loader for modules must not be started before the measured code starts it.
const { writeSync } = require("node:fs");

process.on("exit", () => {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  writeSync(3, String((userCPUTime + systemCPUTime) / 1000));
});
