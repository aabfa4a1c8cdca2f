//! [`Harness`]: the list of all targets.

use std::rc::Rc;

use rigmill_format::ContentType;
use rigmill_pipeline::Registry;

use crate::clips::DamagedClips;
use crate::codecs::{CurveStreams, GltfFile, MotionDeltas, MsgPack, XnbFile};
use crate::content::{ContentFile, PackFile};
use crate::manifest::ManifestText;
use crate::stages::{Assets, Chain};
use crate::target::{Parts, Target};

/// The list of all targets.
pub struct Harness {
    registry: Registry,
    targets: Vec<Target>,
}

impl Default for Harness {
    fn default() -> Self {
        Self::new()
    }
}

impl Harness {
    /// Creates the targets for all importers, content types, codecs, and the manifest.
    #[must_use]
    pub fn new() -> Self {
        let registry = rigmill_importers::register(Registry::new());
        let registry = rigmill_writers::register(rigmill_processors::register(registry));
        let assets = Rc::new(Assets::new(&registry));
        let mut targets: Vec<Target> = registry
            .importers()
            .map(|importer| Target::new(importer.id().name, Parts::Two, Chain::new(importer, &registry, &assets)))
            .collect();
        let content =
            |kind: &ContentType| Target::new(content_name(*kind), Parts::One, ContentFile::new(*kind, &assets));
        targets.extend(ContentType::ALL.iter().map(content));
        targets.push(Target::new("compressed-clips", Parts::One, DamagedClips::default()));
        targets.push(Target::new("codec-xnb", Parts::One, XnbFile));
        targets.push(Target::new("codec-gltf", Parts::One, GltfFile));
        targets.push(Target::new("codec-msgpack", Parts::One, MsgPack));
        targets.push(Target::new("codec-curve-streams", Parts::Two, CurveStreams));
        targets.push(Target::new("codec-motion", Parts::One, MotionDeltas));
        targets.push(Target::new("pack", Parts::One, PackFile));
        targets.push(Target::new("manifest", Parts::One, ManifestText));
        Self { registry, targets }
    }

    /// Returns every target, in a fixed order.
    #[must_use]
    pub fn targets(&self) -> &[Target] {
        &self.targets
    }

    /// Returns the target with this name.
    #[must_use]
    pub fn target(&self, name: &str) -> Option<&Target> {
        self.targets.iter().find(|target| target.name() == name)
    }

    pub(crate) fn registry(&self) -> &Registry {
        &self.registry
    }
}

/// Returns the name of the target for a content type.
pub(crate) fn content_name(kind: ContentType) -> String {
    format!("rmb-{kind}")
}
