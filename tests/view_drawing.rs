//! Compares what the viewer's page draws with the runtime and other programs: skins, levels of detail, differences of textures.
#![allow(clippy::disallowed_methods, reason = "a test's own measure; no output depends on it")]

use std::fs;

use dds::{ColorFormat, DecodeOptions, Format, ImageViewMut, Size};
use rigmill_format::{Content as _, Texture};
use rigmill_runtime::characters::{DualQuaternion, SkinVerticesJob, SkinningJob};
use rigmill_runtime::content::Model;
use rigmill_runtime::{Content, Matrix};
use serde_json::json;

use crate::support::browser::Browser;
use crate::support::{Project, repository, rigmill};
use crate::view::View;

/// Creates a content folder with a model that has a blended skin and two levels of detail: see format/tests/samples.rs.
fn arm() -> Project {
    let project = Project::new();
    let model = repository().join("format/tests/fixtures/v3/model.rmb");
    project.write("build/native/Arm.model.rmb", fs::read(model).unwrap());
    project
}

/// Two bones far from their bind pose: rotated, and one of them scaled along an axis.
const POSE: [Matrix; 2] = [
    [0.8, 0.6, 0.0, 0.0, -0.6, 0.8, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.5, -2.0, 1.0, 1.0],
    [0.0, 0.0, -2.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 3.0, 0.25, -1.0, 1.0],
];

/// Sends the arm's vertices through the page's vertex shader, and captures the resulting positions and normals.
const MOVE: &str = r"(async () => {
  const of = (name) => import(new URL(name, location.href).href);
  const [{ Meshes }, shade, { readModel }, { IDENTITY }] = await Promise.all(['draw/mesh.js', 'draw/shade.js', 'format/model.js', 'draw/matrix.js'].map(of));
  const gl = document.createElement('canvas').getContext('webgl2');
  const program = gl.createProgram();
  for (const [kind, source] of [[gl.VERTEX_SHADER, shade.VERTEX], [gl.FRAGMENT_SHADER, shade.FRAGMENT]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, '#version 300 es\nprecision highp float;\nprecision highp int;\n' + source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  shade.ATTRIBUTES.forEach((name, place) => gl.bindAttribLocation(program, place, name));
  gl.transformFeedbackVaryings(program, ['world', 'outward'], gl.INTERLEAVED_ATTRIBS);
  gl.linkProgram(program);
  const names = Array.from({ length: gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS) }, (_, at) => gl.getActiveUniform(program, at).name);
  const uniforms = Object.fromEntries(names.map((name) => [name, gl.getUniformLocation(program, name)]));
  gl.useProgram(program);
  gl.uniform1iv(uniforms['maps[0]'], [0, 1, 2, 3, 4, 5, 6, 7]);
  gl.uniform1i(uniforms.palette, 8);
  gl.uniform1i(uniforms.tints, 9);
  const model = readModel(await (await fetch('content/Arm.model')).arrayBuffer());
  const meshes = new Meshes(gl, model);
  meshes.hidden.add(0);
  meshes.pose([Float32Array.from(POSE)]);
  // Sets the uniforms of the arm.
  meshes.drawEdges({ program, uniforms }, { camera: IDENTITY, place: IDENTITY, eye: [0, 0, 0] }, [1, 1, 1, 1]);
  gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, gl.createBuffer());
  gl.bufferData(gl.TRANSFORM_FEEDBACK_BUFFER, 3 * 24, gl.STREAM_READ);
  gl.enable(gl.RASTERIZER_DISCARD);
  gl.bindVertexArray(meshes.meshes[1].geometry.triangles);
  gl.beginTransformFeedback(gl.POINTS);
  gl.drawArrays(gl.POINTS, 0, 3);
  gl.endTransformFeedback();
  const moved = new Float32Array(18);
  gl.getBufferSubData(gl.TRANSFORM_FEEDBACK_BUFFER, 0, moved);
  window.moved = [...moved];
})().catch((error) => { window.moved = String(error); })";

#[test]
#[cfg_attr(not(chromium), ignore = "needs chromium")]
fn a_blended_skin_is_where_the_runtime_puts_it() {
    let project = arm();
    let view = View::start(&project.native());
    let mut browser = Browser::open(&format!("{}#show=Arm.model", view.address));
    browser.until("document.documentElement.dataset.shown === 'Arm.model'");
    browser.value(&MOVE.replace("POSE", &json!(POSE.as_flattened()).to_string()));
    browser.until("window.moved !== undefined");
    let found = browser.value("window.moved");
    let found: Vec<f64> = serde_json::from_value(found.clone()).unwrap_or_else(|_| panic!("{found}"));

    let content = Content::open(project.native()).unwrap();
    let model = content.load::<Model>("Arm.model").unwrap();
    let mesh = model.view().mesh(1).unwrap();
    let mut joints = vec![[0.0; 16]; mesh.skin_bones().len()];
    SkinningJob { model: model.view(), mesh: 1, absolute: &POSE, out: &mut joints }.run().unwrap();
    let (mut positions, mut normals) = (mesh.positions().to_vec(), mesh.normals().to_vec());
    let mut dual_quaternions = vec![DualQuaternion::default(); joints.len()];
    let job = SkinVerticesJob {
        mesh,
        joints: &joints,
        dual_quaternions: &mut dual_quaternions,
        positions: &mut positions,
        normals: &mut normals,
    };
    job.run().unwrap();
    assert_eq!(found.len(), 18);
    for (vertex, found) in found.chunks(6).enumerate() {
        let length = found[3..].iter().map(|part| part * part).sum::<f64>().sqrt();
        let expected = positions[vertex].iter().chain(&normals[vertex]).map(|part| f64::from(*part));
        let unit = found[3..].iter().map(|part| part / length);
        for (found, expected) in found[..3].iter().copied().chain(unit).zip(expected) {
            assert!((found - expected).abs() < 1e-5, "vertex {vertex}: {found}, not {expected}");
        }
    }
    // The vertices do not all move in the same way.
    assert!(positions[0] != positions[1] && mesh.blend_weight(1) > 0.0);
    browser.assert_no_failures();
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs chromium")]
fn a_level_of_detail_is_chosen_by_the_camera_or_by_hand() {
    let project = arm();
    let view = View::start(&project.native());
    // The second level begins at a distance of 8 m.
    let mut browser = Browser::open(&format!("{}#show=Arm.model&camera=0,0,3,0,1,0", view.address));
    browser.until("document.documentElement.dataset.levels === '0'");
    let choose = |level: &str| {
        format!(
            "{{ const level = [...document.querySelectorAll('#display label')].find((it) => it.textContent.startsWith('Level')).querySelector('select'); \
             level.value = '{level}'; level.dispatchEvent(new Event('change')); }}"
        )
    };
    browser.value(&choose("1"));
    browser.until("document.documentElement.dataset.levels === '1'");
    browser.value(&choose("by distance"));
    browser.until("document.documentElement.dataset.levels === '0'");
    let away =
        "document.getElementById('canvas').dispatchEvent(new WheelEvent('wheel', { deltaY: 1200, cancelable: true }))";
    browser.value(away);
    browser.until("document.documentElement.dataset.levels === '1'");
    browser.assert_no_failures();
}

/// An opaque image of 16 x 16 pixels with two waves.
fn image() -> Vec<u8> {
    let pixel = |x: u32, y: u32| [(x * 37 + y * 11) % 256, (x * x * 3) % 256, (y * 53) % 256, 255];
    let bytes = (0..16).flat_map(|y| (0..16).flat_map(move |x| pixel(x, y)));
    bytes.map(|byte| u8::try_from(byte).unwrap()).collect()
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs chromium")]
fn the_difference_of_a_texture_is_that_of_its_blocks_from_its_image() {
    let project = Project::new();
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, 16, 16);
    encoder.set_color(png::ColorType::Rgba);
    encoder.write_header().unwrap().write_image_data(&image()).unwrap();
    project.write("Wave.png", &file);
    project.write(
        "rigmill.toml",
        "[project]\nname = \"waves\"\n[[rule]]\nmatch = \"*.png\"\nparams = { compression = \"bc7\", mips = false }\n",
    );
    let view = View::start(&project.root());
    let mut browser = Browser::open(&format!("{}#show=Wave", view.address));
    browser.until("document.documentElement.dataset.shown === 'Wave'");
    let before = browser.screenshot();
    browser.value(
        "{ const times = [...document.querySelectorAll('#display label')].find((it) => it.textContent.startsWith('Times')).querySelector('select'); \
         times.value = '16'; times.dispatchEvent(new Event('change')); }",
    );
    browser.until("document.documentElement.dataset.psnr > 0");
    assert_ne!(browser.screenshot(), before);
    let found: f64 = browser.value("document.documentElement.dataset.psnr").as_str().unwrap().parse().unwrap();

    // Decoded with a different decoder.
    let texture = Texture::decode(&fs::read(project.native().join("Wave.rmb")).unwrap()).unwrap();
    let mut pixels = vec![0; 1024];
    let target = ImageViewMut::new(&mut pixels, Size::new(16, 16), ColorFormat::RGBA_U8).unwrap();
    dds::decode(&mut &*texture.mips[0], target, Format::BC7_UNORM, &DecodeOptions::default()).unwrap();
    // Only red, green and blue.
    let bytes = pixels.iter().zip(image()).enumerate().filter(|(at, _)| at % 4 < 3);
    let squares = bytes.map(|(_, (is, was))| (f64::from(*is) - f64::from(was)).powi(2));
    let mean = squares.sum::<f64>() / 768.0;
    let expected = 10.0 * (65025.0 / mean).log10();
    assert!((found - expected).abs() < 1e-6, "{found} dB, not {expected} dB");
    browser.assert_no_failures();
}

/// Draws an asset of a project. Returns whether the program succeeded, and its standard error.
fn drawn(project: &Project, args: &[&str]) -> (bool, String) {
    let mut command = rigmill();
    command.current_dir(project.root()).arg("view").args(args).arg("--cache-dir").arg(project.root().join("cache"));
    let output = command.output().unwrap();
    (output.status.success(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_picture_builds_and_reports_only_its_asset_and_succeeds_if_it_was_drawn() {
    let project = Project::copy_of(&repository().join("content"));
    project.write("Models/Broken.skeleton.toml", "broken");
    let (success, said) = drawn(&project, &["Models/Grund", "--png", "it.png", "--size", "64x64"]);
    assert!(success && !said.contains("Broken"), "{said}");
    let built = project.root().join("build/native");
    assert!(built.join("Models/Grund.model.rmb").exists() && built.join("Models/Textures/Grund_Armour.rmb").exists());
    assert!(!built.join("Models/Pilot.model.rmb").exists(), "it built other assets");

    let clip = ["Models/Grund", "--clip", "Animation/Players/Grund/Low_Run", "--gif", "run.gif", "--size", "64x64"];
    let (success, said) = drawn(&project, &clip);
    assert!(success && !said.contains("Broken") && !built.join("Models/Pilot.model.rmb").exists(), "{said}");

    // The last part of a clip's name may belong to any asset, but only the picture's own count.
    let (success, said) =
        drawn(&project, &["Models/Grund", "--clip", "Low_Run", "--png", "run.png", "--size", "64x64"]);
    assert!(success && project.root().join("run.png").exists(), "{said}");
    let (success, said) = drawn(&project, &["Models/Broken.skeleton", "--png", "no.png"]);
    assert!(!success && said.contains("Models/Broken.skeleton.toml:1"), "{said}");

    // The picture of a clip needs a skeleton, so everything is built. What is wrong with the clip is still reported once.
    let clip = "Animation/Players/Grund/Up_NonAttackLeft";
    let text = String::from_utf8(project.read(&format!("{clip}.Animation"))).unwrap();
    project.write(&format!("{clip}.Animation"), text.replacen("<Duration>", "<Extra>1</Extra><Duration>", 1));
    let (success, said) = drawn(&project, &[clip, "--png", "clip.png", "--size", "64x64"]);
    assert!(success && said.matches("R0030").count() == 1, "{said}");
}

#[test]
fn what_is_below_the_origin_is_not_hidden_by_the_ground() {
    let project = Project::new();
    // The cube is wholly below the origin.
    let cube = crate::view_first_look::cube(None);
    project.write("Cellar.gltf", cube.replace(r#""name":"Root","#, r#""name":"Root","translation":[0,-3,0],"#));
    let mut seen = Vec::new();
    for background in ["dark", "transparent"] {
        let args =
            ["Cellar.gltf", "--png", "cellar.png", "--size", "80x80", "--camera", "30,30", "--background", background];
        let (success, said) = drawn(&project, &args);
        assert!(success, "{said}");
        let file = std::io::Cursor::new(project.read("cellar.png"));
        let mut reader = png::Decoder::new(file).read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        let samples = info.color_type.samples();
        let at = (40 * 80 + 40) * samples;
        seen.push(bytes[at..at + 3].to_vec());
    }
    assert_eq!(seen[0], seen[1], "the ground covers the middle of the cube");
}
