// Which build of rigmill this machine runs.

'use strict';

const PLATFORMS = {
  'linux x64': 'x86_64-unknown-linux-musl',
  'linux arm64': 'aarch64-unknown-linux-musl',
  'darwin x64': 'x86_64-apple-darwin',
  'darwin arm64': 'aarch64-apple-darwin',
  'win32 x64': 'x86_64-pc-windows-msvc',
  // Windows on ARM runs programs for x86-64.
  'win32 arm64': 'x86_64-pc-windows-msvc',
};

/** The build for this machine: its name, and the file names of its archive and its program. */
function platform() {
  const target = PLATFORMS[`${process.platform} ${process.arch}`];
  if (!target) {
    throw new Error(`there is no build for ${process.platform} on ${process.arch}; build it instead: cargo install rigmill-cli`);
  }
  const windows = process.platform === 'win32';
  const name = `rigmill-${target}`;
  return { name, archive: `${name}.${windows ? 'zip' : 'tar.gz'}`, program: windows ? 'rigmill.exe' : 'rigmill' };
}

module.exports = { platform };
