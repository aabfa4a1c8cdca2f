//! Tests how system events become signals.

use notify::event::{
    AccessKind, AccessMode, CreateKind, DataChange, Flag, MetadataKind, ModifyKind, RemoveKind, RenameMode,
};
use notify::{Error, ErrorKind, Event, EventKind};

use super::support::absolute;
use crate::inbox::{Inbox, MAX_SIGNALS};
use crate::scope::Scope;
use crate::signal::{Change, Signal};

fn signals(event: notify::Result<Event>) -> Vec<Signal> {
    let mut signals = Vec::new();
    Signal::each(event, &Scope::new(&absolute("/w"), &[absolute("/w/build")], &[]), |signal| signals.push(signal));
    signals
}

fn of(kind: EventKind) -> Vec<Signal> {
    signals(Ok(Event::new(kind).add_path(absolute("/w/a"))))
}

fn entry(change: Change) -> Vec<Signal> {
    vec![Signal::Entry(absolute("/w/a"), change)]
}

#[test]
fn opening_and_reading_are_no_changes() {
    assert_eq!(of(EventKind::Access(AccessKind::Open(AccessMode::Any))), []);
    assert_eq!(of(EventKind::Access(AccessKind::Read)), []);
    assert_eq!(of(EventKind::Access(AccessKind::Close(AccessMode::Read))), []);
}

#[test]
fn writing_and_closing_are() {
    assert_eq!(of(EventKind::Modify(ModifyKind::Data(DataChange::Any))), [Signal::Written(absolute("/w/a"))]);
    assert_eq!(of(EventKind::Access(AccessKind::Close(AccessMode::Write))), [Signal::Written(absolute("/w/a"))]);
}

#[test]
fn entries_are_to_be_looked_up() {
    assert_eq!(of(EventKind::Create(CreateKind::Folder)), entry(Change::Created { folder: true }));
    assert_eq!(of(EventKind::Create(CreateKind::Any)), entry(Change::Created { folder: false }));
    assert_eq!(of(EventKind::Remove(RemoveKind::Folder)), entry(Change::Removed { folder: true }));
    assert_eq!(of(EventKind::Remove(RemoveKind::File)), entry(Change::Removed { folder: false }));
    assert_eq!(of(EventKind::Modify(ModifyKind::Metadata(MetadataKind::Any))), entry(Change::Altered));
    assert_eq!(of(EventKind::Modify(ModifyKind::Name(RenameMode::Any))), entry(Change::Moved));
    assert_eq!(of(EventKind::Any), entry(Change::Unknown));
    assert_eq!(of(EventKind::Modify(ModifyKind::Any)), entry(Change::Unknown));
}

#[test]
fn both_ends_of_a_rename_are_reported_once() {
    let half = |mode| Event::new(EventKind::Modify(ModifyKind::Name(mode))).add_path(absolute("/w/a")).set_tracker(7);
    assert_eq!(signals(Ok(half(RenameMode::From))), entry(Change::MovedFrom(Some(7))));
    assert_eq!(signals(Ok(half(RenameMode::To))), entry(Change::MovedTo(Some(7))));
    assert_eq!(signals(Ok(half(RenameMode::Both))), []);
}

#[test]
fn a_dropped_event_is_an_overflow_whatever_else_it_says() {
    assert_eq!(signals(Ok(Event::new(EventKind::Other).set_flag(Flag::Rescan))), [Signal::Overflow]);
    let elsewhere = Event::new(EventKind::Any).add_path("/elsewhere".into()).set_flag(Flag::Rescan);
    assert_eq!(signals(Ok(elsewhere)), [Signal::Overflow]);
}

#[test]
fn paths_out_of_scope_are_dropped() {
    let event = Event::new(EventKind::Create(CreateKind::File));
    let event = event.add_path(absolute("/w/build/x")).add_path(absolute("/w/.a")).add_path(absolute("/w/b"));
    assert_eq!(signals(Ok(event)), [Signal::Entry(absolute("/w/b"), Change::Created { folder: false })]);
}

#[test]
fn failures_are_reported() {
    let limit = Error::new(ErrorKind::MaxFilesWatch).add_path(absolute("/w/full"));
    assert_eq!(signals(Err(limit)), [Signal::Limit(absolute("/w/full"))]);
    assert_eq!(signals(Err(Error::generic("broken"))), [Signal::Failed("broken".to_owned())]);
}

#[test]
fn an_inbox_that_nobody_empties_stays_bounded_and_says_so() {
    let inbox = Inbox::default();
    for number in 0..=MAX_SIGNALS {
        inbox.put(Signal::Written(number.to_string().into()));
    }
    let waiting = inbox.wait(std::time::Duration::ZERO).unwrap();
    assert_eq!(waiting, [Signal::Overflow, Signal::Written(MAX_SIGNALS.to_string().into())]);
}
