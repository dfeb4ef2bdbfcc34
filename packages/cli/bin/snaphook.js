#!/usr/bin/env node
// Starts the bundle, or says in one line what is missing. Old syntax on purpose: the oldest Node must be able to read it.
"use strict";

var fs = require("fs");
var path = require("path");
var manifest = require("../package.json");

var name = manifest.name;
var needed = manifest.engines.node.replace(">=", "");
var bundle = path.join(__dirname, "..", "dist", name + ".mjs");

function isOlder(version, than) {
  var left = version.split(".").map(Number);
  var right = than.split(".").map(Number);
  for (var i = 0; i < right.length; i++) {
    if (left[i] !== right[i]) return left[i] < right[i];
  }
  return false;
}

function fail(message) {
  console.error(name + ": " + message);
  process.exit(1);
}

if (isOlder(process.versions.node, needed))
  fail(
    "found Node " +
      process.versions.node +
      ", needs " +
      needed +
      " or newer: install a newer Node and try again",
  );
if (!fs.existsSync(bundle)) fail("found no bundle at " + bundle + ": run `npm run build` first");
require(bundle);
