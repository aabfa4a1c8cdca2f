//! A straightforward implementation of the same layers: computes absolute matrices of the whole body for a rotation in model
//! space, and one easing per bone.

use rigmill_runtime::{Matrix, matrix};

/// Returns the absolute matrices of all bones.
fn absolute(parents: &[Option<usize>], local: &[Matrix]) -> Vec<Matrix> {
    let mut out: Vec<Matrix> = Vec::with_capacity(local.len());
    for (bone, parent) in parents.iter().enumerate() {
        let matrix = match parent {
            Some(parent) => matrix::multiply(&local[bone], &out[*parent]),
            None => local[bone],
        };
        out.push(matrix);
    }
    out
}

fn turn_x(radians: f32) -> Matrix {
    let (sine, cosine) = (libm::sinf(radians), libm::cosf(radians));
    let mut matrix = matrix::IDENTITY;
    (matrix[5], matrix[6], matrix[9], matrix[10]) = (cosine, sine, -sine, cosine);
    matrix
}

/// Transposes the upper left 3 x 3 matrix, which is the inverse of a rotation.
fn turned_back(matrix: &Matrix) -> Matrix {
    let mut out = matrix::IDENTITY;
    for row in 0..3 {
        for column in 0..3 {
            out[row * 4 + column] = matrix[column * 4 + row];
        }
    }
    out
}

fn without_translation(matrix: &Matrix) -> Matrix {
    let mut out = *matrix;
    out[12..15].fill(0.0);
    out
}

pub(crate) struct PlainBreath {
    parents: Vec<Option<usize>>,
    phase: usize,
    time: f32,
    from: [f32; 4],
    angles: [f32; 4],
}

const BASE_ROTATIONS: [(usize, f32); 4] = [(2, 2.0), (4, -3.0), (6, 0.5), (7, 0.5)];
const SHOULDERS: [usize; 2] = [8, 12];

impl PlainBreath {
    pub(crate) fn new(parents: Vec<Option<usize>>) -> Self {
        Self { parents, phase: 0, time: 0.0, from: [0.0; 4], angles: [0.0; 4] }
    }

    pub(crate) fn apply(&mut self, local: &mut [Matrix], dt: f32) {
        let before = absolute(&self.parents, local);
        // During rest, the target is the pose at the end of exhaling, which is already reached.
        let (length, sign) = [(1.2, 1.0), (2.4, -1.0), (0.2, -1.0)][self.phase];
        self.time += dt;
        let part = (self.time / length).min(1.0);
        for (number, (bone, target)) in BASE_ROTATIONS.into_iter().enumerate() {
            let eased = if self.phase == 0 {
                libm::sinf(part * std::f32::consts::FRAC_PI_2)
            } else if part < 0.5 {
                2.0 * part * part
            } else {
                1.0 - 2.0 * (1.0 - part) * (1.0 - part)
            };
            self.angles[number] = self.from[number] + (target * sign - self.from[number]) * eased;
            local[bone] = matrix::multiply(&turn_x(self.angles[number].to_radians()), &local[bone]);
        }
        if part >= 1.0 {
            (self.phase, self.time, self.from) = ((self.phase + 1) % 3, 0.0, self.angles);
        }
        let after = absolute(&self.parents, local);
        for bone in SHOULDERS {
            let Some(parent) = self.parents[bone] else { continue };
            let kept = matrix::multiply(&without_translation(&before[bone]), &turned_back(&after[parent]));
            let translation: [f32; 3] = [local[bone][12], local[bone][13], local[bone][14]];
            local[bone] = kept;
            local[bone][12..15].copy_from_slice(&translation);
        }
    }
}

type Vector = [f32; 3];

fn sub(a: Vector, b: Vector) -> Vector {
    std::array::from_fn(|i| a[i] - b[i])
}

fn length(a: Vector) -> f32 {
    a.iter().map(|x| x * x).sum::<f32>().sqrt()
}

fn origin(matrix: &Matrix) -> Vector {
    [matrix[12], matrix[13], matrix[14]]
}

pub(crate) struct PlainSpring {
    parents: Vec<Option<usize>>,
    chain: Vec<usize>,
    positions: Vec<Vector>,
    previous: Vec<Vector>,
}

impl PlainSpring {
    pub(crate) fn new(parents: Vec<Option<usize>>, chain: Vec<usize>) -> Self {
        Self { parents, chain, positions: Vec::new(), previous: Vec::new() }
    }

    /// Performs one update per frame.
    pub(crate) fn apply(&mut self, local: &mut [Matrix]) {
        let mut pose = absolute(&self.parents, local);
        let targets: Vec<Vector> = self.chain.iter().map(|bone| origin(&pose[*bone])).collect();
        if self.positions.is_empty() {
            (self.positions, self.previous) = (targets.clone(), targets);
            return;
        }
        self.positions[0] = targets[0];
        for i in 1..self.chain.len() {
            let way = sub(self.positions[i], self.previous[i]);
            self.previous[i] = self.positions[i];
            let bone = sub(targets[i], targets[i - 1]);
            let rest = length(bone);
            for axis in 0..3 {
                self.positions[i][axis] += way[axis] * 0.9;
                self.positions[i][axis] += (self.positions[i - 1][axis] + bone[axis] - self.positions[i][axis]) * 0.1;
            }
            let home: Vector = std::array::from_fn(|axis| self.positions[i - 1][axis] + bone[axis]);
            let off = sub(home, self.positions[i]);
            let (distance, most) = (length(off), rest * 0.9 * 2.0);
            if distance > most {
                (0..3).for_each(|axis| self.positions[i][axis] += off[axis] * (distance - most) / distance);
            }
            let way = sub(self.positions[i], self.positions[i - 1]);
            let factor = rest / length(way).max(1e-12);
            self.positions[i] = std::array::from_fn(|axis| self.positions[i - 1][axis] + way[axis] * factor);
        }
        for i in 1..self.chain.len() {
            self.turn(i, local, &mut pose);
        }
    }

    /// Rotates the bone before `i` towards its particle, and updates the absolute matrices of the chain.
    fn turn(&self, i: usize, local: &mut [Matrix], now: &mut [Matrix]) {
        let bone = self.chain[i - 1];
        let from = sub(origin(&now[self.chain[i]]), origin(&now[bone]));
        let to = sub(self.positions[i], origin(&now[bone]));
        let axis: Vector =
            [from[1] * to[2] - from[2] * to[1], from[2] * to[0] - from[0] * to[2], from[0] * to[1] - from[1] * to[0]];
        let sine = length(axis);
        if sine == 0.0 {
            return;
        }
        let angle = libm::atan2f(sine, from.iter().zip(to).map(|(a, b)| a * b).sum());
        let turn = about(axis.map(|x| x / sine), angle);
        let turned = matrix::multiply(&without_translation(&now[bone]), &turn);
        let Some(parent) = self.parents[bone] else { return };
        let translation = origin(&local[bone]);
        local[bone] = matrix::multiply(&turned, &turned_back(&now[parent]));
        local[bone][12..15].copy_from_slice(&translation);
        now[bone] = matrix::multiply(&local[bone], &now[parent]);
        now[self.chain[i]] = matrix::multiply(&local[self.chain[i]], &now[bone]);
    }
}

fn about([x, y, z]: Vector, angle: f32) -> Matrix {
    let (s, c) = (libm::sinf(angle), libm::cosf(angle));
    let k = 1.0 - c;
    let mut out = matrix::IDENTITY;
    out[0..3].copy_from_slice(&[c + k * x * x, k * x * y + s * z, k * x * z - s * y]);
    out[4..7].copy_from_slice(&[k * x * y - s * z, c + k * y * y, k * y * z + s * x]);
    out[8..11].copy_from_slice(&[k * x * z + s * y, k * y * z - s * x, c + k * z * z]);
    out
}
