//! [`Weld`]: the vertices of a mesh. Corners with equal attributes share a vertex.

use std::collections::HashMap;

use rigmill_dom::SceneMesh;

use super::skin::Skin;
use super::targets::changes;

/// The vertices that corners were welded to.
pub(super) struct Weld {
    /// For each vertex, one of its corners.
    pub(super) corners: Vec<usize>,
    /// For each of the given corners, in order, its vertex.
    pub(super) indices: Vec<u32>,
}

/// Welds these corners. `push_key` appends the attributes of a corner.
pub(super) fn weld(corners: &[usize], push_key: impl Fn(usize, &mut Vec<u32>)) -> Weld {
    let (mut words, mut starts) = (Vec::new(), vec![0]);
    for &corner in corners {
        push_key(corner, &mut words);
        starts.push(words.len());
    }
    let mut vertices: HashMap<&[u32], u32> = HashMap::with_capacity(corners.len());
    let mut weld = Weld { corners: Vec::new(), indices: Vec::with_capacity(corners.len()) };
    for (&corner, range) in corners.iter().zip(starts.windows(2)) {
        let next = u32::try_from(weld.corners.len()).unwrap_or(u32::MAX);
        let vertex = *vertices.entry(&words[range[0]..range[1]]).or_insert(next);
        if vertex == next {
            weld.corners.push(corner);
        }
        weld.indices.push(vertex);
    }
    weld
}

/// Returns the vertices of a stored mesh in the mesh's own order, without vertices that these corners do not use.
pub(super) fn as_stored(corners: &[usize], mesh: &SceneMesh) -> Weld {
    let mut used = vec![None; mesh.positions.len()];
    for &corner in corners {
        used[mesh.corner_vertices[corner] as usize].get_or_insert(corner);
    }
    let mut next = 0;
    let number = |corner: &Option<usize>| {
        let number = next;
        next += u32::from(corner.is_some());
        number
    };
    let numbers: Vec<u32> = used.iter().map(number).collect();
    let indices = corners.iter().map(|&corner| numbers[mesh.corner_vertices[corner] as usize]).collect();
    Weld { corners: used.into_iter().flatten().collect(), indices }
}

/// Returns, for each vertex of the source, the first vertex with the same position, influences and changes by morph targets.
pub(super) fn same_vertices(mesh: &SceneMesh, skin: Option<&Skin>) -> Vec<u32> {
    let mut known = HashMap::new();
    let changes = changes(mesh);
    let same = |(vertex, position): (u32, &[f32; 3])| {
        let influences = skin.map_or(&[][..], |skin| skin.influences(vertex));
        let influences: Vec<_> = influences.iter().map(|&(joint, weight)| (joint, weight.to_bits())).collect();
        let blend = skin.map_or(0, |skin| skin.blend_bits(vertex));
        *known.entry((bits(*position), influences, blend, &changes[vertex as usize])).or_insert(vertex)
    };
    (0..).zip(&mesh.positions).map(same).collect()
}

/// Returns the bits of numbers. Both zeros have the same bits.
pub(super) fn bits<const N: usize>(numbers: [f32; N]) -> [u32; N] {
    numbers.map(|number| (number + 0.0).to_bits())
}
