use proptest::prelude::*;
use rigmill_format::{MotionDelta, MotionDeltas};

#[test]
fn the_bytes_are_where_the_table_says() {
    let delta = MotionDelta { position: [1.0, 0.0, 0.0], rotation: [0.0, 2.0, 0.0], scale: [0.0, 0.0, 0.5] };
    let bytes = MotionDeltas { frame_rate: 30, has_scale: true, frames: vec![delta; 2] }.to_bytes();
    assert_eq!((bytes.len(), &bytes[..9]), (5 + 72, [1, 30, 0, 0, 0, 0, 0, 0x80, 0x3F].as_slice()));
    assert_eq!(bytes[5 + 16..5 + 20], 2_f32.to_le_bytes());
    assert_eq!(bytes[5 + 32..5 + 36], 0.5_f32.to_le_bytes());
    assert_eq!(MotionDeltas { frame_rate: 30, has_scale: false, frames: vec![delta] }.to_bytes().len(), 5 + 24);
}

#[test]
fn angles_that_wrap_turn_the_short_way() {
    let about_y = |degrees| MotionDelta { rotation: [0.0, degrees, 0.0], ..MotionDelta::default() }.to_rigid().rotation;
    for (wrapped, meant) in [(359.0, -1.0), (-359.0, 1.0), (721.0, 1.0), (180.0, 180.0)] {
        assert_eq!(about_y(wrapped), about_y(meant), "{wrapped}");
    }
}

#[test]
fn angles_turn_about_z_then_x_then_y() {
    // Unity's Quaternion.Euler(30, 45, 60).
    let delta = MotionDelta { rotation: [30.0, 45.0, 60.0], ..MotionDelta::default() };
    let expected = [0.391_903_8, 0.200_562_1, 0.360_423_4, 0.822_363_2];
    for (found, expected) in delta.to_rigid().rotation.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-6, "{:?}", delta.to_rigid().rotation);
    }
}

proptest! {
    #[test]
    fn a_delta_survives_being_a_transform(
        position in [-10_f32..10.0, -10_f32..10.0, -10_f32..10.0],
        rotation in [-89_f32..89.0, -179_f32..179.0, -179_f32..179.0],
    ) {
        let delta = MotionDelta { position, rotation, scale: [0.0; 3] };
        let again = MotionDelta::of_rigid(&delta.to_rigid());
        prop_assert_eq!(again.position, position);
        for (found, expected) in again.rotation.iter().zip(rotation) {
            prop_assert!((found - expected).abs() < 1e-4, "{:?}", again);
        }
    }
}
