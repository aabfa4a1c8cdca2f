//! Fixed scripts give the same bits on every machine and instruction set.
//!
//! `cargo test -p rigmill-runtime same_bits` runs them. Run them without further options, with
//! `RUSTFLAGS=-Ctarget-cpu=x86-64-v3`, or on other processors.

mod script;

use script::{RECORDED, RECORDED_COMPRESSED, compressed_script, script};

use crate::blocks::dispatch::tests::at_each_level;

#[test]
fn compressed_clips_give_the_recorded_bits_on_every_machine() {
    let found = at_each_level(compressed_script);
    assert_eq!(found, [RECORDED_COMPRESSED; 3], "{:#x}", found[0]);
}

#[test]
fn a_script_gives_the_recorded_bits_on_every_machine() {
    let found = at_each_level(script);
    assert_eq!(found, [RECORDED; 3], "{:#x}", found[0]);
}
