//! Handles that are zero, closed, of the wrong type, or in use.

use std::collections::BTreeSet;

use crate::RigmillStatus;
use crate::boundary::{Failure, Handle, call, handles, table};

#[derive(Clone, Copy, Debug)]
struct Number {
    id: u64,
}

#[derive(Clone, Copy, Debug)]
struct Word {
    id: u64,
}

handles! {
    Number => u32, "number";
    Word => String, "word";
}

fn check<T>(result: Result<T, Failure>, status: RigmillStatus, text: &str) {
    let failure = result.err().unwrap();
    assert_eq!((failure.status(), failure.text()), (status, text));
}

#[test]
fn a_handle_leads_to_its_object_until_it_is_closed() {
    let number: Number = table::open(7).unwrap();
    *table::write(number).unwrap() += 1;
    assert_eq!(*table::read(number).unwrap(), 8);
    table::close(number).unwrap();
    let closed = "the number was closed, or never opened";
    check(table::read(number), RigmillStatus::BadHandle, closed);
    check(table::write(number), RigmillStatus::BadHandle, closed);
    check(table::close(number), RigmillStatus::BadHandle, closed);
}

#[test]
fn the_place_of_a_closed_handle_has_handles_of_its_own() {
    let mut seen = BTreeSet::new();
    for value in 0..5000 {
        let number: Number = table::open(value).unwrap();
        assert!(seen.insert(number.id()) && number.id() != 0);
        table::close(number).unwrap();
    }
    for id in seen {
        check(table::read(Number { id }), RigmillStatus::BadHandle, "the number was closed, or never opened");
    }
}

#[test]
fn a_handle_of_another_kind_is_refused() {
    let word: Word = table::open("a".to_owned()).unwrap();
    let number = Number { id: word.id() };
    let other = "the handle is for the type word, expected the type number";
    check(table::read(number), RigmillStatus::WrongKind, other);
    check(table::close(number), RigmillStatus::WrongKind, other);
    assert_eq!(*table::read(word).unwrap(), "a");
    table::close(word).unwrap();
}

#[test]
fn zero_and_made_up_handles_are_refused() {
    check(table::read(Number { id: 0 }), RigmillStatus::BadHandle, "the handle of the number is 0");
    for id in [1, u64::MAX, 1 << 32 | 0xffff_ffff, 7 << 32 | 0x000f_ffff, 0xffff_ffff_0000_0000] {
        let failure = table::read(Number { id }).err().unwrap();
        assert_eq!(failure.status(), RigmillStatus::BadHandle, "{id:x}");
    }
}

#[test]
fn a_handle_in_use_is_busy() {
    let number: Number = table::open(7).unwrap();
    let busy = "the number is in use by another thread, or occurs twice in this call";
    let reading = table::read(number).unwrap();
    assert_eq!(*table::read(number).unwrap(), 7);
    check(table::write(number), RigmillStatus::Busy, busy);
    std::thread::spawn(move || check(table::close(number), RigmillStatus::Busy, busy)).join().unwrap();
    drop(reading);
    let writing = table::write(number).unwrap();
    check(table::read(number), RigmillStatus::Busy, busy);
    drop(writing);
    table::close(number).unwrap();
}

#[test]
fn what_panicked_can_only_be_closed() {
    let number: Number = table::open(7).unwrap();
    let status = call(|| {
        let _number = table::write(number)?;
        panic!("in the middle")
    });
    assert_eq!(status, RigmillStatus::Internal);
    let failed = "an earlier call with this number failed: close this number";
    check(table::read(number), RigmillStatus::Internal, failed);
    table::close(number).unwrap();
    // The slot can be used again.
    let all: Vec<Number> = (0..100).map(|value| table::open(value).unwrap()).collect();
    for (value, number) in (0..100).zip(&all) {
        assert_eq!(*table::read(*number).unwrap(), value);
        table::close(*number).unwrap();
    }
}
