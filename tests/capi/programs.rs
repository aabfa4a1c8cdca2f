//! Tests the examples in C: they print the same as `rigmill play`, from a folder and from a pack, with the shared and the
//! static library.

use std::fs;
use std::process::Command;

use super::{compile, compile_with, library, played, source, succeed, with_library};
use crate::sample_game::built;
use crate::support::rigmill;

#[test]
#[cfg_attr(not(cc), ignore = "needs a C compiler, cc")]
fn the_hero_in_c_prints_what_rigmill_play_prints() {
    let text = fs::read_to_string(source("integrations/c/examples/hero.c")).unwrap();
    assert!(text.lines().count() < 60, "{} lines", text.lines().count());
    let game = built();
    let expected = played(&game);
    assert!(expected.lines().count() > 10, "{expected}");

    let program = compile(&source("integrations/c/examples/hero.c"), &[], "hero");
    assert_eq!(succeed(with_library(&program).arg(game.native())), expected);

    let pack = game.root().join("game.rmp");
    rigmill().arg("pack").arg(game.native()).arg(&pack).assert().success();
    assert_eq!(succeed(with_library(&program).arg(&pack)), expected);
}

#[test]
#[cfg_attr(not(all(cc, target_os = "linux")), ignore = "needs a C compiler, cc, on Linux")]
fn the_static_library_does_the_same() {
    let game = built();
    let archive = library().join("librigmill_capi.a");
    // The system libraries that Rust's standard library needs, according to `rustc --print native-static-libs`.
    let libraries = [archive.to_str().unwrap(), "-lgcc_s", "-lutil", "-lrt", "-lpthread", "-lm", "-ldl", "-lc"];
    let program = compile_with(&source("integrations/c/examples/hero.c"), &[], &libraries, "hero_static");
    assert_eq!(succeed(Command::new(&program).arg(game.native())), played(&game));
}

#[test]
#[cfg_attr(not(cc), ignore = "needs a C compiler, cc")]
fn a_program_without_content_says_what_is_missing() {
    let program = compile(&source("integrations/c/examples/hero.c"), &[], "hero_without_content");
    let output = with_library(&program).arg("no such folder").output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let expected = "no such folder: no such content folder; build the content with `rigmill build`\n";
    assert_eq!(String::from_utf8_lossy(&output.stderr), expected);
}
