//! Vertices that are stored as codes.

use proptest::prelude::*;
use rigmill_format::{
    AlignedBytes, BoundingBox, Content, Model, ModelMesh, ModelView, NormalFormat, PositionFormat, PositionGrid,
    Vertices,
};

use crate::container::reseal;
use crate::samples;

/// The angle between unit vectors in radians, from the length of their cross product.
fn angle(a: [f32; 3], b: [f32; 3]) -> f64 {
    let ([ax, ay, az], [bx, by, bz]) = (a.map(f64::from), b.map(f64::from));
    let cross = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
    let dot = ax * bx + ay * by + az * bz;
    libm::atan2(cross.iter().map(|along| along * along).sum::<f64>().sqrt(), dot)
}

fn unit([x, y, z]: [f64; 3]) -> Option<[f32; 3]> {
    let length = (x * x + y * y + z * z).sqrt();
    (length > 1e-3).then(|| [x, y, z].map(|along| rigmill_math::to_f32(along / length)))
}

fn rounded(normals: Vec<[f32; 3]>, tangents: Vec<[f32; 4]>) -> Vertices {
    let mut vertices = Vertices { normal_format: NormalFormat::Octahedral, normals, tangents, ..Vertices::default() };
    vertices.round(&BoundingBox::default());
    vertices
}

/// Half a step of 1/32,767 along both axes of the square moves a point of the octahedron by at most half of √6 steps, at a
/// distance of at least 1/√3 from the center. For a tangent, the second step is twice as large. For comparison, with 13 bits
/// instead of 16, others measured 0.02956 degrees; an eighth of this is 0.0037:
/// <https://liamtyler.github.io/posts/octahedral_analysis>.
#[test]
fn directions_are_off_by_the_bounds_of_the_octahedron_at_most() {
    let half = 0.5 / 32_767.0;
    let bound = half * 6.0_f64.sqrt() * 3.0_f64.sqrt();
    let tangent_bound = half * (1.0 + 4.0 + 9.0_f64).sqrt() * 3.0_f64.sqrt() + 1e-8;
    // The documented bounds, in degrees.
    assert!(bound.to_degrees() < 0.0038 && tangent_bound.to_degrees() < 0.0058, "{tangent_bound}");
    let steps = || (-60..=60).map(|step| f64::from(step) / 60.0 + 1e-4 * f64::from(step % 7));
    let mut largest = [0.0_f64; 2];
    for x in steps() {
        for y in steps() {
            let all = steps().filter_map(|z| unit([x, y, z]));
            let (normals, tangents): (Vec<_>, Vec<_>) = all.map(|[x, y, z]| ([x, y, z], [x, y, z, -1.0])).unzip();
            let made = rounded(normals.clone(), tangents);
            for (vertex, normal) in normals.into_iter().enumerate() {
                let [x, y, z, w] = made.tangents[vertex];
                assert_eq!(w, -1.0);
                largest[0] = largest[0].max(angle(normal, made.normals[vertex]));
                largest[1] = largest[1].max(angle(normal, [x, y, z]));
            }
        }
    }
    // Floats alone have an error of 1e-7.
    assert!(largest[0] < bound + 2e-7 && largest[1] < tangent_bound + 2e-7, "{largest:?}");
    // The bounds are not far above the actual errors.
    assert!(largest[0] > 0.8 * bound, "{largest:?}");
}

#[test]
fn axes_are_exact() {
    for axis in 0..3 {
        for side in [1.0, -1.0] {
            let mut normal = [0.0; 3];
            normal[axis] = side;
            let [x, y, z] = normal;
            let made = rounded(vec![normal], vec![[x, y, z, 1.0]]);
            assert_eq!((made.normals[0], made.tangents[0]), (normal, [x, y, z, 1.0]));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn positions_are_off_by_half_a_step_at_most(points in prop::collection::vec([-1e6_f32..1e6, -3.0_f32..5.0, -1e-3_f32..1e-3], 1..20)) {
        let bounds = BoundingBox::new(points.iter().copied());
        let mut vertices =
            Vertices { position_format: PositionFormat::U16, positions: points.clone(), ..Vertices::default() };
        vertices.round(&bounds);
        let side = |axis: usize| f64::from(bounds.max[axis]) - f64::from(bounds.min[axis]);
        let step = side(0).max(side(1)).max(side(2)) / 65_535.0;
        for (point, made) in points.iter().zip(&vertices.positions) {
            for axis in 0..3 {
                let off = (f64::from(point[axis]) - f64::from(made[axis])).abs();
                // The nearest float differs by at most 2^-24 of the number.
                prop_assert!(off <= step * 0.5 + f64::from(made[axis].abs()) * 6e-8, "{off} {step}");
            }
        }
        // The ends of the longest axis are exact. So the box keeps its longest side, and rounding again changes nothing.
        let again = BoundingBox::new(vertices.positions.iter().copied());
        prop_assert_eq!(PositionGrid::new(&again), PositionGrid::new(&bounds));
        let mut twice = vertices.clone();
        twice.round(&again);
        prop_assert_eq!(twice, vertices);
    }

    #[test]
    fn rounding_directions_again_changes_nothing(all in prop::collection::vec([-1.0_f64..1.0, -1.0_f64..1.0, -1.0_f64..1.0], 1..50)) {
        let normals: Vec<[f32; 3]> = all.into_iter().filter_map(unit).collect();
        let tangents = normals.iter().map(|&[x, y, z]| [x, y, z, if x < 0.0 { -1.0 } else { 1.0 }]).collect();
        let once = rounded(normals, tangents);
        prop_assert_eq!(rounded(once.normals.clone(), once.tangents.clone()), once);
    }
}

#[test]
fn a_model_of_codes_comes_back_as_it_was_rounded() {
    let model = samples::model_codes();
    let file = model.encode().unwrap();
    assert_eq!(format!("{:?}", Model::decode(&file).unwrap()), format!("{model:?}"));
    let bytes = AlignedBytes::from_slice(&file);
    let view = ModelView::parse(&bytes).unwrap();
    for (mesh, owned) in view.meshes().zip(&model.meshes) {
        assert!(mesh.positions().floats().is_none());
        assert_eq!((mesh.vertex_count(), mesh.positions().get(1)), (3, Some(owned.vertices.positions[1])));
        assert_eq!((mesh.positions().get(3), mesh.normals().get(3)), (None, None));
        assert_eq!(mesh.tangents().to_vec(), owned.vertices.tangents);
    }
}

#[test]
fn values_that_codes_cannot_hold_are_refused() {
    let problem = |change: fn(&mut ModelMesh)| {
        let mut model = samples::model_codes();
        change(&mut model.meshes[1]);
        model.encode().unwrap_err().to_string()
    };
    assert!(problem(|mesh| mesh.vertices.positions[0][0] = 2.0).contains("vertex 0 lies outside its bounding box"));
    assert!(problem(|mesh| mesh.vertices.positions[1][2] = f32::NAN).contains("vertex 1 is not finite"));
    assert!(problem(|mesh| mesh.vertices.normals[2] = [0.0; 3]).contains("normals: vertex 2 has length 0"));
    assert!(problem(|mesh| mesh.vertices.tangents[0][3] = 0.5).contains("w = 0.5"));
}

#[test]
fn codes_that_no_encoder_makes_are_refused() {
    let file = samples::model_codes().encode().unwrap();
    for (section, at, attribute) in [(b"PO16", 6, "positions"), (b"NO16", 0, "normals"), (b"TA16", 2, "tangents")] {
        let mut damaged = file.clone();
        let first = crate::fixtures::section(&file, section) + at;
        // The fourth code of a position; -32,768; the second code of a tangent.
        let code: i16 = if attribute == "normals" { i16::MIN } else { 0 };
        damaged[first..first + 2].copy_from_slice(&code.to_le_bytes());
        let error = Model::decode(&reseal(damaged)).unwrap_err().to_string();
        assert!(error.contains(&format!("{attribute}: vertex 0 has an invalid code")), "{error}");
    }
}
