#!/usr/bin/env node
// Runs the program with the same arguments, streams and exit code.

'use strict';

const { spawn } = require('node:child_process');

const { install } = require('./install.js');

// Ctrl-C and `kill` are for the program, which ends in its own time; this process ends after it.
function run(program) {
  const child = spawn(program, process.argv.slice(2), { stdio: 'inherit' });
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('error', fail);
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1);
  });
}

function fail(error) {
  console.error(`rigmill: ${error.message}`);
  process.exitCode = 2;
}

install().then(run, fail);
