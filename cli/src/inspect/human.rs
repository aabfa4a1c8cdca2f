//! Content for people: an overview.

use std::fmt::Write;

use rigmill_format::{
    ActionSetView, AnimationSequenceView, BoundingSphere, BreathView, ClipEventsView, ClipWeightsView,
    CollisionMeshView, ContentType, CubeFace, CurveClipLayout, DataView, DecodeError, FontView, Header, LayerBlend,
    MipView, ModelMeshView, ModelView, MotionView, SampledClipView, SkeletonView, SkinningMethod, SoundView,
    SpringBonesView, TextureCubeView, TextureView, UniformClipView,
};

use super::compressed;
use super::curves;
use super::data::data_tree;
use super::events::event_table;
use super::fonts::font_table;
use super::layers::{breath_table, spring_table};
use super::motion::seconds;
use super::parts::part_tables;
use super::sound::sound_summary;
use super::uniform::uniform_clip;
use super::weights::weight_table;
use crate::output::printable::quoted;
use crate::output::shell::{DIM, SUCCESS, styled};

pub(super) fn human(header: &Header, bytes: &[u8]) -> Result<String, DecodeError> {
    let mut text = format!(
        "{} version {}, container version {}, {} bytes, checksum {:016x}\n",
        styled(SUCCESS, header.content_type),
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
        ContentType::Skeleton => bone_tree(bones_of_skeleton(SkeletonView::parse(bytes)?)),
        ContentType::Model => model_tables(ModelView::parse(bytes)?),
        ContentType::CollisionMesh => collision_table(CollisionMeshView::parse(bytes)?),
        ContentType::Texture => level_table(TextureView::parse(bytes)?),
        ContentType::TextureCube => cube_table(TextureCubeView::parse(bytes)?),
        ContentType::Sound => sound_summary(SoundView::parse(bytes)?),
        ContentType::Font => font_table(FontView::parse(bytes)?) + &level_table(FontView::parse(bytes)?.texture()),
        ContentType::Motion => motion_summary(MotionView::parse(bytes)?),
        ContentType::ActionSet => action_table(ActionSetView::parse(bytes)?),
        ContentType::CurveClip => curves::curve_clip(CurveClipLayout::parse(bytes)?.view(bytes).curves()),
        ContentType::SampledClip => curves::sampled_clip(SampledClipView::parse(bytes)?),
        ContentType::UniformClip => uniform_clip(UniformClipView::parse(bytes)?),
        ContentType::Breath => breath_table(BreathView::parse(bytes)?),
        ContentType::SpringBones => spring_table(SpringBonesView::parse(bytes)?),
        ContentType::ClipWeights => weight_table(ClipWeightsView::parse(bytes)?),
        ContentType::ClipEvents => event_table(ClipEventsView::parse(bytes)?),
        ContentType::Data => data_tree(DataView::parse(bytes)?),
        ContentType::CompressedClip => compressed::compressed_clip(bytes)?,
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

type Bones<'a> = Vec<(&'a str, Option<usize>)>;

fn bones_of_skeleton(skeleton: SkeletonView<'_>) -> Bones<'_> {
    skeleton.bones().map(|bone| (bone.name(), bone.parent())).collect()
}

fn bone_tree(bones: Bones<'_>) -> String {
    let mut text = format!("\n{} bones\n", bones.len());
    let mut depths: Vec<usize> = Vec::with_capacity(bones.len());
    for (name, parent) in bones {
        let depth = parent.and_then(|parent| depths.get(parent)).map_or(0, |depth| depth + 1);
        depths.push(depth);
        // Chains of bones may be very deep; the indentation is limited.
        let indent = 2 + 2 * depth.min(40);
        let _ = writeln!(text, "{:indent$}{name:?}", "");
    }
    text
}

fn model_tables(model: ModelView<'_>) -> String {
    let mut text = bone_tree(model.bones().map(|bone| (bone.name(), bone.parent())).collect());
    let _ = writeln!(text, "\n{} meshes, {}", model.meshes().len(), sphere_text(model.sphere()));
    for mesh in model.meshes() {
        let bone = model.bone(mesh.bone()).map_or("", |bone| bone.name());
        let _ = writeln!(
            text,
            "  {:<24} {:>7} vertices {:>7} triangles {:>3} parts  on {bone:?}  {}",
            format!("{:?}", mesh.name()),
            mesh.vertex_count(),
            mesh.triangle_count(),
            mesh.parts().len(),
            attributes(&mesh),
        );
        for target in mesh.targets() {
            let changes: usize = target.shapes().map(|shape| shape.vertices.len()).sum();
            let (name, shapes, weight) = (quoted(target.name()), target.shapes().len(), target.weight());
            let _ = writeln!(text, "    target {name}  {changes} changes in {shapes} shapes, weight {weight}");
        }
    }
    let _ = writeln!(text, "\n{} materials", model.materials().len());
    for material in model.materials() {
        let sides = if material.double_sided() { ", double-sided" } else { "" };
        let name = format!("{:?}", material.name());
        let _ = write!(text, "  {name:<24} {}, {}{sides}", material.shading(), material.alpha_mode());
        for texture in material.textures() {
            let missing = if texture.missing { " (not in the project)" } else { "" };
            let _ = write!(text, " {} {:?}{missing}", texture.usage, texture.asset);
        }
        if let Some(effect) = material.effect() {
            let _ = write!(text, " effect {effect:?} of {} parameters", material.parameters().len());
        }
        for extension in material.extensions() {
            let _ = write!(text, " {}", extension.name());
        }
        text.push('\n');
    }
    text += &part_tables(model);
    if let Some(tag) = model.tag() {
        text += "\nTag\n";
        text += &data_tree(tag);
    }
    text
}

/// The vertex attributes of a mesh besides positions.
fn attributes(mesh: &ModelMeshView<'_>) -> String {
    let mut found: Vec<String> = Vec::new();
    let lists = [
        ("normals", mesh.normals().len()),
        ("tangents", mesh.tangents().len()),
        ("bitangents", mesh.bitangents().len()),
        ("colors", mesh.colors().len()),
    ];
    found.extend(lists.iter().filter(|(_, count)| *count > 0).map(|(name, _)| (*name).to_owned()));
    if mesh.color_sets().len() > 1 {
        found.push(format!("{} more sets of colors", mesh.color_sets().len() - 1));
    }
    found.extend(mesh.attributes().map(|attribute| attribute.name().to_owned()));
    if mesh.uv_sets().len() > 0 {
        found.push(format!("{} uv sets", mesh.uv_sets().len()));
    }
    if mesh.is_skinned() {
        found.push(format!("{} weights on {} bones", 4 * mesh.joint_sets().len(), mesh.skin_bones().len()));
    }
    if mesh.skinning_method() != SkinningMethod::Linear {
        found.push(format!("{} skin", mesh.skinning_method().name()));
    }
    found.join(", ")
}

fn sphere_text(sphere: BoundingSphere) -> String {
    let [x, y, z] = sphere.center;
    format!("sphere of {} around {x}, {y}, {z}", sphere.radius)
}

fn collision_table(mesh: CollisionMeshView<'_>) -> String {
    let counts = format!("{} vertices, {} triangles", mesh.vertices().len(), mesh.triangles().len());
    format!("\n{counts}, {} tree nodes, {}\n", mesh.node_count(), sphere_text(mesh.sphere()))
}

fn level_table(texture: TextureView<'_>) -> String {
    let colors = if texture.srgb() { "sRGB" } else { "linear" };
    let size = format!("{} x {}", texture.width(), texture.height());
    let head = format!("\n{size}, {}, {colors}, {} levels\n", texture.format().name(), texture.levels());
    head + &mip_table(texture.mips())
}

fn cube_table(cube: TextureCubeView<'_>) -> String {
    let colors = if cube.srgb() { "sRGB" } else { "linear" };
    let size = format!("6 faces of {} x {}", cube.size(), cube.size());
    let head = format!("\n{size}, {}, {colors}, {} levels\n", cube.format().name(), cube.levels());
    head + &mip_table(cube.mips(CubeFace::PositiveX))
}

fn mip_table<'a>(mips: impl Iterator<Item = MipView<'a>>) -> String {
    let mut text = String::new();
    for (level, mip) in mips.enumerate() {
        let size = format!("{} x {}", mip.width, mip.height);
        let _ = writeln!(text, "  {level:>2} {size:>13} {:>9} bytes", mip.bytes.len());
    }
    text
}

fn motion_summary(motion: MotionView<'_>) -> String {
    let ends = if motion.loops() { "begins again" } else { "ends" };
    let duration = seconds(motion.duration());
    let whole = motion.whole_loop();
    let ([x, y, z], [qx, qy, qz, qw]) = (whole.translation, whole.rotation);
    let scale = motion.scales().last().map(|[x, y, z]| format!(", and adds {x}, {y}, {z} to the scale"));
    format!(
        "\nroot {:?}, {duration} s, then it {ends}; {} keys, {}, quantum {}\n  \
         a loop moves by {x}, {y}, {z} and turns by {qx}, {qy}, {qz}, {qw}{}\n",
        motion.bone(),
        motion.times().len(),
        motion.interpolation().name(),
        motion.quantum(),
        scale.unwrap_or_default(),
    )
}

fn action_table(set: ActionSetView<'_>) -> String {
    let mut text = format!("\nskeleton {:?}\n", set.skeleton());
    for layer in set.layers() {
        let bones: Vec<_> = layer.bones().map(|bone| quoted(bone).to_string()).collect();
        let bones = if bones.is_empty() { String::new() } else { format!(", bones {}", bones.join(", ")) };
        let blend =
            if layer.blend() == LayerBlend::Override { String::new() } else { format!(", {}", layer.blend().name()) };
        let _ = writeln!(text, "layer {:?}{bones}{blend}", layer.name());
        for action in layer.actions() {
            let mode = action.mode().name();
            let _ = writeln!(
                text,
                "  {:<24} {mode:<7} blend {:<5} {}",
                quoted(action.name()),
                action.blend_time(),
                quoted(action.clip())
            );
        }
    }
    text
}
