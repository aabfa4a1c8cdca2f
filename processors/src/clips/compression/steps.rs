//! Finds the step sizes that take the fewest bits for a given error of each bone.

use super::sensitivity::Sensitivity;

/// The number of iterations of the solver. Each iteration brings the errors closer to their limits.
const ROUNDS: usize = 60;

/// Returns, for each track, the largest steps of x, y and z for which no bone's root mean square error exceeds its entry in
/// `limits`.
///
/// The number of bits falls with the logarithm of a step, and the squares of errors add up. Therefore, the optimal square of a
/// step is 1 divided by the sum of its squared sensitivities, each multiplied by the cost of the bone's error. The cost grows
/// for bones that exceed their limits.
pub(super) fn solve(sensitivities: &[Vec<Sensitivity>], limits: &[f64], costs: &mut [f64]) -> Vec<[f64; 3]> {
    let mut steps = vec![[0.0; 3]; sensitivities.len()];
    let mut squares = vec![0.0; limits.len()];
    for _ in 0..ROUNDS {
        for (steps, bones) in steps.iter_mut().zip(sensitivities) {
            *steps = [0, 1, 2].map(|axis| {
                let cost: f64 = bones.iter().map(|it| costs[it.bone] * it.squares[axis]).sum();
                (1.0 / cost.max(1e-30)).sqrt()
            });
        }
        squares.fill(0.0);
        for (steps, bones) in steps.iter().zip(sensitivities) {
            for it in bones {
                let moved: f64 = (0..3).map(|axis| it.squares[axis] * steps[axis] * steps[axis]).sum();
                // The mean square of a rounding error is 1/12 of the square of the step.
                squares[it.bone] += moved / 12.0;
            }
        }
        for ((cost, limit), square) in costs.iter_mut().zip(limits).zip(&squares) {
            let least = 1e-3 / (limit * limit);
            *cost = (*cost * (square / (limit * limit)).sqrt()).clamp(least, least.max(1e30));
        }
    }
    steps
}
