//! Animations, with a channel for each property that moves.

use rigmill_codec_gltf::Binary;
use rigmill_codec_gltf::document::{Animation, Channel, ChannelTarget, Document, Property, Sampler, push};

use super::keys::{Keys, Track};
use super::targets::WeightKeys;

/// Adds an animation, and returns whether it did. If nothing moves, adds none, because an animation must have a channel.
pub(super) fn write(
    name: &str,
    tracks: &[Track],
    weights: &[WeightKeys],
    document: &mut Document,
    binary: &mut Binary,
) -> bool {
    let mut animation =
        Animation { name: Some(name).filter(|name| !name.is_empty()).map(str::to_owned), ..Animation::default() };
    for track in tracks {
        channel(&mut animation, track.node, Property::Translation, track.translation.as_ref(), binary);
        channel(&mut animation, track.node, Property::Rotation, track.rotation.as_ref(), binary);
        channel(&mut animation, track.node, Property::Scale, track.scale.as_ref(), binary);
    }
    for WeightKeys { node, times, values, interpolation } in weights {
        let (input, output) = (binary.times(times), binary.values(values));
        let sampler = push(&mut animation.samplers, Sampler { input, interpolation: *interpolation, output });
        let target = ChannelTarget { node: Some(*node), path: Property::Weights, extensions: None };
        animation.channels.push(Channel { sampler, target });
    }
    let moves = !animation.channels.is_empty();
    document.animations.extend(moves.then_some(animation));
    moves
}

fn channel<const N: usize>(
    animation: &mut Animation,
    node: u32,
    path: Property,
    keys: Option<&Keys<N>>,
    binary: &mut Binary,
) {
    let Some(keys) = keys else { return };
    let (input, output) = (binary.times(&keys.times), binary.values(&keys.values));
    let sampler = push(&mut animation.samplers, Sampler { input, interpolation: keys.interpolation, output });
    animation.channels.push(Channel { sampler, target: ChannelTarget { node: Some(node), path, extensions: None } });
}
