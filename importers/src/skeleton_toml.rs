//! [`SkeletonToml`]: a bone hierarchy written by hand.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use rigmill_dom::{BoneSource, Located, SkeletonSource};
use rigmill_pipeline::{ImportContext, Importer, NoParams, StageError, nearest};

use crate::codes;
use crate::problems::{Stop, words};
use crate::toml_source::{Codes, Field, Form, Table, import};

/// How many bones a skeleton may have.
const MOST_BONES: usize = 65_535;
/// Above so many bones, and for names longer than so many bytes, no likeness is sought.
const MOST_CANDIDATES: usize = 1024;
const LONGEST_CANDIDATE: usize = 128;

const CODES: Codes = Codes {
    syntax: codes::SKELETON_TOML,
    key: codes::SKELETON_KEY,
    value: codes::SKELETON_VALUE,
    range: codes::SKELETON_OUT_OF_RANGE,
    limit: codes::SKELETON_LIMIT,
    more: codes::SKELETON_MORE_PROBLEMS,
};

/// Imports `.skeleton.toml`.
///
/// ```toml
/// root_axis = [-0.707106781, 0.0, 0.0, 0.707106781] # a quaternion x, y, z, w; no turn by default
///
/// [[bone]]
/// name = "Root"
/// translation = [0.0, 0.0, 0.0]                     # this and the next two are optional
/// rotation = [0.0, 0.0, 0.0, 1.0]
/// scale = [1.0, 1.0, 1.0]
///
/// [[bone]]
/// name = "Pelvis"
/// parent = "Root"                                   # a bone that stands above
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct SkeletonToml;

impl Importer for SkeletonToml {
    type Output = SkeletonSource;
    type Params = NoParams;
    const NAME: &'static str = "skeleton-toml";
    const VERSION: u32 = 1;
    const EXTENSIONS: &'static [&'static str] = &["skeleton.toml"];
    const DEFAULT_PROCESSOR: &'static str = "skeleton";

    fn import(&self, ctx: &mut ImportContext<'_>, _params: &NoParams) -> Result<SkeletonSource, StageError> {
        import(ctx, &CODES, read_skeleton)
    }
}

fn read_skeleton(form: &mut Form<'_>, mut table: Table<'_>) -> Result<SkeletonSource, Stop> {
    form.check_keys(&mut table, &["root_axis", "bone"]);
    let root_axis = form.quaternion(&table, "root_axis", codes::ZERO_ROTATION).located;
    let tables = form.tables(&table, "bone", "[[bone]]");
    if let Some(excess) = tables.get(MOST_BONES) {
        let fact = format!("there are {} bones, at most {MOST_BONES} are allowed", tables.len());
        return Err(form.problems.fatal(codes::SKELETON_LIMIT, excess.span, || words(fact, "split the skeleton")));
    }
    let mut above = HashMap::new();
    let bones = (0..).zip(tables).filter_map(|(index, table)| read_bone(form, table, index, &mut above)).collect();
    Ok(SkeletonSource { root_axis, bones })
}

/// The bones above, by name: index and line.
type Above = HashMap<String, (u32, u32)>;

fn read_bone(form: &mut Form<'_>, mut table: Table<'_>, index: u32, above: &mut Above) -> Option<BoneSource> {
    form.check_keys(&mut table, &["name", "parent", "translation", "rotation", "scale"]);
    let name = form.name(&table, "name");
    let parent = form.optional_name(&table, "parent");
    let parent = parent.and_then(|parent| find_parent(form, &parent, name.as_ref(), above));
    let translation = form.numbers(&table, "translation", [0.0; 3]).located;
    let rotation = form.quaternion(&table, "rotation", codes::ZERO_ROTATION).located;
    let scale = form.numbers(&table, "scale", [1.0; 3]).located;
    let name = name?;
    note_bone(form, &name, index, above);
    Some(BoneSource { name: name.located, parent, translation, rotation, scale })
}

fn note_bone(form: &mut Form<'_>, name: &Field<String>, index: u32, above: &mut Above) {
    let Located { value, position } = &name.located;
    match above.entry(value.clone()) {
        Entry::Vacant(entry) => drop(entry.insert((index, position.line))),
        Entry::Occupied(entry) => form.problems.error(codes::DUPLICATE_BONE, name.span, || {
            let fact = format!("a second bone {value:?}, the first is on line {}", entry.get().1);
            words(fact, "give each bone a name of its own")
        }),
    }
}

fn find_parent(
    form: &mut Form<'_>,
    parent: &Field<String>,
    bone: Option<&Field<String>>,
    above: &Above,
) -> Option<Located<u32>> {
    let Located { value, position } = &parent.located;
    if let Some((index, _)) = above.get(value) {
        return Some(Located::new(*index, *position));
    }
    form.problems.error(codes::UNKNOWN_PARENT, parent.span, || match bone.map(|bone| &bone.located.value) {
        Some(bone) if bone == value => words(
            format!("bone {bone:?} is its own parent, expected a bone that stands above it"),
            "name another bone, or leave `parent` out for a root",
        ),
        Some(bone) => words(format!("bone {bone:?}: no bone {value:?} stands above it"), parent_help(value, above)),
        None => words(format!("no bone {value:?} stands above it"), parent_help(value, above)),
    });
    None
}

fn parent_help(parent: &str, above: &Above) -> String {
    let mut names: Vec<&str> =
        above.keys().map(String::as_str).filter(|name| name.len() <= LONGEST_CANDIDATE).collect();
    names.sort_unstable();
    let seek = parent.len() <= LONGEST_CANDIDATE && names.len() <= MOST_CANDIDATES;
    match seek.then(|| nearest(parent, names)).flatten() {
        Some(near) => format!("did you mean {near:?}?"),
        None => "write the parent's table before those of its children".to_owned(),
    }
}
