//! [`Breath`]: a character that breathes whatever it does.

use rigmill_format::{BreathView, SkeletonView};
use rigmill_math::matrix3::{self, Matrix3};
use rigmill_math::{Matrix, matrix, vector};

use super::bound::{Branch, bind_pose};
use super::cycle::Cycle;
use super::{LayerError, Pose, PoseLayer, find, seconds};

/// Turns bones as a character breathes, over any pose.
///
/// Each bone turns about one of its own axes, chosen once, in the bind pose: forward (z), right (x) or up (y), whichever
/// is most parallel to the character's right; of equal ones the first. The axis points to the character's right, and
/// angles follow the right-hand rule about it. The angles go from where they are to those of inhale, then to those of
/// exhale, rest there, and go on from there with the next inhale, for ever. A phase ends with the first frame that reaches
/// its duration, and the next one begins at that frame.
///
/// Bones that keep their rotation, such as the shoulders, have in the model's space the rotation that they had before.
#[derive(Clone, Debug)]
pub struct Breath {
    /// Bones of the skeleton that it was made for.
    bones: usize,
    cycle: Cycle,
    turns: Vec<Turn>,
    keeps: Vec<Keeps>,
}

/// A bone that turns.
#[derive(Clone, Debug)]
struct Turn {
    bone: usize,
    /// 0 x, 1 y, 2 z, and whether it points to the character's left.
    axis: usize,
    reversed: bool,
    /// At the end of inhale and of exhale, in degrees.
    targets: [f64; 2],
    /// When the phase began, in degrees.
    from: f64,
    /// In degrees.
    angle: f64,
}

/// Bones with one parent that keep their rotation.
#[derive(Clone, Debug)]
struct Keeps {
    bones: Vec<usize>,
    /// From their parent up to the highest bone that turns.
    chain: Vec<usize>,
    /// What the chain was before it breathed.
    before: Matrix3,
}

impl Breath {
    /// Breath for characters with this skeleton, at the start of an inhale.
    ///
    /// # Errors
    /// The skeleton lacks a bone that the settings name.
    pub fn new(settings: &BreathView<'_>, skeleton: &SkeletonView<'_>) -> Result<Self, LayerError> {
        let rate = f64::from(settings.duration_rate());
        let phases @ [inhale, exhale] = settings.phases();
        let durations = [inhale.duration, exhale.duration, settings.rest()].map(|seconds| f64::from(seconds) * rate);
        let cycle = Cycle::new(durations, phases.map(|phase| phase.easing));
        let turns = turns(settings, skeleton)?;
        let keeps = keeps(settings, skeleton, &turns)?;
        Ok(Self { bones: skeleton.len(), cycle, turns, keeps })
    }

    /// The bones that turn, by number, and their angles in degrees as of the last frame.
    pub fn angles(&self) -> impl ExactSizeIterator<Item = (usize, f64)> + '_ {
        self.turns.iter().map(|turn| (turn.bone, turn.angle))
    }

    /// The axes about which they turn, in the same order: one of the bone's own, pointing to the character's right.
    pub fn axes(&self) -> impl ExactSizeIterator<Item = [f32; 3]> + '_ {
        self.turns.iter().map(|turn| {
            let mut axis = [0.0; 3];
            axis[turn.axis] = if turn.reversed { -1.0 } else { 1.0 };
            axis
        })
    }

    /// Seconds since the inhale began.
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
        for turn in &mut self.turns {
            if let Some((phase, eased)) = target {
                turn.angle = turn.from + (turn.targets[phase] - turn.from) * eased;
            }
            turn.apply(pose.local);
        }
        for keeps in &self.keeps {
            keeps.apply(pose.local);
        }
        if self.cycle.begin_next() {
            self.turns.iter_mut().for_each(|turn| turn.from = turn.angle);
        }
    }
}

impl Turn {
    /// Turns the bone within its scale, which stays as it is.
    fn apply(&self, local: &mut [Matrix]) {
        let Some(matrix) = local.get_mut(self.bone) else { return };
        let radians = self.angle.to_radians();
        let sine = libm::sin(if self.reversed { -radians } else { radians });
        let cosine = libm::cos(radians);
        // The two rows that the turn mixes.
        let [a, b] = [(self.axis + 1) % 3, (self.axis + 2) % 3];
        let rows = matrix::rows(matrix);
        let [length_a, length_b] = [a, b].map(|row| vector::length(rows[row]));
        let ratio = length_a / length_b;
        if !ratio.is_finite() || ratio == 0.0 {
            return;
        }
        let mut turned = rows;
        for column in 0..3 {
            turned[a][column] = cosine * rows[a][column] + sine * ratio * rows[b][column];
            turned[b][column] = cosine * rows[b][column] - sine / ratio * rows[a][column];
        }
        matrix::set_rows(matrix, &turned);
    }
}

impl Keeps {
    /// local' x after = local x before, hence local' = local x before x after⁻¹. What is above the chain is the same on
    /// both sides.
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

fn turns(settings: &BreathView<'_>, skeleton: &SkeletonView<'_>) -> Result<Vec<Turn>, LayerError> {
    let numbers = settings.turns().map(|(bone, _)| find(skeleton, bone)).collect::<Result<Vec<_>, _>>()?;
    let mut bind = Branch::new(skeleton, numbers.iter().copied());
    bind.update(&bind_pose(skeleton));
    let rate = f64::from(settings.effect_rate());
    let turn = |(bone, (_, angles)): (usize, (&str, [f32; 2]))| {
        let rows = bind.place_of(bone).map_or(matrix3::IDENTITY, |place| matrix::rows(bind.absolute(place)));
        let (axis, reversed) = axis_to_the_right(&rows, settings.right().map(f64::from));
        Turn { bone, axis, reversed, targets: angles.map(|angle| f64::from(angle) * rate), from: 0.0, angle: 0.0 }
    };
    let mut turns: Vec<_> = numbers.into_iter().zip(settings.turns()).map(turn).collect();
    turns.sort_by_key(|turn| turn.bone);
    Ok(turns)
}

/// The axis most parallel to `right`, and whether it points the other way.
fn axis_to_the_right(rows: &Matrix3, right: [f64; 3]) -> (usize, bool) {
    let cosine = |axis: usize| {
        let length = vector::length(rows[axis]);
        if length > 0.0 { vector::dot(rows[axis], right) / length } else { 0.0 }
    };
    let (forward, rightward, up) = (2, 0, 1);
    let mut best = (forward, cosine(forward));
    for axis in [rightward, up] {
        let found = cosine(axis);
        // In binds that are only nearly symmetric, rounding must not choose.
        if found.abs() > best.1.abs() * (1.0 + 1e-6) {
            best = (axis, found);
        }
    }
    (best.0, best.1 < 0.0)
}

fn keeps(settings: &BreathView<'_>, skeleton: &SkeletonView<'_>, turns: &[Turn]) -> Result<Vec<Keeps>, LayerError> {
    let mut bones = settings.keeps().map(|bone| find(skeleton, bone)).collect::<Result<Vec<_>, _>>()?;
    // Parents first: what is kept above changes what has to be made up for below.
    let parent = |bone: usize| skeleton.bone(bone).and_then(|bone| bone.parent());
    bones.sort_by_key(|bone| (parent(*bone), *bone));
    let mut keeps: Vec<Keeps> = Vec::new();
    for bone in bones {
        let chain = chain_to_highest_turn(skeleton, parent(bone), turns);
        match keeps.last_mut() {
            _ if chain.is_empty() => {}
            Some(last) if last.chain == chain => last.bones.push(bone),
            _ => keeps.push(Keeps { bones: vec![bone], chain, before: matrix3::IDENTITY }),
        }
    }
    Ok(keeps)
}

fn chain_to_highest_turn(skeleton: &SkeletonView<'_>, lowest: Option<usize>, turns: &[Turn]) -> Vec<usize> {
    let above = std::iter::successors(lowest, |bone| skeleton.bone(*bone)?.parent());
    let mut chain: Vec<usize> = above.collect();
    let turns_at = |bone: &usize| turns.binary_search_by_key(bone, |turn| turn.bone).is_ok();
    let length = chain.iter().rposition(turns_at).map_or(0, |highest| highest + 1);
    chain.truncate(length);
    chain
}
