//! [`AdditiveClips`]: clips whose difference from a reference pose is added to a pose of matrices.

use std::sync::Arc;

use rigmill_math::Matrix;
use rigmill_math::{matrix, matrix3};

use super::crowd::{CrowdLayer, LayerPose};
use super::fader::{Fader, Playing};
use crate::PlayOptions;
use crate::blocks::PoseBlock;
use crate::clips::Clip;
use crate::content::Skeleton;

/// An additive layer of clips on a model.
#[derive(Clone, Debug)]
pub(super) struct AdditiveClips {
    pose: LayerPose,
    fader: Fader,
    weight: f32,
}

impl AdditiveClips {
    pub(super) fn new(skeleton: &Arc<Skeleton>, clips: &[Clip], layer: CrowdLayer) -> Self {
        Self { pose: LayerPose::new(skeleton, clips, layer), fader: Fader::default(), weight: 1.0 }
    }

    /// Plays the clip with this number. `None` fades the layer out.
    pub(super) fn change_to(&mut self, clip: Option<(usize, &PlayOptions)>, blend_time: f32) {
        if blend_time != 0.0 {
            self.pose.freeze(&self.fader);
        }
        let playing = clip.map(|(clip, options)| Playing::new(clip, self.pose.duration(clip), options));
        self.fader.change_to(playing, blend_time);
    }

    pub(super) fn set_weight(&mut self, weight: f32) {
        self.weight = weight;
    }

    /// Advances by `dt` seconds and adds the layer to the pose.
    pub(super) fn apply(&mut self, local: &mut [Matrix], dt: f32) {
        if dt.is_finite() {
            self.fader.advance(dt);
        }
        let Some((pose, mask)) = self.pose.additive(&self.fader) else { return };
        for (bone, local) in local.iter_mut().enumerate() {
            let (Some(block), Some(mask)) = (pose.get(bone / 8), mask.get(bone / 8)) else { return };
            let weight = mask.0[bone % 8] * self.weight;
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
