//! [`ContentProject`]: the items of a content project, each with the stages and parameters that build it.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;

use rigmill_pipeline::codes;

use super::finding::{Findings, Spot};
use super::platform::{Platform, Profile};

/// The maximum number of items.
const ITEMS: usize = 65_536;
/// The maximum number of parameters of an item.
pub(crate) const PARAMS: usize = 64;

/// A processor's parameters: name, value and location. Items can share them.
pub(crate) type ProcessorParams = Rc<BTreeMap<String, (String, Spot)>>;

/// A content project of XNA or MonoGame.
#[derive(Debug)]
pub(crate) struct ContentProject {
    /// The absolute path of the project's folder.
    pub(crate) folder: PathBuf,
    /// Whether this is an XNA project rather than a MonoGame project.
    pub(crate) is_xna: bool,
    pub(crate) platform: (Platform, Option<Spot>),
    pub(crate) profile: (Profile, Option<Spot>),
    /// The absolute path of the output folder, and its location in the file.
    pub(crate) output_dir: Option<(PathBuf, Spot)>,
    pub(crate) items: Vec<Item>,
}

impl ContentProject {
    /// Creates a project without items.
    pub(crate) fn new(folder: PathBuf, is_xna: bool) -> Self {
        let (platform, profile) = ((Platform::DEFAULT, None), (Profile::DEFAULT, None));
        Self { folder, is_xna, platform, profile, output_dir: None, items: Vec::new() }
    }
}

/// How an item is built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// Built with an importer and a processor, given by their .NET names. An empty name means the default of XNA or MonoGame.
    Build { importer: String, processor: String, params: ProcessorParams },
    /// Copied unchanged.
    Copy,
}

/// A file that is built or copied.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    /// The absolute path of the source.
    pub(crate) source: PathBuf,
    /// The path as written in the file.
    pub(crate) written: String,
    /// The path in the output, if it differs from the source's path.
    pub(crate) destination: Option<String>,
    pub(crate) how: Use,
    pub(crate) spot: Spot,
}

/// The source and destination of an item in lower case, and whether it is copied.
type ItemKey = (String, Option<String>, bool);

/// Items in order. If an item is named twice, the last one counts.
#[derive(Debug, Default)]
pub(crate) struct ItemList {
    items: BTreeMap<ItemKey, (usize, Item)>,
    seen: usize,
}

impl ItemList {
    /// Adds an item, or reports that there are too many.
    pub(crate) fn add(&mut self, item: Item, findings: &mut Findings) {
        if self.items.len() >= ITEMS {
            let message = format!("there are more than {ITEMS} items");
            findings.error(
                codes::CONTENT_PROJECT_UNREADABLE,
                item.spot,
                message,
                "split the file into several projects",
            );
            return;
        }
        let destination = item.destination.as_deref().map(str::to_lowercase);
        let key = (item.source.to_string_lossy().to_lowercase(), destination, item.how == Use::Copy);
        self.seen += 1;
        self.items.insert(key, (self.seen, item));
    }

    /// Returns the items in the order in which they were last named.
    pub(crate) fn in_order(self) -> Vec<Item> {
        let mut items: Vec<_> = self.items.into_values().collect();
        items.sort_by_key(|(order, _)| *order);
        items.into_iter().map(|(_, item)| item).collect()
    }
}
