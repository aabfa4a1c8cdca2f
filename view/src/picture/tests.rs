//! Tests pictures against geometry that is computed in other ways.

mod shading;

use std::fs;

use rigmill_format::{
    AlphaMode, AnimationSequence, Bone, BoundingBox, BoundingSphere, ClipWeights, Content, DetailLevel,
    KeyFrameSequence, LevelGroup, MaterialTexture, MeshPart, Model, ModelBone, ModelMaterial, ModelMesh, MorphShape,
    MorphTarget, Shading, Skeleton, Texture, TextureCube, TextureUse, Transform, Vertices, WeightTrack,
};
use rigmill_math::vector::{add, cross, dot, normalize, scale, subtract};
use rigmill_runtime::blocks::{SimdLevel, set_simd_level};
use rigmill_test_random::Random;
use tempfile::TempDir;

use super::raster::{Raster, SAMPLES, place};
use super::scene::{Corner, Triangle};
use super::texels::Texels;
use super::*;

/// Half the angle of view along the shorter side of a picture, in radians. The viewer's page uses the same angle.
const HALF_ANGLE: f64 = 0.35;

/// Creates a folder with a skeleton of two bones, a model with a small octahedron around the second bone, and a clip that moves
/// this bone from 1 m to 3 m beside the root in two seconds.
fn arm() -> TempDir {
    let folder = TempDir::new().unwrap();
    let at = |translation| Transform { translation, rotation: [0.0, 0.0, 0.0, 1.0], scale: [1.0; 3] };
    let root = Bone { name: "Root".to_owned(), parent: None, bind: at([0.0, 1.0, 0.0]) };
    let arm = Bone { name: "Arm".to_owned(), parent: Some(0), bind: at([1.0, 0.0, 0.0]) };
    let skeleton = Skeleton { bones: vec![root, arm], root_axis: [0.0, 0.0, 0.0, 1.0] };
    let arm = KeyFrameSequence {
        bone_name: "Arm".to_owned(),
        key_count: 2,
        duration: 2.0,
        key_interval: 2.0,
        has_translation: true,
        translation: vec![[1.0, 0.0, 0.0], [3.0, 0.0, 0.0]],
        ..KeyFrameSequence::default()
    };
    let clip = AnimationSequence { duration: 2.0, close_loop: false, sequences: vec![arm] };
    for (name, bytes) in [
        ("Arm.skeleton", skeleton.encode().unwrap()),
        ("Arm.model", model().encode().unwrap()),
        ("Fast_Reach", clip.encode().unwrap()),
        ("Slow_Reach", clip.encode().unwrap()),
        ("Texture", texture().encode().unwrap()),
    ] {
        fs::write(folder.path().join(format!("{name}.rmb")), bytes).unwrap();
    }
    folder
}

/// The size of the octahedron.
const RADIUS: f32 = 0.05;

fn model() -> Model {
    let mut translated = rigmill_runtime::matrix::IDENTITY;
    translated[13] = 1.0;
    let root = ModelBone { name: "Root".to_owned(), parent: None, local: translated };
    translated[12..14].copy_from_slice(&[1.0, 0.0]);
    let arm = ModelBone { name: "Arm".to_owned(), parent: Some(0), local: translated };
    let axes =
        [[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, -1.0]];
    let indices = vec![0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5];
    let sphere = BoundingSphere { center: [0.0; 3], radius: RADIUS };
    let bounding_box = BoundingBox { min: [-RADIUS; 3], max: [RADIUS; 3] };
    let mesh = ModelMesh {
        name: "Hand".to_owned(),
        bone: 1,
        vertices: Vertices { positions: axes.map(|it| scale(it, RADIUS)).to_vec(), ..Vertices::default() },
        parts: vec![MeshPart { material: None, first_index: 0, index_count: 24 }],
        indices,
        sphere,
        bounding_box,
        ..ModelMesh::default()
    };
    let sphere = BoundingSphere { center: [1.0, 1.0, 0.0], radius: RADIUS };
    Model { bones: vec![root, arm], meshes: vec![mesh], sphere, bounding_box, ..Model::default() }
}

/// Creates a texture with red, green, blue and white pixels. The last is half transparent.
fn texture() -> Texture {
    let pixels = vec![255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 128];
    Texture { width: 2, height: 2, srgb: true, mips: vec![pixels], ..Texture::default() }
}

/// Projects a point to a picture with a look-at matrix and a perspective matrix.
fn projected(point: [f64; 3], position: [f64; 3], target: [f64; 3], [width, height]: [f64; 2]) -> [f64; 2] {
    let back = normalize(subtract(position, target)).unwrap();
    let right = normalize(cross([0.0, 1.0, 0.0], back)).unwrap();
    let up = cross(back, right);
    let view = [right, up, back].map(|axis| dot(axis, point) - dot(axis, position));
    let cotangent = libm::cos(HALF_ANGLE) / libm::sin(HALF_ANGLE);
    let [x, y] = match width < height {
        true => [view[0] * cotangent, view[1] * cotangent * width / height],
        false => [view[0] * cotangent * height / width, view[1] * cotangent],
    };
    [(1.0 + x / -view[2]) * width / 2.0, (1.0 - y / -view[2]) * height / 2.0]
}

/// Returns the mean position of all pixels, weighted by their alpha.
fn centroid(image: &Image) -> [f64; 2] {
    let (mut sum, mut weight) = ([0.0; 2], 0.0);
    for (at, pixel) in image.pixels().iter().enumerate() {
        let alpha = f64::from(pixel[3]);
        let [x, y] = [at % image.width() as usize, at / image.width() as usize].map(|it| it as f64 + 0.5);
        (sum, weight) = ([sum[0] + x * alpha, sum[1] + y * alpha], weight + alpha);
    }
    sum.map(|it| it / weight)
}

#[test]
fn a_bone_is_where_its_clip_and_the_camera_put_it() {
    let folder = arm();
    for (size, yaw, pitch) in [([320, 200], 30.0, 14.0), ([200, 320], -130.0, 60.0), ([256, 256], 90.0, -20.0)] {
        let mut picture = Picture::open(folder.path(), "Arm", Some("Fast_Reach")).unwrap();
        let camera = Camera { yaw, pitch, distance: Some(6.0) };
        let shot = Shot { size, camera, background: Background::Transparent, ..Shot::default() };
        let eye = picture.eye(&shot).unwrap();
        // The clip moves in a straight line: 1 m at 0 s, 3 m at 2 s.
        for (time, x) in [(0.0, 1.0), (1.0, 2.0), (1.5, 2.5)] {
            let expected = projected([x, 1.0, 0.0], eye.position, eye.target(), size.map(f64::from));
            let found = centroid(&picture.draw(&Shot { time, ..shot }).unwrap());
            let apart = subtract(found, expected).map(f64::abs);
            assert!(apart.iter().all(|it| *it < 0.5), "{size:?} {time}: {found:?}, {expected:?}");
        }
    }
}

/// Asserts that a clip shows the arm around `expected` at a time.
fn assert_around(folder: &TempDir, clip: Option<&str>, time: f32, expected: [f64; 3]) {
    let mut picture = Picture::open(folder.path(), "Arm", clip).unwrap();
    let camera = Camera { distance: Some(6.0), ..Camera::default() };
    let shot = Shot { size: [320, 200], camera, time, background: Background::Transparent, ..Shot::default() };
    let eye = picture.eye(&shot).unwrap();
    let expected = projected(expected, eye.position, eye.target(), [320.0, 200.0]);
    let found = centroid(&picture.draw(&shot).unwrap());
    assert!(subtract(found, expected).iter().all(|it| it.abs() < 0.5), "{time}: {found:?}, {expected:?}");
}

#[test]
fn targets_move_what_a_clip_of_weights_shows() {
    let folder = arm();
    let mut model = model();
    let up = |weight, by| MorphShape {
        weight,
        vertices: (0..6).collect(),
        positions: vec![[0.0, by, 0.0]; 6],
        ..MorphShape::default()
    };
    let target = |name: &str, weight, shape| MorphTarget { name: name.to_owned(), weight, shapes: vec![shape] };
    model.meshes[0].targets = vec![target("Up", 0.25, up(1.0, 1.0)), target("Down", 0.0, up(1.0, -0.5))];
    let track = WeightTrack { mesh: "Hand".to_owned(), target: "Down".to_owned(), weights: vec![0.0, 1.0] };
    let weights = ClipWeights { duration: 2.0, times: vec![0.0, 2.0], tracks: vec![track] };
    let clip = AnimationSequence { duration: 2.0, ..AnimationSequence::default() };
    let write = |name: &str, bytes: Vec<u8>| fs::write(folder.path().join(name), bytes).unwrap();
    write("Arm.model.rmb", model.encode().unwrap());
    write("Sink.rmb", clip.encode().unwrap());
    write("Sink.weights.rmb", weights.encode().unwrap());
    // Up has a weight of a quarter, independent of the clip. Down changes linearly.
    assert_around(&folder, None, 0.0, [1.0, 1.25, 0.0]);
    assert_around(&folder, Some("Sink"), 0.5, [1.0, 1.25 - 0.125, 0.0]);
    assert_around(&folder, Some("Sink"), 2.0, [1.0, 0.75, 0.0]);
}

#[test]
fn of_levels_of_detail_the_finest_is_drawn() {
    let folder = arm();
    let mut model = model();
    model.meshes.push(ModelMesh { name: "Coarse".to_owned(), bone: 0, ..model.meshes[0].clone() });
    let levels = [1, 0].map(|mesh| DetailLevel { threshold: 0.0, meshes: vec![mesh] });
    for (levels, x) in [(levels.to_vec(), 0.0), (levels.into_iter().rev().collect(), 1.0)] {
        model.level_groups = vec![LevelGroup { levels, ..LevelGroup::default() }];
        fs::write(folder.path().join("Arm.model.rmb"), model.encode().unwrap()).unwrap();
        assert_around(&folder, None, 0.0, [x, 1.0, 0.0]);
    }
}

#[test]
fn what_has_z_up_stands_as_what_has_y_up() {
    let folder = arm();
    let mut lying = model();
    // y becomes z, z becomes -y.
    lying.bones[0].local = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0];
    fs::write(folder.path().join("Lying.model.rmb"), lying.encode().unwrap()).unwrap();
    let image = |name, up| {
        let shot = Shot { size: [96, 64], bones: true, up, ..Shot::default() };
        Picture::open(folder.path(), name, None).unwrap().draw(&shot).unwrap()
    };
    let upright = image("Arm", Up::Y);
    assert!(image("Lying", Up::Z).pixels() == upright.pixels());
    assert!(image("Lying", Up::Y).pixels() != upright.pixels());
}

#[test]
fn the_default_camera_sees_the_left_front_of_what_looks_to_minus_z() {
    let eye = Eye::framing(&Shot::default(), &[[0.0; 3], [0.0, 2.0, 0.0]]);
    let [x, y, z] = eye.position;
    assert!(x < 0.0 && y > 1.0 && z < 0.0 && x > z, "{:?}", eye.position);
}

#[test]
fn a_framed_asset_fills_the_picture_and_all_of_it_is_seen() {
    let mut random = Random::new(7);
    for size in [[300, 200], [200, 300], [100, 100]] {
        let points: Vec<[f32; 3]> =
            (0..50).map(|_| [random.signed(), random.signed() * 3.0, random.signed()]).collect();
        let camera = Camera { yaw: random.signed() * 360.0, pitch: random.signed() * 89.0, distance: None };
        let eye = Eye::framing(&Shot { size, camera, ..Shot::default() }, &points);
        let places = points.iter().map(|point| eye.project(*point)).map(|[x, y, depth]| [x / depth, y / depth]);
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for at in places {
            (low, high) = ([0, 1].map(|it| low[it].min(at[it])), [0, 1].map(|it| high[it].max(at[it])));
        }
        let filled = [0, 1].map(|axis| (high[axis] - low[axis]) / f64::from(size[axis]));
        assert!(low.iter().all(|it| *it > 0.0) && filled.iter().all(|it| *it < 0.881), "{size:?}: {low:?} {high:?}");
        assert!(filled[0].max(filled[1]) > 0.879, "{size:?}: {filled:?}");
    }
}

/// Returns the depth at which a ray hits a triangle (Möller and Trumbore, 1997), or `None` if it misses. Also returns the
/// smallest distance of the barycentric coordinates to 0 and 1.
fn met(origin: [f64; 3], ray: [f64; 3], [a, b, c]: [[f64; 3]; 3]) -> (Option<f64>, f64) {
    let [ab, ac] = [subtract(b, a), subtract(c, a)];
    let across = cross(ray, ac);
    let determinant = dot(ab, across);
    let from_a = subtract(origin, a);
    let u = dot(from_a, across) / determinant;
    let along = cross(from_a, ab);
    let v = dot(ray, along) / determinant;
    let depth = dot(ac, along) / determinant;
    let inside = u >= 0.0 && v >= 0.0 && u + v <= 1.0;
    (inside.then_some(depth), u.abs().min(v.abs()).min((1.0 - u - v).abs()))
}

#[test]
fn a_triangle_covers_the_samples_whose_rays_meet_it_also_across_the_near_plane() {
    let (mut random, mut crossing, mut covered) = (Random::new(3), 0, 0);
    let size = [24, 16];
    let shot = Shot { size, camera: Camera { distance: Some(2.0), ..Camera::default() }, ..Shot::default() };
    let eye = Eye::framing(&shot, &[[-1.0; 3], [1.0; 3]]);
    for _ in 0..300 {
        let corners = [(); 3].map(|()| [(); 3].map(|()| random.signed() * 4.0));
        let scene = scene_of(&[corners]);
        let behind = corners.iter().filter(|corner| eye.project(**corner)[2] < eye.near()).count();
        crossing += usize::from(behind == 1 || behind == 2);
        let raster = Raster::new(&scene, &eye, size);
        for (x, y) in (0..size[1]).flat_map(|y| (0..size[0]).map(move |x| (x, y))) {
            let drawn =
                raster.triangles.first().filter(|it| it.columns().contains(&x) && !it.rows_in(&(y..y + 1)).is_empty());
            let found: Vec<(usize, f64)> = drawn.map(|it| it.samples(x, y).collect()).unwrap_or_default();
            for sample in 0..SAMPLES {
                let at = add([f64::from(x), f64::from(y)], place(sample));
                let (depth, doubt) = met(eye.position, eye.ray(at), corners.map(|corner| corner.map(f64::from)));
                let expected = depth.filter(|depth| *depth >= eye.near());
                let nearness = found.iter().find(|(it, _)| *it == sample).map(|(_, nearness)| *nearness);
                if doubt > 1e-9 {
                    assert_eq!(nearness.is_some(), expected.is_some(), "{corners:?} {at:?}");
                    if let (Some(nearness), Some(depth)) = (nearness, expected) {
                        assert!((nearness * depth - 1.0).abs() < 1e-6, "{corners:?} {at:?}: {nearness} {depth}");
                        covered += 1;
                    }
                }
            }
        }
    }
    assert!(crossing > 30 && covered > 10_000, "{crossing} {covered}");
}

fn scene_of(triangles: &[[[f32; 3]; 3]]) -> Scene {
    let corner = |position| Corner { position, color: [1.0; 4], ..Corner::default() };
    let corners = triangles.as_flattened().iter().map(|it| corner(*it)).collect();
    let number = |it: usize| u32::try_from(it).unwrap();
    let triangles =
        (0..triangles.len()).map(|it| Triangle { corners: [0, 1, 2].map(|corner| number(it * 3 + corner)), paint: 0 });
    Scene { corners, triangles: triangles.collect(), paints: vec![Paint::plain([1.0; 3])] }
}

#[test]
fn no_sample_between_triangles_is_missed_or_has_two() {
    let mut random = Random::new(11);
    let size = [32, 32];
    let eye = Eye::framing(&Shot { size, ..Shot::default() }, &[[-1.0; 3], [1.0; 3]]);
    for _ in 0..50 {
        // A fan of triangles that is much larger than the picture, around a point in it.
        let middle = [random.signed() * 0.2, random.signed() * 0.2, random.signed() * 0.2];
        let [right, up] = [eye.right, eye.up].map(|axis| axis.map(rigmill_math::to_f32));
        let rim = [[9.0, 9.0], [-9.0, 9.0], [-9.0, -9.0], [9.0, -9.0]];
        let rim = rim.map(|[x, y]| add(scale(right, x), scale(up, y)));
        let fan: Vec<[[f32; 3]; 3]> = (0..4).map(|it| [middle, rim[it], rim[(it + 1) % 4]]).collect();
        let raster = Raster::new(&scene_of(&fan), &eye, size);
        for (x, y) in (0..32).flat_map(|y| (0..32).map(move |x| (x, y))) {
            let count: usize = raster.triangles.iter().map(|it| it.samples(x, y).count()).sum();
            assert_eq!(count, SAMPLES, "{middle:?} {x} {y}");
        }
    }
}

#[test]
fn shares_are_of_the_surface_not_of_the_picture() {
    let size = [300, 300];
    let eye = Eye::framing(&Shot { size, ..Shot::default() }, &[[-1.0; 3], [1.0; 3]]);
    let corners = [[-1.0, -1.0, 3.0], [1.5, 0.5, -1.0], [-0.5, 1.0, 0.0]];
    let raster = Raster::new(&scene_of(&[corners]), &eye, size);
    for shares in [[0.5, 0.5, 0.0], [0.2, 0.3, 0.5], [0.8, 0.1, 0.1]] {
        let point = (0..3).fold([0.0; 3], |sum, it| add(sum, scale(corners[it], shares[it])));
        let at = projected(point.map(f64::from), eye.position, eye.target(), [300.0; 2]);
        let apart = subtract(raster.triangles[0].shares(at), shares);
        assert!(apart.iter().all(|it| it.abs() < 1e-5), "{shares:?}: {apart:?}");
    }
}

#[test]
fn files_are_read_by_decoders() {
    let folder = arm();
    let mut picture = Picture::open(folder.path(), "Arm", Some("Fast_Reach")).unwrap();
    let shot = Shot { size: [40, 30], ..Shot::default() };
    let image = picture.draw(&shot).unwrap();
    let png = image.to_png().unwrap();
    assert!(png[..200].windows(MARK.len()).any(|part| part == MARK.as_bytes()));
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!((info.width, info.height, info.color_type), (40, 30, png::ColorType::Rgb));
    assert!(pixels.chunks_exact(3).zip(image.pixels()).all(|(a, b)| *a == b[..3]));

    let mut gif = Vec::new();
    picture.film(&shot, 8.0, &mut gif).unwrap();
    assert!(gif[..1000].windows(MARK.len()).any(|part| part == MARK.as_bytes()));
    let mut decoder = gif::DecodeOptions::new().read_info(&gif[..]).unwrap();
    assert_eq!((decoder.width(), decoder.height(), decoder.repeat()), (40, 30, gif::Repeat::Infinite));
    let mut delays = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        delays.push(frame.delay);
    }
    // 2 s, 8 frames per second.
    assert_eq!((delays.len(), delays.iter().sum::<u16>()), (16, 200));
}

#[test]
fn a_film_shows_the_frames_that_pictures_show() {
    let folder = arm();
    for background in [Background::Dark, Background::Transparent] {
        let mut picture = Picture::open(folder.path(), "Arm", Some("Fast_Reach")).unwrap();
        let shot = Shot { size: [48, 36], background, ..Shot::default() };
        let mut gif = Vec::new();
        picture.film(&shot, 4.0, &mut gif).unwrap();
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(&gif[..]).unwrap();
        let mut canvas = vec![[0; 4]; 48 * 36];
        for number in 0..8_u8 {
            let frame = decoder.read_next_frame().unwrap().unwrap();
            if background == Background::Transparent {
                canvas.fill([0; 4]);
            }
            for (at, pixel) in frame.buffer.as_chunks::<4>().0.iter().enumerate().filter(|(_, pixel)| pixel[3] > 0) {
                let [x, y] = [at % usize::from(frame.width), at / usize::from(frame.width)];
                canvas[(usize::from(frame.top) + y) * 48 + usize::from(frame.left) + x] = *pixel;
            }
            let expected = picture.draw(&Shot { time: f32::from(number) * 0.25, ..shot }).unwrap();
            for (found, expected) in canvas.iter().zip(expected.pixels()) {
                assert_eq!(found[3] > 0, expected[3] >= 128);
                let apart = (0..3).map(|it| found[it].abs_diff(expected[it])).max().unwrap();
                assert!(found[3] == 0 || apart <= 12, "{background:?} frame {number}: {found:?} {expected:?}");
            }
        }
    }
}

#[test]
fn the_bytes_are_the_same_at_every_simd_level() {
    let folder = arm();
    let mut drawn = [SimdLevel::Plain, SimdLevel::Avx2, SimdLevel::Avx512].map(|level| {
        set_simd_level(level);
        let mut picture = Picture::open(folder.path(), "Arm", Some("Fast_Reach")).unwrap();
        picture.draw(&Shot { size: [64, 48], time: 0.7, bones: true, ..Shot::default() }).unwrap()
    });
    set_simd_level(SimdLevel::Avx512);
    let [plain, avx2, avx512] = drawn.each_mut();
    assert_eq!(plain, avx2);
    assert_eq!(plain, avx512);
}

#[test]
fn assets_and_clips_are_found_by_what_a_user_writes() {
    let folder = arm();
    let open = |name, clip| Picture::open(folder.path(), name, clip);
    for name in ["Arm", "Arm.model", "Arm.skeleton", "Arm.fbx", "Fast_Reach"] {
        assert!(open(name, None).is_ok(), "{name}");
    }
    assert_eq!(open("Arm", None).unwrap().duration(), None);
    assert_eq!(open("Fast_Reach", None).unwrap().duration(), Some(2.0));
    assert!(matches!(open("Arm", Some("Reach")), Err(PictureError::Ambiguous { .. })));
    fs::remove_file(folder.path().join("Slow_Reach.rmb")).unwrap();
    assert_eq!(open("Arm", Some("Reach")).unwrap().duration(), Some(2.0));
    fs::copy(folder.path().join("Fast_Reach.rmb"), folder.path().join("Leg@Reach.rmb")).unwrap();
    assert!(matches!(open("Arm", Some("Reach")), Err(PictureError::Ambiguous { .. })));
    fs::rename(folder.path().join("Leg@Reach.rmb"), folder.path().join("Arm@Reach.rmb")).unwrap();
    assert_eq!(open("Arm", Some("Reach")).unwrap().duration(), Some(2.0), "its own");
    assert!(matches!(open("Arm", Some("each")), Err(PictureError::NoSuchClip(_))));
    assert!(matches!(open("Leg", None), Err(PictureError::NoAsset(_))));
    assert!(matches!(open("../Arm", None), Err(PictureError::NoAsset(_))));
    let leg = Bone { name: "Leg".to_owned(), parent: None, bind: Transform::IDENTITY };
    let leg = Skeleton { bones: vec![leg], root_axis: [0.0, 0.0, 0.0, 1.0] };
    fs::write(folder.path().join("Leg.skeleton.rmb"), leg.encode().unwrap()).unwrap();
    assert!(matches!(open("Leg", Some("Reach")), Err(PictureError::Misfit { asset, .. }) if asset == "Leg"));
    assert!(matches!(open("Leg", Some("each")), Err(PictureError::NoSuchClip(_))));
}

#[test]
fn what_is_beyond_a_limit_is_refused() {
    let folder = arm();
    let mut picture = Picture::open(folder.path(), "Arm", Some("Fast_Reach")).unwrap();
    let shot = Shot { size: [8, 8], ..Shot::default() };
    let at = |yaw, distance| Camera { yaw, distance, ..Camera::default() };
    for wrong in [
        Shot { size: [0, 8], ..shot },
        Shot { size: [8, MAX_SIDE + 1], ..shot },
        Shot { time: f32::NAN, ..shot },
        Shot { camera: at(f32::INFINITY, None), ..shot },
        Shot { camera: at(0.0, Some(f32::NAN)), ..shot },
    ] {
        assert!(picture.draw(&wrong).is_err(), "{wrong:?}");
    }
    for rate in [0.0, 51.0, f32::NAN, -1.0] {
        assert!(matches!(picture.film(&shot, rate, Vec::new()), Err(PictureError::Rate(_))), "{rate}");
    }
    let mut still = Picture::open(folder.path(), "Arm", None).unwrap();
    assert!(matches!(still.film(&shot, 25.0, Vec::new()), Err(PictureError::NoClip(_))));
    for camera in [at(1e30, Some(0.0)), at(-1e30, Some(1e30)), at(0.0, Some(-5.0))] {
        assert!(picture.draw(&Shot { camera, ..shot }).is_ok(), "{camera:?}");
    }
}

#[test]
fn numbers_that_are_not_finite_draw_nothing_and_end() {
    let numbers = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, -f32::MAX, f32::MIN_POSITIVE, 0.0, 1.0];
    let mut random = Random::new(5);
    let shot = Shot { size: [16, 16], ..Shot::default() };
    for _ in 0..200 {
        let triangles = [(); 4].map(|()| [(); 3].map(|()| [(); 3].map(|()| *random.pick(&numbers))));
        let scene = scene_of(&triangles);
        let points: Vec<[f32; 3]> = triangles.as_flattened().to_vec();
        let eye = Eye::framing(&shot, &points);
        let image = Developer { shot: &shot, eye: &eye, asset: &scene, bones: &scene }.image();
        assert!(image.is_none_or(|image| image.pixels().len() == 256));
    }
}
