//! [`Placement`]: a scale and rotation that applies to a whole scene.

use std::borrow::Cow;

use rigmill_dom::{
    Scene, SceneClip, SceneLevels, SceneMesh, SceneNode, SceneTrack, SceneTransform, StoredMesh, ThresholdKind,
};
use rigmill_math::affine::{self, Affine};
use rigmill_math::vector::dot;
use rigmill_math::{matrix3, to_f32};
use rigmill_pipeline::{Diagnostic, ProcessContext};

use crate::codes;
use crate::numbers::{Degrees, ScaleFactor};

/// A scale and rotation of a whole scene, as in the model processors of XNA and MonoGame. It changes vertices and nodes in the
/// same way: the scene appears scaled and rotated from outside, and identity transforms of bones stay identity transforms.
///
/// With the placement M, vertices p become M · p. The transforms L of nodes, including those in animations, become M · L · M⁻¹.
/// World transforms W then become M · W · M⁻¹, which maps M · p to M · (W · p).
#[derive(Clone, Copy, Debug)]
pub(super) struct Placement {
    rotation: Affine,
    scale: f64,
}

impl Placement {
    /// Creates the placement that scales first, then rotates about z, x and y, as in XNA's model processor.
    pub(super) fn new(scale: ScaleFactor, rotation: [Degrees; 3]) -> Self {
        let [x, y, z] = rotation.map(|angle| sine_cosine(angle.get()));
        let about_x = [[1.0, 0.0, 0.0, 0.0], [0.0, x.1, -x.0, 0.0], [0.0, x.0, x.1, 0.0]];
        let about_y = [[y.1, 0.0, y.0, 0.0], [0.0, 1.0, 0.0, 0.0], [-y.0, 0.0, y.1, 0.0]];
        let about_z = [[z.1, -z.0, 0.0, 0.0], [z.0, z.1, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];
        let rotation = affine::multiply(&about_y, &affine::multiply(&about_x, &about_z));
        Self { rotation, scale: scale.get() }
    }

    /// Returns the placement as a matrix.
    pub(super) fn to_affine(self) -> Affine {
        self.rotation.map(|row| row.map(|number| number * self.scale))
    }

    fn changes_nothing(&self) -> bool {
        self.to_affine() == affine::IDENTITY
    }

    /// Scales and rotates a scene. Warns if this shears a node.
    pub(super) fn of_scene<'a>(&self, scene: &'a Scene, ctx: &mut ProcessContext<'_>) -> Cow<'a, Scene> {
        if self.changes_nothing() {
            return Cow::Borrowed(scene);
        }
        let mut placed = scene.clone();
        let locals: Vec<SceneTransform> = placed.nodes.iter().map(|node| node.local).collect();
        let sheared =
            placed.nodes.iter_mut().filter_map(|node| self.place_node(node).then(|| node.element.to_string()));
        if let Some(element) = sheared.reduce(|first, _| first) {
            ctx.report(shears(&element));
        }
        placed.meshes.iter_mut().for_each(|mesh| self.place_mesh(mesh));
        placed.clips.iter_mut().for_each(|clip| self.place_clip(clip, &locals));
        self.place_carried(&mut placed);
        Cow::Owned(placed)
    }

    /// Places a node. Returns whether this shears the node.
    fn place_node(&self, node: &mut SceneNode) -> bool {
        let placed = self.around(&of_local(&node.local));
        node.local = self.local(&node.local);
        let own = node.matrix.map(|matrix| affine::to_matrix(&self.around(&affine::from_matrix(&matrix))));
        let is_sheared = own.is_none() && affine::is_sheared(&placed);
        node.matrix = own.or_else(|| is_sheared.then(|| affine::to_matrix(&placed)));
        is_sheared
    }

    fn place_mesh(&self, mesh: &mut SceneMesh) {
        let whole = self.to_affine();
        mesh.positions.iter_mut().for_each(|position| *position = point(&whole, *position));
        let turn = |direction: &mut [f32; 3]| *direction = point(&self.rotation, *direction);
        mesh.corner_normals.iter_mut().flatten().for_each(turn);
        for [x, y, z, _] in mesh.corner_tangents.iter_mut().flatten() {
            [*x, *y, *z] = point(&self.rotation, [*x, *y, *z]);
        }
        let shapes = mesh.morphs.iter_mut().flat_map(|morph| &mut morph.shapes);
        for shape in shapes {
            // Neither transform translates, so both can be applied to differences.
            shape.positions.iter_mut().for_each(|change| *change = point(&whole, *change));
            shape.normals.iter_mut().chain(&mut shape.tangents).for_each(turn);
        }
        if let Some(StoredMesh { sphere: (center, radius), corner_bitangents }) = &mut mesh.stored {
            *center = point(&whole, *center);
            *radius = to_f32(f64::from(*radius) * self.scale);
            corner_bitangents.iter_mut().flatten().for_each(turn);
        }
        for bind in mesh.skin.iter_mut().flat_map(|skin| &mut skin.inverse_binds) {
            *bind = self.around(bind);
        }
    }

    /// Places what nodes carry: rotations and lengths.
    fn place_carried(&self, scene: &mut Scene) {
        for camera in &mut scene.cameras {
            camera.space = affine::multiply(&self.rotation, &camera.space);
            camera.projection = camera.projection.scaled(self.scale);
        }
        for light in &mut scene.lights {
            light.space = affine::multiply(&self.rotation, &light.space);
            light.range *= self.scale;
        }
        let by_distance = |group: &&mut SceneLevels| group.threshold_kind == ThresholdKind::Distance;
        for level in scene.levels.iter_mut().filter(by_distance).flat_map(|group| &mut group.levels) {
            level.threshold *= self.scale;
        }
    }

    fn place_clip(&self, clip: &mut SceneClip, locals: &[SceneTransform]) {
        // The components of these curves no longer match the components of the transforms. Only the processor `curve-clip` uses
        // these curves.
        clip.curves.clear();
        for track in &mut clip.tracks {
            if track.scales.iter().chain([&locals[track.node as usize].scale]).all(|scale| self.keeps_axes(*scale)) {
                track.translations.iter_mut().for_each(|it| *it = affine::transform_point(&self.to_affine(), *it));
                track.rotations.iter_mut().for_each(|it| *it = self.rotation(*it));
                track.scales.iter_mut().for_each(|it| *it = self.scale(*it));
            } else if track.moves() {
                *track = self.sheared_track(track, &locals[track.node as usize]);
            }
        }
    }

    /// Places a track whose scale becomes a shear.
    fn sheared_track(&self, track: &SceneTrack, local: &SceneTransform) -> SceneTrack {
        let mut placed = SceneTrack { node: track.node, ..SceneTrack::default() };
        for frame in 0..track.frames() {
            let at = self.local(&track.local_at(frame, local));
            let is_opposite = placed.rotations.last().is_some_and(|before| dot(*before, at.rotation) < 0.0);
            placed.translations.push(at.translation);
            placed.rotations.push(if is_opposite { at.rotation.map(|number| -number) } else { at.rotation });
            placed.scales.push(at.scale);
        }
        placed
    }

    /// Returns M · L · M⁻¹ for a transform L.
    fn around(&self, matrix: &Affine) -> Affine {
        let linear = self.rotation.map(|[x, y, z, _]| [x, y, z]);
        let rows = matrix.map(|[x, y, z, _]| [x, y, z]);
        // The inverse of a rotation is its transpose, and the scales cancel out except in the translation.
        let [a, b, c] = matrix3::multiply(&matrix3::multiply(&linear, &rows), &transposed(&linear));
        let [x, y, z] = affine::transform_point(&self.to_affine(), matrix.map(|row| row[3]));
        [[a[0], a[1], a[2], x], [b[0], b[1], b[2], y], [c[0], c[1], c[2], z]]
    }

    /// Returns M · L · M⁻¹ as separate parts. If the result shears, returns the nearest transform.
    fn local(&self, local: &SceneTransform) -> SceneTransform {
        if self.keeps_axes(local.scale) {
            return SceneTransform {
                translation: affine::transform_point(&self.to_affine(), local.translation),
                rotation: self.rotation(local.rotation),
                scale: self.scale(local.scale),
            };
        }
        let (translation, rotation, scale) = affine::to_parts(&self.around(&of_local(local)));
        SceneTransform { translation, rotation, scale }
    }

    /// Returns whether a scale stays a scale along the axes: if it is uniform, or if the rotation maps axes to axes.
    fn keeps_axes(&self, [x, y, z]: [f64; 3]) -> bool {
        let is_axis = |row: &[f64; 4]| row.iter().filter(|number| **number != 0.0).count() == 1;
        (x == y && y == z) || self.rotation.iter().all(is_axis)
    }

    /// Returns R · Q · R⁻¹, which rotates about the rotated axis of Q.
    fn rotation(&self, [x, y, z, w]: [f64; 4]) -> [f64; 4] {
        let [x, y, z] = affine::transform_point(&self.rotation, [x, y, z]);
        [x, y, z, w]
    }

    /// Returns the placed scale, for scales that stay along the axes.
    fn scale(&self, scale: [f64; 3]) -> [f64; 3] {
        if scale[0] == scale[1] && scale[1] == scale[2] {
            return scale;
        }
        self.rotation.map(|[x, y, z, _]| dot([x * x, y * y, z * z], scale))
    }
}

fn of_local(local: &SceneTransform) -> Affine {
    affine::from_parts(local.translation, local.rotation, local.scale)
}

fn transposed(m: &matrix3::Matrix3) -> matrix3::Matrix3 {
    std::array::from_fn(|row| std::array::from_fn(|column| m[column][row]))
}

fn point(matrix: &Affine, point: [f32; 3]) -> [f32; 3] {
    affine::transform_point(matrix, point.map(f64::from)).map(to_f32)
}

fn shears(element: &str) -> Diagnostic {
    let message = format!(
        "{element}: rotating the scene shears this node, because its scale is not the same along all axes; \
         skeletons and clips cannot store the shear"
    );
    let help = "reset the object's scale in the modelling program, or rotate by multiples of 90 degrees";
    Diagnostic::warning(codes::SCENE_ROTATION_SHEARS, message).help(help)
}

/// Returns sine and cosine, which are exact for multiples of 90 degrees.
fn sine_cosine(degrees: f64) -> (f64, f64) {
    let quarters = degrees / 90.0;
    if quarters == quarters.trunc() {
        return match quarters.rem_euclid(4.0) {
            1.0 => (1.0, 0.0),
            2.0 => (0.0, -1.0),
            3.0 => (-1.0, 0.0),
            _ => (0.0, 1.0),
        };
    }
    let angle = degrees.to_radians();
    (libm::sin(angle), libm::cos(angle))
}
