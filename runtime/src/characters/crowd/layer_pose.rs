//! [`LayerPose`]: computes the pose of a single layer.

use std::sync::Arc;

use super::CrowdLayer;
use super::layer::Layer;
use super::stage::{Scratch, Showing, Stage};
use crate::blocks::{PoseBlock, Rig, WeightBlock};
use crate::characters::fader::Fader;
use crate::clips::Clip;
use crate::content::Skeleton;

/// Samples and cross-fades the clips of one additive layer. The caller adds the result to a pose.
#[derive(Clone, Debug)]
pub(in crate::characters) struct LayerPose {
    stage: Arc<Stage>,
    frozen: Vec<PoseBlock>,
    scratch: Scratch,
}

impl LayerPose {
    /// The clips must fit the skeleton.
    pub(in crate::characters) fn new(skeleton: &Arc<Skeleton>, clips: &[Clip], layer: CrowdLayer) -> Self {
        let rig = Rig::new(&skeleton.view());
        let layer = Layer::new(layer, &rig, clips);
        let stage = Stage::new(skeleton, rig, clips.to_vec(), vec![layer]);
        Self { frozen: stage.rig.bind().to_vec(), scratch: stage.scratch(), stage: Arc::new(stage) }
    }

    pub(in crate::characters) fn duration(&self, clip: usize) -> f32 {
        self.stage.clips.get(clip).map_or(0.0, Clip::duration)
    }

    /// If the layer is in a cross-fade, stores its current pose.
    pub(in crate::characters) fn freeze(&mut self, fader: &Fader) {
        let showing = showing(fader, &self.frozen);
        if self.stage.mix_fade(&showing, 0, fader, &mut self.scratch).is_some() {
            self.frozen.copy_from_slice(&self.scratch.mixed);
        }
    }

    /// The additive pose and the weight of each bone. `None` while nothing plays.
    pub(in crate::characters) fn additive(&mut self, fader: &Fader) -> Option<(&[PoseBlock], &[WeightBlock])> {
        let showing = showing(fader, &self.frozen);
        let pose = self.stage.additive_pose(&showing, 0, &mut self.scratch)?;
        Some((pose, &self.stage.layers[0].mask))
    }
}

fn showing<'a>(fader: &'a Fader, frozen: &'a [PoseBlock]) -> Showing<'a> {
    Showing { faders: std::slice::from_ref(fader), weights: &[1.0], frozen, older: &[], leaders: &[], detail: 0 }
}
