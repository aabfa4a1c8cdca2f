//! Repeated composition.

/// Composes `step` with itself `times` times, by repeated squaring. The number of compositions grows with the logarithm of
/// `times`.
#[must_use]
pub fn power<T: Copy>(step: T, times: u64, identity: T, compose: impl Fn(&T, &T) -> T) -> T {
    let (mut square, mut rest, mut result) = (step, times, identity);
    while rest > 0 {
        if rest & 1 == 1 {
            result = compose(&result, &square);
        }
        square = compose(&square, &square);
        rest >>= 1;
    }
    result
}
