//! The rules of vertex attributes, which apply to floats and to decoded codes.

use crate::error::{ensure, invalid};
use crate::layout::numbers::all_finite;
use crate::{BoundingBox, BoundingSphere, InvalidContent};

/// The maximum difference from 1 of the length of a normal, and of the sum of a vertex's weights.
pub(super) const UNIT_TOLERANCE: f32 = 1e-3;

/// Checks the number of sets of an attribute.
pub(super) fn check_set_count(attribute: &str, found: usize, limit: usize) -> Result<(), InvalidContent> {
    ensure!(found <= limit, "it has {found} sets of {attribute}, but at most {limit} are allowed");
    Ok(())
}

/// Checks that positions are finite and within sphere and box.
pub(super) fn check_positions(
    positions: impl Iterator<Item = [f32; 3]>,
    sphere: BoundingSphere,
    bounding_box: BoundingBox,
) -> Result<(), InvalidContent> {
    for (vertex, position) in positions.enumerate() {
        ensure!(all_finite(&position), "positions: vertex {vertex} is not finite");
        ensure!(bounding_box.contains_point(position), "vertex {vertex} lies outside its bounding box");
        ensure!(sphere.contains(position), "vertex {vertex} lies outside its bounding sphere");
    }
    Ok(())
}

/// Checks that tangents have unit length and w = 1 or -1.
pub(super) fn check_tangents(tangents: impl Iterator<Item = [f32; 4]>) -> Result<(), InvalidContent> {
    for (vertex, [x, y, z, w]) in tangents.enumerate() {
        check_unit_vector("tangents", vertex, [x, y, z])?;
        // Not `abs`: NaN differs from both.
        ensure!(w == 1.0 || w == -1.0, "tangents: vertex {vertex} has w = {w}, expected 1 or -1");
    }
    Ok(())
}

/// Checks that all values of an attribute are finite.
pub(super) fn check_finite<const N: usize>(attribute: &str, values: &[[f32; N]]) -> Result<(), InvalidContent> {
    match values.iter().position(|value| !all_finite(value)) {
        Some(vertex) => Err(invalid!("{attribute}: vertex {vertex} is not finite")),
        None => Ok(()),
    }
}

/// Checks that directions have unit length.
pub(super) fn check_unit(attribute: &str, values: impl Iterator<Item = [f32; 3]>) -> Result<(), InvalidContent> {
    values.enumerate().try_for_each(|(vertex, value)| check_unit_vector(attribute, vertex, value))
}

fn check_unit_vector(attribute: &str, vertex: usize, [x, y, z]: [f32; 3]) -> Result<(), InvalidContent> {
    let found = (x * x + y * y + z * z).sqrt();
    // NaN is not within the tolerance.
    let is_unit = (found - 1.0).abs() <= UNIT_TOLERANCE;
    ensure!(is_unit, "{attribute}: vertex {vertex} has length {found}, expected 1");
    Ok(())
}
