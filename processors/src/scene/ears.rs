//! [`Ears`]: triangulates polygons that a strip does not fill, by clipping ears.

use rigmill_math::vector::{cross, dot, length, scale, subtract};

/// Shorter vectors have no direction, because the square of their length is not a normal number.
const SHORTEST: f64 = 1.491_668_146_240_041_3e-154;
/// The number of tests of a corner against a triangle that are always allowed, before the search for ears in a polygon stops.
const FREE_TESTS: u64 = 1 << 16;

/// Clips ears off polygons. An ear is a corner whose triangle faces the front and contains no concave corner.
///
/// A polygon that crosses itself may have no ears. The remaining corners are then cut off one after another, and some of their
/// triangles face the back. The triangles and their order are those of ufbx (`ufbx_triangulate_face`).
#[derive(Default)]
pub(super) struct Ears {
    /// The corners, projected to the plane of the polygon.
    flat: Vec<[f64; 2]>,
    /// The x coordinate and index of each concave corner, from left to right.
    concave: Vec<(f64, usize)>,
    /// The previous and next corner of each corner. After a corner was cut off, its entry no longer changes.
    around: Vec<[usize; 2]>,
    is_cut: Vec<bool>,
    /// The number of tests of a corner against a triangle so far.
    tests: u64,
}

impl Ears {
    /// Adds the triangles of a polygon with at least four corners to a list, as indices of its corners. A polygon with `n`
    /// corners has `n - 2` triangles.
    pub(super) fn cut(&mut self, corners: &[[f64; 3]], triangles: &mut Vec<[usize; 3]>) {
        if let &[a, b, c, d] = corners {
            triangles.extend(quad([a, b, c, d]));
            return;
        }
        self.lay_flat(corners);
        self.find_concave();
        let count = corners.len();
        let beside = |at: usize| [if at == 0 { count - 1 } else { at - 1 }, (at + 1) % count];
        self.around = (0..count).map(beside).collect();
        self.is_cut = vec![false; count];
        self.clip();
        let triangle = |(at, &[before, after]): (usize, &[usize; 2])| [before, at, after];
        let cut = self.around.iter().enumerate().filter(|(at, _)| self.is_cut[*at]);
        triangles.extend(cut.map(triangle));
    }

    /// Projects the polygon along its normal.
    fn lay_flat(&mut self, corners: &[[f64; 3]]) {
        let normal = unit(normal(corners)).unwrap_or([1.0, 0.0, 0.0]);
        let axis = if normal[0] * normal[0] < 0.5 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] };
        let right = unit(cross(axis, normal)).unwrap_or_default();
        let up = unit(cross(normal, right)).unwrap_or_default();
        self.flat.clear();
        self.flat.extend(corners.iter().map(|&corner| [dot(right, corner), dot(up, corner)]));
    }

    fn find_concave(&mut self) {
        let count = self.flat.len();
        let is_concave = |&at: &usize| {
            let corner = [(at + count - 1) % count, at, (at + 1) % count].map(|at| self.flat[at]);
            orientation(corner) <= 0.0
        };
        self.concave = (0..count).filter(is_concave).map(|at| (self.flat[at][0], at)).collect();
        self.concave.sort_by(|a, b| a.0.total_cmp(&b.0));
    }

    /// Moves a window of four corners around the polygon. Either of the two corners in the middle may be cut off. After each
    /// cut, the window moves one step back.
    fn clip(&mut self) {
        let count = self.flat.len();
        let most_tests = FREE_TESTS.saturating_add((count as u64).saturating_mul(count as u64).saturating_mul(2));
        let (mut left, mut steps) = (count, 0);
        let mut window = [0, 1, 2, 3];
        self.tests = 0;
        while left > 3 && steps < count * 2 && self.tests < most_tests {
            match self.ear(window) {
                Some(1) => {
                    self.cut_off(window[2]);
                    window = [window[0], window[1], window[3], self.around[window[3]][1]];
                }
                Some(_) => {
                    self.cut_off(window[1]);
                    window = [self.around[window[0]][0], window[0], window[2], window[3]];
                }
                None => {
                    window = [window[1], window[2], window[3], self.around[window[3]][1]];
                    steps += 1;
                    continue;
                }
            }
            left -= 1;
            steps = 0;
        }
        let mut at = window[1];
        for _ in 3..left {
            self.cut_off(at);
            at = self.around[at][1];
        }
        // The last triangle.
        self.is_cut[at] = true;
    }

    /// Returns which of the two corners in the middle of a window is an ear. Tries the better one first.
    fn ear(&mut self, window: [usize; 4]) -> Option<usize> {
        let sides = [[window[0], window[1], window[2]], [window[1], window[2], window[3]]];
        let worths = sides.map(|side| worth(side.map(|at| self.flat[at])));
        let first = usize::from(worths[1] > worths[0]);
        // If the better corner is clockwise, the other cannot be an ear either.
        [first, 1 - first].into_iter().take_while(|&side| worths[side] >= 0.0).find(|&side| !self.holds(sides[side]))
    }

    /// Returns whether a triangle contains a concave corner, other than its own corners.
    fn holds(&mut self, triangle: [usize; 3]) -> bool {
        let points = triangle.map(|at| self.flat[at]);
        let [left, right] = bounds(points.map(|point| point[0]));
        let [low, high] = bounds(points.map(|point| point[1]));
        let begin = self.concave.partition_point(|&(x, _)| x < left);
        let near = self.concave[begin..].iter().take_while(|&&(x, _)| x <= right);
        let mut tests = 0;
        let mut inside = near.map(|&(_, at)| at).filter(|&at| {
            tests += 1;
            let point = self.flat[at];
            (low..=high).contains(&point[1]) && !triangle.contains(&at) && is_inside(point, points)
        });
        let holds = inside.next().is_some();
        self.tests += tests;
        holds
    }

    fn cut_off(&mut self, at: usize) {
        let [before, after] = self.around[at];
        self.is_cut[at] = true;
        self.around[before][1] = after;
        self.around[after][0] = before;
    }
}

/// Cuts a quad along its shorter diagonal, unless only the other diagonal lies inside.
fn quad([a, b, c, d]: [[f64; 3]; 4]) -> [[usize; 3]; 2] {
    let [ac, bd] = [subtract(c, a), subtract(d, b)];
    let facing = |diagonal, side| unit(cross(diagonal, side)).unwrap_or_default();
    let agreement = |diagonal, one, other| dot(facing(diagonal, one), facing(diagonal, other));
    let along_ac = agreement(ac, subtract(b, a), subtract(a, d));
    let along_bd = agreement(bd, subtract(b, a), subtract(c, b));
    let is_bent = along_ac < 0.0 || along_bd < 0.0;
    let by_ac = if is_bent { along_ac >= along_bd } else { dot(ac, ac) <= dot(bd, bd) };
    if by_ac { [[0, 1, 2], [2, 3, 0]] } else { [[1, 2, 3], [3, 0, 1]] }
}

/// Returns Newell's normal. It does not use a corner as the origin, because the signs of nearly zero areas depend on its exact
/// bits.
fn normal(corners: &[[f64; 3]]) -> [f64; 3] {
    let mut sum = [0.0; 3];
    for (at, a) in corners.iter().enumerate() {
        let b = corners[(at + 1) % corners.len()];
        for axis in 0..3 {
            let [next, last] = [(axis + 1) % 3, (axis + 2) % 3];
            sum[axis] += (a[next] - b[next]) * (a[last] + b[last]);
        }
    }
    sum
}

/// Returns a vector with unit length, if it has a direction. Multiplies by the reciprocal instead of dividing, to get the same
/// bits as ufbx.
fn unit(vector: [f64; 3]) -> Option<[f64; 3]> {
    let length = length(vector);
    (length > SHORTEST).then(|| scale(vector, 1.0 / length))
}

/// Returns twice the area of a triangle; negative if it is clockwise.
fn orientation([a, b, c]: [[f64; 2]; 3]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// Returns how blunt a triangle is: 2 minus the largest cosine of its angles, or -1 if it is clockwise.
fn worth([p, q, r]: [[f64; 2]; 3]) -> f64 {
    if orientation([p, q, r]) <= 0.0 {
        return -1.0;
    }
    let squared = |a: [f64; 2], b: [f64; 2]| (a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]);
    let [a, b, c] = [squared(p, q), squared(q, r), squared(r, p)];
    let cosine = |a: f64, b: f64, c: f64| (a + b - c) / (4.0 * a * b).sqrt();
    let largest = cosine(a, b, c).max(cosine(b, c, a)).max(cosine(c, a, b));
    (2.0 - largest).max(SHORTEST)
}

/// Returns whether a point is inside a triangle (of either orientation) or on its edges.
fn is_inside(point: [f64; 2], [a, b, c]: [[f64; 2]; 3]) -> bool {
    let sides = [[point, a, b], [point, b, c], [point, c, a]].map(orientation);
    sides.iter().all(|side| *side <= 0.0) || sides.iter().all(|side| *side >= 0.0)
}

fn bounds([a, b, c]: [f64; 3]) -> [f64; 2] {
    [a.min(b).min(c), a.max(b).max(c)]
}

#[cfg(test)]
mod tests {
    use rigmill_test_random::Random;

    use super::Ears;

    type Polygon = Vec<[f64; 3]>;

    /// Returns the triangles that ufbx makes from polygons.
    fn expected(polygons: &[Polygon]) -> Vec<Vec<[usize; 3]>> {
        let list =
            |name: &str, numbers: Vec<String>| format!("{name}: *{} {{\na: {}\n}}\n", numbers.len(), numbers.join(","));
        let vertices = polygons.iter().flatten().flatten().map(ToString::to_string).collect();
        let mut next = 0;
        let mut corners = Vec::new();
        for polygon in polygons {
            corners.extend((1..polygon.len()).map(|at| (next + at as i64 - 1).to_string()));
            next += polygon.len() as i64;
            corners.push((-next).to_string());
        }
        let (vertices, corners) = (list("Vertices", vertices), list("PolygonVertexIndex", corners));
        let geometry = format!("Geometry: 1, \"Geometry::\", \"Mesh\" {{\n{vertices}{corners}}}");
        let file = format!(
            "; FBX 7.4.0 project file\nFBXHeaderExtension: {{\nFBXVersion: 7400\n}}\nObjects: {{\n{geometry}\n}}\n"
        );
        let scene = ufbx::load_memory(file.as_bytes(), ufbx::LoadOpts::default()).unwrap();
        let mesh = &scene.meshes[0];
        let cut = |face: &ufbx::Face| {
            let mut corners = Vec::new();
            let count = ufbx::triangulate_face_vec(&mut corners, mesh, *face) as usize;
            let corner = |at: usize| (corners[at] - face.index_begin) as usize;
            (0..count).map(|at| [at * 3, at * 3 + 1, at * 3 + 2].map(corner)).collect()
        };
        mesh.faces.iter().map(cut).collect()
    }

    /// Returns random corners. Such a polygon crosses itself.
    fn crossing(random: &mut Random, count: usize) -> Polygon {
        (0..count).map(|_| [(); 3].map(|()| f64::from(random.signed()) * 10.0)).collect()
    }

    /// Returns corners around a centre at random distances, in a tilted plane.
    fn concave(random: &mut Random, count: usize) -> Polygon {
        let corner = |at: usize, far: f64| {
            let angle = at as f64 / count as f64 * std::f64::consts::TAU;
            let [x, y] = [libm::cos(angle) * far, libm::sin(angle) * far];
            [x, y, x * 0.5 + y * 0.25]
        };
        (0..count).map(|at| corner(at, 1.0 + random.unit() * 9.0)).collect()
    }

    /// Returns corners of a small grid: many coincide or are collinear.
    fn degenerate(random: &mut Random, count: usize) -> Polygon {
        (0..count).map(|_| [random.below(4) as f64, random.below(4) as f64, 0.0]).collect()
    }

    #[test]
    fn triangles_are_those_of_ufbx() {
        let mut random = Random::new(7);
        let mut polygons = Vec::new();
        for round in 0..100 {
            let count = 4 + round % 37;
            polygons.push(crossing(&mut random, count));
            polygons.push(concave(&mut random, count));
            polygons.push(degenerate(&mut random, count));
        }
        // A five-pointed star, a figure eight, a line, and a point.
        let star = [0, 2, 4, 1, 3].map(|at: i32| {
            let angle = f64::from(at) / 5.0 * std::f64::consts::TAU;
            [libm::cos(angle), libm::sin(angle), 0.0]
        });
        polygons.push(star.to_vec());
        polygons.push([[0.0, 0.0], [2.0, 2.0], [2.0, 0.0], [0.0, 2.0]].map(|[x, y]| [x, y, 0.0]).to_vec());
        polygons.push((0..9).map(|at| [f64::from(at), 0.0, 0.0]).collect());
        polygons.push(vec![[1.0, 2.0, 3.0]; 9]);
        polygons.push(crossing(&mut random, 500));
        polygons.push(concave(&mut random, 2_000));
        let mut ears = Ears::default();
        for (polygon, expected) in polygons.iter().zip(expected(&polygons)) {
            let mut found = Vec::new();
            ears.cut(polygon, &mut found);
            assert_eq!(found, expected, "{polygon:?}");
        }
    }
}
