// Downloads the program for this machine, and checks its SHA-256, which was written into this package when it was made.

'use strict';

const crypto = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

const { fileOf } = require('./archive.js');
const { platform } = require('./platform.js');
const { version } = require('./package.json');

/** Where the program is once it is installed. */
function programPath() {
  return path.join(__dirname, 'bin', platform().program);
}

async function download(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`cannot download ${url}: ${response.status} ${response.statusText}`);
  return Buffer.from(await response.arrayBuffer());
}

function check(url, bytes, expected) {
  const found = crypto.createHash('sha256').update(bytes).digest('hex');
  if (found !== expected) throw new Error(`${url} is damaged: its SHA-256 is ${found}, not ${expected}`);
}

/** Downloads the program. Does nothing if it is there. */
async function install() {
  const target = programPath();
  if (fs.existsSync(target)) return target;
  const { name, archive, program } = platform();
  const expected = require('./checksums.json')[archive];
  if (!expected) throw new Error(`this package contains no checksum for ${archive}`);
  const releases = process.env.RIGMILL_RELEASES || 'https://github.com/rigmill/rigmill/releases';
  const url = `${releases}/download/v${version}/${archive}`;
  const bytes = await download(url);
  check(url, bytes, expected);
  // Renamed when it is complete, so that two installations at the same time do no harm.
  const temporary = `${target}.${process.pid}`;
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(temporary, fileOf(archive, bytes, `${name}/${program}`), { mode: 0o755 });
  fs.renameSync(temporary, target);
  return target;
}

module.exports = { install };

if (require.main === module) {
  install().catch((error) => {
    console.error(`rigmill: ${error.message}`);
    process.exitCode = 1;
  });
}
