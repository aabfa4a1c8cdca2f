//! [`Cutter`]: cuts polygons into triangles.

use rigmill_dom::SceneMesh;
use rigmill_math::vector::{add, cross, dot, normalize, subtract};

use super::ears::Ears;

/// Cuts polygons of any size, including polygons that are concave or cross themselves.
#[derive(Default)]
pub(super) struct Cutter {
    /// The polygon in its plane, counter-clockwise.
    flat: Vec<[f64; 2]>,
    ears: Ears,
}

impl Cutter {
    /// Adds the triangles of a polygon to a list, as indices of its corners. A polygon with `n` corners has `n - 2` triangles;
    /// points and lines have none.
    pub(super) fn cut(&mut self, corners: &[[f64; 3]], triangles: &mut Vec<[usize; 3]>) {
        if corners.len() < 4 {
            triangles.extend((corners.len() == 3).then_some([0, 1, 2]));
            return;
        }
        self.lay_flat(corners);
        let strip = strip(corners.len());
        if strip.iter().all(|&triangle| self.area(triangle) >= 0.0) {
            triangles.extend(strip);
        } else {
            self.ears.cut(corners, triangles);
        }
    }

    /// Projects the polygon along its normal.
    fn lay_flat(&mut self, corners: &[[f64; 3]]) {
        let normal = normalize(newell(corners)).unwrap_or([0.0, 0.0, 1.0]);
        // The axis that is farthest from the normal makes the plane numerically stable.
        let least = (0..3).fold(0, |least, axis| if normal[axis].abs() < normal[least].abs() { axis } else { least });
        let axis = std::array::from_fn(|at| f64::from(u8::from(at == least)));
        let right = normalize(cross(axis, normal)).unwrap_or([1.0, 0.0, 0.0]);
        let up = cross(normal, right);
        let along = |v: [f64; 3], axis: [f64; 3]| dot(v, axis);
        self.flat.clear();
        self.flat.extend(corners.iter().map(|&corner| {
            let offset = subtract(corner, corners[0]);
            [along(offset, right), along(offset, up)]
        }));
    }

    /// Returns twice the area of a triangle in the plane; negative if it is clockwise.
    fn area(&self, triangle: [usize; 3]) -> f64 {
        let [a, b, c] = triangle.map(|at| self.flat[at]);
        (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    }
}

/// Returns the triangles of a convex polygon as XNA's importer cuts them: a strip from the first corners, alternating between
/// both sides.
fn strip(size: usize) -> Vec<[usize; 3]> {
    let (mut low, mut high) = (1, size);
    let mut triangles = Vec::with_capacity(size - 2);
    while low + 1 < high {
        if triangles.len() < 2 || triangles.len() % 2 == 1 {
            triangles.push([high % size, low, low + 1]);
            low += 1;
        } else {
            triangles.push([high % size, low, high - 1]);
            high -= 1;
        }
    }
    triangles
}

/// Returns Newell's normal of a polygon. Its length is twice the area.
pub(super) fn newell(corners: &[[f64; 3]]) -> [f64; 3] {
    let Some(&first) = corners.first() else { return [0.0; 3] };
    let edges = corners.windows(2).map(|edge| cross(subtract(edge[0], first), subtract(edge[1], first)));
    edges.fold([0.0; 3], add)
}

/// Returns the triangles of a mesh, each as its face and corners of the mesh.
pub(super) fn triangles(mesh: &SceneMesh) -> Vec<(usize, [usize; 3])> {
    let (mut cutter, mut cut, mut triangles) = (Cutter::default(), Vec::new(), Vec::new());
    for_each_face(mesh, |face, begin, corners| {
        cut.clear();
        cutter.cut(corners, &mut cut);
        triangles.extend(cut.iter().map(|triangle| (face, triangle.map(|corner| begin + corner))));
    });
    triangles
}

/// Calls `call` with each face, its first corner, and the positions of its corners.
pub(super) fn for_each_face(mesh: &SceneMesh, mut call: impl FnMut(usize, usize, &[[f64; 3]])) {
    let (mut begin, mut corners) = (0, Vec::new());
    for (face, &size) in mesh.face_sizes.iter().enumerate() {
        let end = begin + size as usize;
        corners.clear();
        corners.extend(
            mesh.corner_vertices[begin..end].iter().map(|&vertex| mesh.positions[vertex as usize].map(f64::from)),
        );
        call(face, begin, &corners);
        begin = end;
    }
}
