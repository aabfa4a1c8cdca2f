//! The warning that a scene is empty, as after the export of a selection in which nothing is selected.

use rigmill_dom::Scene;
use rigmill_pipeline::Diagnostic;

use crate::codes;

/// Returns a warning if the scene is empty and `warnings`, the warnings about it so far, do not already say why.
pub(crate) fn warning(scene: &Scene, warnings: &[Diagnostic]) -> Option<Diagnostic> {
    let is_empty = scene.nodes.is_empty() && scene.materials.is_empty() && scene.clips.is_empty();
    (is_empty && warnings.is_empty()).then(|| {
        let help = "check that the exporter is not set to export only the selection, and export the file again";
        Diagnostic::warning(codes::SCENE_EMPTY, "the scene is empty: it contains no meshes, bones or clips").help(help)
    })
}
