//! What a curve's keys have to be, whatever file they come from.

use rigmill_dom::CurveKey;

/// What is wrong with a key that follows another, if anything is.
pub(crate) fn check(key: &CurveKey, before: Option<&CurveKey>) -> Result<(), String> {
    if !key.time.is_finite() {
        return Err(format!("its time is {}, expected a finite number", key.time));
    }
    if !key.value.is_finite() {
        return Err(format!("its value is {}, expected a finite number", key.value));
    }
    if key.in_tangent.is_nan() || key.out_tangent.is_nan() {
        return Err("a tangent is NaN, expected a number or infinity".to_owned());
    }
    match before {
        Some(before) if key.time < before.time => {
            Err(format!("its time is {} s, before that of the key before it, {} s", key.time, before.time))
        }
        _ => Ok(()),
    }
}
