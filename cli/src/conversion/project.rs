//! [`ContentProject`]: the items of a content project, each with the stages and parameters that build it.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;

use super::finding::{Findings, Spot, UNREADABLE};
use super::platform::{Platform, Profile};

/// The largest number of items.
const ITEMS: usize = 65_536;
/// The largest number of parameters of an item.
pub(crate) const PARAMS: usize = 64;

/// A processor's parameters: name, value and location. Items may share them.
pub(crate) type ProcessorParams = Rc<BTreeMap<String, (String, Spot)>>;

/// A content project of XNA or MonoGame.
#[derive(Debug)]
pub(crate) struct ContentProject {
    /// The project's folder, absolute.
    pub(crate) folder: PathBuf,
    /// Whether it is a project of XNA, not of MonoGame.
    pub(crate) is_xna: bool,
    pub(crate) platform: (Platform, Option<Spot>),
    pub(crate) profile: (Profile, Option<Spot>),
    /// The output folder, absolute.
    pub(crate) output_dir: Option<(PathBuf, Spot)>,
    pub(crate) items: Vec<Item>,
}

impl ContentProject {
    /// A project without items.
    pub(crate) fn new(folder: PathBuf, is_xna: bool) -> Self {
        let (platform, profile) = ((Platform::DEFAULT, None), (Profile::DEFAULT, None));
        Self { folder, is_xna, platform, profile, output_dir: None, items: Vec::new() }
    }
}

/// How an item is built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// By an importer and a processor, by their .NET names; empty means the default of XNA or MonoGame.
    Build { importer: String, processor: String, params: ProcessorParams },
    /// It is copied.
    Copy,
}

/// A file that is built or copied.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    /// Absolute.
    pub(crate) source: PathBuf,
    /// As written in the file.
    pub(crate) written: String,
    /// Its path in the output, if it differs from the source's.
    pub(crate) destination: Option<String>,
    pub(crate) how: Use,
    pub(crate) spot: Spot,
}

/// An item's source and destination in lower case, and whether it is copied.
type ItemKey = (String, Option<String>, bool);

/// Items in order. The last one counts if an item is named twice.
#[derive(Debug, Default)]
pub(crate) struct ItemList {
    items: BTreeMap<ItemKey, (usize, Item)>,
    seen: usize,
}

impl ItemList {
    /// Adds an item, or reports that there are too many.
    pub(crate) fn add(&mut self, item: Item, findings: &mut Findings) {
        if self.items.len() >= ITEMS {
            let message = format!("more than {ITEMS} items");
            findings.error(UNREADABLE, item.spot, message, "split the file, and make a project of each part");
            return;
        }
        let destination = item.destination.as_deref().map(str::to_lowercase);
        let key = (item.source.to_string_lossy().to_lowercase(), destination, item.how == Use::Copy);
        self.seen += 1;
        self.items.insert(key, (self.seen, item));
    }

    /// The items in the order in which they were last named.
    pub(crate) fn in_order(self) -> Vec<Item> {
        let mut items: Vec<_> = self.items.into_values().collect();
        items.sort_by_key(|(order, _)| *order);
        items.into_iter().map(|(_, item)| item).collect()
    }
}
