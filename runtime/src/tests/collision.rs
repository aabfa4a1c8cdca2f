//! Rays and spheres against collision meshes.

use proptest::prelude::*;
use proptest::sample::Index;
use rigmill_format::{BoundingBox, BoundingSphere, CollisionMesh as Owned, CollisionNode, NodeBelow};

use crate::collision::{Contact, Faces, Hit, RayCast, SphereQuery};
use crate::content::CollisionMesh;

/// A mesh of these triangles, in a tree that halves their list until each leaf has at most `leaf` triangles.
fn mesh_with_leaves(corners: &[[[f32; 3]; 3]], leaf: u32) -> CollisionMesh {
    let vertices = corners.concat();
    let count = u32::try_from(corners.len()).unwrap();
    let around = BoundingBox::new(vertices.iter().copied());
    let center = std::array::from_fn(|axis| (around.min[axis] + around.max[axis]) / 2.0);
    let half: [f32; 3] = std::array::from_fn(|axis| around.max[axis] - center[axis]);
    let radius = half.iter().map(|along| along * along).sum::<f32>().sqrt();
    let triangles = (0..count).map(|it| [3 * it, 3 * it + 1, 3 * it + 2]).collect();
    let mut mesh = Owned { vertices, triangles, sphere: BoundingSphere { center, radius }, nodes: Vec::new() };
    if count > 0 {
        grow(&mut mesh, 0, count, leaf);
    }
    CollisionMesh::from_owned(&mesh).unwrap()
}

fn grow(mesh: &mut Owned, first: u32, count: u32, leaf: u32) -> BoundingBox {
    let at = mesh.nodes.len();
    let corners = &mesh.vertices[3 * first as usize..3 * (first + count) as usize];
    let bounds = BoundingBox::new(corners.iter().copied());
    mesh.nodes.push(CollisionNode { bounds, below: NodeBelow::Triangles { first, count } });
    if count > leaf {
        let half = count / 2;
        grow(mesh, first, half, leaf);
        mesh.nodes[at].below = NodeBelow::Nodes { second: u32::try_from(mesh.nodes.len()).unwrap() };
        grow(mesh, first + half, count - half, leaf);
    }
    bounds
}

fn mesh(corners: &[[[f32; 3]; 3]]) -> CollisionMesh {
    mesh_with_leaves(corners, 1)
}

/// The unit square at height `y`, in two triangles whose front is above.
fn floor(y: f32) -> [[[f32; 3]; 3]; 2] {
    let [a, b, c, d] = [[0.0, y, 0.0], [0.0, y, 1.0], [1.0, y, 1.0], [1.0, y, 0.0]];
    [[a, b, c], [a, c, d]]
}

const DOWN: [f32; 3] = [0.0, -1.0, 0.0];
const UP: [f32; 3] = [0.0, 1.0, 0.0];

#[test]
fn a_ray_finds_the_nearest_triangle() {
    let floors = mesh(&[floor(0.0), floor(1.0), floor(-2.0)].concat());
    let hit = floors.ray([0.75, 3.0, 0.25], DOWN, 10.0).unwrap();
    assert_eq!(hit, Hit { distance: 2.0, point: [0.75, 1.0, 0.25], normal: UP, triangle: 3, front: true });
    let from_below = floors.ray([0.75, -3.0, 0.25], UP, 10.0).unwrap();
    assert_eq!((from_below.distance, from_below.triangle, from_below.front), (1.0, 5, false));
    assert_eq!(from_below.normal, UP);
}

#[test]
fn a_ray_ends_at_its_length_whatever_its_direction_is_long() {
    let floor = mesh(&floor(0.0));
    let origin = [0.75, 3.0, 0.25];
    assert_eq!(floor.ray(origin, DOWN, 2.999), None);
    assert_eq!(floor.ray(origin, DOWN, 3.0).unwrap().distance, 3.0);
    assert_eq!(floor.ray(origin, [0.0, -1e-30, 0.0], f32::INFINITY).unwrap().distance, 3.0);
    assert_eq!(floor.ray(origin, [0.0, -1e30, 0.0], 3.0).unwrap().distance, 3.0);
    assert_eq!(floor.ray(origin, UP, f32::INFINITY), None);
}

#[test]
fn backs_can_be_culled() {
    let floors = mesh(&[floor(0.0), floor(1.0)].concat());
    let cast = |direction| RayCast { origin: [0.75, 0.5, 0.25], direction, max_distance: 9.0, faces: Faces::Front };
    assert_eq!(cast(UP).run(floors.view()), None);
    assert_eq!(cast(DOWN).run(floors.view()).unwrap().triangle, 1);
}

#[test]
fn no_ray_passes_between_two_triangles() {
    let floor = mesh(&floor(0.0));
    for step in 0..=1000_u16 {
        let along = f32::from(step) / 1000.0;
        for origin in [[along, 1.0, along], [along * 0.7, 3.0, along * 0.7]] {
            assert!(floor.ray(origin, DOWN, 10.0).is_some(), "{origin:?}");
        }
    }
}

#[test]
fn of_two_triangles_at_one_place_the_first_is_hit() {
    let twice = mesh(&[floor(0.0), floor(0.0)].concat());
    assert_eq!(twice.ray([0.75, 1.0, 0.25], DOWN, 1.0).unwrap().triangle, 1);
    assert_eq!(twice.sphere([0.75, 1.0, 0.25], 1.0).unwrap().triangle, 1);
}

#[test]
fn a_sphere_finds_the_nearest_point() {
    let floor = mesh(&floor(0.0));
    let above = floor.sphere([0.75, 0.5, 0.25], 1.0).unwrap();
    assert_eq!(above, Contact { distance: 0.5, point: [0.75, 0.0, 0.25], normal: UP, triangle: 1 });
    let beside = floor.sphere([4.0, 4.0, 0.5], 5.0).unwrap();
    assert_eq!((beside.distance, beside.point, beside.normal), (5.0, [1.0, 0.0, 0.5], [0.6, 0.8, 0.0]));
    assert_eq!(floor.sphere([4.0, 4.0, 0.5], 4.999), None);
    let corner = floor.sphere([-3.0, 0.0, -4.0], f32::INFINITY).unwrap();
    assert_eq!((corner.distance, corner.point, corner.triangle), (5.0, [0.0, 0.0, 0.0], 0));
}

#[test]
fn a_sphere_centred_on_a_triangle_is_pushed_along_its_normal() {
    let contact = mesh(&floor(0.0)).sphere([0.75, 0.0, 0.25], 1.0).unwrap();
    assert_eq!((contact.distance, contact.normal), (0.0, UP));
}

#[test]
fn a_sphere_lists_what_it_touches_in_order() {
    let floors = mesh(&[floor(0.0), floor(1.0), floor(5.0)].concat());
    let touched: Vec<_> = floors.contacts([0.75, 0.25, 0.25], 1.0).map(|it| (it.triangle, it.distance)).collect();
    assert_eq!(touched.iter().map(|it| it.0).collect::<Vec<_>>(), [0, 1, 2, 3]);
    assert_eq!((touched[1].1, touched[3].1), (0.25, 0.75));
    assert_eq!(floors.contacts([0.75, 3.0, 0.25], 1.0).count(), 0);
}

#[test]
fn triangles_without_area_stop_no_ray_and_touch_spheres() {
    let line = mesh(&[[[0.0; 3], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0]]]);
    assert_eq!(line.ray([0.5, 1.0, 0.0], DOWN, 10.0), None);
    let contact = line.sphere([1.5, 1.0, 0.0], 10.0).unwrap();
    assert_eq!((contact.distance, contact.point, contact.normal), (1.0, [1.5, 0.0, 0.0], UP));
    let point = mesh(&[[[1.0; 3]; 3]]);
    assert_eq!(point.sphere([1.0; 3], 0.0).unwrap().normal, [0.0; 3]);
}

#[test]
fn an_empty_mesh_is_met_by_nothing() {
    let empty = mesh(&[]);
    assert_eq!(empty.ray([0.0; 3], UP, f32::INFINITY), None);
    assert_eq!(empty.sphere([0.0; 3], f32::INFINITY), None);
    assert_eq!(empty.contacts([0.0; 3], f32::INFINITY).count(), 0);
}

fn coordinate() -> impl Strategy<Value = f32> {
    // Includes integers, so that rays pass along edges and through corners.
    prop_oneof![-10.0_f32..10.0, (-4_i8..5).prop_map(f32::from)]
}

fn place() -> impl Strategy<Value = [f32; 3]> {
    [coordinate(), coordinate(), coordinate()]
}

fn triangles() -> impl Strategy<Value = Vec<[[f32; 3]; 3]>> {
    prop::collection::vec([place(), place(), place()], 1..40)
}

fn direction() -> impl Strategy<Value = [f32; 3]> {
    place().prop_filter("a direction is not zero", |it| *it != [0.0; 3])
}

fn any_float() -> impl Strategy<Value = f32> {
    prop_oneof![any::<u32>().prop_map(f32::from_bits), coordinate(), Just(f32::MAX), Just(f32::MIN_POSITIVE)]
}

fn any_place() -> impl Strategy<Value = [f32; 3]> {
    [any_float(), any_float(), any_float()]
}

fn point_at(corners: &[[f32; 3]; 3], [u, v]: [f64; 2]) -> [f64; 3] {
    let [a, b, c] = corners.map(|corner| corner.map(f64::from));
    std::array::from_fn(|axis| a[axis] + u * (b[axis] - a[axis]) + v * (c[axis] - a[axis]))
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
}

#[expect(clippy::cast_possible_truncation, reason = "the test aims a ray, whose direction is f32")]
fn narrow(value: f64) -> f32 {
    value as f32
}

proptest! {
    #[test]
    fn the_tree_finds_what_every_triangle_by_itself_gives(
        triangles in triangles(), leaf in 1_u32..5, origin in place(), direction in direction(), length in 0.0_f32..30.0,
    ) {
        let whole = mesh_with_leaves(&triangles, leaf);
        let single: Vec<_> = triangles.iter().map(|triangle| mesh(&[*triangle])).collect();
        for faces in [Faces::Both, Faces::Front] {
            let cast = RayCast { origin, direction, max_distance: length, faces };
            let hits = (0..).zip(&single).filter_map(|(triangle, mesh)| Some(Hit { triangle, ..cast.run(mesh.view())? }));
            let nearest = hits.fold(None, |best: Option<Hit>, hit| match best {
                Some(best) if best.distance <= hit.distance => Some(best),
                _ => Some(hit),
            });
            // If two hits round to the same distance, either may be the nearer one.
            let found = cast.run(whole.view());
            prop_assert_eq!(found.map(|hit| hit.distance), nearest.map(|hit| hit.distance));
            if let Some(found) = found {
                let alone = cast.run(single[found.triangle as usize].view()).unwrap();
                prop_assert_eq!(found, Hit { triangle: found.triangle, ..alone });
            }
        }
        let query = SphereQuery { center: origin, radius: length };
        let touched = (0..).zip(&single).filter_map(|(triangle, mesh)| Some(Contact { triangle, ..query.nearest(mesh.view())? }));
        let touched: Vec<_> = touched.collect();
        prop_assert_eq!(&query.contacts(whole.view()).collect::<Vec<_>>(), &touched);
        let nearest = touched.iter().map(|contact| contact.distance).fold(f32::INFINITY, f32::min);
        prop_assert_eq!(query.nearest(whole.view()).map_or(f32::INFINITY, |contact| contact.distance), nearest);
    }

    /// A ray that is aimed at a point of a triangle hits this triangle there, or another triangle before.
    #[test]
    fn a_ray_aimed_at_a_triangle_does_not_pass_it(
        triangles in triangles(), chosen in any::<Index>(), origin in place(), u in 0.01_f64..0.49, v in 0.01_f64..0.49,
    ) {
        let corners = chosen.get(&triangles);
        let aim = point_at(corners, [u, v]);
        let direction = std::array::from_fn(|axis| narrow(aim[axis] - f64::from(origin[axis])));
        let [ab, ac] = [1, 2].map(|other| std::array::from_fn::<f64, 3, _>(|axis| f64::from(corners[other][axis] - corners[0][axis])));
        let normal: [f64; 3] = std::array::from_fn(|i| ab[(i + 1) % 3] * ac[(i + 2) % 3] - ab[(i + 2) % 3] * ac[(i + 1) % 3]);
        let slant: f64 = normal.iter().zip(direction).map(|(a, b): (&f64, f32)| a * f64::from(b)).sum();
        prop_assume!(slant.abs() > 0.1);
        let hit = mesh(&triangles).ray(origin, direction, f32::INFINITY);
        let there = distance(aim, origin.map(f64::from));
        let hit = hit.unwrap();
        prop_assert!(f64::from(hit.distance) <= there * (1.0 + 1e-3) + 1e-3, "{hit:?}, aimed {there} far");
    }

    /// No point of any triangle is nearer than the point that is found.
    #[test]
    fn no_sampled_point_is_nearer(triangles in triangles(), center in place()) {
        let contact = mesh(&triangles).sphere(center, f32::INFINITY).unwrap();
        let center = center.map(f64::from);
        prop_assert!((distance(contact.point.map(f64::from), center) - f64::from(contact.distance)).abs() < 1e-4);
        for corners in &triangles {
            for (i, j) in (0..=8).flat_map(|i| (0..=8 - i).map(move |j| (f64::from(i), f64::from(j)))) {
                let sampled = distance(point_at(corners, [i / 8.0, j / 8.0]), center);
                prop_assert!(sampled >= f64::from(contact.distance) - 1e-4);
            }
        }
    }

    #[test]
    fn no_number_makes_a_query_panic(
        corners in prop::collection::vec([place(), place(), place()], 0..9),
        origin in any_place(), direction in any_place(), length in any_float(),
    ) {
        let mesh = mesh(&corners);
        if let Some(hit) = mesh.ray(origin, direction, length) {
            prop_assert!(hit.distance >= 0.0 && hit.distance <= length);
        }
        let nearest = mesh.sphere(origin, length);
        prop_assert_eq!(nearest.is_some(), mesh.contacts(origin, length).next().is_some());
    }
}
