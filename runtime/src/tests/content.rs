//! Loads content by asset name.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use rigmill_format::Content as _;

use super::clips::{clip_of, still};
use super::models::skeleton;
use crate::Content;
use crate::content::{AnimationSequence, CompressedClip, DecodeError, DecodeLimits, LoadError, Skeleton};

/// A folder that is removed at the end of the test.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("rigmill-runtime-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    pub(crate) fn write(&self, asset: &str, bytes: &[u8]) {
        let path = self.0.join(format!("{asset}.rmb"));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    pub(crate) fn content(&self) -> Content {
        Content::open(&self.0).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn clip_bytes(x: f32) -> Vec<u8> {
    clip_of(vec![still(x)]).encode().unwrap()
}

pub(crate) fn x_of(clip: &AnimationSequence) -> f32 {
    clip.view().sequence(0).unwrap().translation()[0][0]
}

const RUN: &str = "Animation/Robot/Run";

#[test]
fn an_asset_is_loaded_once_and_shared() {
    let folder = Folder::new();
    folder.write(RUN, &clip_bytes(1.0));
    let content = folder.content();
    let first = content.load::<AnimationSequence>(RUN).unwrap();
    let second = content.load::<AnimationSequence>(RUN).unwrap();
    assert!(Arc::ptr_eq(&first, &second));
    assert_eq!(content.loaded(), [RUN]);
}

#[test]
fn dots_in_a_name_are_part_of_it() {
    let folder = Folder::new();
    folder.write("Models/Robot.skeleton", &skeleton().encode().unwrap());
    let loaded = folder.content().load::<Skeleton>("Models/Robot.skeleton").unwrap();
    assert_eq!(loaded.view().to_owned(), skeleton());
}

#[test]
fn an_unloaded_asset_is_read_again() {
    let folder = Folder::new();
    folder.write(RUN, &clip_bytes(1.0));
    let content = folder.content();
    let old = content.load::<AnimationSequence>(RUN).unwrap();
    folder.write(RUN, &clip_bytes(2.0));
    assert!(content.unload(RUN));
    assert!(!content.unload(RUN));
    assert_eq!(x_of(&content.load(RUN).unwrap()), 2.0);
    assert_eq!(x_of(&old), 1.0);
}

#[test]
fn a_reload_gives_new_content_to_the_next_load() {
    let folder = Folder::new();
    folder.write(RUN, &clip_bytes(1.0));
    let content = folder.content();
    assert!(!content.reload(RUN).unwrap(), "not loaded yet");
    let old = content.load::<AnimationSequence>(RUN).unwrap();
    folder.write(RUN, &clip_bytes(2.0));
    assert!(content.reload(RUN).unwrap());
    assert_eq!((x_of(&old), x_of(&content.load(RUN).unwrap())), (1.0, 2.0));
}

#[test]
fn a_reload_that_fails_keeps_the_old_content() {
    let folder = Folder::new();
    folder.write(RUN, &clip_bytes(1.0));
    let content = folder.content();
    content.load::<AnimationSequence>(RUN).unwrap();
    folder.write(RUN, b"half a file");
    assert!(matches!(content.reload(RUN), Err(LoadError::Decode { .. })));
    assert_eq!(x_of(&content.load(RUN).unwrap()), 1.0);
}

#[test]
fn only_changed_files_are_reloaded() {
    let folder = Folder::new();
    folder.write(RUN, &clip_bytes(1.0));
    folder.write("Idle", &clip_bytes(5.0));
    let content = folder.content();
    content.load::<AnimationSequence>(RUN).unwrap();
    content.load::<AnimationSequence>("Idle").unwrap();
    assert!(content.reload_changed().is_empty());
    folder.write(RUN, &clip_bytes(2.0));
    let changes = content.reload_changed();
    assert_eq!(changes.len(), 1);
    assert!(changes[0].name == RUN && changes[0].result.is_ok());
    assert!(content.reload_changed().is_empty());
    assert_eq!(x_of(&content.load(RUN).unwrap()), 2.0);
}

#[test]
fn a_file_that_goes_bad_is_reported_once() {
    let folder = Folder::new();
    folder.write(RUN, &clip_bytes(1.0));
    let content = folder.content();
    content.load::<AnimationSequence>(RUN).unwrap();
    fs::remove_file(folder.path().join(format!("{RUN}.rmb"))).unwrap();
    let changes = content.reload_changed();
    assert!(matches!(changes[0].result, Err(LoadError::NotFound { .. })));
    assert!(content.reload_changed().is_empty());
    folder.write(RUN, &clip_bytes(3.0));
    assert!(content.reload_changed()[0].result.is_ok());
    assert_eq!(x_of(&content.load(RUN).unwrap()), 3.0);
}

#[test]
fn names_do_not_lead_out_of_the_folder() {
    let folder = Folder::new();
    folder.write("inner/Run", &clip_bytes(1.0));
    let content = Content::open(folder.path().join("inner")).unwrap();
    let bad = ["", "../inner/Run", "a/../Run", "/etc/passwd", "a//b", "a/", "./Run", "a\\b", "a\0b", ".."];
    for name in bad {
        let error = content.load::<AnimationSequence>(name).unwrap_err();
        assert!(matches!(error, LoadError::Name { .. }), "{name:?}: {error}");
    }
    content.load::<AnimationSequence>("Run").unwrap();
}

#[test]
fn a_missing_file_is_reported_with_the_type_and_what_to_run() {
    let folder = Folder::new();
    let message = folder.content().load::<Skeleton>("Nobody").unwrap_err().to_string();
    let path = folder.path().join("Nobody.rmb");
    let expected = format!(
        "Nobody: there is no file {} (expected type: Skeleton); build the content with `rigmill build`",
        path.display()
    );
    assert_eq!(message, expected);
}

#[test]
fn another_type_is_reported_with_the_one_expected() {
    let folder = Folder::new();
    folder.write(RUN, &clip_bytes(1.0));
    let content = folder.content();
    content.load::<AnimationSequence>(RUN).unwrap();
    let message = content.load::<Skeleton>(RUN).unwrap_err().to_string();
    assert!(message.starts_with("Animation/Robot/Run: "), "{message}");
    assert!(message.ends_with("the file holds AnimationSequence, expected Skeleton"), "{message}");
}

#[test]
fn a_folder_in_place_of_a_file_is_an_error() {
    let folder = Folder::new();
    fs::create_dir(folder.path().join("Run.rmb")).unwrap();
    let error = folder.content().load::<AnimationSequence>("Run").unwrap_err();
    assert!(matches!(error, LoadError::Io { .. }));
}

#[test]
fn a_missing_content_folder_is_reported_with_what_to_run() {
    let message = Content::open("/nowhere/at/all").unwrap_err().to_string();
    assert!(message.contains("rigmill build"), "{message}");
}

#[test]
fn threads_share_what_was_loaded_first() {
    let folder = Folder::new();
    folder.write(RUN, &clip_bytes(1.0));
    let content = folder.content();
    let loaded: Vec<Arc<AnimationSequence>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| content.load(RUN).unwrap())).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(loaded.iter().all(|clip| Arc::ptr_eq(clip, &loaded[0])));
}

#[test]
fn a_coded_clip_is_expanded_within_the_limits_of_the_game() {
    let folder = Folder::new();
    let clip = rigmill_format::CompressedClip {
        frames: 100,
        frame_rate: 30.0,
        bones: 4,
        storage: rigmill_format::compressed_clip::Storage::Coded,
        ..rigmill_format::CompressedClip::default()
    };
    folder.write(RUN, &clip.encode().unwrap());
    assert!(folder.content().load::<CompressedClip>(RUN).is_ok());
    // Each bone counts as three numbers, each frame without tracks as one number, and each number as four bytes.
    let size = 4 * (3 * 4 + 100);
    let limited = |expanded| folder.content().with_limits(DecodeLimits { expanded }).load::<CompressedClip>(RUN);
    assert!(limited(size).is_ok());
    let Err(LoadError::Decode { source: DecodeError::Invalid(source), .. }) = limited(size - 1) else { panic!() };
    let message = source.to_string();
    assert!(message.contains("the decoded clip has 448 bytes, but at most 447 are allowed"), "{message}");
}
