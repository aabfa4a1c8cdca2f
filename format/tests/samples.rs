//! Small values of each content type, used by the other tests and the committed fixtures.

mod models;

pub(crate) use models::{model, model_1, model_2, model_codes};

use rigmill_format::compressed_clip::{AnimatedTrack, Channel, CompressedClip, ConstantTrack, Storage};
use rigmill_format::{
    Action, ActionLayer, ActionSet, AlphaMode, AnimationSequence, Bone, BoundingBox, BoundingSphere, Breath,
    BreathPhase, BreathRotation, Carrier, ClipEvent, ClipEvents, ClipWeights, CollisionMesh, CollisionNode, Component,
    Curve, CurveClip, CurveKey, CurveTrack, Data, DataEnum, DataField, DataList, DataMap, DataRecord, DataValue,
    DetailLevel, Easing, EffectParameter, EffectValue, ExtensionTexture, Font, Glyph, JointSet, KeyFrameSequence,
    LevelGroup, LevelMeasure, LightKind, LightUnit, MaterialEffect, MaterialExtension, MaterialTexture, MeshPart,
    MeshSkin, Model, ModelBone, ModelCamera, ModelLight, ModelMaterial, ModelMesh, ModelProperties, MorphShape,
    MorphTarget, Motion, MotionInterpolation, NodeBelow, NormalFormat, PlayMode, PositionFormat, Projection,
    PropertyKind, PropertyOwner, RigidTransform, SampledClip, Shading, Skeleton, SkinningMethod, Sound, SoundData,
    SoundLoop, SpringBones, SpringBound, SpringChain, SpringCollider, SpringSettings, Texture, TextureCube,
    TextureFilter, TextureFormat, TexturePlacement, TextureUse, TextureWrap, Transform, UniformClip, UniformTrack,
    VertexAttribute, Vertices, WeightTrack, WrapMode,
};

/// Two bones: one with keys at even intervals, one with individual key times and a constant rotation.
pub(crate) fn clip() -> AnimationSequence {
    AnimationSequence { duration: 1.0, close_loop: true, sequences: vec![even_keys("Root"), timed_keys(" Footsteps")] }
}

pub(crate) fn even_keys(bone: &str) -> KeyFrameSequence {
    KeyFrameSequence {
        bone_name: bone.to_owned(),
        key_count: 3,
        duration: 1.0,
        key_interval: 0.5,
        has_translation: true,
        has_rotation: true,
        translation: vec![[1.0, -0.0, 0.0], [2.0, 0.5, -1.0], [3.0, 0.25, 7.0]],
        rotation: vec![[0.0, 0.0, 0.0, 1.0], [0.6, 0.0, 0.0, 0.8], [0.0, 1.0, 0.0, -0.0]],
        ..KeyFrameSequence::default()
    }
}

pub(crate) fn timed_keys(bone: &str) -> KeyFrameSequence {
    KeyFrameSequence {
        bone_name: bone.to_owned(),
        key_count: 2,
        duration: 0.75,
        has_rotation: true,
        has_scale: true,
        has_time: true,
        fixed_rotation: true,
        rotation: vec![[0.0, 0.0, 0.6, 0.8]],
        scale: vec![[-1.0, -1.0, -1.0], [1.0, 2.0, 3.0]],
        time: vec![0.0, 0.625],
        ..KeyFrameSequence::default()
    }
}

pub(crate) fn skeleton() -> Skeleton {
    let bone = |name: &str, parent, x| Bone {
        name: name.to_owned(),
        parent,
        bind: Transform { translation: [x, 0.0, -0.0], ..Transform::IDENTITY },
    };
    Skeleton {
        bones: vec![bone("Root", None, 0.0), bone("Spine", Some(0), 1.0), bone("Head", Some(1), 0.5)],
        root_axis: [-0.5, 0.0, 0.0, 0.5],
    }
}

pub(crate) fn action_set() -> ActionSet {
    let layer = |name: &str, actions| ActionLayer {
        name: name.to_owned(),
        actions,
        bones: vec!["Spine".to_owned()],
        ..ActionLayer::default()
    };
    ActionSet {
        skeleton: "Models/Robot.skeleton".to_owned(),
        layers: vec![
            layer("lower", vec![action("Run", 0.3), action("Idle", 0.5)]),
            layer("upper", vec![action("Idle", 0.5)]),
        ],
    }
}

pub(crate) fn action(name: &str, blend_time: f32) -> Action {
    Action {
        name: name.to_owned(),
        clip: format!("Animation/Players/Robot/Low_{name}"),
        mode: PlayMode::Repeat,
        blend_time,
        start_time: 0.0,
        time_scale: 1.0,
    }
}

/// Three triangles side by side, in a tree with two leaves.
pub(crate) fn collision_mesh() -> CollisionMesh {
    let vertices: Vec<_> = (0..5_u8).map(|i| [f32::from(i), f32::from(i % 2), -0.0]).collect();
    let node = |min: f32, max: f32, below| CollisionNode {
        bounds: BoundingBox { min: [min, 0.0, 0.0], max: [max, 1.0, 0.0] },
        below,
    };
    CollisionMesh {
        vertices,
        triangles: vec![[0, 2, 1], [1, 2, 3], [2, 4, 3]],
        sphere: BoundingSphere { center: [2.0, 0.5, 0.0], radius: 2.25 },
        nodes: vec![
            node(0.0, 4.0, NodeBelow::Nodes { second: 2 }),
            node(0.0, 3.0, NodeBelow::Triangles { first: 0, count: 2 }),
            node(2.0, 4.0, NodeBelow::Triangles { first: 2, count: 1 }),
        ],
    }
}

/// 6 x 3 pixels in blocks, with all mipmaps.
pub(crate) fn texture() -> Texture {
    let level = |value: u8, blocks: usize| vec![value; blocks * 8];
    Texture {
        width: 6,
        height: 3,
        format: TextureFormat::Bc1,
        srgb: true,
        mips: vec![level(1, 2), level(2, 1), level(3, 1)],
    }
}

/// Faces of 2 x 2 pixels with all mipmaps. Each byte contains the number of its face and mipmap.
pub(crate) fn texture_cube() -> TextureCube {
    let level = |face: usize, level: u8, bytes: usize| vec![u8::try_from(face).unwrap() * 16 + level; bytes];
    TextureCube {
        size: 2,
        format: TextureFormat::Rgba8,
        srgb: true,
        faces: std::array::from_fn(|face| vec![level(face, 0, 16), level(face, 1, 4)]),
    }
}

/// Three samples of two channels, of which the last two repeat.
pub(crate) fn sound() -> Sound {
    Sound {
        sample_rate: 22_050,
        channels: 2,
        frames: 3,
        repeated: Some(SoundLoop { start: 1, length: 2 }),
        data: SoundData::Pcm(vec![1, -1, 256, -32_768, 32_767, 0]),
    }
}

/// [`sound`] with a file instead of samples.
pub(crate) fn vorbis_sound() -> Sound {
    Sound { repeated: None, data: SoundData::Vorbis(b"OggS\0".to_vec()), ..sound() }
}

/// Two characters in a texture of 8 x 4 pixels. One of them is the default character.
pub(crate) fn font() -> Font {
    let glyph = |character, left, kerning| Glyph {
        character,
        bounds: [left, 1, 2, 3],
        cropping: [0, -1, 4, 5],
        kerning: [kerning, 2.0, 0.5],
    };
    Font {
        glyphs: vec![glyph('A', 1, -0.25), glyph('é', 5, 1.0)],
        line_spacing: 6,
        spacing: 0.75,
        default_character: Some('é'),
        texture: Texture { width: 8, height: 4, mips: vec![vec![7; 128]], ..Texture::default() },
    }
}

/// Two bones: one with a smooth curve and a step, one without curves.
pub(crate) fn curve_clip() -> CurveClip {
    let track = |path: &str, curves| CurveTrack { path: path.to_owned(), curves };
    CurveClip {
        tracks: vec![
            track("Root/Pelvis", vec![curve(Component::PositionY), curve(Component::ScaleZ)]),
            track("Root", Vec::new()),
        ],
    }
}

pub(crate) fn curve(component: Component) -> Curve {
    let key = |time, value, in_tangent, out_tangent| CurveKey { time, value, in_tangent, out_tangent };
    let keys = vec![key(-0.0, 1.0, 0.0, 2.0), key(0.5, 2.0, -1.0, f32::INFINITY), key(0.5, 4.0, 0.25, 0.0)];
    Curve { component, pre: WrapMode::PingPong, post: WrapMode::Loop, keys }
}

pub(crate) fn sampled_clip() -> SampledClip {
    let curves = vec![curve(Component::PositionX), Curve { keys: Vec::new(), ..curve(Component::RotationW) }];
    SampledClip {
        id: -7,
        name: "Wave".to_owned(),
        length: 0.5,
        frame_rate: 30.0,
        tracks: vec![CurveTrack { path: "Root/L Arm".to_owned(), curves }],
    }
}

/// Ten bones: one rotates, and rotates further in its second segment; one moves; one has a constant scale.
pub(crate) fn compressed_clip(storage: Storage) -> CompressedClip {
    let keys = |height: i32| (0..20).map(|frame| [height * (frame % 7), -frame, frame * frame / 9]).collect();
    let track = |bone, channel, turns: [u8; 2], height| AnimatedTrack {
        bone,
        channel,
        steps: [20, 21, 30],
        base_rotations: turns.to_vec(),
        keys: keys(height),
    };
    CompressedClip {
        skeleton: "Models/Grund.skeleton".to_owned(),
        bones: 10,
        frames: 20,
        frame_rate: 30.0,
        duration: 0.625,
        largest_error: Some(0.25),
        resting: vec![2, 8],
        storage,
        constants: vec![ConstantTrack { bone: 9, channel: Channel::Scale, value: [1.5, 1.0, -0.0, 0.0] }],
        tracks: vec![track(1, Channel::Rotation, [0, 5], 40), track(0, Channel::Translation, [0, 0], -3)],
    }
}

/// Ten bones with tracks of every channel.
pub(crate) fn uniform_clip() -> UniformClip {
    let track = |bone, channel, keys: [[f32; 4]; 3]| UniformTrack { bone, channel, keys: keys.to_vec() };
    let turns = [[0.0, 0.0, 0.0, 1.0], [0.0, 0.6, 0.0, 0.8], [-0.0, 0.8, 0.0, 0.6]];
    let places = [[1.0, 2.0, 3.0, 0.0], [1.5, 2.0, 3.0, 0.0], [2.0, 2.0, -0.0, 0.0]];
    let mut still = vec![Transform::IDENTITY; 10];
    still[4].translation = [4.0, 5.0, 6.0];
    UniformClip {
        skeleton: "Models/Grund.skeleton".to_owned(),
        frames: 3,
        frame_rate: 30.0,
        duration: 0.125,
        still,
        resting: vec![3, 6],
        tracks: vec![
            track(1, Channel::Rotation, turns),
            track(2, Channel::Rotation, turns),
            track(7, Channel::Rotation, turns),
            track(0, Channel::Translation, places),
            track(9, Channel::Rotation, turns),
            track(8, Channel::Scale, places),
        ],
    }
}

/// Four events with three names: two at the same time, one with a text and a value. Two targets of one mesh: one changes, one
/// is constant.
pub(crate) fn clip_weights() -> ClipWeights {
    let track = |target: &str, weights: &[f32]| WeightTrack {
        mesh: "Arm".to_owned(),
        target: target.to_owned(),
        weights: weights.to_vec(),
    };
    let tracks = vec![track("Flex", &[0.0, 1.5, -0.25]), track("Thin", &[0.5])];
    ClipWeights { duration: 0.75, times: vec![0.0, 0.25, 0.625], tracks }
}

pub(crate) fn clip_events() -> ClipEvents {
    let event =
        |time, name: &str, value, text: &str| ClipEvent { time, name: name.to_owned(), value, text: text.to_owned() };
    ClipEvents {
        events: vec![
            event(0.0, "start", -0.0, ""),
            event(0.25, "footstep", 1.5, "left"),
            event(0.75, "shot", 0.0, ""),
            event(0.75, "footstep", 1.0, "right"),
        ],
    }
}

/// Two bones that rotate, and one bone that keeps its rotation.
pub(crate) fn breath() -> Breath {
    let phase = |duration, easing| BreathPhase { duration, easing };
    let turn = |bone: &str, angles| BreathRotation { bone: bone.to_owned(), angles };
    Breath {
        phases: [phase(1.25, Easing::OutSine), phase(2.5, Easing::InOutQuad)],
        rest: 0.25,
        duration_rate: 2.0,
        effect_rate: -0.5,
        right: [1.0, 0.0, -0.0],
        rotations: vec![turn("Spine", [2.0, -2.0]), turn("Chest", [-3.0, 3.0])],
        keeps: vec!["L Clavicle".to_owned()],
    }
}

/// Two chains, one with exclusions, and two colliders.
pub(crate) fn spring_bones() -> SpringBones {
    let chain = |root: &str, exclude: &[&str]| SpringChain {
        root: root.to_owned(),
        exclude: exclude.iter().map(|&name| name.to_owned()).collect(),
        settings: SpringSettings {
            damping: 0.125,
            elasticity: 0.25,
            stiffness: 0.5,
            inertia: 0.75,
            radius: 0.0625,
            end_length: 1.5,
            end_offset: [0.0, 0.5, -0.0],
            gravity: [0.0, -9.75, 0.0],
            force: [1.0, 0.0, 2.0],
        },
    };
    let collider = |bone: &str, height, axis, bound| SpringCollider {
        bone: bone.to_owned(),
        center: [0.0, 0.25, 0.5],
        radius: 0.375,
        height,
        axis,
        bound,
    };
    SpringBones {
        rate: 60.0,
        chains: vec![chain("Hair", &["Ear", "Nose"]), chain("Tail", &[])],
        colliders: vec![collider("Head", 0.0, 1, SpringBound::Outside), collider("Hips", 2.0, 2, SpringBound::Inside)],
    }
}
/// Half a second in which the root moves forward by one unit and rotates by a quarter turn, without corners.
pub(crate) fn motion() -> Motion {
    let rigid = |translation, rotation| RigidTransform { translation, rotation };
    let half = 0.5_f64.sqrt();
    Motion {
        bone: "Root".to_owned(),
        loops: true,
        interpolation: MotionInterpolation::Smooth,
        quantum_bits: 20,
        start: rigid([0.0, 1.0, -0.0], [0.6, 0.0, 0.0, 0.8]),
        times: vec![0, 100_000_000, 352_800_000],
        poses: vec![
            RigidTransform::IDENTITY,
            rigid([0.25, 0.0, 0.5], [0.0, 0.0, 0.6, 0.8]),
            rigid([1.0, 0.0, 0.0], [0.0, 0.0, half, half]),
        ],
        slopes: vec![
            rigid([2.0, 0.0, 1.0], [0.0, 0.0, 1.0, 0.0]),
            rigid([2.0, 0.5, 0.0], [0.0, 0.0, 0.5, -0.25]),
            rigid([2.0, 0.0, -1.0], [0.0; 4]),
        ],
        ..Motion::default()
    }
}

/// The same motion, growing along x and shrinking along z.
pub(crate) fn scaled_motion() -> Motion {
    Motion {
        scales: vec![[0.0; 3], [0.125, 0.0, -0.25], [0.5, 0.0, -0.5]],
        scale_slopes: vec![[1.0, 0.0, -2.0], [1.5, 0.0, -1.0], [1.0, -0.0, 0.0]],
        ..motion()
    }
}

/// A record with a field of each kind, and a second enum.
pub(crate) fn data() -> Data {
    let text = |text: &str| DataValue::Text(text.to_owned());
    let by_name = DataEnum { type_name: "Enum".to_owned(), value: Box::new(text("High")) };
    let by_number = DataEnum { type_name: "Enum".to_owned(), value: Box::new(DataValue::I32(-3)) };
    let entries = vec![(text("High"), DataValue::Null), (DataValue::I32(4), DataValue::F32(0.5))];
    let values = vec![
        DataValue::Null,
        DataValue::Bool(true),
        DataValue::I8(-2),
        DataValue::I16(-300),
        DataValue::I32(-70_000),
        DataValue::I64(i64::MIN),
        DataValue::U8(200),
        DataValue::U16(60_000),
        DataValue::U32(4_000_000_000),
        DataValue::U64(u64::MAX),
        DataValue::F32(-0.0),
        DataValue::F64(0.1),
        DataValue::Char('骨'),
        text(""),
        DataValue::Bytes(vec![7, 8, 9]),
        DataValue::Vector2([1.0, -0.0]),
        DataValue::Vector3([1.0, 2.0, 3.0]),
        DataValue::Vector4([4.0, 5.0, 6.0, 7.0]),
        DataValue::Quaternion([0.0, 0.0, 0.0, 1.0]),
        DataValue::Matrix(std::array::from_fn(|index| index as f32)),
        DataValue::Color([1, 2, 3, 4]),
        DataValue::BoundingSphere([0.0, 0.0, 0.0, 2.5]),
        DataValue::BoundingBox([-1.0, -1.0, -1.0, 1.0, 1.0, 1.0]),
        DataValue::Plane([0.0, 1.0, 0.0, f32::INFINITY]),
        DataValue::Ray([0.0, 0.0, 0.0, 0.0, 0.0, 1.0]),
        DataValue::Point([-1, i32::MAX]),
        DataValue::Rectangle([-1, 2, 3, 4]),
        DataValue::Enum(by_name),
        DataValue::Enum(by_number),
        DataValue::List(DataList {
            items: vec![DataValue::List(DataList::default()), text("é")],
            ..Default::default()
        }),
        DataValue::Map(DataMap { entries, ..Default::default() }),
        DataValue::Record(DataRecord::default()),
        DataValue::Reference("Models/Grund".to_owned()),
    ];
    let fields = values.into_iter().enumerate().map(|(index, value)| DataField { name: format!("f{index}"), value });
    Data { root: DataValue::Record(DataRecord { type_name: "Sample".to_owned(), fields: fields.collect() }) }
}
