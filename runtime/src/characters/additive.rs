//! [`AdditiveClips`]: clips whose difference from a reference pose is added to a pose of matrices.

use std::sync::Arc;

use rigmill_math::Matrix;
use rigmill_math::{matrix, matrix3};

use super::engine::fader::{Fader, Playing};
use super::engine::layer::CrowdLayer;
use super::engine::layer_state::LayerState;
use super::engine::stage::{Scratch, Stage};
use crate::blocks::PoseBlock;
use crate::clips::Clip;
use crate::content::Skeleton;

/// An additive layer of clips on a model.
#[derive(Clone, Debug)]
pub(super) struct AdditiveClips {
    stage: Arc<Stage>,
    state: LayerState,
    scratch: Scratch,
}

impl AdditiveClips {
    /// The clips must fit the skeleton.
    pub(super) fn new(skeleton: &Arc<Skeleton>, clips: &[Clip], layer: CrowdLayer) -> Self {
        let stage = Stage::new(skeleton, clips.to_vec(), vec![layer]);
        Self { state: stage.state(0), scratch: stage.scratch(), stage: Arc::new(stage) }
    }

    pub(super) fn fader(&self) -> &Fader {
        &self.state.fader
    }

    /// Plays a clip. `None` fades the layer out.
    pub(super) fn change_to(&mut self, clip: Option<Playing>, blend_time: f32) {
        let Self { stage, state, scratch } = self;
        stage.change_to(std::slice::from_mut(state), 0, clip, blend_time, scratch);
    }

    pub(super) fn set_weight(&mut self, weight: f32) {
        self.state.weight = weight;
    }

    /// Advances by `dt` seconds and adds the layer to the pose.
    pub(super) fn apply(&mut self, local: &mut [Matrix], dt: f32) {
        let Self { stage, state, scratch } = self;
        if dt.is_finite() {
            state.advance(dt);
        }
        let layer = &stage.layers[0];
        if !stage.mix_additive(layer, state, &layer.used[0], scratch) {
            return;
        }
        for (bone, local) in local.iter_mut().enumerate() {
            let (Some(block), Some(mask)) = (scratch.mixed.get(bone / 8), layer.mask.get(bone / 8)) else { return };
            let weight = mask.0[bone % 8] * state.weight;
            if weight > 0.0 {
                add(block, bone, weight, local);
            }
        }
    }
}

/// Adds one bone of an additive pose to a matrix, by the formulas of [`BlendJob`](crate::blocks::BlendJob).
fn add(block: &PoseBlock, bone: usize, weight: f32, local: &mut Matrix) {
    let added = block.transform(bone);
    let side = if added.rotation[3] < 0.0 { -weight } else { weight };
    let mut turn = added.rotation.map(|part| part * side);
    turn[3] += 1.0 - weight;
    let turn = matrix::rows(&matrix::from_quaternion(rigmill_math::quaternion::normalize_in_f64(turn)));
    let mut rows = matrix::rows(local);
    for (row, scale) in rows.iter_mut().zip(added.scale) {
        let factor = f64::from(1.0 + (scale - 1.0) * weight);
        *row = row.map(|part| part * factor);
    }
    matrix::set_rows(local, &matrix3::multiply(&rows, &turn));
    for (part, added) in local[12..15].iter_mut().zip(added.translation) {
        *part += added * weight;
    }
}
