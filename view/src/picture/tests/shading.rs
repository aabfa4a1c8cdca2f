//! Colours, textures and materials.

use super::*;

#[test]
fn srgb_is_that_of_its_standard() {
    // In IEC 61966-2-1, both parts meet at 0.04045 / 12.92, and 0.5 in sRGB is 0.21404 in linear light.
    assert_eq!((srgb::to_linear(0), srgb::to_linear(255)), (0.0, 1.0));
    let half = f64::from(srgb::to_linear(127)) * 0.5 + f64::from(srgb::to_linear(128)) * 0.5;
    assert!((half - 0.214_041).abs() < 1e-5, "{half}");
    assert!((srgb::to_linear(10) - 10.0 / 255.0 / 12.92).abs() < 1e-9);
    (0..=255).for_each(|byte| assert_eq!(srgb::from_linear(srgb::to_linear(byte)), byte));
    assert_eq!([-1.0, 2.0, f32::NAN].map(srgb::from_linear), [0, 255, 0]);
}

#[test]
fn a_texture_is_its_pixels_on_a_checkerboard() {
    let folder = arm();
    let mut picture = Picture::open(folder.path(), "Texture", None).unwrap();
    let shot = Shot { size: [6, 4], background: Background::Transparent, ..Shot::default() };
    let image = picture.draw(&shot).unwrap();
    let [red, green, blue] = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255]];
    let (white, none) = ([255, 255, 255, 128], [0; 4]);
    let upper = [none, red, red, green, green, none];
    let lower = [none, blue, blue, white, white, none];
    assert_eq!(image.pixels(), [upper, upper, lower, lower].concat());
    let board = picture.draw(&Shot { size: [48, 24], background: Background::Light, ..Shot::default() }).unwrap();
    assert_eq!([board.pixels()[0], board.pixels()[12 * 48]], [[214, 216, 220, 255], [238, 239, 241, 255]]);
}

#[test]
fn a_cube_map_unfolds() {
    let folder = arm();
    let face = |red: u8| vec![vec![red, 0, 0, 255]];
    let cube = TextureCube { size: 1, faces: [1, 2, 3, 4, 5, 6].map(face), ..TextureCube::default() };
    fs::write(folder.path().join("Sky.rmb"), cube.encode().unwrap()).unwrap();
    let shot = Shot { size: [4, 3], background: Background::Transparent, ..Shot::default() };
    let image = Picture::open(folder.path(), "Sky", None).unwrap().draw(&shot).unwrap();
    // The faces are +x, -x, +y, -y, +z, -z; looking along +z, +x is to the right.
    let reds: Vec<u8> = image.pixels().iter().map(|pixel| pixel[0]).collect();
    assert_eq!(reds, [0, 3, 0, 0, 2, 5, 1, 6, 0, 4, 0, 0]);
}

#[test]
fn a_textured_quad_has_its_colours_where_its_coordinates_are() {
    let folder = arm();
    let mut model = model();
    let mesh = &mut model.meshes[0];
    // The mesh faces -z. Seen from there, +x is on the left.
    mesh.vertices.positions = vec![[0.03, 0.03, 0.0], [-0.03, 0.03, 0.0], [-0.03, -0.03, 0.0], [0.03, -0.03, 0.0]];
    mesh.vertices.normals = vec![[0.0, 0.0, -1.0]; 4];
    mesh.vertices.uv_sets = vec![vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]];
    mesh.indices = vec![0, 1, 2, 0, 2, 3];
    mesh.parts = vec![MeshPart { material: Some(0), first_index: 0, index_count: 6 }];
    let texture = MaterialTexture { asset: "Texture".to_owned(), ..MaterialTexture::default() };
    model.materials = vec![ModelMaterial { textures: vec![texture], ..ModelMaterial::default() }];
    fs::write(folder.path().join("Quad.model.rmb"), model.encode().unwrap()).unwrap();
    let camera = Camera { yaw: 180.0, pitch: 0.0, distance: None };
    let shot = Shot { size: [40, 40], camera, background: Background::Transparent, ..Shot::default() };
    let image = Picture::open(folder.path(), "Quad", None).unwrap().draw(&shot).unwrap();
    // The centers of the four pixels of the texture.
    let at = |x: usize, y: usize| image.pixels()[y * 40 + x].map(|it| it > 128);
    let corners = [at(11, 11), at(28, 11), at(11, 28), at(28, 28)];
    let [red, green] = [[true, false, false, true], [false, true, false, true]];
    assert_eq!(corners, [red, green, [false, false, true, true], [true; 4]]);
    assert_eq!([at(1, 20), at(20, 1), at(38, 20), at(20, 38)], [[false; 4]; 4], "nothing around it");
}

/// Returns a picture of 40 x 40 pixels of a quad with this material, whose textures are of one colour each. The quad covers the
/// middle.
fn quad(material: ModelMaterial, colors: &[(TextureUse, [u8; 4])]) -> Image {
    let folder = arm();
    let mut model = model();
    let mesh = &mut model.meshes[0];
    mesh.vertices.positions = vec![[0.03, 0.03, 0.0], [-0.03, 0.03, 0.0], [-0.03, -0.03, 0.0], [0.03, -0.03, 0.0]];
    mesh.vertices.normals = vec![[0.0, 0.0, -1.0]; 4];
    mesh.vertices.uv_sets = vec![vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]];
    mesh.indices = vec![0, 1, 2, 0, 2, 3];
    mesh.parts = vec![MeshPart { material: Some(0), first_index: 0, index_count: 6 }];
    let textures = colors.iter().enumerate().map(|(number, (usage, color))| {
        let asset = format!("Colour{number}");
        let texture = Texture { width: 1, height: 1, srgb: false, mips: vec![color.to_vec()], ..Texture::default() };
        fs::write(folder.path().join(format!("{asset}.rmb")), texture.encode().unwrap()).unwrap();
        MaterialTexture { asset, usage: *usage, ..MaterialTexture::default() }
    });
    model.materials = vec![ModelMaterial { textures: textures.collect(), ..material }];
    fs::write(folder.path().join("Quad.model.rmb"), model.encode().unwrap()).unwrap();
    let camera = Camera { yaw: 180.0, pitch: 0.0, distance: None };
    let shot = Shot { size: [40, 40], camera, background: Background::Transparent, ..Shot::default() };
    Picture::open(folder.path(), "Quad", None).unwrap().draw(&shot).unwrap()
}

/// Returns the middle pixel of a picture of a quad.
fn shaded(material: ModelMaterial, colors: &[(TextureUse, [u8; 4])]) -> [u8; 4] {
    quad(material, colors).pixels()[20 * 40 + 20]
}

#[test]
fn maps_of_opacity_emission_metalness_and_roughness_are_drawn() {
    let plain = || ModelMaterial { diffuse: [0.5, 0.25, 0.1], ..ModelMaterial::default() };
    let clear = ModelMaterial { alpha_mode: AlphaMode::Blend, ..plain() };
    assert_eq!(shaded(clear.clone(), &[])[3], 255);
    let half = shaded(clear, &[(TextureUse::Opacity, [128, 128, 128, 255])])[3];
    assert!((126..=130).contains(&half), "{half}");
    // A surface is opaque where its opacity is at least the cutoff.
    let mask = ModelMaterial { alpha_mode: AlphaMode::Mask, opacity: 0.3, alpha_cutoff: 0.3, ..plain() };
    let image = quad(mask, &[]);
    let inside = (12..28).flat_map(|row| &image.pixels()[40 * row + 12..40 * row + 28]);
    assert!(inside.clone().all(|pixel| pixel[3] == 255), "{:?}", inside.map(|pixel| pixel[3]).collect::<Vec<_>>());

    let glowing = ModelMaterial { diffuse: [0.0; 3], specular: [0.0; 3], emissive: [0.5; 3], ..plain() };
    let [red, green, ..] = shaded(glowing, &[(TextureUse::Emissive, [255, 0, 0, 255])]);
    assert!(red > 150 && green < 60, "{red} {green}");

    let metal = ModelMaterial { shading: Shading::MetallicRoughness, metallic: 1.0, roughness: 1.0, ..plain() };
    let maps = |metalness: u8, roughness: u8| {
        let maps = [(TextureUse::Roughness, [0, roughness, 0, 255]), (TextureUse::Metalness, [0, 0, metalness, 255])];
        shaded(metal.clone(), &maps)
    };
    // Without a matte part, a rough metal is darker than a rough dielectric of the same colour.
    assert!(maps(255, 255)[0] < maps(0, 255)[0]);
    assert_ne!(maps(255, 255), maps(255, 40));
    assert_eq!(maps(255, 255), shaded(metal.clone(), &[]));
}

#[test]
fn the_ground_is_below_the_lowest_point() {
    let ground = |heights: &[f32]| {
        let points: Vec<_> = heights.iter().map(|&height| [0.0, height, 0.0]).collect();
        Eye::framing(&Shot::default(), &points).ground
    };
    assert_eq!(
        [ground(&[0.5, 2.0]), ground(&[-3.0, 2.0]), ground(&[f32::NAN, -1.0]), ground(&[])],
        [0.0, -3.0, -1.0, 0.0]
    );
}

#[test]
fn a_texture_is_sampled_between_its_pixels_in_linear_light() {
    let loaded = rigmill_runtime::content::Texture::from_owned(&texture()).unwrap();
    let texels = Texels::decode(&loaded.view(), 64).unwrap();
    let at = |u: f32, v: f32| texels.sample([u, v], [0.1, 0.0], [0.0, 0.1]);
    assert_eq!(at(0.25, 0.25), [1.0, 0.0, 0.0, 1.0]);
    assert_eq!(at(1.75, -1.75), [0.0, 1.0, 0.0, 1.0], "it repeats");
    assert_eq!(at(0.5, 0.25), [0.5, 0.5, 0.0, 1.0], "between red and green");
    let mean = texels.sample([0.3, 0.9], [4.0, 0.0], [0.0, 4.0]);
    let light = srgb::to_linear(srgb::from_linear(0.5));
    assert_eq!(mean[..3], [light; 3], "two of four pixels have each channel");
    assert!(at(f32::NAN, f32::INFINITY).iter().all(|it| it.is_finite()));
}
