//! `rigmill inspect`

use std::fmt::Write;
use std::fs;

use rigmill_format::{
    ActionSetView, AlignedBytes, AnimationSequenceView, ContentType, DecodeError, Header, KeyFrameSequenceView,
    PlayMode, SkeletonView,
};
use serde::Serialize;

use crate::args::InspectArgs;
use crate::failure::Failure;
use crate::shell::{BAD, DIM, GOOD, Shell, styled};

pub(crate) fn run(args: &InspectArgs, shell: &Shell) -> Result<bool, Failure> {
    let bytes = fs::read(&args.file).map_err(Failure::io("read", &args.file))?;
    let shown = rigmill_format::peek(&bytes).and_then(|header| {
        let bytes = AlignedBytes::from_slice(&bytes);
        if args.json { json(&header, &bytes) } else { human(&header, &bytes) }
    });
    match shown {
        Ok(text) => shell.result(text),
        Err(error) => {
            shell.complain(format_args!("{}: {}: {error}", styled(BAD, "error"), args.file.display()));
            return Ok(false);
        }
    }
    Ok(true)
}

// ---- JSON: everything ----

#[derive(Serialize)]
struct AnimationSequenceJson<'a> {
    r#type: &'static str,
    content_version: u16,
    key_frame_sequence_count: usize,
    duration: f32,
    close_loop: bool,
    sequences: Vec<KeyFrameSequenceJson<'a>>,
}

#[derive(Serialize)]
struct KeyFrameSequenceJson<'a> {
    bone: &'a str,
    key_count: u32,
    duration: f32,
    key_interval: f32,
    has_translation: bool,
    has_rotation: bool,
    has_scale: bool,
    has_time: bool,
    fixed_translation: bool,
    fixed_rotation: bool,
    fixed_scale: bool,
    translation: &'a [[f32; 3]],
    rotation: &'a [[f32; 4]],
    scale: &'a [[f32; 3]],
    time: &'a [f32],
}

#[derive(Serialize)]
struct SkeletonJson<'a> {
    r#type: &'static str,
    content_version: u16,
    root_axis: [f32; 4],
    bones: Vec<BoneJson<'a>>,
}

#[derive(Serialize)]
struct BoneJson<'a> {
    name: &'a str,
    parent: i64,
    local: [f32; 16],
    translation: [f32; 3],
    rotation: [f32; 4],
    scale: [f32; 3],
}

#[derive(Serialize)]
struct ActionSetJson<'a> {
    r#type: &'static str,
    content_version: u16,
    skeleton: &'a str,
    layers: Vec<LayerJson<'a>>,
}

#[derive(Serialize)]
struct LayerJson<'a> {
    name: &'a str,
    actions: Vec<ActionJson<'a>>,
}

#[derive(Serialize)]
struct ActionJson<'a> {
    name: &'a str,
    clip: &'a str,
    mode: &'static str,
    blend: f32,
    start: f32,
    speed: f32,
}

fn json(header: &Header, bytes: &[u8]) -> Result<String, DecodeError> {
    let version = header.content_version;
    Ok(match header.content_type {
        ContentType::AnimationSequence => line(&animation_sequence(version, AnimationSequenceView::parse(bytes)?)),
        ContentType::Skeleton => line(&skeleton(version, SkeletonView::parse(bytes)?)),
        ContentType::ActionSet => line(&action_set(version, ActionSetView::parse(bytes)?)),
        found => return Err(DecodeError::UnsupportedType { found }),
    })
}

/// serde_json prints each f32 with as many digits as it takes to read the same f32 back, the sign of zero included.
fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

fn animation_sequence(content_version: u16, clip: AnimationSequenceView<'_>) -> AnimationSequenceJson<'_> {
    AnimationSequenceJson {
        r#type: ContentType::AnimationSequence.name(),
        content_version,
        key_frame_sequence_count: clip.len(),
        duration: clip.duration(),
        close_loop: clip.close_loop(),
        sequences: clip.sequences().map(key_frame_sequence).collect(),
    }
}

fn key_frame_sequence(sequence: KeyFrameSequenceView<'_>) -> KeyFrameSequenceJson<'_> {
    KeyFrameSequenceJson {
        bone: sequence.bone_name(),
        key_count: sequence.key_count(),
        duration: sequence.duration(),
        key_interval: sequence.key_interval(),
        has_translation: sequence.has_translation(),
        has_rotation: sequence.has_rotation(),
        has_scale: sequence.has_scale(),
        has_time: sequence.has_time(),
        fixed_translation: sequence.fixed_translation(),
        fixed_rotation: sequence.fixed_rotation(),
        fixed_scale: sequence.fixed_scale(),
        translation: sequence.translation(),
        rotation: sequence.rotation(),
        scale: sequence.scale(),
        time: sequence.time(),
    }
}

fn skeleton(content_version: u16, skeleton: SkeletonView<'_>) -> SkeletonJson<'_> {
    let bones = skeleton.bones().map(|bone| {
        let bind = bone.bind();
        BoneJson {
            name: bone.name(),
            parent: bone.parent().map_or(-1, |parent| i64::try_from(parent).unwrap_or(-1)),
            local: rigmill_runtime::matrix::from_transform(bind),
            translation: bind.translation,
            rotation: bind.rotation,
            scale: bind.scale,
        }
    });
    let root_axis = skeleton.root_axis();
    SkeletonJson { r#type: ContentType::Skeleton.name(), content_version, root_axis, bones: bones.collect() }
}

fn action_set(content_version: u16, set: ActionSetView<'_>) -> ActionSetJson<'_> {
    let layers = set.layers().map(|layer| LayerJson {
        name: layer.name(),
        actions: layer
            .actions()
            .map(|action| ActionJson {
                name: action.name(),
                clip: action.clip(),
                mode: mode_name(action.mode()),
                blend: action.blend_time(),
                start: action.start_time(),
                speed: action.time_scale(),
            })
            .collect(),
    });
    ActionSetJson {
        r#type: ContentType::ActionSet.name(),
        content_version,
        skeleton: set.skeleton(),
        layers: layers.collect(),
    }
}

const fn mode_name(mode: PlayMode) -> &'static str {
    match mode {
        PlayMode::Once => "once",
        PlayMode::Repeat => "repeat",
    }
}

// ---- for people: an overview ----

fn human(header: &Header, bytes: &[u8]) -> Result<String, DecodeError> {
    let mut text = format!(
        "{} version {}, container version {}, {} bytes, checksum {:016x}\n",
        styled(GOOD, header.content_type),
        header.content_version,
        header.container_version,
        header.file_length,
        header.checksum,
    );
    for section in &header.sections {
        let line = format!("  section {:<6} {:>9} bytes at {}", section.id.to_string(), section.length, section.offset);
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{}", styled(DIM, line));
    }
    text += &match header.content_type {
        ContentType::AnimationSequence => clip_table(AnimationSequenceView::parse(bytes)?),
        ContentType::Skeleton => bone_tree(SkeletonView::parse(bytes)?),
        ContentType::ActionSet => action_table(ActionSetView::parse(bytes)?),
        found => return Err(DecodeError::UnsupportedType { found }),
    };
    Ok(text.trim_end().to_owned())
}

fn clip_table(clip: AnimationSequenceView<'_>) -> String {
    let mut text = format!(
        "\n{} bones, {} s{}\n",
        clip.len(),
        clip.duration(),
        if clip.close_loop() { ", closed loop" } else { "" }
    );
    let _ = writeln!(
        text,
        "  {:<24} {:>5} {:>9}  {:<12} {:<12} {:<12} times",
        "bone", "keys", "seconds", "translation", "rotation", "scale"
    );
    for sequence in clip.sequences() {
        let channel = |has, fixed, count: usize| match (has, fixed) {
            (false, _) => "-".to_owned(),
            (true, true) => "fixed".to_owned(),
            (true, false) => format!("{count} keys"),
        };
        let _ = writeln!(
            text,
            "  {:<24} {:>5} {:>9}  {:<12} {:<12} {:<12} {}",
            format!("{:?}", sequence.bone_name()),
            sequence.key_count(),
            sequence.duration(),
            channel(sequence.has_translation(), sequence.fixed_translation(), sequence.translation().len()),
            channel(sequence.has_rotation(), sequence.fixed_rotation(), sequence.rotation().len()),
            channel(sequence.has_scale(), sequence.fixed_scale(), sequence.scale().len()),
            if sequence.has_time() { "own".to_owned() } else { format!("every {} s", sequence.key_interval()) },
        );
    }
    text
}

fn bone_tree(skeleton: SkeletonView<'_>) -> String {
    let mut text = format!("\n{} bones\n", skeleton.len());
    let mut depths: Vec<usize> = Vec::with_capacity(skeleton.len());
    for bone in skeleton.bones() {
        let depth = bone.parent().and_then(|parent| depths.get(parent)).map_or(0, |depth| depth + 1);
        depths.push(depth);
        // A chain of bones may be very deep; the indent need not be.
        let indent = 2 + 2 * depth.min(40);
        let _ = writeln!(text, "{:indent$}{:?}", "", bone.name());
    }
    text
}

fn action_table(set: ActionSetView<'_>) -> String {
    let mut text = format!("\nskeleton {:?}\n", set.skeleton());
    for layer in set.layers() {
        let _ = writeln!(text, "layer {:?}", layer.name());
        for action in layer.actions() {
            let mode = mode_name(action.mode());
            let _ =
                writeln!(text, "  {:<24} {mode:<7} blend {:<5} {}", action.name(), action.blend_time(), action.clip());
        }
    }
    text
}
