//! [`SkeletonToml`]: imports a bone hierarchy, written by hand.

use std::collections::{BTreeMap, BTreeSet};

use rigmill_dom::{BoneSource, Located, SkeletonSource};
use rigmill_pipeline::{Code, ImportContext, Importer, NoParams, StageError, did_you_mean};

use super::names::Names;
use super::table::{Codes, Field, Table, import};
use crate::codes;
use crate::report::Problem;

/// The maximum number of bones in a skeleton.
const MAX_BONES: usize = 65_535;

const CODES: Codes = Codes {
    syntax: codes::SKELETON_TOML,
    key: codes::SKELETON_KEY,
    value: codes::SKELETON_VALUE,
    range: codes::SKELETON_OUT_OF_RANGE,
    limit: codes::SKELETON_LIMIT,
    more: codes::SKELETON_MORE_PROBLEMS,
    too_large: "split the skeleton",
    above: &[("root_axis", "the first `[[bone]]`")],
    nested: &[],
};

/// The codes of rotations that are zero, and of rotations whose length is not 1.
const ROTATION: [Code; 2] = [codes::ROTATION_ZERO, codes::ROTATION_NOT_UNIT];

/// Imports `.skeleton.toml`.
///
/// ```toml
/// root_axis = [-0.707106781, 0.0, 0.0, 0.707106781] # a quaternion x, y, z, w; the identity by default
///
/// [[bone]]
/// name = "Root"
/// translation = [0.0, 0.0, 0.0]                     # translation, rotation and scale are optional
/// rotation = [0.0, 0.0, 0.0, 1.0]
/// scale = [1.0, 1.0, 1.0]
///
/// [[bone]]
/// name = "Pelvis"
/// parent = "Root"                                   # a bone that is listed above
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct SkeletonToml;

impl Importer for SkeletonToml {
    type Output = SkeletonSource;
    type Params = NoParams;
    const NAME: &'static str = "skeleton-toml";
    const VERSION: u32 = 3;
    const EXTENSIONS: &'static [&'static str] = &["skeleton.toml"];
    const DEFAULT_PROCESSOR: &'static str = "skeleton";

    fn import(&self, ctx: &mut ImportContext<'_>, _params: &NoParams) -> Result<SkeletonSource, StageError> {
        import(ctx, &CODES, read_skeleton)
    }
}

fn read_skeleton(skeleton: &Table<'_>) -> SkeletonSource {
    let root_axis = skeleton.quaternion("root_axis", ROTATION);
    let mut hierarchy = Hierarchy::default();
    let mut index = 0..;
    let bones = skeleton.required_tables("[[bone]]", MAX_BONES, |bone| {
        read_bone(bone, index.next().unwrap_or_default(), &mut hierarchy)
    });
    hierarchy.report_lost(skeleton);
    SkeletonSource { root_axis, bones }
}

fn read_bone(bone: &Table<'_>, index: u32, hierarchy: &mut Hierarchy) -> Option<BoneSource> {
    let name = bone.name("name");
    let parent = bone.optional_name("parent");
    let parent = parent.and_then(|parent| hierarchy.find_parent(index, name.as_ref(), parent));
    let translation = bone.numbers("translation", [0.0; 3]).located;
    let rotation = bone.quaternion("rotation", ROTATION);
    let scale = bone.numbers("scale", [1.0; 3]).located;
    let name = name?;
    hierarchy.names.add(bone, &name, "bone", codes::SKELETON_DUPLICATE_BONE, "give each bone a different name");
    let place = Place { index, parent: parent.map(|parent| parent.value) };
    hierarchy.places.entry(name.located.value.clone()).or_insert(place);
    Some(BoneSource { name: name.located, parent, translation, rotation, scale })
}

/// The bones that have been read so far.
#[derive(Default)]
struct Hierarchy {
    names: Names,
    places: BTreeMap<String, Place>,
    /// The bones whose parent is not above them.
    lost: Vec<Lost>,
}

/// The index of a bone, and of its parent if the parent is above the bone.
struct Place {
    index: u32,
    parent: Option<u32>,
}

/// A bone whose parent is not above it.
struct Lost {
    index: u32,
    name: Option<String>,
    parent: Field<String>,
}

impl Hierarchy {
    /// Returns the index of a bone's parent. If the parent is not above the bone, remembers the bone.
    fn find_parent(&mut self, index: u32, name: Option<&Field<String>>, parent: Field<String>) -> Option<Located<u32>> {
        let Located { value, position } = &parent.located;
        if let Some(place) = self.places.get(value) {
            return Some(Located::new(place.index, *position));
        }
        let name = name.map(|name| name.located.value.clone());
        self.lost.push(Lost { index, name, parent });
        None
    }

    /// Reports the bones whose parent is not above them. If the parent is below, reports only its first child, because moving the
    /// parent above this child is enough.
    fn report_lost(&self, skeleton: &Table<'_>) {
        let mut below = BTreeSet::new();
        for lost in &self.lost {
            let parent = lost.parent.located.value.as_str();
            if !self.places.contains_key(parent) || below.insert(parent) {
                skeleton.error(|| self.problem(lost).at(lost.parent.span));
            }
        }
    }

    fn problem(&self, lost: &Lost) -> Problem {
        let parent = &lost.parent.located.value;
        if lost.name.as_ref() == Some(parent) {
            let fact = format!("bone {parent:?} is its own parent, expected a bone above it");
            let help = "write the name of a different bone, or remove `parent` to make this bone a root";
            return Problem::new(codes::SKELETON_UNKNOWN_PARENT, fact, help);
        }
        let fact = format!("there is no bone named {parent:?} above it");
        let problem = Problem::new(codes::SKELETON_UNKNOWN_PARENT, fact, self.remedy(lost));
        match &lost.name {
            Some(name) => problem.in_part(format!("bone {name:?}")),
            None => problem,
        }
    }

    fn remedy(&self, lost: &Lost) -> String {
        let parent = &lost.parent.located.value;
        if let (Some(place), Some(line)) = (self.places.get(parent), self.names.line(parent)) {
            // The parent's own parent must stay above it.
            return match place.parent.is_none_or(|grandparent| grandparent < lost.index) {
                true => format!("move the table of `{parent}` (line {line}) above the table of this bone"),
                false => format!("move the table of this bone below the table of `{parent}` (line {line})"),
            };
        }
        let above = self.places.iter().filter(|(_, place)| place.index < lost.index);
        let near = did_you_mean(parent, above.map(|(name, _)| name.as_str()));
        let otherwise = "write the name of a bone above, or remove `parent` to make this bone a root";
        near.unwrap_or_else(|| otherwise.to_owned())
    }
}
