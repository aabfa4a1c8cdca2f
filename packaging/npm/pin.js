// Writes into this package which files it downloads:
//
//   node pin.js SHA256SUMS
//
// The list has a line `SHA-256  NAME` for each archive of the release with this package's version.

'use strict';

const fs = require('node:fs');
const path = require('node:path');

const lines = fs.readFileSync(process.argv[2], 'utf8').split('\n').filter((line) => line !== '');
const archives = lines.map((line) => line.split(/ [ *]/)).filter(([, name]) => /\.(tar\.gz|zip)$/.test(name));
const checksums = Object.fromEntries(archives.map(([sum, name]) => [path.basename(name), sum]));
fs.writeFileSync(path.join(__dirname, 'checksums.json'), `${JSON.stringify(checksums, null, 2)}\n`);
