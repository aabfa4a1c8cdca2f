//! [`spread`]: places labels beside a picture, one below the other.

/// Moves ascending positions as little as needed so that each is at least `gap` after the one before, and all lie between
/// `top` and `bottom` if there is room.
pub(super) fn spread(positions: &mut [f64], gap: f64, [top, bottom]: [f64; 2]) {
    let mut next = top;
    for position in positions.iter_mut() {
        *position = position.max(next);
        next = *position + gap;
    }
    let mut last = bottom;
    for position in positions.iter_mut().rev() {
        *position = position.min(last);
        last = *position - gap;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_keep_their_distance_within_the_bounds() {
        let mut positions = [1.0, 1.0, 2.0, 50.0, 99.0, 100.0];
        spread(&mut positions, 10.0, [0.0, 100.0]);
        assert_eq!(positions, [1.0, 11.0, 21.0, 50.0, 90.0, 100.0]);
    }
}
