//! Content from memory, from packs and from handles.

use std::fs;
use std::io::ErrorKind;
#[cfg(all(feature = "mmap", target_os = "linux", target_pointer_width = "64"))]
use std::os::unix::fs::FileExt as _;
use std::sync::Arc;

use rigmill_format::pack::{PackItem, PackKind, PackPlan};
use rigmill_format::{AlignedBytes, ContentType};

use super::content::{Folder, clip_bytes, x_of};
use crate::Content;
use crate::content::{AnimationSequence, ContentSource as _, LoadError, Memory, Pack, PackId};

const CLIP: PackKind = PackKind::Content(ContentType::AnimationSequence);

/// A pack of these files, or a patch. Files without bytes are removed.
fn pack(files: &[(&str, PackKind, &[u8])], base: Option<PackId>) -> Vec<u8> {
    let items = files.iter().map(|(name, kind, bytes)| match kind {
        PackKind::Removed => PackItem::removed((*name).to_owned()),
        kind => PackItem {
            name: (*name).to_owned(),
            kind: *kind,
            length: bytes.len() as u64,
            checksum: PackItem::checksum_of(bytes),
        },
    });
    let plan = PackPlan::new(items.collect(), base).unwrap();
    let mut pack = plan.table().to_vec();
    for (item, offset) in plan.items().filter(|(item, _)| item.kind != PackKind::Removed) {
        pack.resize(usize::try_from(offset).unwrap(), 0);
        pack.extend(files.iter().find(|(name, ..)| *name == item.name).unwrap().2);
    }
    pack
}

fn opened(bytes: &[u8]) -> Pack {
    Pack::from_bytes(AlignedBytes::from_slice(bytes)).unwrap()
}

fn x(content: &Content, name: &str) -> f32 {
    x_of(&content.load::<AnimationSequence>(name).unwrap())
}

#[test]
fn memory_is_content_that_can_change() {
    let memory = Memory::default();
    let content = Content::from_source(memory.clone());
    let load = || content.load::<AnimationSequence>("Moves/Run");
    assert!(matches!(load(), Err(LoadError::NotFound { place, .. }) if place == "Moves/Run in memory"));
    memory.insert("Moves/Run", AlignedBytes::from_slice(&clip_bytes(1.0)));
    assert_eq!(content.content_type("Moves/Run"), Some(ContentType::AnimationSequence));
    let old = load().unwrap();
    assert!(content.reload_changed().is_empty());
    memory.insert("Moves/Run", AlignedBytes::from_slice(&clip_bytes(2.0)));
    assert!(matches!(&content.reload_changed()[..], [change] if change.name == "Moves/Run" && change.result.is_ok()));
    assert_eq!((x_of(&old), x_of(&load().unwrap())), (1.0, 2.0));
    assert!(memory.remove("Moves/Run").is_some() && memory.remove("Moves/Run").is_none());
    assert!(content.reload_changed()[0].result.is_err());
}

#[test]
fn a_handle_is_found_by_the_name_that_it_is_added_under() {
    let folder = Folder::new();
    folder.write("Run", &clip_bytes(1.0));
    let (content, other) = (folder.content(), Content::from_source(Memory::default()));
    let run = content.load::<AnimationSequence>("Run").unwrap();
    other.add("Moves/Run", run.clone()).unwrap();
    assert!(Arc::ptr_eq(&other.load("Moves/Run").unwrap(), &run));
    // So clips of any type are found, because they are loaded by their type.
    assert_eq!(other.content_type("Moves/Run"), Some(ContentType::AnimationSequence));
    assert!(other.reload_changed().is_empty());
    assert!(matches!(other.add("../Run", run), Err(LoadError::Name { .. })));
}

#[test]
fn a_pack_is_the_folder_that_it_was_made_of() {
    let files = [
        ("Moves/Run", CLIP, &clip_bytes(1.0)[..]),
        ("Moves/Go", CLIP, &clip_bytes(2.0)),
        ("a.txt", PackKind::File, b"text"),
    ];
    let bytes = pack(&files, None);
    let folder = Folder::new();
    let path = folder.path().join("game.rmp");
    fs::write(&path, &bytes).unwrap();
    let packs = [opened(&bytes), Pack::open(&path).unwrap()];
    #[cfg(feature = "mmap")]
    let packs = packs.into_iter().chain([Pack::map(&path).unwrap()]);
    for pack in packs {
        assert_eq!(pack.verify().unwrap(), 3);
        assert!(pack.entries().unwrap().keys().eq(&["Moves/Go", "Moves/Run", "a.txt"]));
        assert_eq!(&pack.file("a.txt").unwrap()[..], b"text");
        assert_eq!(pack.read("Moves/Stop").unwrap_err().kind(), ErrorKind::NotFound);
        let kinds = ["Moves/Run", "a.txt", "Moves/Stop"].map(|name| pack.entry(name).unwrap().map(|entry| entry.kind));
        assert_eq!(kinds, [Some(CLIP), Some(PackKind::File), None]);
        let content = Content::from_source(pack);
        assert_eq!([x(&content, "Moves/Run"), x(&content, "Moves/Go")], [1.0, 2.0]);
        assert_eq!(content.content_type("Moves/Go"), Some(ContentType::AnimationSequence));
        assert!(content.reload_changed().is_empty());
    }
    assert_eq!(x(&Content::open(&path).unwrap(), "Moves/Go"), 2.0);
    fs::write(&path, "no pack").unwrap();
    assert!(matches!(Content::open(&path), Err(LoadError::Pack { .. })));
}

/// Opening a pack reads only its header, and finding a file reads only the rows of the search. If anything else in the pack
/// were read, this test would take minutes and all memory.
#[test]
#[cfg(all(feature = "mmap", target_os = "linux", target_pointer_width = "64"))]
fn a_pack_of_64_gb_is_opened_and_one_file_of_it_loaded() {
    let clip = clip_bytes(3.0);
    let item = |name: &str, kind, length, checksum| PackItem { name: name.to_owned(), kind, length, checksum };
    let items = vec![
        item("Moves/Run", CLIP, clip.len() as u64, PackItem::checksum_of(&clip)),
        item("Film", PackKind::File, 64 << 30, 0),
    ];
    let plan = PackPlan::new(items, None).unwrap();
    let folder = Folder::new();
    let path = folder.path().join("game.rmp");
    let file = fs::File::create(&path).unwrap();
    // A sparse file, which takes a few blocks on disk.
    file.set_len(plan.length()).unwrap();
    file.write_all_at(plan.table(), 0).unwrap();
    let (_, offset) = plan.items().find(|(item, _)| item.kind == CLIP).unwrap();
    file.write_all_at(&clip, offset).unwrap();
    let content = Content::from_source(Pack::map(&path).unwrap());
    assert_eq!(x(&content, "Moves/Run"), 3.0);
}

#[test]
fn memory_without_alignment_is_copied() {
    let bytes = pack(&[("Run", CLIP, &clip_bytes(1.0))], None);
    let shifted = AlignedBytes::from_slice(&[&[0], &bytes[..]].concat());
    let part: Arc<dyn AsRef<[u8]> + Send + Sync> = Arc::new(Shifted(shifted));
    let content = Content::from_source(Pack::from_shared(part, "shifted".to_owned()).unwrap());
    assert_eq!(x(&content, "Run"), 1.0);
}

struct Shifted(AlignedBytes);

impl AsRef<[u8]> for Shifted {
    fn as_ref(&self) -> &[u8] {
        &self.0[1..]
    }
}

#[test]
fn a_patch_replaces_adds_and_removes() {
    let [one, two, three] = [1.0, 2.0, 3.0].map(clip_bytes);
    let base = || opened(&pack(&[("Go", CLIP, &one), ("Run", CLIP, &one), ("Stop", CLIP, &one)], None));
    let first = pack(&[("Jump", CLIP, &two), ("Run", CLIP, &two), ("Stop", PackKind::Removed, b"")], Some(base().id()));
    let second = pack(&[("Run", CLIP, &three)], Some(opened(&first).id()));
    let patched = base().patched_by(opened(&first)).unwrap().patched_by(opened(&second)).unwrap();
    assert_eq!(patched.id(), opened(&second).id());
    assert_eq!(patched.verify().unwrap(), 3 + 2 + 1);
    assert!(patched.entries().unwrap().keys().eq(&["Go", "Jump", "Run"]));
    let found = ["Go", "Jump", "Stop"].map(|name| patched.entry(name).unwrap().is_some());
    assert_eq!(found, [true, true, false]);
    let content = Content::from_source(patched);
    assert_eq!([x(&content, "Go"), x(&content, "Jump"), x(&content, "Run")], [1.0, 2.0, 3.0]);
    assert!(matches!(content.load::<AnimationSequence>("Stop"), Err(LoadError::NotFound { .. })));
    // Patches can only be applied in order.
    assert!(base().patched_by(opened(&second)).is_err());
    assert!(opened(&first).patched_by(base()).is_err());
}

#[test]
fn damage_of_what_is_loaded_is_an_error() {
    let bytes = pack(&[("Run", CLIP, &clip_bytes(1.0))], None);
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        let Ok(pack) = Pack::from_bytes(AlignedBytes::from_slice(&damaged)) else { continue };
        assert!(pack.verify().is_err(), "byte {at}");
        let loaded = Content::from_source(pack).load::<AnimationSequence>("Run");
        // Only `rigmill verify` checks the table's checksum and the bytes between the files.
        let between = 64 + 48 + 3..128;
        assert!(loaded.is_err() || between.contains(&at), "byte {at}");
    }
}
