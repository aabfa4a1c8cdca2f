//! Warnings about data of a scene's vertices that a model cannot store.

use rigmill_dom::{Scene, SceneMesh};
use rigmill_format::{MAX_ATTRIBUTES, MAX_COLOR_SETS};
use rigmill_pipeline::{Diagnostic, ProcessContext};

use super::skin;
use crate::codes;
use crate::report::also_affected;

/// Warns, once each, about influences beyond the limit of `weights` per vertex, and about attribute sets that are left out.
pub(super) fn warn_of_losses(scene: &Scene, weights: usize, ctx: &mut ProcessContext<'_>) {
    warn_of_influences(scene, weights, ctx);
    let is_over =
        |mesh: &&SceneMesh| mesh.more_colors.len() >= MAX_COLOR_SETS || mesh.attributes.len() > MAX_ATTRIBUTES;
    let mut over = scene.meshes.iter().filter(is_over);
    if let Some(mesh) = over.next() {
        let message = format!(
            "{}: the mesh has {} colour sets and {} custom attributes, but only the first {MAX_COLOR_SETS} colour sets and {MAX_ATTRIBUTES} attributes are kept{}",
            mesh.element,
            1 + mesh.more_colors.len(),
            mesh.attributes.len(),
            also_affected(over.count(), ["mesh", "meshes"])
        );
        let diagnostic = Diagnostic::warning(codes::MESH_VERTEX_SETS, message);
        ctx.report(diagnostic.help("delete unused colour sets and attributes before you export"));
    }
}

fn warn_of_influences(scene: &Scene, weights: usize, ctx: &mut ProcessContext<'_>) {
    let skins = scene.meshes.iter().filter_map(|mesh| Some((mesh, skin::lost(mesh.skin.as_ref()?, weights))));
    let mut cut = skins.filter(|(_, (vertices, _))| *vertices > 0);
    let Some((mesh, (mut vertices, mut largest))) = cut.next() else { return };
    let mut more = 0;
    for (_, (count, lost)) in cut {
        (vertices, largest, more) = (vertices + count, largest.max(lost), more + 1);
    }
    let meshes = match more {
        0 => String::new(),
        1 => " and 1 more mesh".to_owned(),
        _ => format!(" and {more} more meshes"),
    };
    let vertices = if vertices == 1 { "1 vertex has".to_owned() } else { format!("{vertices} vertices have") };
    let message = format!(
        "{}{meshes}: {vertices} weights for more than {weights} bones; the smallest weights are left out (up to {:.1} % of a vertex's total weight)",
        mesh.element,
        largest * 100.0
    );
    let help = match weights {
        8 => "limit the number of bones per vertex to 8 in the modelling program",
        _ => "set `weights = 8`, or limit the number of bones per vertex to 4 in the modelling program",
    };
    ctx.report(Diagnostic::warning(codes::MESH_INFLUENCES, message).help(help));
}
