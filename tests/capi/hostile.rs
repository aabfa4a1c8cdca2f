//! Tests API misuse of every kind in C. It must cause errors but nothing worse, as checked by sanitizers and valgrind. Also
//! checks what playing allocates.

use std::process::Command;

use super::{compile, source, succeed, with_library};
use crate::sample_game::built;

#[test]
#[cfg_attr(not(cc), ignore = "needs a C compiler, cc")]
fn every_mistake_in_c_gives_an_error() {
    let game = built();
    let program = compile(&source("tests/capi/hostile.c"), &[], "hostile");
    assert_eq!(succeed(with_library(program).arg(game.native())), "0 failures\n");
}

#[test]
#[cfg_attr(not(cc_with_asan), ignore = "needs a C compiler with AddressSanitizer, cc -fsanitize=address,undefined")]
fn sanitizers_find_nothing_in_it() {
    let game = built();
    let options = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
    let program = compile(&source("tests/capi/hostile.c"), &options, "hostile_asan");
    assert_eq!(succeed(with_library(program).arg(game.native())), "0 failures\n");
}

#[test]
#[cfg_attr(not(cc_and_valgrind), ignore = "needs a C compiler, cc, and valgrind")]
fn valgrind_finds_nothing_in_it() {
    let game = built();
    let program = compile(&source("tests/capi/hostile.c"), &[], "hostile_valgrind");
    let mut command: Command = with_library("valgrind");
    command.args(["--quiet", "--error-exitcode=9", "--leak-check=full", "--errors-for-leak-kinds=definite"]);
    assert_eq!(succeed(command.arg(program).arg(game.native()).arg("10")), "0 failures\n");
}

#[test]
#[cfg_attr(
    not(all(cc, target_os = "linux", target_env = "gnu")),
    ignore = "needs a C compiler, cc, and glibc, whose allocator it wraps"
)]
fn nothing_is_allocated_while_characters_play() {
    let game = built();
    let program = compile(&source("tests/capi/allocations.c"), &[], "allocations");
    let output = succeed(with_library(program).arg(game.native()));
    assert_eq!(output, "some while loading, 0 while playing\n");
}
