#!/usr/bin/env bash
# Makes the archive of a built program, as releases have it, and its checksum:
#
#   packaging/archive.sh TARGET PROGRAM FOLDER
#
# FOLDER/rigmill-TARGET.tar.gz, or .zip for Windows, contains rigmill-TARGET/ with the program, the licences and the README.
set -euo pipefail
target="$1" program="$2" folder="$3"
top="$(cd "$(dirname "$0")/.." && pwd)"
name="rigmill-$target"

mkdir -p "$folder"
folder="$(cd "$folder" && pwd)"
temporary="$(mktemp -d)"
trap 'rm -rf "$temporary"' EXIT
mkdir "$temporary/$name"
cp "$program" "$top/README.md" "$top/LICENSE-MIT" "$top/LICENSE-APACHE" "$temporary/$name/"

cd "$temporary"
case "$target" in
  *windows*) archive="$name.zip" && 7z a -bso0 "$folder/$archive" "$name" ;;
  *) archive="$name.tar.gz" && tar -czf "$folder/$archive" "$name" ;;
esac
cd "$folder"
if command -v sha256sum >/dev/null; then sha256sum "$archive"; else shasum -a 256 "$archive"; fi >"$archive.sha256"
