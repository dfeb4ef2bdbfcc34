// Loaded into the command: when the file that HEAP_REQUEST names appears, collects garbage, and appends how much
// memory is still in use to the file of the same name with ".answer". Memory that the system counts says little about
// leaks, because Node frees garbage late.
const { appendFileSync, existsSync, rmSync } = require("node:fs");
const v8 = require("node:v8");
const vm = require("node:vm");

const file = process.env.HEAP_REQUEST;
// The command starts other programs of Node, which inherit the option.
if (file && process.argv.includes("-p")) {
  v8.setFlagsFromString("--expose-gc");
  const collect = vm.runInNewContext("gc");
  setInterval(() => {
    if (!existsSync(file)) return;
    rmSync(file);
    collect();
    appendFileSync(`${file}.answer`, `${process.memoryUsage().heapUsed}\n`);
  }, 100).unref();
}
