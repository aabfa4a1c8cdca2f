//! [`turn_to_front`]: determines in which direction a character faces.

use std::collections::BTreeMap;

use rigmill_math::vector::{add, cross, normalize, subtract};

/// The words for left and right in bone names.
const WORDS: [[&str; 2]; 3] = [["left", "right"], ["Left", "Right"], ["LEFT", "RIGHT"]];

/// If the horizontal fraction of the vector between both sides is less than this, the bones are above one another, and the
/// vector is not used.
const LEAST: f32 = 0.5;

/// Returns the yaw, in degrees, of a camera in front of bones with these names and bind positions.
///
/// The front is determined from pairs of bones that are named left and right: content is right-handed with y up, so the front
/// is left × up. The result is rounded to an axis, because a character that stands at an angle was posed that way. Without such
/// pairs, the front is +z, as in glTF. `draw/front.js` of the page follows the same rule.
pub(super) fn turn_to_front<'a>(bones: impl Iterator<Item = (&'a str, [f32; 3])>) -> f32 {
    let places: BTreeMap<&str, [f32; 3]> = bones.collect();
    let mut apart = [0.0; 3];
    for (name, left) in &places {
        if let Some(right) = mirrored(name).and_then(|name| places.get(name.as_str())) {
            apart = add(apart, subtract(*left, *right));
        }
    }
    let [x, _, z] = cross(normalize(apart).unwrap_or_default(), [0.0, 1.0, 0.0]);
    match () {
        () if x * x + z * z < LEAST * LEAST => 180.0,
        () if x.abs() > z.abs() => {
            if x > 0.0 {
                270.0
            } else {
                90.0
            }
        }
        () => {
            if z > 0.0 {
                180.0
            } else {
                0.0
            }
        }
    }
}

/// Returns the name of the corresponding bone on the right side; `None` if the name is not that of a left bone.
fn mirrored(name: &str) -> Option<String> {
    if let Some([left, right]) = WORDS.iter().find(|[left, _]| name.contains(left)) {
        return Some(name.replacen(left, right, 1));
    }
    let bytes = name.as_bytes();
    let is_letter = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_alphabetic);
    let alone = |at: usize| !is_letter(at.checked_sub(1)) && !is_letter(Some(at + 1));
    let at = (0..bytes.len()).find(|&at| matches!(bytes[at], b'l' | b'L') && alone(at))?;
    let right = if bytes[at] == b'l' { "r" } else { "R" };
    Some(format!("{}{right}{}", &name[..at], &name[at + 1..]))
}

#[cfg(test)]
mod tests {
    use super::turn_to_front;

    #[test]
    fn the_side_of_left_bones_tells_the_front() {
        // With y up, a character that faces -z has its left hand at -x, and so on around the circle.
        let hands =
            [([-1.0, 1.0, 0.0], 0.0), ([0.0, 1.0, 1.0], 90.0), ([1.0, 1.0, 0.0], 180.0), ([0.0, 1.0, -1.0], 270.0)];
        for ([x, y, z], yaw) in hands {
            for names in [["hand_l", "hand_r"], ["L Hand", "R Hand"], ["LeftHand", "RightHand"], ["Arm.L", "Arm.R"]] {
                let bones = [(names[0], [x, y, z]), ("Head", [0.0, 2.0, 0.0]), (names[1], [-x, y, -z])];
                assert_eq!(turn_to_front(bones.into_iter()), yaw, "{names:?} {x} {z}");
            }
        }
    }

    #[test]
    fn without_sides_the_front_is_that_of_gltf() {
        assert_eq!(turn_to_front([("Leg", [1.0, 0.0, 0.0]), ("reg", [-1.0, 0.0, 0.0])].into_iter()), 180.0);
        let above = [("Eye_L", [0.0, 2.0, 0.0]), ("Eye_R", [0.0, 1.0, 0.0])];
        assert_eq!(turn_to_front(above.into_iter()), 180.0);
        assert_eq!(turn_to_front([("é", [f32::NAN; 3]), ("l", [f32::NAN; 3]), ("r", [0.0; 3])].into_iter()), 180.0);
    }
}
