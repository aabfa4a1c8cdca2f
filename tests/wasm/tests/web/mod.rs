//! Plays the sample game with `integrations/web/rigmill.js`, and compares every bit with the native runtime.

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use rigmill_format::{PlayMode, RigidTransform};
use rigmill_runtime::characters::SkinningJob;
use rigmill_runtime::clips::{Clip, PlayedEvent};
use rigmill_runtime::content::{AlignedBytes, Memory, Model, Skeleton};
use rigmill_runtime::{AnimatedModel, Content, Matrix, PlayOptions, Player, Rules, matrix};

use super::{SIMD, compile, run};

/// The lengths of the updates in turn, which have an exact value in every kind of number.
const STEPS: [f32; 3] = [1.0 / 64.0, 1.0 / 32.0, 9.0 / 128.0];

/// The clips of `web.mjs`, of four kinds.
const CLIPS: [&str; 4] =
    ["Motion/Stroll", "Animation/Compressed/Salute", "Animation/Curves/Nod", "Animation/Sampled/Sway"];

#[test]
#[cfg_attr(not(wasm), ignore = "needs node, and Rust's standard library for wasm32-unknown-unknown")]
fn players_show_the_same_bits_in_javascript() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("web");
    let (built, pack) = (folder.join("content"), folder.join("game.rmp"));
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content");
    run(Command::new(program()).arg("build").arg(sources).arg("--out").arg(&built).env("RIGMILL_CACHE_DIR", &folder));
    let native = built.join("native");
    run(Command::new(program()).arg("pack").arg(&native).arg(&pack));

    let content = from_memory(&native);
    fs::write(folder.join("hero"), hero(&content)).unwrap();
    fs::write(folder.join("clips"), clips(&content)).unwrap();
    fs::write(folder.join("mistakes"), mistakes(&content)).unwrap();
    let module = compile("rigmill-web", "web", SIMD);
    run(Command::new("node").arg("tests/web/web.mjs").args([&module, &native, &pack, &folder]));
}

/// The program, which `cargo test --workspace` builds beside the tests. Otherwise, Cargo builds it now.
fn program() -> PathBuf {
    let profile = std::env::current_exe().unwrap().parent().unwrap().parent().unwrap().to_owned();
    let program = profile.join(format!("rigmill{EXE_SUFFIX}"));
    if !program.is_file() {
        run(Command::new(env!("CARGO")).args(["build", "-p", "rigmill-cli"]));
    }
    program
}

/// Content from memory, as in JavaScript, so that messages are the same.
fn from_memory(native: &Path) -> Content {
    let memory = Memory::default();
    let mut folders = vec![native.to_owned()];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "rmb") {
                let name = path.strip_prefix(native).unwrap().with_extension("").to_str().unwrap().replace('\\', "/");
                memory.insert(&name, AlignedBytes::from_slice(&fs::read(&path).unwrap()));
            }
        }
    }
    Content::from_source(memory)
}

/// The matrices, movements, events and skinning matrices of the hero, as `web.mjs` lists them.
fn hero(content: &Content) -> Vec<u8> {
    let mut player = Player::load(content, "Hero/Grund.actions", Rules::Standard).unwrap();
    let model = content.load::<Model>("Models/Grund.model").unwrap();
    let mut bytes = Vec::new();
    for frame in 0..240 {
        match frame {
            0 => player.play("body", "Stroll").unwrap(),
            20 => {
                let change = |options: &mut PlayOptions| (options.blend_time, options.time_scale) = (0.25, 1.5);
                player.play_with("arms", "Shoot", change).unwrap();
            }
            40 => player.play("body", "Run").unwrap(),
            60 => player.play("flinch", "Hit").unwrap(),
            70 => player.set_weight("flinch", 0.5).unwrap(),
            72 => player.stop("flinch", 0.25).unwrap(),
            120 => {
                let change = |options: &mut PlayOptions| {
                    *options = PlayOptions { start_time: 0.5, blend_time: 0.5, time_scale: -0.5, mode: PlayMode::Once };
                };
                player.play_with("body", "Stroll", change).unwrap();
            }
            _ => {}
        }
        player.update(STEPS[frame % 3]).unwrap();
        let absolute = player.model().absolute();
        put_matrices(&mut bytes, absolute);
        let RigidTransform { translation, rotation } = player.movement();
        bytes.extend(translation.into_iter().chain(rotation).flat_map(f64::to_le_bytes));
        put_matrices(&mut bytes, &palette(&model, player.model()));
        for layer in ["body", "arms", "flinch"] {
            player.events(layer).for_each(|played| put_event(&mut bytes, layer, &played));
            bytes.push(u8::from(player.has_finished(layer)));
        }
    }
    bytes
}

/// The skinning matrices of the first mesh with a skin, from the bones of the model that have names of the skeleton.
fn palette(model: &Model, posed: &AnimatedModel) -> Vec<Matrix> {
    let (view, skeleton) = (model.view(), posed.skeleton().view());
    let of_bone = |name| skeleton.find(name).map_or(matrix::IDENTITY, |bone| posed.absolute()[bone]);
    let absolute: Vec<Matrix> = view.bones().map(|bone| of_bone(bone.name())).collect();
    let mesh = view.meshes().position(|mesh| mesh.is_skinned()).unwrap();
    let mut palette = vec![matrix::IDENTITY; view.mesh(mesh).unwrap().skin_bones().len()];
    SkinningJob { model: view, mesh, absolute: &absolute, out: &mut palette }.run().unwrap();
    palette
}

/// The matrices of clips that fade into each other, played without an action set.
fn clips(content: &Content) -> Vec<u8> {
    let skeleton = content.load::<Skeleton>("Models/Grund.skeleton").unwrap();
    let mut model = AnimatedModel::new(Arc::clone(&skeleton), Rules::Standard);
    let mut bytes = Vec::new();
    for name in CLIPS {
        let clip = Clip::load(content, name, &skeleton.view()).unwrap();
        model.play(&clip, &PlayOptions { blend_time: 0.25, ..PlayOptions::default() }).unwrap();
        for frame in 0..30 {
            model.update(STEPS[frame % 3]).unwrap();
            put_matrices(&mut bytes, model.absolute());
        }
    }
    bytes
}

/// The messages of a misspelt asset, layer and action, of an option out of range, and of skins that do not fit.
fn mistakes(content: &Content) -> String {
    let mut player = Player::load(content, "Hero/Grund.actions", Rules::Standard).unwrap();
    let messages = [
        Player::load(content, "Hero/Grund.action", Rules::Standard).unwrap_err().to_string(),
        Player::load(content, "Models/Grund.skeleton", Rules::Standard).unwrap_err().to_string(),
        player.play("bdy", "Stroll").unwrap_err().to_string(),
        player.play("body", "Strol").unwrap_err().to_string(),
        player.play_with("body", "Stroll", |options| options.blend_time = -1.0).unwrap_err().to_string(),
        player.stop("body", 0.0).unwrap_err().to_string(),
        "the skin has 1 bones, but 0 inverse bind matrices".to_owned(),
        "the skeleton has no bone \"Tail\"".to_owned(),
    ];
    messages.join("\n")
}

fn put_matrices(bytes: &mut Vec<u8>, matrices: &[Matrix]) {
    bytes.extend(matrices.iter().flatten().copied().flat_map(f32::to_le_bytes));
}

fn put_event(bytes: &mut Vec<u8>, layer: &str, played: &PlayedEvent<'_>) {
    let event = played.event;
    bytes.extend([event.value, played.after].into_iter().flat_map(f32::to_le_bytes));
    bytes.extend(format!("{layer} {} {} {}", event.name, event.text, played.fades_out).bytes());
}
