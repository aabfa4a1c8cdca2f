//! [`SkeletonToml`]: imports a bone hierarchy, written by hand.

use std::collections::BTreeMap;

use rigmill_dom::{BoneSource, Located, SkeletonSource};
use rigmill_pipeline::{ImportContext, Importer, NoParams, StageError, did_you_mean};

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

/// The codes of rotations that are zero, and of rotations whose length is far from 1.
const ROTATION: [&str; 2] = [codes::ZERO_ROTATION, codes::LONG_ROTATION];

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
    const VERSION: u32 = 2;
    const EXTENSIONS: &'static [&'static str] = &["skeleton.toml"];
    const DEFAULT_PROCESSOR: &'static str = "skeleton";

    fn import(&self, ctx: &mut ImportContext<'_>, _params: &NoParams) -> Result<SkeletonSource, StageError> {
        import(ctx, &CODES, read_skeleton)
    }
}

fn read_skeleton(skeleton: &Table<'_>) -> SkeletonSource {
    let root_axis = skeleton.quaternion("root_axis", ROTATION);
    let mut above = Above::default();
    let mut names = Names::default();
    let mut index = 0..;
    let bones = skeleton.required_tables("[[bone]]", MAX_BONES, |bone| {
        read_bone(bone, index.next().unwrap_or_default(), &mut above, &mut names)
    });
    SkeletonSource { root_axis, bones }
}

/// The index of each previous bone, by name.
type Above = BTreeMap<String, u32>;

fn read_bone(bone: &Table<'_>, index: u32, above: &mut Above, names: &mut Names) -> Option<BoneSource> {
    let name = bone.name("name");
    let parent = bone.optional_name("parent").and_then(|parent| find_parent(bone, &parent, name.as_ref(), above));
    let translation = bone.numbers("translation", [0.0; 3]).located;
    let rotation = bone.quaternion("rotation", ROTATION);
    let scale = bone.numbers("scale", [1.0; 3]).located;
    let name = name?;
    names.add(bone, &name, "bone", codes::DUPLICATE_BONE, "give each bone a different name");
    above.entry(name.located.value.clone()).or_insert(index);
    Some(BoneSource { name: name.located, parent, translation, rotation, scale })
}

fn find_parent(
    table: &Table<'_>,
    parent: &Field<String>,
    bone: Option<&Field<String>>,
    above: &Above,
) -> Option<Located<u32>> {
    let Located { value, position } = &parent.located;
    if let Some(index) = above.get(value) {
        return Some(Located::new(*index, *position));
    }
    table.error(|| {
        let bone = bone.map(|bone| &bone.located.value);
        if bone == Some(value) {
            let fact = format!("bone {value:?} is its own parent, expected a bone above it");
            let help = "write the name of a different bone, or remove `parent` to make this bone a root";
            return Problem::new(codes::UNKNOWN_PARENT, fact, help).at(parent.span);
        }
        let help = did_you_mean(value, above.keys().map(String::as_str));
        let help = help.unwrap_or_else(|| "move the parent's `[[bone]]` table above those of its children".to_owned());
        let problem = Problem::new(codes::UNKNOWN_PARENT, format!("there is no bone named {value:?} above it"), help);
        match bone {
            Some(bone) => problem.in_part(format!("bone {bone:?}")),
            None => problem,
        }
        .at(parent.span)
    });
    None
}
