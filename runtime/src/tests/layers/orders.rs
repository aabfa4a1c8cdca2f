//! Layers are applied in order, and each gets the result of the layers before it.

use super::rigs::*;
use crate::layers::SpringBones;
use crate::{AnimatedModel, matrix};

fn with_layers(breath_first: bool) -> AnimatedModel {
    let skeleton = person();
    let mut model = standing(&skeleton);
    let mut content = breath_settings();
    content.effect_rate = 10.0;
    let (breath, springs) = (breath_of(&content, &skeleton), springs_of(&spring_settings(), &skeleton));
    if breath_first {
        model.add_layer(breath);
        model.add_layer(springs);
    } else {
        model.add_layer(springs);
        model.add_layer(breath);
    }
    model
}

/// The position to which the head carries the antenna's second bone if it does not swing.
fn carried(model: &AnimatedModel) -> [f32; 3] {
    let bind = standing(model.skeleton());
    let [antenna, next] = [7, 8].map(|bone| bind.local()[bone]);
    origin(matrix::multiply(&next, &matrix::multiply(&antenna, &at(model, "Head"))))
}

#[test]
fn springs_after_breath_follow_the_breath_of_this_frame() {
    let (mut after, mut before) = (with_layers(true), with_layers(false));
    let mut largest = 0.0_f32;
    for frame in 0..120 {
        after.update(1.0 / 60.0).unwrap();
        before.update(1.0 / 60.0).unwrap();
        // Both have the same breath.
        assert_eq!(at(&after, "Head"), at(&before, "Head"), "frame {frame}");
        // Springs that are applied first get a body that does not breathe, so their antenna never swings.
        let stiff = distance(origin(at(&before, "Antenna1")), carried(&before));
        assert!(stiff < 1e-4, "frame {frame}: {stiff}");
        largest = largest.max(distance(origin(at(&after, "Antenna1")), carried(&after)));
    }
    assert!(largest > 2e-3, "springs that act last swing behind the head: {largest}");
}

#[test]
fn the_chain_hangs_on_the_head_of_this_frame_between_updates_too() {
    let mut model = with_layers(true);
    // Five frames per update of the springs.
    for frame in 0..600 {
        model.update(1.0 / 300.0).unwrap();
        let head = at(&model, "Head");
        let expected: [f32; 3] = std::array::from_fn(|i| head[12 + i] + 0.2 * head[i]);
        assert!(distance(origin(at(&model, "Antenna")), expected) < 1e-5, "frame {frame}");
    }
}

#[test]
fn layers_are_kept_in_the_order_of_adding() {
    let mut model = with_layers(true);
    let names: Vec<_> = model.layers().iter().map(|layer| format!("{layer:?}")).collect();
    assert!(names[0].starts_with("Breath ") && names[1].starts_with("SpringBones "), "{names:?}");
    assert!(model.layer_mut::<SpringBones>().is_some());
}
