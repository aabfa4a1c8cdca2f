//! [`Bundle`]: the value that a remote store has under one key: cache entries, and the addresses of their artifacts.
//!
//! The bundle under a weak key contains everything that a lookup needs, so that a lookup takes one call: the sets of queries of
//! the last builds, newest first, and their records. The size of a bundle is limited. Records and the sets of queries that
//! follow the first one are also stored under their own keys, where a lookup finds them if the bundle no longer contains them.

use std::time::Duration;

use rigmill_pipeline::Digest;
use serde::{Deserialize, Serialize};

use crate::blob::Blob;
use crate::entry::{Entry, EntryId, EntryKind};
use crate::envelope;
use crate::level::MAX_ENTRIES;
use crate::remote_store::{MAX_VALUE_BYTES, RemoteBlob};

const KIND: envelope::Kind = envelope::Kind { magic: *b"RIGBUNDL", version: 3 };

/// The size in bytes above which no more older entries are added to a bundle.
const ENOUGH: usize = 64 << 10;

/// Entries with the addresses of their artifacts.
#[derive(Clone, Debug, Default)]
pub(super) struct Bundle {
    pub(super) items: Vec<Item>,
}

/// An entry of a bundle.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) entry: Entry<'static>,
    /// The addresses of the artifacts, if the entry is a record.
    pub(super) blobs: Vec<(Digest, RemoteBlob)>,
    /// The time that the stages took, if the entry is a record.
    pub(super) time: Duration,
}

/// Ignores the time, which differs between machines.
impl PartialEq for Item {
    fn eq(&self, other: &Self) -> bool {
        (&self.entry, &self.blobs) == (&other.entry, &other.blobs)
    }
}

#[derive(Serialize, Deserialize)]
struct StoredItem {
    kind: u8,
    bytes: Blob,
    blobs: Vec<(Digest, RemoteBlob)>,
    microseconds: u64,
}

impl Bundle {
    /// Decodes a bundle and verifies its entries. Returns `None` if anything is damaged.
    pub(super) fn open(bytes: &[u8]) -> Option<Self> {
        if bytes.len() > MAX_VALUE_BYTES {
            return None;
        }
        let stored: Vec<StoredItem> = envelope::open(&KIND, bytes).ok()?;
        let items: Option<Vec<Item>> = stored.into_iter().map(StoredItem::verified).collect();
        Some(Self { items: items? })
    }

    /// Encodes the bundle. Returns `None` if the result is too large to store.
    pub(super) fn seal(&self) -> Option<Vec<u8>> {
        let stored = |item: &Item| StoredItem {
            kind: item.entry.kind() as u8,
            bytes: Blob(item.entry.bytes().to_vec()),
            blobs: item.blobs.clone(),
            microseconds: u64::try_from(item.time.as_micros()).unwrap_or(u64::MAX),
        };
        let stored: Vec<StoredItem> = self.items.iter().map(stored).collect();
        envelope::seal(&KIND, &stored).ok().filter(|bytes| bytes.len() <= MAX_VALUE_BYTES)
    }

    /// Adds the older entries of `other` while there is space, beginning with the sets of queries under `key`.
    pub(super) fn add_older(&mut self, other: Self, key: Digest) {
        let is_set_of_key = |item: &Item| item.entry.has(EntryId { kind: EntryKind::Queries, key });
        let (sets, others): (Vec<Item>, Vec<Item>) = other.items.into_iter().partition(is_set_of_key);
        let mut bytes: usize = self.items.iter().map(Item::size).sum();
        let mut count = self.items.iter().filter(|item| is_set_of_key(item)).count();
        for item in sets.into_iter().chain(others) {
            let is_set = is_set_of_key(&item);
            bytes += item.size();
            if bytes > ENOUGH || is_set && count >= MAX_ENTRIES {
                return;
            }
            count += usize::from(is_set);
            if !self.items.contains(&item) {
                self.items.push(item);
            }
        }
    }
}

impl Item {
    fn size(&self) -> usize {
        self.entry.bytes().len() + self.blobs.len() * size_of::<(Digest, RemoteBlob)>()
    }
}

impl StoredItem {
    fn verified(self) -> Option<Item> {
        let kind = EntryKind::from_byte(self.kind).filter(|kind| *kind != EntryKind::Artifact)?;
        let time = Duration::from_micros(self.microseconds);
        Some(Item { entry: Entry::verified(kind, self.bytes.0).ok()?, blobs: self.blobs, time })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(key: &str, text: &str) -> Item {
        let entry = Entry::seal(EntryKind::Queries, vec![Digest::of(key.as_bytes())], text.as_bytes());
        Item { entry, blobs: Vec::new(), time: Duration::ZERO }
    }

    fn record(text: &str) -> Item {
        let digest = Digest::of(text.as_bytes());
        let blob = RemoteBlob { sha256: [7; 32], size: 9 };
        let entry = Entry::seal(EntryKind::Record, vec![digest], text.as_bytes());
        Item { entry, blobs: vec![(digest, blob)], time: Duration::from_millis(3) }
    }

    #[test]
    fn a_sealed_bundle_opens_to_the_same_items() {
        let bundle = Bundle { items: vec![set("k", "a"), record("b")] };
        assert_eq!(Bundle::open(&bundle.seal().unwrap()).unwrap().items, bundle.items);
    }

    #[test]
    fn no_flipped_bit_and_no_cut_opens() {
        let sealed = Bundle { items: vec![set("k", "a"), record("b")] }.seal().unwrap();
        for at in 0..sealed.len() {
            let mut flipped = sealed.clone();
            flipped[at] ^= 1;
            assert!(Bundle::open(&flipped).is_none(), "byte {at}");
            assert!(Bundle::open(&sealed[..at]).is_none(), "cut at {at}");
        }
    }

    #[test]
    fn the_newest_come_first_and_sets_of_the_key_are_kept_before_records() {
        let key = Digest::of(b"k");
        let mut bundle = Bundle { items: vec![set("k", "new")] };
        bundle.add_older(Bundle { items: vec![record("r"), set("k", "old"), set("k", "new")] }, key);
        assert_eq!(bundle.items, [set("k", "new"), set("k", "old"), record("r")]);
        let many: Vec<Item> = (0..40).map(|number| set("k", &number.to_string())).collect();
        bundle.add_older(Bundle { items: many }, key);
        assert_eq!(bundle.items.iter().filter(|item| item.entry.kind() == EntryKind::Queries).count(), MAX_ENTRIES);
    }

    #[test]
    fn a_bundle_stays_small() {
        let key = Digest::of(b"k");
        let mut bundle = Bundle { items: vec![record("new")] };
        let text = "x".repeat(10_000);
        bundle.add_older(Bundle { items: (0..40).map(|number| record(&format!("{number}{text}"))).collect() }, key);
        assert!(bundle.seal().unwrap().len() < ENOUGH + 10_000);
        assert!(bundle.items.len() > 4);
    }
}
