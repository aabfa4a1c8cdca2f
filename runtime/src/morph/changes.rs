//! [`Changes`]: what shapes add to the vertices of a mesh, eight vertices at a time.

use crate::blocks::dispatch::dispatched;

/// The vertices of a block.
pub(super) const BLOCK: usize = 8;

/// What one shape adds to the eight vertices of a block, `N` numbers in all; zeros where it changes nothing.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
struct Change<const N: usize>([f32; N]);

/// What shapes add to one attribute. For each block of eight vertices only the shapes that change it are listed, in order.
#[derive(Clone, Debug)]
pub(super) struct Changes<const N: usize> {
    /// Where each block's entries begin; one more than there are blocks.
    starts: Vec<u32>,
    /// The shape of each entry.
    shapes: Vec<u32>,
    changes: Vec<Change<N>>,
}

impl<const N: usize> Changes<N> {
    /// For so many vertices, from the vertices and changes of each shape. Changes have three numbers, `N / 8` are added to a vertex.
    pub(super) fn of<'a>(vertices: usize, shapes: impl Iterator<Item = (&'a [u32], &'a [[f32; 3]])>) -> Self {
        let blocks = vertices.div_ceil(BLOCK);
        let mut of_blocks: Vec<Vec<(u32, Change<N>)>> = vec![Vec::new(); blocks];
        for (shape, (vertices, changes)) in (0..).zip(shapes) {
            for (&vertex, change) in vertices.iter().zip(changes).filter(|(_, change)| **change != [0.0; 3]) {
                let Some(block) = of_blocks.get_mut(vertex as usize / BLOCK) else { continue };
                if block.last().is_none_or(|(last, _)| *last != shape) {
                    block.push((shape, Change([0.0; N])));
                }
                let first = vertex as usize % BLOCK * (N / BLOCK);
                if let Some((_, Change(numbers))) = block.last_mut() {
                    numbers[first..first + 3].copy_from_slice(change);
                }
            }
        }
        let mut made = Self { starts: vec![0], shapes: Vec::new(), changes: Vec::new() };
        for (shape, change) in of_blocks.iter().map(|block| block.iter().copied().unzip::<_, _, Vec<_>, Vec<_>>()) {
            made.shapes.extend(shape);
            made.changes.extend(change);
            made.starts.push(u32::try_from(made.shapes.len()).unwrap_or(u32::MAX));
        }
        made
    }

    /// The numbers of a block after its changes, and whether any was added. `base` may be shorter than a block.
    #[inline(always)]
    fn add(&self, block: usize, shares: &[f32], base: &[f32]) -> ([f32; N], bool) {
        let mut sums = [0.0; N];
        match <&[f32; N]>::try_from(base) {
            Ok(base) => sums = *base,
            Err(_) => sums[..base.len()].copy_from_slice(base),
        }
        let mut is_changed = false;
        let entries = self.starts[block] as usize..self.starts[block + 1] as usize;
        for (shape, Change(change)) in self.shapes[entries.clone()].iter().zip(&self.changes[entries]) {
            let share = shares[*shape as usize];
            if share == 0.0 {
                continue;
            }
            is_changed = true;
            for at in 0..N {
                sums[at] += share * change[at];
            }
        }
        (sums, is_changed)
    }
}

/// Gives the vectors of a block unit length where they differ from those before. A vector without a direction becomes the one before.
#[inline(always)]
fn normalize<const N: usize>(sums: &mut [f32; N], base: &[f32]) {
    let width = N / BLOCK;
    for (sum, base) in sums.chunks_exact_mut(width).zip(base.chunks_exact(width)) {
        let [x, y, z] = [sum[0], sum[1], sum[2]];
        let square = x * x + y * y + z * z;
        if [x, y, z] == [base[0], base[1], base[2]] {
            continue;
        }
        if square > 0.0 && square < f32::INFINITY {
            let scale = 1.0 / square.sqrt();
            (sum[0], sum[1], sum[2]) = (x * scale, y * scale, z * scale);
        } else {
            sum.copy_from_slice(base);
        }
    }
}

dispatched! {
    /// Adds changes to positions.
    pub(super) fn add_to_positions(changes: &Changes<24>, shares: &[f32], base: &[[f32; 3]], out: &mut [[f32; 3]]) {
        let blocks = base.as_flattened().chunks(24).zip(out.as_flattened_mut().chunks_mut(24));
        for (block, (base, out)) in blocks.enumerate() {
            let (sums, _) = changes.add(block, shares, base);
            out.copy_from_slice(&sums[..base.len()]);
        }
    }
}

dispatched! {
    /// Adds changes to normals, which get unit length.
    pub(super) fn add_to_normals(changes: &Changes<24>, shares: &[f32], base: &[[f32; 3]], out: &mut [[f32; 3]]) {
        let blocks = base.as_flattened().chunks(24).zip(out.as_flattened_mut().chunks_mut(24));
        for (block, (base, out)) in blocks.enumerate() {
            let (mut sums, is_changed) = changes.add(block, shares, base);
            if is_changed {
                normalize(&mut sums, base);
            }
            out.copy_from_slice(&sums[..base.len()]);
        }
    }
}

dispatched! {
    /// Adds changes to x, y, z of tangents, which get unit length.
    pub(super) fn add_to_tangents(changes: &Changes<32>, shares: &[f32], base: &[[f32; 4]], out: &mut [[f32; 4]]) {
        let blocks = base.as_flattened().chunks(32).zip(out.as_flattened_mut().chunks_mut(32));
        for (block, (base, out)) in blocks.enumerate() {
            let (mut sums, is_changed) = changes.add(block, shares, base);
            if is_changed {
                normalize(&mut sums, base);
            }
            out.copy_from_slice(&sums[..base.len()]);
        }
    }
}
