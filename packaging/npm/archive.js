// Reads one file of a .tar.gz or .zip archive, as the releases have them, without packages of others.

'use strict';

const zlib = require('node:zlib');

/** The largest program that is unpacked, in bytes. */
const LARGEST = 256 << 20;

/** The bytes of the file with this path in an archive. */
function fileOf(archive, bytes, path) {
  const found = archive.endsWith('.zip') ? ofZip(bytes, path) : ofTar(zlib.gunzipSync(bytes, { maxOutputLength: LARGEST }), path);
  if (!found) throw new Error(`${archive} has no ${path}`);
  return found;
}

/** A tar archive is a list of headers of 512 bytes, each followed by its file, padded to 512 bytes. */
function ofTar(bytes, path) {
  const text = (at, length) => bytes.toString('utf8', at, at + length).split('\0')[0];
  for (let at = 0; at + 512 <= bytes.length && bytes[at] !== 0; ) {
    const size = parseInt(text(at + 124, 12).trim() || '0', 8);
    const folder = text(at + 257, 5) === 'ustar' ? text(at + 345, 155) : '';
    const name = (folder ? `${folder}/` : '') + text(at, 100);
    const start = at + 512;
    if (!Number.isSafeInteger(size) || start + size > bytes.length) throw new Error('the archive is cut short');
    if (name.replace(/^\.\//, '') === path) return bytes.subarray(start, start + size);
    at = start + Math.ceil(size / 512) * 512;
  }
  return undefined;
}

/** A zip archive ends with a directory, whose entries lead to the files. */
function ofZip(bytes, path) {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0) throw new Error('the archive is cut short');
  let at = bytes.readUInt32LE(end + 16);
  for (let entry = bytes.readUInt16LE(end + 10); entry > 0; entry--) {
    const [method, packed, length] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20), bytes.readUInt16LE(at + 28)];
    const name = bytes.toString('utf8', at + 46, at + 46 + length).replaceAll('\\', '/');
    if (name === path) {
      const local = bytes.readUInt32LE(at + 42);
      const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
      const content = bytes.subarray(start, start + packed);
      if (method === 0) return content;
      if (method === 8) return zlib.inflateRawSync(content, { maxOutputLength: LARGEST });
      throw new Error(`${path} is packed in a way that is not supported (method ${method})`);
    }
    at += 46 + length + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return undefined;
}

module.exports = { fileOf };
