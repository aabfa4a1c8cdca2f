//! Loads files through ufbx, within limits.

use std::collections::BTreeMap;

use rigmill_math::affine::Affine;
use rigmill_pipeline::Diagnostic;
use ufbx::{
    AllocatorOpts, ErrorType, FileFormat, GeometryTransformHandling, InheritModeHandling, LoadOpts, MirrorAxis,
    SceneRoot, SpaceConversion, WarningType,
};

use super::numbers::rows;
use super::outline::Outline;
use super::refusal;
use crate::codes;
use crate::report::{Problem, Result};
use crate::scenes::fbx_shared::params::{Axes, FbxParams, GeometricTransforms, Unit};
use crate::scenes::fbx_shared::problems::over_limit;
use crate::scenes::fbx_shared::transfer::{has_top_record, is_cut_text, too_early};
use crate::scenes::fbx_shared::{DEEPEST_NODE, MAX_NODES};

/// The memory that ufbx may use for its result, and again while it works: this amount, and a number of bytes for each byte of
/// the file. Real files use much less. If the declared size of a compressed array exceeds the limit, the array is rejected
/// before it is decompressed.
const FREE_MEMORY: usize = 40 << 20;
const MEMORY_PER_BYTE: usize = 16;
/// Text files are longer than their content, so they need less memory per byte.
const MEMORY_PER_CHARACTER: usize = 2;
const MAX_MEMORY: usize = 4 << 30;
/// The records that contain a file's objects, one of which every complete file has. Files before version 6 have a record for
/// each node.
const OBJECTS: &[&[u8]] = &[b"Objects", b"Model"];
/// How much of a text is searched for the name of its format, in bytes.
const BEGINNING: usize = 4096;

pub(super) fn load(bytes: &[u8], outline: &Outline, params: &FbxParams) -> Result<SceneRoot> {
    // Checked before ufbx allocates memory for each node. The exact number is checked again later.
    if outline.nodes > MAX_NODES {
        return Err(over_limit(outline.nodes, "nodes", MAX_NODES, "split the file"));
    }
    let memory = memory_limit(bytes);
    let scene = ufbx::load_memory(bytes, options(memory, params)).map_err(|error| problem(&error, bytes, memory))?;
    // ufbx reads a text file that ends between two records.
    let lacks_objects = scene.metadata.ascii && !has_top_record(bytes, OBJECTS);
    if lacks_objects { Err(too_early("its objects are missing")) } else { Ok(scene) }
}

pub(super) fn is_binary(bytes: &[u8]) -> bool {
    bytes.starts_with(b"Kaydara FBX Binary")
}

/// Whether a file begins as FBX files do, or may be one as text, which names its format near its beginning.
fn resembles_fbx(bytes: &[u8]) -> bool {
    is_binary(bytes) || bytes[..bytes.len().min(BEGINNING)].windows(3).any(|name| name == b"FBX")
}

fn options(memory_limit: usize, params: &FbxParams) -> LoadOpts<'static> {
    let memory = AllocatorOpts { memory_limit, ..AllocatorOpts::default() };
    let work = AllocatorOpts { memory_limit, ..AllocatorOpts::default() };
    LoadOpts {
        temp_allocator: work,
        result_allocator: memory,
        node_depth_limit: DEEPEST_NODE,
        load_external_files: false,
        ignore_missing_external_files: true,
        file_format: FileFormat::Fbx,
        skip_mesh_parts: true,
        clean_skin_weights: true,
        geometry_transform_handling: geometry_transforms(params.geometric_transforms),
        inherit_mode_handling: InheritModeHandling::Compensate,
        space_conversion: SpaceConversion::AdjustTransforms,
        handedness_conversion_axis: MirrorAxis::X,
        // The same on every system. No files are opened by these names.
        path_separator: b'/',
        target_unit_meters: if params.unit == Unit::Metre { 1.0 } else { 0.0 },
        ..axes_options(params.axes())
    }
}

/// For each node, by the id of its element, the geometric transform that ufbx applied to the vertices of its mesh.
pub(super) type Geometric = BTreeMap<u32, Affine>;

/// Returns the geometric transforms that blend shapes need. ufbx applies them to vertices but not to blend shapes, and does not
/// keep them.
pub(super) fn moved_shapes(
    bytes: &[u8],
    outline: &Outline,
    scene: &ufbx::Scene,
    params: &FbxParams,
) -> Result<Geometric> {
    let has_none = scene.blend_shapes.count == 0 || !outline.may_move_geometry;
    if has_none || params.geometric_transforms == GeometricTransforms::Node {
        return Ok(Geometric::new());
    }
    let memory = memory_limit(bytes);
    let options = LoadOpts {
        geometry_transform_handling: GeometryTransformHandling::Preserve,
        ignore_geometry: true,
        ignore_animation: true,
        ignore_embedded: true,
        ..options(memory, params)
    };
    let plain = ufbx::load_memory(bytes, options).map_err(|error| problem(&error, bytes, memory))?;
    let moved = plain.nodes.iter().filter(|node| node.has_geometry_transform);
    Ok(moved.map(|node| (node.element.element_id, rows(&node.geometry_to_node))).collect())
}

fn geometry_transforms(choice: GeometricTransforms) -> GeometryTransformHandling {
    match choice {
        GeometricTransforms::Mesh => GeometryTransformHandling::ModifyGeometry,
        GeometricTransforms::Node => GeometryTransformHandling::Preserve,
    }
}

fn axes_options(axes: Axes) -> LoadOpts<'static> {
    let defaults = LoadOpts::default();
    match axes {
        Axes::YUp => LoadOpts { target_axes: ufbx::axes_right_handed_y_up(), ..defaults },
        Axes::ZUp => LoadOpts { target_axes: ufbx::axes_right_handed_z_up(), ..defaults },
        Axes::File => defaults,
    }
}

fn memory_limit(bytes: &[u8]) -> usize {
    let per_byte = if is_binary(bytes) { MEMORY_PER_BYTE } else { MEMORY_PER_CHARACTER };
    FREE_MEMORY.saturating_add(bytes.len().saturating_mul(per_byte)).min(MAX_MEMORY)
}

fn problem(error: &ufbx::Error, bytes: &[u8], memory: usize) -> Problem {
    let limit = |fact: String| Problem::new(codes::FBX_LIMIT, fact, "check that this is the right file, or split it");
    let unreadable = |fact: &str, help: &str| Problem::new(codes::FBX_UNREADABLE, fact, help);
    let again = "copy or export the file again; if that does not help, export it as binary FBX 7.4 or 7.5";
    match error.type_ {
        ErrorType::MemoryLimit | ErrorType::AllocationLimit | ErrorType::OutOfMemory => {
            limit(format!("loading the {}-byte file needs more than {} MiB of memory", bytes.len(), memory >> 20))
        }
        ErrorType::NodeDepthLimit => {
            limit(format!("nodes are nested more than {DEEPEST_NODE} levels deep, or in a cycle"))
        }
        ErrorType::EmptyFile if bytes.is_empty() => unreadable("the file is empty", again),
        ErrorType::UnrecognizedFileFormat | ErrorType::TruncatedFile | ErrorType::EmptyFile
            if !resembles_fbx(bytes) =>
        {
            unreadable("the file is not an FBX file", "check that this is the right file")
        }
        // ufbx also says that a file is empty if there is no more to read where a record should begin.
        ErrorType::TruncatedFile | ErrorType::EmptyFile => too_early(&format!("at byte {}", bytes.len())),
        _ => {
            let detail = refusal::detail(error, bytes);
            let help = if detail == refusal::NO_FBX { "check that this is the right file" } else { again };
            unreadable(&format!("the FBX file cannot be read: {detail}"), help)
        }
    }
}

/// Returns warnings about damaged parts that ufbx ignored.
pub(super) fn warnings(scene: &ufbx::Scene, bytes: &[u8]) -> impl Iterator<Item = Diagnostic> {
    let others = unreadable_names(scene).into_iter().chain(missing_end(scene, bytes));
    let damage = scene.metadata.warnings.iter().filter_map(|warning| {
        let fact = match warning.type_ {
            WarningType::TruncatedArray => "a list ends too early",
            WarningType::MissingGeometryData => "a geometry has no data",
            WarningType::UnsupportedVersion => "the FBX version is unknown",
            WarningType::IndexClamped => "an index is out of range",
            WarningType::BadBase64Content => "an embedded file is not valid Base64",
            _ => return None,
        };
        let owner = scene.elements.get(warning.element_id as usize).map(|owner| owner.name.to_string());
        let owner = owner.filter(|name| !name.is_empty()).map(|name| format!("{name:?}: ")).unwrap_or_default();
        let times = if warning.count > 1 { format!(" ({} times)", warning.count) } else { String::new() };
        let message = format!("{owner}{fact}{times}");
        Some(Diagnostic::warning(codes::FBX_DAMAGED, message).help("check the result, or export the file again"))
    });
    damage.take(MAX_WARNINGS).chain(others)
}

/// Returns a warning about a text file that ends too early, but where ufbx does not notice it. A file with objects also lists
/// their connections and, before version 7, the takes.
fn missing_end(scene: &ufbx::Scene, bytes: &[u8]) -> Option<Diagnostic> {
    let has = |record: &[u8]| memchr::memmem::find(bytes, record).is_some();
    let has_takes = scene.metadata.version >= 7000 || has(b"\nTakes:");
    let lacks_parts = has(b"\nObjects:") && !(has(b"\nConnections:") && has_takes);
    (scene.metadata.ascii && (lacks_parts || is_cut_text(bytes))).then(|| {
        let fact = "the file seems to end too early: the records at its end are missing";
        Diagnostic::warning(codes::FBX_DAMAGED, fact).help("copy or export the file again")
    })
}

/// Returns a warning about names that are not UTF-8. ufbx also reports text with a zero byte, such as the `name\0\x01class` in
/// MotionBuilder's records, and does not say where the text is. Therefore, only elements whose names ufbx changed are reported.
fn unreadable_names(scene: &ufbx::Scene) -> Option<Diagnostic> {
    let is_reported = scene.metadata.warnings.iter().any(|warning| warning.type_ == WarningType::BadUnicode);
    let is_changed = |element: &&ufbx::Element| element.name.contains(char::REPLACEMENT_CHARACTER);
    let mut changed = scene.elements.iter().filter(|_| is_reported).map(AsRef::as_ref).filter(is_changed);
    let first = changed.next()?;
    let others = match changed.count() {
        0 => String::new(),
        more => format!(" (and {more} more)"),
    };
    let fact = format!("the name {:?}{others} is not valid UTF-8: U+FFFD replaces the invalid bytes", &*first.name);
    Some(Diagnostic::warning(codes::FBX_DAMAGED, fact).help("rename the object before you export"))
}

/// The maximum number of damaged parts that are reported.
const MAX_WARNINGS: usize = 20;
