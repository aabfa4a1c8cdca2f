#!/bin/sh
# Installs the program rigmill on Linux or macOS:
#
#   curl -fsSL https://github.com/rigmill/rigmill/releases/latest/download/install.sh | sh
#
# Options, behind `sh -s --` when piped, and the variables that do the same:
#
#   --version 0.2.0   RIGMILL_VERSION       the version [default: the latest]
#   --to DIR          RIGMILL_INSTALL_DIR   the folder for the program [default: ~/.local/bin]
#                     RIGMILL_RELEASES      where the releases are, for mirrors
#                                           [default: https://github.com/rigmill/rigmill/releases]
#
# The archive is checked against its SHA-256 before anything is installed.
set -eu

fail() {
  echo "error: $*" >&2
  exit 1
}

has() {
  command -v "$1" >/dev/null 2>&1
}

# The name of the build for this machine.
platform() {
  case "$(uname -s)" in
    Linux) system=unknown-linux-musl ;;
    Darwin) system=apple-darwin ;;
    *) fail "there is no build for $(uname -s); on Windows, use install.ps1; elsewhere: cargo install rigmill-cli" ;;
  esac
  case "$(uname -m)" in
    x86_64 | amd64) processor=x86_64 ;;
    arm64 | aarch64) processor=aarch64 ;;
    *) fail "there is no build for $(uname -m); build it instead: cargo install rigmill-cli" ;;
  esac
  echo "$processor-$system"
}

# download URL FILE. Only mirrors that were asked for by http:// are read without TLS.
download() {
  case "$1" in
    http://*) protocol='=http' ;;
    *) protocol='=https' ;;
  esac
  if has curl; then
    curl --proto "$protocol" --fail --silent --show-error --location --retry 3 --output "$2" "$1"
  elif has wget; then
    wget -q -O "$2" "$1"
  else
    fail "install curl or wget first"
  fi || fail "cannot download $1"
}

sha256() {
  if has sha256sum; then
    sha256sum "$1"
  elif has shasum; then
    shasum -a 256 "$1"
  else
    fail "install sha256sum or shasum first: the download cannot be checked"
  fi | cut -d ' ' -f 1
}

main() {
  version="${RIGMILL_VERSION:-latest}"
  folder="${RIGMILL_INSTALL_DIR:-${HOME:?}/.local/bin}"
  releases="${RIGMILL_RELEASES:-https://github.com/rigmill/rigmill/releases}"
  while [ $# -gt 0 ]; do
    [ $# -gt 1 ] || fail "$1 has no value"
    case "$1" in
      --version) version="$2" ;;
      --to) folder="$2" ;;
      *) fail "unknown option $1; known: --version, --to" ;;
    esac
    shift 2
  done
  case "$version" in
    latest) url="$releases/latest/download" ;;
    *) url="$releases/download/v${version#v}" ;;
  esac

  name="rigmill-$(platform)"
  temporary="$(mktemp -d)"
  trap 'rm -rf "$temporary"' EXIT
  download "$url/$name.tar.gz" "$temporary/$name.tar.gz"
  download "$url/$name.tar.gz.sha256" "$temporary/expected"
  expected="$(cut -d ' ' -f 1 "$temporary/expected")"
  found="$(sha256 "$temporary/$name.tar.gz")"
  [ "$expected" = "$found" ] || fail "$url/$name.tar.gz is damaged: its SHA-256 is $found, not $expected"

  tar -xzf "$temporary/$name.tar.gz" -C "$temporary" "$name/rigmill"
  mkdir -p "$folder"
  # A rename in one folder, so that a program that runs is never half overwritten.
  mv "$temporary/$name/rigmill" "$folder/.rigmill.new"
  mv "$folder/.rigmill.new" "$folder/rigmill"
  echo "installed $("$folder/rigmill" --version) to $folder/rigmill"
  case ":${PATH:-}:" in
    *":$folder:"*) ;;
    *) echo "add $folder to PATH to run it as \`rigmill\`" ;;
  esac
}

# Called last, so that a script that was cut short does nothing.
main "$@"
