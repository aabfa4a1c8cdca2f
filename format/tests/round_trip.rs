//! decode(encode(x)) equals x, bit for bit.

use std::collections::BTreeSet;
use std::fmt::Debug;

use proptest::prelude::*;
use rigmill_format::{
    Action, ActionLayer, ActionSet, AnimationSequence, Bone, Content, KeyFrameSequence, LayerBlend, PlayMode, Skeleton,
    Transform,
};

/// Debug text distinguishes -0.0 from 0.0 and is unique for each float, so equal texts mean equal bits.
fn check<T: Content + Debug>(value: &T) {
    let bytes = value.encode().unwrap();
    let decoded = T::decode(&bytes).unwrap();
    assert_eq!(format!("{decoded:?}"), format!("{value:?}"));
    assert_eq!(decoded.encode().unwrap(), bytes);
}

fn finite() -> impl Strategy<Value = f32> {
    prop_oneof![prop::num::f32::NORMAL | prop::num::f32::SUBNORMAL | prop::num::f32::ZERO, Just(-0.0),]
}

fn duration() -> impl Strategy<Value = f32> {
    finite().prop_map(f32::abs)
}

fn vector() -> impl Strategy<Value = [f32; 3]> {
    [finite(), finite(), finite()]
}

fn quaternion() -> impl Strategy<Value = [f32; 4]> {
    [finite(), finite(), finite(), finite()]
}

fn rotation() -> impl Strategy<Value = [f32; 4]> {
    quaternion().prop_filter("a rotation has a direction", |q| q.iter().any(|c| *c != 0.0))
}

/// A channel: whether it exists, whether it is constant, and a list of matching length.
fn channel<T: Clone + Debug + 'static>(
    key: impl Strategy<Value = T> + 'static,
    count: usize,
) -> impl Strategy<Value = (bool, bool, Vec<T>)> {
    let key = key.boxed();
    (any::<bool>(), any::<bool>(), any::<bool>()).prop_flat_map(move |(has, fixed, short)| {
        let length = match (has, fixed) {
            (_, true) if short => 1,
            (false, _) if short => 0,
            _ => count,
        };
        let list = prop::collection::vec(key.clone(), length);
        (Just(has), Just(fixed), list)
    })
}

fn times(count: usize) -> impl Strategy<Value = (bool, Vec<f32>)> {
    let ascending = prop::collection::btree_set(0_u32..0x7F00_0000, count)
        .prop_map(|bits| (true, bits.into_iter().map(f32::from_bits).collect()));
    let unused = prop::collection::vec(finite(), count).prop_map(|list| (false, list));
    prop_oneof![ascending, unused, Just((false, Vec::new()))]
}

fn sequence() -> impl Strategy<Value = KeyFrameSequence> {
    (1_usize..6).prop_flat_map(|count| {
        (
            (duration(), prop::num::f32::POSITIVE | prop::num::f32::NORMAL),
            channel(vector(), count),
            channel(quaternion(), count),
            channel(vector(), count),
            times(count),
        )
            .prop_map(move |((duration, interval), t, r, s, time)| KeyFrameSequence {
                bone_name: String::new(),
                key_count: u32::try_from(count).unwrap(),
                duration,
                key_interval: interval,
                has_translation: t.0,
                has_rotation: r.0,
                has_scale: s.0,
                has_time: time.0,
                fixed_translation: t.1,
                fixed_rotation: r.1,
                fixed_scale: s.1,
                translation: t.2,
                rotation: r.2,
                scale: s.2,
                time: time.1,
            })
    })
}

/// Distinct names in any order, including empty names and names with leading spaces.
fn names(count: usize) -> impl Strategy<Value = Vec<String>> {
    prop::collection::btree_set("[ a-zA-Zäß関]{0,6}", count)
        .prop_map(|names: BTreeSet<String>| names.into_iter().collect::<Vec<_>>())
        .prop_shuffle()
}

fn clip() -> impl Strategy<Value = AnimationSequence> {
    (0_usize..5).prop_flat_map(|count| {
        let sequences = prop::collection::vec(sequence(), count);
        (duration(), any::<bool>(), sequences, names(count)).prop_map(|(duration, close_loop, mut sequences, names)| {
            for (sequence, name) in sequences.iter_mut().zip(names) {
                sequence.bone_name = name;
                sequence.key_interval = sequence.key_interval.abs().max(f32::MIN_POSITIVE);
            }
            AnimationSequence { duration, close_loop, sequences }
        })
    })
}

fn transform() -> impl Strategy<Value = Transform> {
    (vector(), rotation(), vector()).prop_map(|(translation, rotation, scale)| Transform {
        translation,
        rotation,
        scale,
    })
}

fn skeleton() -> impl Strategy<Value = Skeleton> {
    (0_usize..8).prop_flat_map(|count| {
        let binds = prop::collection::vec((transform(), any::<prop::sample::Index>()), count);
        (rotation(), binds, names(count)).prop_map(|(root_axis, binds, names)| {
            let bone = |(index, ((bind, parent), name)): (usize, ((Transform, _), String))| {
                let parent: prop::sample::Index = parent;
                let parent = parent.index(index + 1).checked_sub(1);
                Bone { name, parent: parent.map(|parent| u32::try_from(parent).unwrap()), bind }
            };
            let bones = binds.into_iter().zip(names).enumerate().map(bone).collect();
            Skeleton { bones, root_axis }
        })
    })
}

fn layer() -> impl Strategy<Value = ActionLayer> {
    let action = (".{0,8}", any::<bool>(), duration(), finite(), finite());
    let bones = prop::collection::vec(".{0,4}", 0..3);
    (prop::collection::vec(action, 0..4), bones, 0..3_u32).prop_flat_map(|(actions, bones, blend)| {
        names(actions.len()).prop_map(move |names| ActionLayer {
            name: String::new(),
            bones: bones.clone(),
            blend: LayerBlend::from_number(blend).unwrap(),
            actions: actions.iter().cloned().zip(names).map(action_of).collect(),
        })
    })
}

fn action_of(
    ((clip, once, blend_time, start_time, time_scale), name): ((String, bool, f32, f32, f32), String),
) -> Action {
    Action {
        name,
        clip,
        mode: if once { PlayMode::Once } else { PlayMode::Repeat },
        blend_time,
        start_time,
        time_scale,
    }
}

fn action_set() -> impl Strategy<Value = ActionSet> {
    (".{0,8}", prop::collection::vec(layer(), 0..4)).prop_flat_map(|(skeleton, layers)| {
        names(layers.len()).prop_map(move |names| {
            let mut layers = layers.clone();
            for (layer, name) in layers.iter_mut().zip(names) {
                layer.name = name;
            }
            ActionSet { skeleton: skeleton.clone(), layers }
        })
    })
}

proptest! {
    #[test]
    fn an_animation_sequence_survives(clip in clip()) {
        check(&clip);
    }

    #[test]
    fn a_skeleton_survives(skeleton in skeleton()) {
        check(&skeleton);
    }

    #[test]
    fn an_action_set_survives(set in action_set()) {
        check(&set);
    }
}
