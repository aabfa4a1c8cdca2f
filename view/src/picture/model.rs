//! Converts the meshes of a model to triangles.

use std::collections::BTreeSet;
use std::sync::Arc;

use rigmill_format::{ModelMaterialView, Shading};
use rigmill_math::skin::{DualQuaternion, Joints};
use rigmill_runtime::content::{Model, Texture, TextureUse};
use rigmill_runtime::{Content, Matrix, matrix};

use super::morphs::Morphs;
use super::scene::{Corner, Map, Maps, Paint, Triangle};
use super::texels::Texels;

/// The maximum number of texels in all textures of a model: 256 MiB.
const MAX_TEXELS: u32 = 1 << 26;

/// The colour of parts without a material.
const PLAIN: [f32; 3] = [0.6; 3];

/// Returns the matrix of each bone in bind pose, in model space.
pub(super) fn at_bind(model: &Model) -> Vec<Matrix> {
    posed(model, |_| None)
}

/// Returns the matrix of each bone in model space: the result of `known` for its name or, if there is none, its bind pose
/// relative to its parent.
pub(super) fn posed(model: &Model, known: impl Fn(&str) -> Option<Matrix>) -> Vec<Matrix> {
    let mut absolute: Vec<Matrix> = Vec::new();
    for bone in model.view().bones() {
        let parent = bone.parent().and_then(|parent| absolute.get(parent));
        let below = || parent.map_or(*bone.local(), |parent| matrix::multiply(bone.local(), parent));
        absolute.push(known(bone.name()).unwrap_or_else(below));
    }
    absolute
}

/// Returns the vertices of all meshes, transformed by the matrices of the model's bones.
pub(super) fn corners(model: &Model, morphs: &Morphs, absolute: &[Matrix]) -> Vec<Corner> {
    let at = |bone: usize| absolute.get(bone).copied().unwrap_or(matrix::IDENTITY);
    let mut corners = Vec::new();
    for (number, mesh) in model.view().meshes().enumerate() {
        let vertices = morphs.vertices(number, &mesh);
        let binds = mesh.skin_bones().iter().zip(mesh.inverse_binds());
        let palette: Vec<Matrix> = match mesh.is_skinned() {
            true => binds.map(|(&bone, bind)| matrix::multiply(bind, &at(bone as usize))).collect(),
            false => vec![at(mesh.bone())],
        };
        let (sets, uvs) = (mesh.joint_sets().collect::<Vec<_>>(), mesh.uv_sets().next().unwrap_or_default());
        let dual_quaternions: Vec<_> = palette.iter().map(DualQuaternion::of_matrix).collect();
        let joints = Joints { matrices: &palette, dual_quaternions: &dual_quaternions };
        for (vertex, position) in vertices.positions.iter().enumerate() {
            let skin = match mesh.blend_weight(vertex) {
                _ if sets.is_empty() => palette[0],
                0.0 => blended(&palette, &sets, vertex),
                share => {
                    let influences = mesh.influences(vertex).map(|(joint, weight)| (usize::from(joint), weight));
                    joints.vertex_matrix(influences, share)
                }
            };
            let [x, y, z, sign] = vertices.tangents.get(vertex).unwrap_or_default();
            let [x, y, z] = turn([x, y, z], &skin);
            corners.push(Corner {
                position: matrix::transform_point(position, &skin),
                normal: turn(vertices.normals.get(vertex).unwrap_or_default(), &skin),
                tangent: [x, y, z, sign],
                color: mesh.colors().get(vertex).copied().unwrap_or([1.0; 4]),
                uv: uvs.get(vertex).copied().unwrap_or_default(),
            });
        }
    }
    corners
}

/// A set of four influences for each vertex: joints and weights.
type Influences<'a> = (&'a [[u16; 4]], &'a [[f32; 4]]);

/// Returns the weighted sum of the matrices of a vertex's joints.
fn blended(palette: &[Matrix], sets: &[Influences<'_>], vertex: usize) -> Matrix {
    let mut sum = [0.0; 16];
    for (joints, weights) in sets {
        for (&joint, &weight) in joints[vertex].iter().zip(&weights[vertex]).filter(|(_, weight)| **weight > 0.0) {
            let Some(matrix) = palette.get(usize::from(joint)) else { continue };
            sum.iter_mut().zip(matrix).for_each(|(sum, cell)| *sum += cell * weight);
        }
    }
    sum
}

/// Rotates a direction.
fn turn(direction: [f32; 3], matrix: &Matrix) -> [f32; 3] {
    let mut only_turns = *matrix;
    matrix::set_translation(&mut only_turns, [0.0; 3]);
    matrix::transform_point(direction, &only_turns)
}

/// Returns the triangles of all meshes, except for coarser levels of detail. Corners have the same numbers as in [`corners`],
/// and paints as in [`paints`].
pub(super) fn triangles(model: &Model) -> Vec<Triangle> {
    let (view, mut first, mut triangles) = (model.view(), 0, Vec::new());
    let plain = u32::try_from(view.materials().len()).unwrap_or(u32::MAX);
    let coarse: BTreeSet<u32> =
        view.level_groups().flat_map(|group| group.levels().skip(1)).flat_map(|level| level.meshes).copied().collect();
    for (number, mesh) in (0..).zip(view.meshes()) {
        let corner = |entry: usize| mesh.indices().get(entry).map(|it| it.saturating_add(first));
        for part in mesh.parts().filter(|_| !coarse.contains(&number)) {
            let (begin, end) = (part.first_index as usize, part.first_index as usize + part.index_count as usize);
            let paint = part.material.unwrap_or(plain);
            triangles.extend((begin..end).step_by(3).filter_map(|entry| {
                Some(Triangle { corners: [corner(entry)?, corner(entry + 1)?, corner(entry + 2)?], paint })
            }));
        }
        first = first.saturating_add(u32::try_from(mesh.vertex_count()).unwrap_or(u32::MAX));
    }
    triangles
}

/// Returns the paint of each material, followed by the paint of parts without a material. Textures are decoded no larger than
/// `side` pixels. Textures that cannot be loaded are left out, because the game may have them.
pub(super) fn paints(model: &Model, content: &Content, side: u32) -> Vec<Paint> {
    let view = model.view();
    let mut names: Vec<&str> = view.materials().flat_map(|it| it.textures()).map(|it| it.asset).collect();
    names.sort_unstable();
    names.dedup();
    let count = u32::try_from(names.len()).unwrap_or(u32::MAX).max(1);
    let side = side.min((MAX_TEXELS / count).isqrt()).max(1);
    let load = |name: &str| Some(Arc::new(Texels::decode(&content.load::<Texture>(name).ok()?.view(), side)?));
    let maps: Vec<Option<Arc<Texels>>> = names.iter().map(|name| load(name)).collect();
    // Corners have only the first set of texture coordinates.
    let map = |material: &ModelMaterialView<'_>, usage| {
        let texture = material.textures().find(|it| it.usage == usage && it.placement.uv_set == 0)?;
        let texels = maps.get(names.binary_search(&texture.asset).ok()?)?.clone()?;
        Some(Map { texels, rows: texture.placement.matrix() })
    };
    let of_materials = view.materials().map(|material| Paint {
        diffuse: material.diffuse(),
        specular: material.specular(),
        shininess: material.shininess(),
        emissive: material.emissive().map(|it| it * material.emissive_strength()),
        opacity: material.opacity(),
        alpha: material.alpha_mode(),
        cutoff: material.alpha_cutoff(),
        unlit: material.shading() == Shading::Unlit,
        metal: (material.shading() == Shading::MetallicRoughness).then(|| [material.metallic(), material.roughness()]),
        maps: Maps {
            diffuse: map(&material, TextureUse::Diffuse),
            normal: map(&material, TextureUse::Normal),
            emissive: map(&material, TextureUse::Emissive),
            opacity: map(&material, TextureUse::Opacity),
            roughness: map(&material, TextureUse::Roughness),
            metalness: map(&material, TextureUse::Metalness),
        },
    });
    of_materials.chain([Paint::plain(PLAIN)]).collect()
}
