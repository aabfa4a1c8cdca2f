//! Warnings about skins and vertices that the models of other programs cannot represent.

use rigmill_format::{MeshSkin, Model, ModelMesh, NormalFormat, PositionFormat, SkinningMethod, Vertices};
use rigmill_pipeline::Diagnostic;

use crate::codes;
use crate::counted::counted;

/// Returns a warning about skins that are not linear, for a format that supports only linear skins.
pub(crate) fn skinning(model: &Model, format: &str) -> Option<Diagnostic> {
    let is_lost = |skin: &MeshSkin| skin.method != SkinningMethod::Linear;
    let mut lost = model.meshes.iter().filter(|mesh| mesh.skin.as_ref().is_some_and(is_lost));
    let first = lost.next()?;
    let skins = counted(1 + lost.count(), ["dual-quaternion skin becomes", "dual-quaternion skins become"]);
    let message = format!(
        "{skins} linear, because {format} supports only linear skinning; twisted joints lose volume (the first is in mesh {:?})",
        first.name
    );
    let help = "choose linear skinning in the modelling program, or use the `native` target";
    Some(Diagnostic::warning(codes::CONTENT_LOST, message).help(help))
}

/// Returns a warning about colour sets and attributes that are not written to XNA's vertices.
pub(crate) fn sets(model: &Model) -> Option<Diagnostic> {
    let count = |mesh: &ModelMesh| mesh.vertices.more_colors.len() + mesh.vertices.attributes.len();
    let first = model.meshes.iter().find(|mesh| count(mesh) > 0)?;
    let sets: usize = model.meshes.iter().map(count).sum();
    let message = format!(
        "colour sets after the first and custom attributes are left out: {sets} in total, the first in mesh {:?}",
        first.name
    );
    let help = "put this data into texture coordinates, or use the `native` target";
    Some(Diagnostic::warning(codes::CONTENT_LOST, message).help(help))
}

/// Returns a warning about positions and normals that a rule stores as integers, but that are written to XNA's vertices as
/// floats.
pub(crate) fn codes(model: &Model) -> Option<Diagnostic> {
    let is_coded = |mesh: &&ModelMesh| {
        let Vertices { position_format, normal_format, .. } = &mesh.vertices;
        *position_format != PositionFormat::F32 || *normal_format != NormalFormat::F32
    };
    let mesh = model.meshes.iter().find(is_coded)?;
    let parameter = if mesh.vertices.position_format == PositionFormat::F32 { "normals" } else { "positions" };
    let message = format!(
        "mesh {:?}: `positions` and `normals` round the vertices, but do not make them smaller, because XNA's effects read floats",
        mesh.name
    );
    let help = "do not set `positions` and `normals` for the `xna` target";
    Some(Diagnostic::warning(codes::CONTENT_LOST, message).perhaps_of_parameter(parameter).help(help))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_that_xna_gets_as_floats_are_reported_once() {
        let mesh = |name: &str, position_format, normal_format| ModelMesh {
            name: name.to_owned(),
            vertices: Vertices { position_format, normal_format, ..Vertices::default() },
            ..ModelMesh::default()
        };
        let plain = mesh("Plain", PositionFormat::F32, NormalFormat::F32);
        let model = |meshes| Model { meshes, ..Model::default() };
        assert!(codes(&model(vec![plain.clone()])).is_none());
        let coded = mesh("Coded", PositionFormat::F32, NormalFormat::Octahedral);
        let also = mesh("Also", PositionFormat::U16, NormalFormat::F32);
        let reported = codes(&model(vec![plain, coded, also])).unwrap();
        assert!(
            reported.message.starts_with("mesh \"Coded\": `positions` and `normals` round"),
            "{}",
            reported.message
        );
    }
}
