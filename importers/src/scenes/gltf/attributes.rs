//! Custom vertex attributes, whose names begin with `_`, and unknown vertex attributes.

use std::collections::{BTreeMap, BTreeSet};

use rigmill_codec_gltf::document::{Attributes, Document, Primitive as Source};
use rigmill_codec_gltf::{Accessors, shortened};
use rigmill_dom::{Element, SceneAttribute};
use serde::{Deserialize, Serialize};

use super::left_out::{LATE_SET, OWN_ATTRIBUTE, TARGET_CHANGE, UNKNOWN_ATTRIBUTE};
use super::primitives::{MAX_COLOR_SETS, MAX_UV_SETS, Primitive, Values};
use super::problems::{not_finite, unreadable};
use crate::report::Result;
use crate::scenes::budget::Budget;
use crate::scenes::left_out::{Kind, LeftOut};

/// The attributes that occur once per primitive, and that morph targets can change.
const PLAIN: [&str; 3] = ["POSITION", "NORMAL", "TANGENT"];

/// What to do with custom vertex attributes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AttributeChoice {
    /// Leave them out, with a warning.
    #[default]
    Skip,
    /// Keep them.
    Keep,
}

/// Reports attributes that are not read, each name once.
pub(super) fn add_left_out(root: &Document, choice: AttributeChoice, left_out: &mut LeftOut) {
    let lost: BTreeSet<(&str, Lost)> = root.meshes.iter().flat_map(|mesh| &mesh.primitives).flat_map(lost).collect();
    let lost = lost.into_iter().filter(|(_, why)| *why != Lost::Own || choice == AttributeChoice::Skip);
    lost.for_each(|(name, why)| left_out.add(why.kind(), name));
}

fn is_own(name: &str) -> bool {
    name.starts_with('_')
}

/// Why an attribute is not read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Lost {
    /// It is a custom attribute.
    Own,
    Unknown,
    /// It is a set whose number does not follow the previous one, or there are too many sets.
    LateSet,
    /// A morph target changes it.
    Changed,
}

impl Lost {
    const fn kind(self) -> Kind {
        match self {
            Self::Own => OWN_ATTRIBUTE,
            Self::Unknown => UNKNOWN_ATTRIBUTE,
            Self::LateSet => LATE_SET,
            Self::Changed => TARGET_CHANGE,
        }
    }
}

/// Returns the attributes of a primitive that are not read, and attributes that its targets change but that targets of a scene
/// cannot change.
fn lost(primitive: &Source) -> impl Iterator<Item = (&str, Lost)> {
    let own = primitive.attributes.keys().filter_map(|name| Some((name.as_str(), why(name, &primitive.attributes)?)));
    let changed = primitive.targets.iter().flat_map(BTreeMap::keys).map(String::as_str);
    let changed = changed.filter(|name| !PLAIN.contains(name));
    own.chain(changed.map(|name| (name, Lost::Changed)))
}

/// Returns the number after the prefix of a name, which has no zeros in front.
fn set_number(name: &str, prefix: &str) -> Option<u32> {
    let digits = name.strip_prefix(prefix)?;
    digits.parse().ok().filter(|number: &u32| number.to_string() == digits)
}

/// Returns why an attribute is not read, if a primitive has `all` of these attributes; `None` if it is read, or counted
/// elsewhere.
fn why(name: &str, all: &Attributes) -> Option<Lost> {
    if is_own(name) {
        return Some(Lost::Own);
    }
    let sets = [("TEXCOORD_", MAX_UV_SETS), ("COLOR_", MAX_COLOR_SETS), ("JOINTS_", u32::MAX), ("WEIGHTS_", u32::MAX)];
    let set = |(prefix, most): (&'static str, u32)| Some((prefix, most, set_number(name, prefix)?));
    match sets.into_iter().find_map(set) {
        None => (!PLAIN.contains(&name)).then_some(Lost::Unknown),
        Some((_, u32::MAX, _)) => None,
        Some((prefix, most, set)) => {
            let is_read = set < most && (0..set).all(|before| all.contains_key(&format!("{prefix}{before}")));
            (!is_read).then_some(Lost::LateSet)
        }
    }
}

/// Returns the custom attributes of a primitive with this number of vertices, by name.
pub(super) fn read(
    source: &Source,
    vertices: usize,
    element: &Element,
    accessors: &Accessors<'_>,
    budget: &mut Budget,
) -> Result<BTreeMap<String, Values>> {
    let mut read = BTreeMap::new();
    for (name, &accessor) in source.attributes.iter().filter(|(name, _)| is_own(name)) {
        budget.take_geometry(accessors.count(accessor)?)?;
        let width = accessors.width(accessor)?;
        let of_vertices = match width {
            1 => widened(accessors.read::<f32, 1>(accessor)?),
            2 => widened(accessors.read::<f32, 2>(accessor)?),
            3 => widened(accessors.read::<f32, 3>(accessor)?),
            4 => widened(accessors.read::<f32, 4>(accessor)?),
            _ => {
                let fact = format!("{element}: {:?} has {width} numbers per vertex, expected 1 to 4", shortened(name));
                return Err(unreadable(fact));
            }
        };
        if of_vertices.len() != vertices {
            let found = of_vertices.len();
            let fact = format!("{element}: {:?} has {found} values for {vertices} vertices", shortened(name));
            return Err(unreadable(fact));
        }
        if !of_vertices.as_flattened().iter().all(|number| number.is_finite()) {
            return Err(not_finite(element, "an attribute of a vertex"));
        }
        let width = u32::try_from(width).unwrap_or(4);
        read.insert(name.clone(), Values { width, of_vertices });
    }
    Ok(read)
}

fn widened<const N: usize>(values: Vec<[f32; N]>) -> Vec<[f32; 4]> {
    let wide = |value: [f32; N]| std::array::from_fn(|at| value.get(at).copied().unwrap_or(0.0));
    values.into_iter().map(wide).collect()
}

/// Returns the attributes of a mesh's corners; 0 for parts that lack an attribute of another part.
pub(super) fn of_corners(parts: &[Primitive], budget: &mut Budget) -> Result<Vec<SceneAttribute>> {
    let names: BTreeSet<&String> = parts.iter().flat_map(|part| part.attributes.keys()).collect();
    let corners: usize = parts.iter().map(|part| part.triangles.len() * 3).sum();
    budget.take_geometry(corners.saturating_mul(names.len()) as u64)?;
    let attribute = |name: &String| {
        let found = || parts.iter().filter_map(|part| part.attributes.get(name));
        let of_part = |part: &Primitive| -> Vec<[f32; 4]> {
            let corners = part.triangles.as_flattened().iter();
            match part.attributes.get(name) {
                Some(values) => corners.map(|&vertex| values.of_vertices[vertex as usize]).collect(),
                None => corners.map(|_| [0.0; 4]).collect(),
            }
        };
        SceneAttribute {
            name: name.clone(),
            width: found().map(|values| values.width).max().unwrap_or(1),
            corner_values: parts.iter().flat_map(of_part).collect(),
        }
    };
    Ok(names.into_iter().map(attribute).collect())
}
