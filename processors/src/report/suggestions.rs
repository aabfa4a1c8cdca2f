//! [`meant_asset`]: the asset that the user probably meant by a name that no suitable asset has.

use rigmill_format::{ActionSet, AnimationSequence, ClipEvents, Data, Skeleton};
use rigmill_pipeline::{AssetError, ProcessContext, SourcePath, ValueType};

/// The label of the skeleton among the products of a scene. The names of skeleton files usually end with it, too.
const SKELETON: &str = ".skeleton";
/// The extensions of scenes. The clips of a scene always have labels.
const SCENES: [&str; 3] = [".fbx", ".glb", ".gltf"];
/// The extensions of game data, which may refer to any asset.
const DATA: [&str; 7] = [".data.toml", ".data.json", ".xml", ".spec", ".level", ".particle", ".particlelist"];
/// The length of the longest name, in bytes, for which an asset is suggested.
const LONGEST: usize = 256;
/// The maximum number of extensions inside a name that are left out, one at a time.
const MAX_EXTENSIONS: usize = 4;

/// The assets that a name may mean.
#[derive(Clone, Copy)]
pub(crate) struct Wanted<'a> {
    /// The types that the asset may have; empty for any type.
    pub(crate) types: &'a [ValueType],
    /// The labels that follow the name. Each of them gives the name of a product that the name may mean.
    pub(crate) labels: &'a [&'a str],
}

impl<'a> Wanted<'a> {
    /// Products that are called by their full names.
    pub(crate) fn new(types: &'a [ValueType]) -> Self {
        Self { types, labels: &[""] }
    }

    fn includes<T: rigmill_pipeline::Value>(&self) -> bool {
        self.types.contains(&ValueType::of::<T>())
    }
}

/// Returns the name, from the project folder, that the user probably meant by `name`, if `error` says that the name is wrong. An
/// asset with the returned name exists and is one of the wanted assets.
pub(crate) fn meant_asset(
    error: &AssetError,
    name: &str,
    wanted: Wanted<'_>,
    ctx: &mut ProcessContext<'_>,
) -> Option<String> {
    let is_wrong = matches!(error, AssetError::Missing { .. } | AssetError::OtherType { .. });
    if !is_wrong || name.len() > LONGEST {
        return None;
    }
    likely(name, wanted, ctx).into_iter().find(|likely| is_wanted(likely, wanted, ctx))
}

/// Returns names that the user may have meant, most likely first.
fn likely(name: &str, wanted: Wanted<'_>, ctx: &mut ProcessContext<'_>) -> Vec<String> {
    let mut likely = Vec::new();
    let mut add = |meant: String| {
        let of_skeleton = wanted.includes::<Skeleton>().then(|| format!("{meant}{SKELETON}"));
        let new = [Some(meant), of_skeleton].into_iter().flatten().filter(|it| it != name && !likely.contains(it));
        let new: Vec<String> = new.collect();
        likely.extend(new);
    };
    let written = [Some(name), from_project(name, ctx.source())];
    for name in written.into_iter().flatten() {
        add(name.to_owned());
        without_extensions(name).into_iter().for_each(&mut add);
    }
    let (asset, label) = split(name);
    for near in ctx.nearest_assets(name) {
        add(near);
    }
    for near in ctx.nearest_assets(asset) {
        add(format!("{near}{label}"));
        add(near);
    }
    likely
}

/// Returns a name as it would be from the project folder, if the user forgot the `/` at its beginning.
fn from_project<'a>(name: &'a str, source: &SourcePath) -> Option<&'a str> {
    name.strip_prefix(source.folder()).and_then(|rest| rest.strip_prefix('/'))
}

/// Returns a name without each of the extensions in its last part: `Low.fbx@Walk` becomes `Low@Walk`.
fn without_extensions(name: &str) -> Vec<String> {
    let start = name.rfind('/').map_or(0, |slash| slash + 1);
    let dots = name[start..].match_indices('.').map(|(dot, _)| start + dot).filter(|dot| *dot > start);
    let without = |dot: usize| {
        let rest = &name[dot + 1..];
        let end = rest.find(['.', '@']).map_or("", |end| &rest[end..]);
        format!("{}{end}", &name[..dot])
    };
    dots.take(MAX_EXTENSIONS).map(without).collect()
}

/// Splits a name into the name of an asset and a label, such as `@Walk`, or an extension.
fn split(name: &str) -> (&str, &str) {
    let start = name.rfind('/').map_or(0, |slash| slash + 1);
    let at = name[start..].find('@').or_else(|| name[start..].rfind('.')).filter(|at| *at > 0);
    name.split_at(at.map_or(name.len(), |at| start + at))
}

fn is_wanted(name: &str, wanted: Wanted<'_>, ctx: &mut ProcessContext<'_>) -> bool {
    if name == ctx.asset() {
        return false;
    }
    let named = ctx.sources_named(name);
    let sources = || named.iter().filter(|source| source.asset_name() == name);
    if wanted.labels.contains(&"") {
        // The question whether such an asset has the right type could build it. If it depends on this asset, both would fail.
        if let Some(usual) = sources().find_map(type_with_references) {
            return wanted.types.is_empty() || wanted.types.contains(&usual);
        }
        if wanted.includes::<AnimationSequence>() && sources().any(is_scene) {
            return false;
        }
    }
    wanted.labels.iter().any(|label| ctx.has_product(&format!("{name}{label}"), wanted.types))
}

fn is_scene(source: &SourcePath) -> bool {
    let name = source.file_name().to_lowercase();
    SCENES.iter().any(|extension| name.ends_with(extension))
}

/// Returns the type that a source usually becomes, if its asset may refer to any other asset.
fn type_with_references(source: &SourcePath) -> Option<ValueType> {
    let name = source.file_name().to_lowercase();
    match name.as_str() {
        name if name.ends_with(".actions.toml") => Some(ValueType::of::<ActionSet>()),
        name if name.ends_with(".events.toml") => Some(ValueType::of::<ClipEvents>()),
        name if DATA.iter().any(|extension| name.ends_with(extension)) => Some(ValueType::of::<Data>()),
        _ => None,
    }
}
