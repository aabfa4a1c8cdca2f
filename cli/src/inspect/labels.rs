//! [`spread`]: labels beside a drawing, one below the other.

/// Moves `places`, which ascend, as little as needed so that each is at least `gap` after the one before and all stay between `top` and
/// `bottom`, if there is room for that.
pub(super) fn spread(places: &mut [f64], gap: f64, [top, bottom]: [f64; 2]) {
    let mut next = top;
    for place in places.iter_mut() {
        *place = place.max(next);
        next = *place + gap;
    }
    let mut last = bottom;
    for place in places.iter_mut().rev() {
        *place = place.min(last);
        last = *place - gap;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_keep_their_distance_within_the_bounds() {
        let mut places = [1.0, 1.0, 2.0, 50.0, 99.0, 100.0];
        spread(&mut places, 10.0, [0.0, 100.0]);
        assert_eq!(places, [1.0, 11.0, 21.0, 50.0, 90.0, 100.0]);
    }
}
