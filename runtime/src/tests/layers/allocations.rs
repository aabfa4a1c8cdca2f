//! Layers allocate no memory while they change poses.

use super::rigs::*;
use crate::tests::counting;

#[test]
fn an_update_with_layers_allocates_nothing() {
    let skeleton = person();
    let mut model = standing(&skeleton);
    model.add_layer(breath_of(&breath_settings(), &skeleton));
    model.add_layer(springs_of(&spring_settings(), &skeleton));
    model.add_layer(reaching(&skeleton));
    model.add_layer(aiming(&skeleton));
    let allocated = counting::allocations(|| {
        for dt in [1.0 / 60.0, 0.2, 3.0, f32::NAN] {
            model.update(dt).unwrap();
        }
    });
    assert_eq!(allocated, 0);
    assert!(counting::allocations(|| drop(vec![1_u8])) > 0, "the count counts");
}
