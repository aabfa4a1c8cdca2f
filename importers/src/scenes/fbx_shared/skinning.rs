//! The skinning methods of FBX files.

use rigmill_dom::SkinningMethod;

/// Returns the method of a skin with these dual-quaternion weights, and the weights themselves if they differ. Weights are
/// clamped to 0 to 1, and NaN becomes 0.
pub(crate) fn blended(weights: Vec<f32>) -> (SkinningMethod, Vec<f32>) {
    let within = |weight: f32| if weight > 0.0 { weight.min(1.0) } else { 0.0 };
    let weights: Vec<f32> = weights.into_iter().map(within).collect();
    if weights.iter().all(|weight| *weight == 0.0) {
        (SkinningMethod::Linear, Vec::new())
    } else if weights.iter().all(|weight| *weight == 1.0) {
        (SkinningMethod::DualQuaternion, Vec::new())
    } else {
        (SkinningMethod::Blended, weights)
    }
}
