//! Step sizes that take the fewest bits for a given error of each bone.

use super::levers::Lever;

/// Rounds of the solver; each brings the errors closer to what they may be.
const ROUNDS: usize = 60;

/// For each track the largest steps of x, y, z with which no bone's root mean square error is above its `limits`.
///
/// Bits fall by the logarithm of a step and errors add up by squares, so at the optimum a step's square is one over the sum
/// of its squared levers, each times what the error of that bone costs. The costs grow where a bone is over its limit.
pub(super) fn solve(levers: &[Vec<Lever>], limits: &[f64], costs: &mut [f64]) -> Vec<[f64; 3]> {
    let mut steps = vec![[0.0; 3]; levers.len()];
    let mut squares = vec![0.0; limits.len()];
    for _ in 0..ROUNDS {
        for (steps, levers) in steps.iter_mut().zip(levers) {
            *steps = [0, 1, 2].map(|axis| {
                let cost: f64 = levers.iter().map(|lever| costs[lever.bone] * lever.squares[axis]).sum();
                (1.0 / cost.max(1e-30)).sqrt()
            });
        }
        squares.fill(0.0);
        for (steps, levers) in steps.iter().zip(levers) {
            for lever in levers {
                let moved: f64 = (0..3).map(|axis| lever.squares[axis] * steps[axis] * steps[axis]).sum();
                // The mean square of a rounding error is a twelfth of the step's.
                squares[lever.bone] += moved / 12.0;
            }
        }
        for ((cost, limit), square) in costs.iter_mut().zip(limits).zip(&squares) {
            let least = 1e-3 / (limit * limit);
            *cost = (*cost * (square / (limit * limit)).sqrt()).clamp(least, least.max(1e30));
        }
    }
    steps
}
