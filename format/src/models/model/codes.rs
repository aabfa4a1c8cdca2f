//! Selects the attributes of a mesh by the format in which they are stored: floats or codes.

use super::directions::NormalFormat;
use super::octahedral::{encode_normal, encode_tangent};
use super::positions::{PositionFormat, PositionGrid};
use super::value::{ModelMesh, Vertices};
use super::vertex_rules::{check_positions, check_tangents, check_unit};
use crate::InvalidContent;

/// The attributes that are stored as floats. All others are empty.
pub(super) struct Floats<'a> {
    pub(super) positions: &'a [[f32; 3]],
    pub(super) normals: &'a [[f32; 3]],
    pub(super) tangents: &'a [[f32; 4]],
}

/// The attributes that are stored as floats.
pub(super) fn floats(vertices: &Vertices) -> Floats<'_> {
    let directions = vertices.normal_format == NormalFormat::F32;
    Floats {
        positions: if vertices.position_format == PositionFormat::F32 { &vertices.positions } else { &[] },
        normals: if directions { &vertices.normals } else { &[] },
        tangents: if directions { &vertices.tangents } else { &[] },
    }
}

/// The attributes that are stored as codes. All others are empty.
#[derive(Default)]
pub(super) struct Codes {
    pub(super) positions: Vec<[u16; 4]>,
    pub(super) normals: Vec<[i16; 2]>,
    pub(super) tangents: Vec<[i16; 2]>,
}

impl Codes {
    /// Encodes the attributes of a mesh that are stored as codes.
    pub(super) fn new(mesh: &ModelMesh) -> Self {
        let (vertices, mut codes) = (&mesh.vertices, Self::default());
        if vertices.position_format == PositionFormat::U16 {
            let grid = PositionGrid::new(&mesh.bounding_box);
            codes.positions = vertices.positions.iter().map(|position| grid.encode(*position)).collect();
        }
        if vertices.normal_format == NormalFormat::Octahedral {
            codes.normals = vertices.normals.iter().copied().map(encode_normal).collect();
            codes.tangents = vertices.tangents.iter().copied().map(encode_tangent).collect();
        }
        codes
    }
}

/// Checks rules that cannot be checked on the codes: that positions are within the box, and that directions are normalized.
pub(super) fn check_codable(mesh: &ModelMesh) -> Result<(), InvalidContent> {
    let vertices = &mesh.vertices;
    if vertices.position_format == PositionFormat::U16 {
        check_positions(vertices.positions.iter().copied(), mesh.sphere, mesh.bounding_box)?;
    }
    if vertices.normal_format == NormalFormat::Octahedral {
        check_unit("normals", vertices.normals.iter().copied())?;
        check_tangents(vertices.tangents.iter().copied())?;
    }
    Ok(())
}
