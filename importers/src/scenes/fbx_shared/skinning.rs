//! How skins of FBX files move vertices.

use rigmill_dom::SkinningMethod;

/// The method of a skin whose vertices have these parts of dual quaternions, and the parts where they differ. Parts outside of 0 to 1 are
/// brought within; one that is no number is 0.
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
