//! [`Overlay`]: pose layers that are applied to a figure.

use std::sync::Arc;

use rigmill_runtime::Content;
use rigmill_runtime::content::{BreathSettings, Skeleton, SpringSettings};
use rigmill_runtime::layers::{Breath, Pose, PoseLayer, SpringBones};

use super::ask::LayerAsk;
use super::error::AskError;

/// Pose layers with their state.
#[derive(Clone, Debug)]
pub(crate) struct Overlay {
    layers: Vec<Box<dyn PoseLayer>>,
}

impl Overlay {
    /// Creates the requested layers in their initial state; `None` if no layers are requested.
    pub(crate) fn load(content: &Content, asks: &[LayerAsk], skeleton: &Skeleton) -> Result<Option<Self>, AskError> {
        let layers = asks.iter().map(|ask| layer(content, ask, skeleton));
        let layers = layers.collect::<Result<Vec<_>, _>>()?;
        Ok((!layers.is_empty()).then_some(Self { layers }))
    }
}

impl PoseLayer for Overlay {
    fn apply(&mut self, pose: &mut Pose<'_>, dt: f32) {
        self.layers.iter_mut().for_each(|layer| layer.apply(pose, dt));
    }
}

/// Creates a layer with the settings of its asset, or those that override them.
fn layer(content: &Content, ask: &LayerAsk, skeleton: &Skeleton) -> Result<Box<dyn PoseLayer>, AskError> {
    match ask {
        LayerAsk::Breath { asset, .. } => {
            let settings: Arc<BreathSettings> = content.load(asset)?;
            let settings = breath(&settings, ask)?;
            Ok(Box::new(Breath::new(&settings.view(), &skeleton.view())?))
        }
        LayerAsk::Spring { asset, .. } => {
            let settings: Arc<SpringSettings> = content.load(asset)?;
            let settings = springs(&settings, ask)?;
            Ok(Box::new(SpringBones::new(&settings.view(), &skeleton.view())?))
        }
    }
}

fn breath(settings: &BreathSettings, ask: &LayerAsk) -> Result<BreathSettings, AskError> {
    let mut changed = settings.view().to_owned();
    if let LayerAsk::Breath { duration_rate, effect_rate, .. } = ask {
        set(&mut changed.duration_rate, *duration_rate);
        set(&mut changed.effect_rate, *effect_rate);
    }
    Ok(BreathSettings::from_owned(&changed)?)
}

fn springs(settings: &SpringSettings, ask: &LayerAsk) -> Result<SpringSettings, AskError> {
    let mut changed = settings.view().to_owned();
    if let LayerAsk::Spring { damping, elasticity, stiffness, inertia, gravity, force, .. } = ask {
        for chain in &mut changed.chains {
            set(&mut chain.settings.damping, *damping);
            set(&mut chain.settings.elasticity, *elasticity);
            set(&mut chain.settings.stiffness, *stiffness);
            set(&mut chain.settings.inertia, *inertia);
            set(&mut chain.settings.gravity, *gravity);
            set(&mut chain.settings.force, *force);
        }
    }
    Ok(SpringSettings::from_owned(&changed)?)
}

fn set<T>(setting: &mut T, to: Option<T>) {
    if let Some(to) = to {
        *setting = to;
    }
}
