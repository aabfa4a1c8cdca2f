//! Draws bones as slender double pyramids, from each bone to its children.

use rigmill_math::vector::{add, cross, length, normalize, scale, subtract};
use rigmill_runtime::blocks::{PoseToModelJob, Rig};
use rigmill_runtime::content::Skeleton;
use rigmill_runtime::error::JobError;
use rigmill_runtime::{Matrix, matrix};

use super::scene::{Corner, Paint, Scene, Triangle};

/// The position of a pyramid's thickest part, as a fraction of the bone's length.
const WAIST: f32 = 0.13;

/// Half of a pyramid's greatest thickness, as a fraction of the bone's length.
const THICKNESS: f32 = 0.055;

/// The size in metres of a bone without parent and children.
const LONELY: f32 = 0.1;

const COLOR: [f32; 3] = [0.83, 0.45, 0.11];

/// Returns the matrix of each bone of a skeleton in bind pose.
pub(super) fn at_bind(skeleton: &Skeleton) -> Result<Vec<Matrix>, JobError> {
    let rig = Rig::new(&skeleton.view());
    let mut absolute = vec![matrix::IDENTITY; rig.bones()];
    PoseToModelJob { rig: &rig, pose: rig.bind(), out: &mut absolute }.run()?;
    Ok(absolute)
}

/// Creates a scene of bones with these parents and matrices.
pub(super) fn scene(parents: &[Option<usize>], absolute: &[Matrix]) -> Scene {
    let mut scene = Scene { paints: vec![Paint::plain(COLOR)], ..Scene::default() };
    let at = |bone: usize| absolute.get(bone).map(matrix::translation);
    for (bone, parent) in parents.iter().enumerate() {
        if let (Some(from), Some(to)) = (parent.and_then(at), at(bone)) {
            pyramids(&mut scene, from, to);
        }
    }
    if let (true, Some(at)) = (scene.triangles.is_empty(), at(0)) {
        pyramids(&mut scene, at, add(at, [0.0, LONELY, 0.0]));
    }
    scene
}

/// Adds a bone, unless its ends are at the same position.
fn pyramids(scene: &mut Scene, from: [f32; 3], to: [f32; 3]) {
    let along = subtract(to, from);
    let size = length(along);
    let aside = if along[1].abs() < 0.9 * size { [0.0, 1.0, 0.0] } else { [1.0, 0.0, 0.0] };
    let (Some(side), Some(direction)) = (normalize(cross(along, aside)), normalize(along)) else { return };
    let other = cross(direction, side);
    let waist = add(from, scale(along, WAIST));
    let ring = [side, other, scale(side, -1.0), scale(other, -1.0)].map(|out| add(waist, scale(out, size * THICKNESS)));
    for (index, &corner) in ring.iter().enumerate() {
        let next = ring[(index + 1) % 4];
        [[from, corner, next], [to, next, corner]].into_iter().for_each(|it| face(scene, it));
    }
}

fn face(scene: &mut Scene, positions: [[f32; 3]; 3]) {
    let Ok(first) = u32::try_from(scene.corners.len()) else { return };
    scene.corners.extend(positions.map(|position| Corner { position, color: [1.0; 4], ..Corner::default() }));
    scene.triangles.push(Triangle { corners: [first, first + 1, first + 2], paint: 0 });
}
