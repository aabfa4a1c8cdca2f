//! Compares textures, cube maps and compiled effects of the target `xna` with those of XNA's own pipeline.

use std::fs;

use dds::{ColorFormat, DecodeOptions, Format, ImageViewMut, Size};
use rigmill_format::{Content as _, CubeFace, Texture, TextureCube, TextureFormat};
use rigmill_runtime::Content;

use crate::support::{Project, outside, repository};
use crate::textures::inspected;

const XNA: [&str; 2] = ["--target", "xna"];

/// Creates a cube map with 4 x 4 pixels per face. Each byte is the number of its face.
fn cube_map() -> Vec<u8> {
    let mut words = vec![0x2053_4444_u32, 124, 0x1007, 4, 4, 0, 0, 0];
    words.extend([0; 11]);
    words.extend([32, 0x41, 0, 32, 0xff, 0xff00, 0x00ff_0000, 0xff00_0000, 0x1008, 0xfe00, 0, 0, 0]);
    let faces = (0..6).flat_map(|face| [face; 64]);
    words.iter().flat_map(|word| word.to_le_bytes()).chain(faces).collect()
}

fn rule(pattern: &str, params: &str) -> String {
    format!("[[rule]]\nmatch = \"{pattern}\"\n{params}\n")
}

#[track_caller]
fn build(project: &Project, arguments: &[&str]) {
    let built = project.build_with(arguments);
    assert_eq!(built.code, 0, "{:?}", built.diagnostics());
}

/// Returns the codes and messages of a build.
fn said(project: &Project, arguments: &[&str]) -> Vec<String> {
    let built = project.build_with(arguments);
    let text = |value: &serde_json::Value| format!("{} {}", value["code"], value["message"]);
    built.diagnostics().iter().map(|it| text(it)).collect()
}

#[test]
#[cfg_attr(not(robotgame_project), ignore = "set RIGMILL_ROBOTGAME_PROJECT to the folder with RobotGame's project")]
fn a_cube_map_becomes_xna_s_own_file_and_comes_back() {
    let folder = outside("RIGMILL_ROBOTGAME_PROJECT");
    let source = fs::read(folder.join("content/Models/World/Stage1/FranceCubeMap.dds")).unwrap();
    let genuine = fs::read(folder.join("xnb/Models/World/Stage1/FranceCubeMap.xnb")).unwrap();
    let project = Project::new();
    project.write("Decoded.dds", &source);
    project.write("Stored.dds", &source);
    project.write("Read.xnb", &genuine);
    let rules = rule("Decoded.dds", "params = { mips = false, srgb = false }")
        + &rule("Stored.dds", "importer = \"dds\"\nparams = { srgb = false }")
        + &rule("Read.xnb", "processor = \"texture\"\nparams = { srgb = false }");
    project.write("rigmill.toml", rules);
    build(&project, &XNA);
    build(&project, &[]);
    for name in ["Decoded", "Stored", "Read"] {
        assert!(project.read(&format!("build/xna/{name}.xnb")) == genuine, "{name}");
        let cube = TextureCube::decode(&project.read(&format!("build/native/{name}.rmb"))).unwrap();
        assert_eq!((cube.size, cube.format, cube.srgb), (256, TextureFormat::Rgba8, false), "{name}");
        // The file stores blue, green, red, alpha.
        let stored = source[128..].chunks_exact(4).flat_map(|it| [it[2], it[1], it[0], it[3]]);
        assert!(cube.faces.iter().flatten().flatten().copied().eq(stored), "{name}");
    }
}

/// Returns the position of the length of an effect's bytes, after the name and version of its reader, the number of shared
/// resources (none) and the reader's number.
fn effect_start(xnb: &[u8]) -> usize {
    11 + 2 + usize::from(xnb[11] & 0x7f) + 128 * usize::from(xnb[12]) + 4 + 1 + 1
}

#[test]
#[cfg_attr(not(robotgame_project), ignore = "set RIGMILL_ROBOTGAME_PROJECT to the folder with RobotGame's project")]
fn a_compiled_effect_becomes_xna_s_own_file_and_comes_back() {
    let folder = outside("RIGMILL_ROBOTGAME_PROJECT");
    let genuine = fs::read(folder.join("xnb/Effects/PostScreen.xnb")).unwrap();
    let start = effect_start(&genuine);
    assert_eq!(genuine[start..start + 4], (u32::try_from(genuine.len() - start).unwrap() - 4).to_le_bytes());
    let compiled = &genuine[start + 4..];
    let project = Project::new();
    project.write("PostScreen.fx", fs::read(folder.join("content/Effects/PostScreen.fx")).unwrap());
    project.write("PostScreen.fxo", compiled);
    project.write("Alone.fxo", compiled);
    project.write("Read.xnb", &genuine);
    build(&project, &XNA);
    for name in ["PostScreen", "Alone", "Read"] {
        assert!(project.read(&format!("build/xna/{name}.xnb")) == genuine, "{name}");
    }
}

/// Returns the pixels of a mipmap, from a decoder that the writer does not use.
fn decoded(bytes: &[u8], [width, height]: [u32; 2], format: Format) -> Vec<u8> {
    let mut pixels = vec![0; (width * height * 4) as usize];
    let view = ImageViewMut::new(&mut pixels, Size::new(width, height), ColorFormat::RGBA_U8).unwrap();
    dds::decode(&mut &*bytes, view, format, &DecodeOptions::default()).unwrap();
    pixels
}

/// Returns the root mean square of all differences, in units of a byte.
fn difference(one: &[u8], other: &[u8]) -> f64 {
    let squares: f64 = one.iter().zip(other).map(|(a, b)| f64::from(a.abs_diff(*b)).powi(2)).sum();
    (squares / one.len() as f64).sqrt()
}

#[test]
#[cfg_attr(not(robotgame_project), ignore = "set RIGMILL_ROBOTGAME_PROJECT to the folder with RobotGame's project")]
fn blocks_of_a_model_s_texture_are_as_near_to_the_image_as_xna_s() {
    let folder = outside("RIGMILL_ROBOTGAME_PROJECT");
    let project = Project::new();
    project.write("shotgun.dds", fs::read(folder.join("content/Models/Weapons/shotgun.dds")).unwrap());
    project.write("shotgun_0.xnb", fs::read(folder.join("xnb/Models/Weapons/shotgun_0.xnb")).unwrap());
    project.write("plain.dds", fs::read(folder.join("content/Models/Weapons/shotgun.dds")).unwrap());
    let rules = rule(
        "shotgun.dds",
        "params = { srgb = false, premultiply = true, color_key = \"#ff00ff\", compression = \"dxt\" }",
    ) + &rule("plain.dds", "params = { srgb = false }");
    project.write("rigmill.toml", rules);
    build(&project, &[]);
    let load = |name: &str| Texture::decode(&project.read(&format!("build/native/{name}.rmb"))).unwrap();
    let [ours, xna, plain] = ["shotgun", "shotgun_0", "plain"].map(load);
    for texture in [&ours, &xna] {
        assert_eq!(
            (texture.width, texture.height, texture.format, texture.mips.len()),
            (1024, 512, TextureFormat::Bc1, 11)
        );
    }
    for level in 0..6 {
        let size = [1024 >> level, 512 >> level];
        let [of_ours, of_xna] = [&ours, &xna].map(|it| decoded(&it.mips[level], size, Format::BC1_UNORM));
        let [ours, xna] = [&of_ours, &of_xna].map(|it| difference(it, &plain.mips[level]));
        // The largest mipmap already consists of blocks, so only the smaller ones have their own error.
        let apart = difference(&of_ours, &of_xna);
        assert!(apart < if level == 0 { 2.0 } else { 8.0 }, "level {level}: {apart}");
        assert!(ours < xna + 0.5, "level {level}: {ours} of ours, {xna} of XNA's");
    }
}

/// Returns a PNG file with one grey pixel and a `gAMA` chunk.
fn grey_png(grey: u8, gamma: u32) -> Vec<u8> {
    let chunk = |kind: &[u8; 4], data: &[u8]| {
        let body = [&kind[..], data].concat();
        let length = u32::try_from(data.len()).unwrap().to_be_bytes();
        [&length[..], &body, &crc32(&body).to_be_bytes()].concat()
    };
    // A deflate stream with one stored block: no filter, and the pixel.
    let row = [0, grey];
    let sum = row.iter().fold((1_u32, 0_u32), |(a, b), &byte| (a + u32::from(byte), b + a + u32::from(byte)));
    let stored = [&[0x78, 1, 1, 2, 0, 0xfd, 0xff][..], &row, &((sum.1 << 16) | sum.0).to_be_bytes()].concat();
    let header = chunk(b"IHDR", &[0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
    let chunks = [header, chunk(b"gAMA", &gamma.to_be_bytes()), chunk(b"IDAT", &stored), chunk(b"IEND", &[])];
    [&b"\x89PNG\r\n\x1a\n"[..], &chunks.concat()].concat()
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0_u32, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| (crc >> 1) ^ (0xedb8_8320 & 0_u32.wrapping_sub(crc & 1)))
    })
}

#[test]
fn only_xna_applies_the_gamma_of_png_files_by_default() {
    let project = Project::new();
    project.write("Grey.png", grey_png(128, 100_000));
    let texel = |params: &str, arguments: &[&str]| {
        let rule = rule("*", &format!("params = {{ mips = false, srgb = false{params} }}"));
        project.write("rigmill.toml", rule);
        let said = said(&project, arguments);
        let file = if arguments.is_empty() { "build/native/Grey.rmb" } else { "build/xna/Grey.xnb" };
        let file = project.read(file);
        let texel = match arguments {
            [] => Texture::decode(&file).unwrap().mips[0].clone(),
            _ => file[file.len() - 4..].to_vec(),
        };
        (texel, said.iter().filter(|line| line.contains("R0371")).count())
    };
    // floor(255 * (128 / 255)^(1 / 2.2) + 0.5) is 186.
    assert_eq!(texel("", &XNA), (vec![186, 186, 186, 255], 0));
    assert_eq!(texel(", gamma = false", &XNA), (vec![128, 128, 128, 255], 1));
    assert_eq!(texel("", &[]), (vec![128, 128, 128, 255], 1));
    assert_eq!(texel(", gamma = true", &[]), (vec![186, 186, 186, 255], 0));
    assert_eq!(texel(", ignore_profile = true", &[]), (vec![128, 128, 128, 255], 0));
}

#[test]
fn a_cube_map_is_loaded_shown_and_left_out_where_there_are_none() {
    let project = Project::new();
    project.write("Sky.dds", cube_map());
    build(&project, &[]);
    let content = Content::open(project.native()).unwrap();
    let cube = content.load::<rigmill_runtime::content::TextureCube>("Sky").unwrap();
    let view = cube.view();
    assert_eq!((view.size(), view.levels(), view.srgb()), (4, 3, true));
    for (number, face) in (0..6).zip(CubeFace::ALL) {
        let mips: Vec<_> = view.mips(face).collect();
        assert_eq!(mips.iter().map(|mip| mip.width).collect::<Vec<_>>(), [4, 2, 1]);
        assert!(mips.iter().all(|mip| mip.bytes.iter().all(|&byte| byte == number)), "{face:?}");
    }
    let wrong = content.load::<rigmill_runtime::content::Texture>("Sky").unwrap_err();
    assert!(wrong.to_string().ends_with("the file holds TextureCube, expected Texture"), "{wrong}");
    let found = inspected(&project, "Sky");
    assert_eq!((&found["type"], &found["size"], &found["format"]), (&"TextureCube".into(), &4.into(), &"rgba8".into()));
    assert_eq!(found["faces"], serde_json::json!(["+x", "-x", "+y", "-y", "+z", "-z"]));
    let shown = |path: &str| {
        let output = project.command("inspect").arg(project.root().join(path)).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(shown("build/native/Sky.rmb").contains("6 faces of 4 x 4, rgba8, sRGB, 3 levels"));
    build(&project, &XNA);
    assert!(shown("build/xna/Sky.xnb").contains("6 faces of 4 x 4, rgba8"));
    build(&project, &["--target", "gltf"]);
    assert!(!project.root().join("build/gltf/Sky.png").exists());
}

#[test]
fn cube_maps_that_xna_would_not_load_are_reported() {
    let project = Project::new();
    project.write("Sky.dds", cube_map());
    for (params, expected) in [
        ("power_of_two = \"keep\"", None),
        ("profile = \"Reach\", max_size = 3", Some("the sides of a cube map must be powers of two")),
        ("compression = \"bc3\", max_size = 3", Some("with DXT compression must be multiples of 4")),
    ] {
        project.write("rigmill.toml", rule("Sky.dds", &format!("params = {{ {params} }}")));
        let said = said(&project, &XNA);
        assert_eq!(said.len(), usize::from(expected.is_some()), "{said:?}");
        assert!(said.iter().all(|line| line.contains(expected.unwrap())), "{said:?}");
    }
}

#[test]
fn signed_bytes_come_back_and_become_a_picture() {
    let project = Project::new();
    let picture = repository().join("content/Models/Textures/Grund_Frame.png");
    project.write("Plain.png", fs::read(picture).unwrap());
    project.write("rigmill.toml", rule("Plain.png", "params = { mips = false }"));
    build(&project, &XNA);
    let mut file = project.read("build/xna/Plain.xnb");
    // The number of the surface format follows that of the type reader, like an effect's length.
    let at = effect_start(&file);
    file[at] = 8;
    file[at + 20..at + 24].copy_from_slice(&[0x81, 0x80, 0, 127]);
    let back = Project::new();
    back.write("Normals.xnb", &file);
    build(&back, &XNA);
    assert!(back.read("build/xna/Normals.xnb") == file);
    build(&back, &[]);
    let texture = Texture::decode(&back.read("build/native/Normals.rmb")).unwrap();
    assert_eq!((texture.format, &texture.mips[0][..4]), (TextureFormat::Rgba8Signed, &[0x81, 0x80, 0, 127][..]));
    build(&back, &["--target", "gltf"]);
    let again = Project::new();
    again.write("Normals.png", back.read("build/gltf/Normals.png"));
    again.write("rigmill.toml", rule("*", "params = { mips = false, srgb = false }"));
    build(&again, &[]);
    let texture = Texture::decode(&again.read("build/native/Normals.rmb")).unwrap();
    // -1, less than -1, 0 and 1.
    assert_eq!(texture.mips[0][..4], [0, 0, 128, 255]);
}

/// The first bytes of effects that fxc and mgfxc compiled.
const FX_2_0: &[u8] = &[0x01, 0x09, 0xff, 0xfe, 1, 2, 3];
const MGFX: &[u8] = b"MGFX\x0a\x01";

#[test]
fn an_effect_without_compiled_bytes_is_one_error_with_a_remedy() {
    let project = Project::new();
    project.write("Glow.fx", "technique T { pass P { } }");
    for arguments in [&[][..], &XNA] {
        let built = project.build_with(arguments);
        let said = built.diagnostics();
        assert_eq!((built.code, said.len(), &said[0]["code"]), (1, 1, &"R0136".into()), "{said:?}");
        let help = said[0]["help"].as_str().unwrap();
        assert!(
            help.contains("fxc /T fx_2_0 /Fo Glow.fxo Glow.fx") && help.contains("mgfxc Glow.fx Glow.mgfxo"),
            "{help}"
        );
    }
    // The compiled file appears, changes, and disappears.
    project.write("Glow.fxo", FX_2_0);
    build(&project, &XNA);
    assert!(project.read("build/xna/Glow.xnb").ends_with(FX_2_0));
    project.write("Glow.fxo", [FX_2_0, FX_2_0].concat());
    build(&project, &XNA);
    assert!(project.read("build/xna/Glow.xnb").ends_with(&[FX_2_0, FX_2_0].concat()));
    project.write("Glow.mgfxo", MGFX);
    let both = said(&project, &XNA);
    assert!(both.len() == 1 && both[0].contains("`Glow.fxo` and `Glow.mgfxo` are both compiled effects"), "{both:?}");
    project.write("rigmill.toml", rule("*.fx", "params = { compiled = \"Glow.mgfxo\" }"));
    build(&project, &XNA);
    assert!(project.read("build/xna/Glow.xnb").ends_with(MGFX));
    project.write("rigmill.toml", rule("*.fx", "params = { compiled = \"../Glow.mgfxo\" }"));
    assert!(said(&project, &XNA)[0].contains("R0137"));
    project.write("rigmill.toml", rule("*.fx", "params = { compiled = \"Gone.fxo\" }"));
    assert!(said(&project, &XNA)[0].contains("there is no file `Gone.fxo`"));
}

#[test]
fn compiled_effects_alone_are_assets_and_unknown_ones_are_reported() {
    let project = Project::new();
    project.write("Glow.mgfxo", MGFX);
    project.write("Toon.fxb", FX_2_0);
    project.write("Late.fxo", b"DXBC0123");
    let said = said(&project, &XNA);
    assert!(said.len() == 1 && said[0].contains("R0138") && said[0].contains("Direct3D 10"), "{said:?}");
    for (name, bytes) in [("Glow", MGFX), ("Toon", FX_2_0), ("Late", b"DXBC0123")] {
        assert!(project.read(&format!("build/xna/{name}.xnb")).ends_with(bytes), "{name}");
    }
    let output = project.command("inspect").arg(project.root().join("build/xna/Glow.xnb")).output().unwrap();
    assert!(String::from_utf8(output.stdout).unwrap().contains("content: Effect of 6 bytes"));
    // Only games for XNA, FNA and MonoGame load effects.
    build(&project, &[]);
    assert!(!project.native().exists() || fs::read_dir(project.native()).unwrap().next().is_none());
}
