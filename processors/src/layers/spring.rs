//! [`SpringProcessor`]: converts chains of swinging bones to the form that a game loads.

use rigmill_dom::{SpringChainSource, SpringColliderSource, SpringSource};
use rigmill_format::{SpringBones, SpringBound, SpringChain, SpringCollider, SpringSettings};
use rigmill_pipeline::{NoParams, ProcessContext, Processor};

use super::skeleton_bones::check_bones;
use crate::report::Result;

/// Turns a [`SpringSource`] into [`SpringBones`]. All values stay the same.
#[derive(Clone, Copy, Debug, Default)]
pub struct SpringProcessor;

impl Processor for SpringProcessor {
    type Input = SpringSource;
    type Output = SpringBones;
    type Params = NoParams;
    const NAME: &'static str = "spring";
    const VERSION: u32 = 2;

    fn process(&self, input: &SpringSource, _: &NoParams, ctx: &mut ProcessContext<'_>) -> Result<SpringBones> {
        let of_chains = input.chains.iter().flat_map(|chain| [&chain.root].into_iter().chain(&chain.exclude));
        check_bones(of_chains.chain(input.colliders.iter().map(|collider| &collider.bone)), ctx);
        Ok(SpringBones {
            rate: input.rate.value,
            chains: input.chains.iter().map(chain).collect(),
            colliders: input.colliders.iter().map(collider).collect(),
        })
    }
}

fn chain(source: &SpringChainSource) -> SpringChain {
    SpringChain {
        root: source.root.value.clone(),
        exclude: source.exclude.iter().map(|bone| bone.value.clone()).collect(),
        settings: SpringSettings {
            damping: source.damping,
            elasticity: source.elasticity,
            stiffness: source.stiffness,
            inertia: source.inertia,
            radius: source.radius,
            end_length: source.end_length,
            end_offset: source.end_offset,
            gravity: source.gravity,
            force: source.force,
        },
    }
}

fn collider(source: &SpringColliderSource) -> SpringCollider {
    SpringCollider {
        bone: source.bone.value.clone(),
        center: source.center,
        radius: source.radius,
        height: source.height,
        axis: source.axis,
        bound: if source.inside { SpringBound::Inside } else { SpringBound::Outside },
    }
}
