//! [`Breath`]: a pose layer that makes a character breathe, regardless of the playing clip.

use rigmill_format::{BreathView, SkeletonView};
use rigmill_math::matrix3::{self, Matrix3};
use rigmill_math::{Matrix, matrix, vector};

use super::bound::{Branch, bind_pose};
use super::cycle::Cycle;
use super::{LayerError, Pose, PoseLayer, find, seconds};

/// Rotates bones so that a character breathes, on top of any pose.
///
/// Each bone rotates about one of its own axes. The axis is selected once, in the bind pose: it is the one of forward (z),
/// right (x) and up (y) that is most parallel to the character's right. It is oriented towards the character's right, and
/// angles follow the right-hand rule about it. The angles go from their current values to those of inhale, then to those of
/// exhale, rest there, and continue with the next inhale. A phase ends with the first frame that reaches its duration, and the
/// next phase starts at that frame.
///
/// Some bones, such as the shoulders, can be set to keep their rotation in model space.
#[derive(Clone, Debug)]
pub struct Breath {
    /// The number of bones of the skeleton that the layer was made for.
    bones: usize,
    cycle: Cycle,
    rotations: Vec<Rotation>,
    keeps: Vec<KeptBones>,
}

/// A bone that rotates.
#[derive(Clone, Debug)]
struct Rotation {
    bone: usize,
    /// The axis (0 for x, 1 for y, 2 for z), and whether it points to the character's left.
    axis: usize,
    reversed: bool,
    /// The angles at the end of inhale and of exhale, in degrees.
    targets: [f64; 2],
    /// The angle at the start of the phase, in degrees.
    from: f64,
    /// The current angle in degrees.
    angle: f64,
}

/// Bones with a common parent that keep their rotation in model space.
#[derive(Clone, Debug)]
struct KeptBones {
    bones: Vec<usize>,
    /// The bones from the parent up to the highest bone that rotates.
    chain: Vec<usize>,
    /// The chain's rotation and scale before the breath is applied.
    before: Matrix3,
}

impl Breath {
    /// Creates a breath for characters with this skeleton, at the start of an inhale.
    ///
    /// # Errors
    /// The skeleton lacks a bone that the settings name.
    pub fn new(settings: &BreathView<'_>, skeleton: &SkeletonView<'_>) -> Result<Self, LayerError> {
        let rate = f64::from(settings.duration_rate());
        let phases @ [inhale, exhale] = settings.phases();
        let durations = [inhale.duration, exhale.duration, settings.rest()].map(|seconds| f64::from(seconds) * rate);
        let cycle = Cycle::new(durations, phases.map(|phase| phase.easing));
        let rotations = rotations(settings, skeleton)?;
        let keeps = keeps(settings, skeleton, &rotations)?;
        Ok(Self { bones: skeleton.len(), cycle, rotations, keeps })
    }

    /// The numbers of the bones that rotate, each with its angle in the last frame, in degrees.
    pub fn angles(&self) -> impl ExactSizeIterator<Item = (usize, f64)> + '_ {
        self.rotations.iter().map(|rotation| (rotation.bone, rotation.angle))
    }

    /// The rotation axes of the bones, in the order of [`angles`](Self::angles): unit vectors in the bone's space that point to
    /// the character's right.
    pub fn axes(&self) -> impl ExactSizeIterator<Item = [f32; 3]> + '_ {
        self.rotations.iter().map(|rotation| {
            let mut axis = [0.0; 3];
            axis[rotation.axis] = if rotation.reversed { -1.0 } else { 1.0 };
            axis
        })
    }

    /// The time since the start of the inhale, in seconds.
    #[must_use]
    pub fn time(&self) -> f64 {
        self.cycle.time()
    }
}

impl PoseLayer for Breath {
    fn apply(&mut self, pose: &mut Pose<'_>, dt: f32) {
        if pose.local.len() != self.bones {
            return;
        }
        self.cycle.advance(seconds(dt));
        let target = self.cycle.target();
        for keeps in &mut self.keeps {
            keeps.before = chain_rows(&keeps.chain, pose.local);
        }
        for rotation in &mut self.rotations {
            if let Some((phase, eased)) = target {
                rotation.angle = rotation.from + (rotation.targets[phase] - rotation.from) * eased;
            }
            rotation.apply(pose.local);
        }
        for keeps in &self.keeps {
            keeps.apply(pose.local);
        }
        if self.cycle.begin_next() {
            self.rotations.iter_mut().for_each(|rotation| rotation.from = rotation.angle);
        }
    }
}

impl Rotation {
    /// Rotates the bone and keeps its scale.
    fn apply(&self, local: &mut [Matrix]) {
        let Some(matrix) = local.get_mut(self.bone) else { return };
        let radians = self.angle.to_radians();
        let sine = libm::sin(if self.reversed { -radians } else { radians });
        let cosine = libm::cos(radians);
        // The two matrix rows that the rotation mixes.
        let [a, b] = [(self.axis + 1) % 3, (self.axis + 2) % 3];
        let rows = matrix::rows(matrix);
        let [length_a, length_b] = [a, b].map(|row| vector::length(rows[row]));
        let ratio = length_a / length_b;
        if !ratio.is_finite() || ratio == 0.0 {
            return;
        }
        let mut rotated = rows;
        for column in 0..3 {
            rotated[a][column] = cosine * rows[a][column] + sine * ratio * rows[b][column];
            rotated[b][column] = cosine * rows[b][column] - sine / ratio * rows[a][column];
        }
        matrix::set_rows(matrix, &rotated);
    }
}

impl KeptBones {
    /// local' x after = local x before, so local' = local x before x after⁻¹. The bones above the chain are the same on both
    /// sides.
    fn apply(&self, local: &mut [Matrix]) {
        let Some(undo) = matrix3::inverse(&chain_rows(&self.chain, local)) else { return };
        let change = matrix3::multiply(&self.before, &undo);
        for bone in &self.bones {
            if let Some(matrix) = local.get_mut(*bone) {
                let kept = matrix3::multiply(&matrix::rows(matrix), &change);
                matrix::set_rows(matrix, &kept);
            }
        }
    }
}

fn chain_rows(chain: &[usize], local: &[Matrix]) -> Matrix3 {
    let rows = chain.iter().filter_map(|bone| local.get(*bone)).map(matrix::rows);
    rows.reduce(|below, above| matrix3::multiply(&below, &above)).unwrap_or(matrix3::IDENTITY)
}

fn rotations(settings: &BreathView<'_>, skeleton: &SkeletonView<'_>) -> Result<Vec<Rotation>, LayerError> {
    let numbers = settings.rotations().map(|(bone, _)| find(skeleton, bone)).collect::<Result<Vec<_>, _>>()?;
    let mut bind = Branch::new(skeleton, numbers.iter().copied());
    bind.update(&bind_pose(skeleton));
    let rate = f64::from(settings.effect_rate());
    let rotation = |(bone, (_, angles)): (usize, (&str, [f32; 2]))| {
        let rows = bind.index_of(bone).map_or(matrix3::IDENTITY, |index| matrix::rows(bind.absolute(index)));
        let (axis, reversed) = axis_to_the_right(&rows, settings.right().map(f64::from));
        Rotation { bone, axis, reversed, targets: angles.map(|angle| f64::from(angle) * rate), from: 0.0, angle: 0.0 }
    };
    let mut rotations: Vec<_> = numbers.into_iter().zip(settings.rotations()).map(rotation).collect();
    rotations.sort_by_key(|rotation| rotation.bone);
    Ok(rotations)
}

/// The axis that is most parallel to `right`, and whether it points the opposite way.
fn axis_to_the_right(rows: &Matrix3, right: [f64; 3]) -> (usize, bool) {
    let cosine = |axis: usize| {
        let length = vector::length(rows[axis]);
        if length > 0.0 { vector::dot(rows[axis], right) / length } else { 0.0 }
    };
    let (forward, rightward, up) = (2, 0, 1);
    let mut best = (forward, cosine(forward));
    for axis in [rightward, up] {
        let found = cosine(axis);
        // In nearly symmetric bind poses, rounding must not decide which axis is selected.
        if found.abs() > best.1.abs() * (1.0 + 1e-6) {
            best = (axis, found);
        }
    }
    (best.0, best.1 < 0.0)
}

fn keeps(
    settings: &BreathView<'_>,
    skeleton: &SkeletonView<'_>,
    rotations: &[Rotation],
) -> Result<Vec<KeptBones>, LayerError> {
    let mut bones = settings.keeps().map(|bone| find(skeleton, bone)).collect::<Result<Vec<_>, _>>()?;
    // Parents come first, because a bone that keeps its rotation affects the bones below it.
    let parent = |bone: usize| skeleton.bone(bone).and_then(|bone| bone.parent());
    bones.sort_by_key(|bone| (parent(*bone), *bone));
    let mut keeps: Vec<KeptBones> = Vec::new();
    for bone in bones {
        let chain = chain_to_highest_rotation(skeleton, parent(bone), rotations);
        match keeps.last_mut() {
            _ if chain.is_empty() => {}
            Some(last) if last.chain == chain => last.bones.push(bone),
            _ => keeps.push(KeptBones { bones: vec![bone], chain, before: matrix3::IDENTITY }),
        }
    }
    Ok(keeps)
}

fn chain_to_highest_rotation(skeleton: &SkeletonView<'_>, lowest: Option<usize>, rotations: &[Rotation]) -> Vec<usize> {
    let above = std::iter::successors(lowest, |bone| skeleton.bone(*bone)?.parent());
    let mut chain: Vec<usize> = above.collect();
    let rotates = |bone: &usize| rotations.binary_search_by_key(bone, |rotation| rotation.bone).is_ok();
    let length = chain.iter().rposition(rotates).map_or(0, |highest| highest + 1);
    chain.truncate(length);
    chain
}
