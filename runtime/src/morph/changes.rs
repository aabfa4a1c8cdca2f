//! [`Changes`]: the changes of a mesh's vertices by shapes. If a shape changes several of eight consecutive vertices, these are
//! processed together.
//!
//! The work for each vertex is written as loops, because closures of iterators would not be compiled for the processor's SIMD
//! level.

use crate::blocks::dispatch::dispatched;

/// The number of vertices in a block.
const BLOCK: usize = 8;

/// The minimum number of changed vertices in a block that are stored as a block. Fewer vertices are faster and smaller as
/// single vertices.
const DENSE: usize = 3;

/// The changes of a block of eight vertices by one shape, `N` numbers in total. Unchanged vertices have zeros.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
struct Change<const N: usize>([f32; N]);

/// The changes of one attribute by shapes, with `N / 8` numbers per vertex.
#[derive(Clone, Debug)]
pub(super) struct Changes<const N: usize> {
    /// For each shape, the start of its entries among the blocks and among the vertices. There is one more element at the end.
    starts: Vec<[usize; 2]>,
    /// The block of each entry.
    blocks: Vec<usize>,
    block_changes: Vec<Change<N>>,
    /// The vertex of each entry that is not part of a block.
    vertices: Vec<u32>,
    vertex_changes: Vec<[f32; 3]>,
}

impl<const N: usize> Changes<N> {
    /// The number of components per vertex.
    const WIDTH: usize = N / BLOCK;

    /// Creates the changes for a mesh with `count` vertices. For each shape, `shapes` has the changed vertices in ascending
    /// order, and the change of each of them in x, y, z.
    pub(super) fn new<'a>(count: usize, shapes: impl Iterator<Item = (&'a [u32], &'a [[f32; 3]])>) -> Self {
        let mut made = Self {
            starts: vec![[0; 2]],
            blocks: Vec::new(),
            block_changes: Vec::new(),
            vertices: Vec::new(),
            vertex_changes: Vec::new(),
        };
        for (vertices, changes) in shapes {
            let all = vertices.iter().copied().zip(changes.iter().copied());
            let moved: Vec<_> = all.filter(|(it, change)| (*it as usize) < count && *change != [0.0; 3]).collect();
            moved.chunk_by(|(a, _), (b, _)| *a as usize / BLOCK == *b as usize / BLOCK).for_each(|of| made.push(of));
            made.starts.push([made.blocks.len(), made.vertices.len()]);
        }
        made
    }

    /// Adds the changes by a shape within one block.
    fn push(&mut self, changes: &[(u32, [f32; 3])]) {
        if changes.len() < DENSE {
            self.vertices.extend(changes.iter().map(|(vertex, _)| *vertex));
            self.vertex_changes.extend(changes.iter().map(|(_, change)| *change));
            return;
        }
        let mut block = Change([0.0; N]);
        for (vertex, change) in changes {
            let first = *vertex as usize % BLOCK * Self::WIDTH;
            block.0[first..first + 3].copy_from_slice(change);
        }
        self.blocks.extend(changes.first().map(|(vertex, _)| *vertex as usize / BLOCK));
        self.block_changes.push(block);
    }

    /// Adds the changes by all shapes, in their order, to the components of all vertices.
    #[inline(always)]
    fn add(&self, shares: &[f32], sums: &mut [f32]) {
        for (range, share) in self.starts.windows(2).zip(shares).filter(|(_, share)| **share != 0.0) {
            let [[first, first_alone], [end, end_alone]] = [range[0], range[1]];
            let (whole, rest) = sums.as_chunks_mut::<N>();
            for (block, Change(change)) in self.blocks[first..end].iter().zip(&self.block_changes[first..end]) {
                if let Some(sums) = whole.get_mut(*block) {
                    // A copy, so that the compiler knows that the output does not alias the changes.
                    let mut moved = *sums;
                    for at in 0..N {
                        moved[at] += share * change[at];
                    }
                    *sums = moved;
                } else {
                    for (sum, change) in rest.iter_mut().zip(change) {
                        *sum += share * change;
                    }
                }
            }
            let alone = first_alone..end_alone;
            for (vertex, change) in self.vertices[alone.clone()].iter().zip(&self.vertex_changes[alone]) {
                let at = *vertex as usize * Self::WIDTH;
                let sums = &mut sums[at..at + 3];
                for axis in 0..3 {
                    sums[axis] += share * change[axis];
                }
            }
        }
    }
}

/// Normalizes the vectors that differ from those of `base`. A vector of length 0 is replaced by the vector of `base`.
#[inline(always)]
fn normalize<const N: usize>(base: &[f32], sums: &mut [f32]) {
    let (blocks, last) = sums.as_chunks_mut::<N>();
    let (bases, last_base) = base.as_chunks::<N>();
    for (sums, base) in blocks.iter_mut().zip(bases) {
        normalize_block(base, sums);
    }
    let (mut sums, mut base) = ([0.0; N], [0.0; N]);
    sums[..last.len()].copy_from_slice(last);
    base[..last.len()].copy_from_slice(last_base);
    normalize_block(&base, &mut sums);
    last.copy_from_slice(&sums[..last.len()]);
}

/// [`normalize`] for the eight vectors of a block.
#[inline(always)]
fn normalize_block<const N: usize>(base: &[f32; N], sums: &mut [f32; N]) {
    let (width, mut differs) = (N / BLOCK, false);
    for at in 0..N {
        differs |= sums[at] != base[at];
    }
    if !differs {
        return;
    }
    // Grouped by axis, so that each step is one instruction for all eight vectors.
    let [x, y, z] = [axis(sums, 0), axis(sums, 1), axis(sums, 2)];
    let old = [axis(base, 0), axis(base, 1), axis(base, 2)];
    let mut scales = [0.0_f32; BLOCK];
    for lane in 0..BLOCK {
        let square = x[lane] * x[lane] + y[lane] * y[lane] + z[lane] * z[lane];
        let differs = (x[lane] != old[0][lane]) | (y[lane] != old[1][lane]) | (z[lane] != old[2][lane]);
        let scale = 1.0 / square.sqrt();
        scales[lane] = if differs & (square > 0.0) & (square < f32::INFINITY) { scale } else { 0.0 };
    }
    let mut out = *sums;
    for (axis, new) in [x, y, z].into_iter().enumerate() {
        for lane in 0..BLOCK {
            out[lane * width + axis] = if scales[lane] > 0.0 { new[lane] * scales[lane] } else { old[axis][lane] };
        }
    }
    *sums = out;
}

/// The components along one axis.
#[inline(always)]
fn axis<const N: usize>(of: &[f32; N], axis: usize) -> [f32; BLOCK] {
    let mut numbers = [0.0; BLOCK];
    for lane in 0..BLOCK {
        numbers[lane] = of[lane * (N / BLOCK) + axis];
    }
    numbers
}

dispatched! {
    /// Adds changes to positions.
    pub(super) fn add_to_positions(changes: &Changes<24>, shares: &[f32], base: &[[f32; 3]], out: &mut [[f32; 3]]) {
        out.copy_from_slice(base);
        changes.add(shares, out.as_flattened_mut());
    }
}

dispatched! {
    /// Adds changes to normals, and normalizes them.
    pub(super) fn add_to_normals(changes: &Changes<24>, shares: &[f32], base: &[[f32; 3]], out: &mut [[f32; 3]]) {
        out.copy_from_slice(base);
        changes.add(shares, out.as_flattened_mut());
        normalize::<24>(base.as_flattened(), out.as_flattened_mut());
    }
}

dispatched! {
    /// Adds changes to x, y, z of tangents, and normalizes them.
    pub(super) fn add_to_tangents(changes: &Changes<32>, shares: &[f32], base: &[[f32; 4]], out: &mut [[f32; 4]]) {
        out.copy_from_slice(base);
        changes.add(shares, out.as_flattened_mut());
        normalize::<32>(base.as_flattened(), out.as_flattened_mut());
    }
}
