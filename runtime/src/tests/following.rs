//! Content that changes while the game runs.

use std::fs;
use std::io::{BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::content::{Folder, clip_bytes, x_of};
use crate::Content;
use crate::content::{AnimationSequence, Follower, LoadError, Reload};

/// Far longer than any message takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// A follower, and the other end of its input.
fn follower() -> (Follower, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let writer = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let reader = listener.accept().unwrap().0;
    (Follower::new(BufReader::new(reader)).unwrap(), writer)
}

fn line(asset: &str) -> String {
    format!("{{\"reason\":\"reload\",\"asset\":\"{asset}\",\"target\":\"native\",\"outputs\":[]}}\n")
}

/// Polls frame by frame until something changes.
fn play(follower: &mut Follower, content: &Content) -> Vec<Reload> {
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        let changes = follower.poll(content);
        if !changes.is_empty() {
            return changes;
        }
        std::thread::yield_now();
    }
    panic!("no change came");
}

fn names(changes: &[Reload]) -> Vec<&str> {
    changes.iter().map(|change| change.name.as_str()).collect()
}

fn wait_for_the_end(follower: &Follower) {
    let begun = Instant::now();
    while !follower.is_over() {
        assert!(begun.elapsed() < PATIENCE, "the end was not noticed");
        std::thread::yield_now();
    }
}

#[test]
fn what_changed_is_reloaded_and_old_handles_stay() {
    let folder = Folder::new();
    folder.write("run", &clip_bytes(1.0));
    folder.write("walk", &clip_bytes(1.0));
    let content = folder.content();
    let old = content.load::<AnimationSequence>("run").unwrap();
    let walk = content.load::<AnimationSequence>("walk").unwrap();
    let (mut follower, mut rigmill) = follower();
    assert!(follower.poll(&content).is_empty());
    folder.write("run", &clip_bytes(2.0));
    rigmill.write_all(line("run").as_bytes()).unwrap();
    let changes = play(&mut follower, &content);
    assert_eq!(names(&changes), ["run"]);
    assert!(changes[0].result.is_ok());
    let new = content.load::<AnimationSequence>("run").unwrap();
    assert_eq!((x_of(&old), x_of(&new)), (1.0, 2.0));
    assert!(Arc::ptr_eq(&walk, &content.load("walk").unwrap()));
}

#[test]
fn an_asset_with_labels_is_reloaded_whole() {
    let folder = Folder::new();
    let all = ["Grund", "Grund.skeleton", "Grund@Run", "Other"];
    all.iter().for_each(|name| folder.write(name, &clip_bytes(1.0)));
    let content = folder.content();
    all.iter().for_each(|name| drop(content.load::<AnimationSequence>(name).unwrap()));
    all.iter().for_each(|name| folder.write(name, &clip_bytes(2.0)));
    let (mut follower, mut rigmill) = follower();
    rigmill.write_all(line("Grund").as_bytes()).unwrap();
    assert_eq!(names(&play(&mut follower, &content)), &all[..3]);
}

#[test]
fn what_is_removed_or_damaged_is_reported_once_and_stays_loaded() {
    let folder = Folder::new();
    folder.write("run", &clip_bytes(1.0));
    let content = folder.content();
    let old = content.load::<AnimationSequence>("run").unwrap();
    let (mut follower, mut rigmill) = follower();
    fs::remove_file(folder.path().join("run.rmb")).unwrap();
    rigmill.write_all(line("run").as_bytes()).unwrap();
    assert!(matches!(play(&mut follower, &content)[0].result, Err(LoadError::NotFound { .. })));
    let mut damaged = clip_bytes(2.0);
    *damaged.last_mut().unwrap() ^= 1;
    folder.write("run", &damaged);
    rigmill.write_all(line("run").as_bytes()).unwrap();
    assert!(matches!(play(&mut follower, &content)[0].result, Err(LoadError::Decode { .. })));
    assert!(Arc::ptr_eq(&old, &content.load("run").unwrap()));
    // The damaged file is not reported again, but a good file is.
    folder.write("good", &clip_bytes(1.0));
    content.load::<AnimationSequence>("good").unwrap();
    folder.write("good", &clip_bytes(3.0));
    rigmill.write_all(format!("{}{}", line("run"), line("good")).as_bytes()).unwrap();
    assert_eq!(names(&play(&mut follower, &content)), ["good"]);
    folder.write("run", &clip_bytes(4.0));
    rigmill.write_all(line("run").as_bytes()).unwrap();
    assert!(play(&mut follower, &content)[0].result.is_ok());
    assert_eq!(x_of(&content.load::<AnimationSequence>("run").unwrap()), 4.0);
}

#[test]
fn no_line_does_harm_and_those_after_it_count() {
    let folder = Folder::new();
    folder.write("run", &clip_bytes(1.0));
    let content = folder.content();
    content.load::<AnimationSequence>("run").unwrap();
    let (mut follower, mut rigmill) = follower();
    folder.write("run", &clip_bytes(2.0));
    for asset in ["../../etc/passwd", "/etc/passwd", "C:/x", "", "run/../run", "\\u0000"] {
        rigmill.write_all(line(asset).as_bytes()).unwrap();
    }
    rigmill.write_all(b"\xff\xfe\0\n{\"reason\":\n\n{\"reason\":\"new\"}\n").unwrap();
    rigmill.write_all(line("run").as_bytes()).unwrap();
    let changes = play(&mut follower, &content);
    assert_eq!(names(&changes), ["run"]);
    assert_eq!(content.loaded(), ["run"]);
}

#[test]
fn a_line_that_is_too_long_stands_for_any_change() {
    let folder = Folder::new();
    folder.write("run", &clip_bytes(1.0));
    let content = folder.content();
    content.load::<AnimationSequence>("run").unwrap();
    folder.write("run", &clip_bytes(2.0));
    let long =
        [b"{\"reason\":\"reload\",\"outputs\":[\"".as_slice(), &vec![b'x'; 200_000], b"\"],\"asset\":\"run\"}\n"]
            .concat();
    let mut follower = Follower::new(std::io::Cursor::new(long)).unwrap();
    assert_eq!(names(&play(&mut follower, &content)), ["run"]);
}

#[test]
fn very_many_messages_are_still_all_followed() {
    let folder = Folder::new();
    let all: Vec<String> = (0..2000).map(|number| format!("clip{number:04}")).collect();
    all.iter().for_each(|name| folder.write(name, &clip_bytes(1.0)));
    let content = folder.content();
    all.iter().for_each(|name| drop(content.load::<AnimationSequence>(name).unwrap()));
    all.iter().for_each(|name| folder.write(name, &clip_bytes(2.0)));
    let lines: String = all.iter().map(|name| line(name)).collect();
    let mut follower = Follower::new(std::io::Cursor::new(lines)).unwrap();
    wait_for_the_end(&follower);
    assert_eq!(names(&follower.poll(&content)), all);
    assert!(follower.poll(&content).is_empty());
}

#[test]
fn the_end_of_the_messages_is_noticed_and_what_came_before_is_polled() {
    let folder = Folder::new();
    folder.write("run", &clip_bytes(1.0));
    let content = folder.content();
    content.load::<AnimationSequence>("run").unwrap();
    let (mut follower, mut rigmill) = follower();
    assert!(!follower.is_over());
    folder.write("run", &clip_bytes(2.0));
    rigmill.write_all(line("run").as_bytes()).unwrap();
    drop(rigmill);
    wait_for_the_end(&follower);
    assert_eq!(names(&follower.poll(&content)), ["run"]);
}

#[test]
fn a_dropped_follower_reads_no_further() {
    let (follower, mut rigmill) = follower();
    drop(follower);
    rigmill.write_all(line("run").as_bytes()).unwrap();
    rigmill.set_read_timeout(Some(PATIENCE)).unwrap();
    // The thread has ended, and closed its end of the stream.
    let mut rest = Vec::new();
    match rigmill.read_to_end(&mut rest) {
        Ok(_) => assert!(rest.is_empty()),
        Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::ConnectionReset),
    }
}

/// A reader that fails or panics.
struct Failing(bool);

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        if self.0 {
            panic!("a reader's own fault");
        }
        Err(std::io::ErrorKind::ConnectionReset.into())
    }
}

#[test]
fn a_reader_that_fails_or_panics_is_the_end() {
    for panics in [false, true] {
        wait_for_the_end(&Follower::new(BufReader::new(Failing(panics))).unwrap());
    }
}
