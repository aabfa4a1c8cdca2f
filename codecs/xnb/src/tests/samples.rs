//! A file for each kind of value.

use std::sync::Arc;

use super::file;
use crate::bytes::ByteReader;
use crate::content::ContentReader;
use crate::type_readers::GameReaders;
use crate::{
    Animation, BasicEffect, BoneId, Curve, CurveContinuity, CurveKey, CurveLoopType, Effect, EffectColors,
    EffectMaterial, ExternalReference, FixedLists, IndexBuffer, KeyFrameSequence, Model, ModelBone, ModelMesh,
    ModelMeshPart, Platform, Primitive, PrimitiveType, Profile, ResourceId, SkinnedEffect, Song, SoundEffect,
    SpriteFont, SurfaceFormat, Texture2D, TextureCube, Type, TypeName, UsedLists, Value, VertexBuffer, VertexElement,
    VertexElementFormat, VertexElementUsage, XnbFile,
};

fn text(text: &str) -> Value {
    Value::String(text.to_owned())
}

/// Returns a value of a primitive type whose first byte is `byte`, and whose other bytes are 0.
pub(super) fn primitive(ty: PrimitiveType, byte: u8) -> Primitive {
    let bytes = [&[0, 0, byte], [0; 63].as_slice()].concat();
    let mut input =
        ContentReader::begin(ByteReader::new(&bytes, 0, false), GameReaders::default(), |_, _| None).unwrap();
    Primitive::read(ty, &mut input).unwrap()
}

fn kind(number: PrimitiveType) -> Type {
    Type::Enum(TypeName::parse_short("Game.Kind, Game").unwrap(), number)
}

fn reference(asset: &str) -> Value {
    Value::ExternalReference(ExternalReference(asset.to_owned()))
}

fn nullable(ty: Type) -> Type {
    Type::Nullable(ty.into())
}

fn list_of(item: Type, items: Vec<Value>) -> Value {
    list(Type::List(item.into()), items)
}

fn array_of(item: Type, items: Vec<Value>) -> Value {
    list(Type::Array(item.into()), items)
}

fn list(ty: Type, items: Vec<Value>) -> Value {
    Value::List { ty: Arc::new(ty), items }
}

fn dictionary(value: Type, entries: Vec<(&str, Value)>) -> Value {
    let ty = Arc::new(Type::Dictionary(Type::String.into(), value.into()));
    Value::Dictionary { ty, entries: entries.into_iter().map(|(name, value)| (text(name), value)).collect() }
}

/// Returns plain values: each primitive, and collections of primitives.
fn plain_values() -> Vec<Value> {
    let mut all = vec![text("Grund"), text(""), reference("..\\Textures\\A")];
    for ty in PrimitiveType::all() {
        let values = || [0, 1].map(|byte| Value::Primitive(primitive(ty, byte)));
        all.push(values()[1].clone());
        all.push(list_of(Type::Primitive(ty), values().to_vec()));
        all.push(list_of(nullable(Type::Primitive(ty)), vec![values()[1].clone(), Value::Null]));
        let [key, value] = values();
        let ty = Arc::new(Type::Dictionary(Type::Primitive(ty).into(), Type::Primitive(ty).into()));
        all.push(Value::Dictionary { ty, entries: vec![(key.clone(), value.clone()), (value, key)] });
    }
    for number in PrimitiveType::all().filter(|ty| ty.is_whole_number()) {
        let value = Value::Enum { ty: Arc::new(kind(number)), number: primitive(number, 1) };
        all.push(array_of(kind(number), vec![value.clone()]));
        all.push(list_of(nullable(kind(number)), vec![Value::Null, value.clone()]));
        all.push(value);
    }
    let item = Type::Class(TypeName::parse_short("Game.Item, Game").unwrap());
    all.extend([
        Value::Bytes(vec![1, 2]),
        array_of(Type::String, vec![text("a"), Value::Null, text("b")]),
        list_of(Type::bytes(), vec![Value::Bytes(vec![]), Value::Null]),
        array_of(item, vec![reference("A"), Value::Null]),
        list_of(Type::List(Type::String.into()), vec![list_of(Type::String, vec![text("a")])]),
        dictionary(Type::object(), vec![("a", Value::Primitive(Primitive::Boolean(true))), ("b", Value::Null)]),
        dictionary(Type::Curve, vec![("a", Value::Curve(curve()))]),
        array_of(Type::Curve, vec![]),
    ]);
    all
}

fn curve() -> Curve {
    let key =
        CurveKey { position: 0.5, value: 2.0, tangent_in: -1.0, tangent_out: 1.0, continuity: CurveContinuity::Step };
    Curve { pre_loop: CurveLoopType::Oscillate, post_loop: CurveLoopType::Linear, keys: vec![key] }
}

fn animation() -> Animation {
    let sequence = KeyFrameSequence {
        bone_name: "Bip01 Spine".to_owned(),
        key_count: 2,
        duration: 1.0,
        key_interval: 0.5,
        has: UsedLists { translation: true, rotation: true, scale: false, time: true },
        fixed: FixedLists { translation: true, rotation: false, scale: true },
        translation: vec![[1.0, 2.0, 3.0]],
        rotation: vec![[0.0, 0.0, 0.0, 1.0]; 2],
        scale: vec![],
        time: vec![0.0, 0.5],
    };
    let reader = Animation::ROBOT_GAME_READER.to_owned();
    Animation { reader, duration: 1.5, sequences: vec![sequence] }
}

fn textures() -> Vec<Value> {
    let cube = |format, lengths: [usize; 2]| {
        let face = |number| lengths.map(|length| vec![number; length]).to_vec();
        Value::TextureCube(TextureCube { format, size: 4, faces: [0, 1, 2, 3, 4, 5].map(face) }.into())
    };
    let texture = |format, mipmaps| Value::Texture2D(Texture2D { format, width: 8, height: 4, mipmaps });
    vec![
        texture(SurfaceFormat::Color, vec![vec![7; 128], vec![7; 32], vec![7; 8], vec![7; 4]]),
        texture(SurfaceFormat::Dxt1, vec![vec![7; 16]]),
        texture(SurfaceFormat::Dxt5, vec![vec![7; 32], vec![7; 16]]),
        texture(SurfaceFormat::HalfVector4, vec![vec![7; 256]]),
        texture(SurfaceFormat::NormalizedByte2, vec![vec![7; 64]]),
        texture(SurfaceFormat::NormalizedByte4, vec![vec![7; 128], vec![7; 32]]),
        cube(SurfaceFormat::Color, [64, 16]),
        cube(SurfaceFormat::Dxt1, [8, 8]),
        Value::Effect(Effect { bytes: vec![1, 9, 0xff, 0xfe] }),
    ]
}

/// Returns a sound with an 18-byte format, and a song.
fn sounds() -> [Value; 2] {
    let effect = SoundEffect { format: vec![1; 18], data: vec![2; 8], loop_start: 0, loop_length: 4, duration: 90 };
    let song = Song { file: "Theme.wma".to_owned(), duration: 61_000 };
    [Value::SoundEffect(effect.into()), Value::Song(song.into())]
}

/// Returns fonts of two characters, with and without a default character.
fn fonts() -> Vec<Value> {
    let texture = Texture2D { format: SurfaceFormat::Dxt3, width: 8, height: 4, mipmaps: vec![vec![7; 32]] };
    let font = |default_character| SpriteFont {
        texture: texture.clone(),
        glyphs: vec![[1, 1, 2, 3], [4, 1, 3, 3]],
        cropping: vec![[0, 1, 2, 5], [-1, 1, 3, 5]],
        characters: vec!['A', '…'],
        line_spacing: 6,
        spacing: -0.5,
        kerning: vec![[1.0, 2.0, 0.0], [-1.0, 3.0, 0.25]],
        default_character,
    };
    [None, Some('…')].map(|default| Value::SpriteFont(Box::new(font(default)))).into()
}

/// Returns a model with this number of bones in a chain, with buffers, effects and tags, and with parts that have none.
fn model(bones: u32) -> XnbFile {
    let id = |index| ResourceId::of_index(index);
    let part = |effect| ModelMeshPart {
        first_vertex: 0,
        vertex_count: 3,
        first_index: 0,
        triangle_count: 1,
        tag: text("part"),
        vertex_buffer: id(0),
        index_buffer: id(1),
        effect,
    };
    let bone = |number: u32| ModelBone {
        name: (number > 0).then(|| format!("Bone {number}")),
        transform: [0.5; 16],
        parent: number.checked_sub(1).map(BoneId),
    };
    let mesh = ModelMesh {
        name: Some("Mesh".to_owned()),
        bone: Some(BoneId(bones - 1)),
        sphere: [0.0, 0.0, 0.0, 4.0],
        tag: dictionary(Type::object(), vec![("SkinBones", array_of(Type::Primitive(PrimitiveType::Int32), vec![]))]),
        parts: (2..6).map(|index| part(id(index))).chain([part(None)]).collect(),
    };
    let nameless = ModelMesh { name: None, bone: None, sphere: [0.0; 4], tag: Value::Null, parts: vec![] };
    let model = Model {
        bones: (0..bones).map(bone).collect(),
        meshes: vec![mesh, nameless.clone(), nameless.clone(), nameless],
        root: Some(BoneId(0)),
        tag: Value::Null,
    };
    XnbFile { resources: resources(), ..file(Value::Model(Box::new(model))) }
}

fn resources() -> Vec<Value> {
    let element = |offset, format, usage| VertexElement { offset, format, usage, usage_index: 0 };
    let elements = vec![
        element(0, VertexElementFormat::Vector3, VertexElementUsage::Position as i32),
        element(12, VertexElementFormat::Color, 99),
    ];
    let colors = EffectColors {
        diffuse: [1.0, 0.5, 0.0],
        emissive: [0.0; 3],
        specular: [0.25; 3],
        specular_power: 16.0,
        alpha: 0.5,
    };
    let texture = "Grund_d".to_owned();
    let parameters = vec![("Texture", reference("Grund_d")), ("Power", Value::Primitive(Primitive::Single(2.0)))];
    let parameters = dictionary(Type::object(), parameters);
    vec![
        Value::VertexBuffer(Box::new(VertexBuffer { stride: 16, elements, bytes: vec![1; 48] })),
        Value::IndexBuffer(vec![0, 1, 2].into()),
        Value::BasicEffect(Box::new(BasicEffect {
            texture: texture.clone(),
            colors: colors.clone(),
            vertex_color_enabled: true,
        })),
        Value::SkinnedEffect(Box::new(SkinnedEffect { texture, weights_per_vertex: 4, colors })),
        Value::EffectMaterial(Box::new(EffectMaterial { effect: "Toon".to_owned(), parameters })),
        Value::IndexBuffer(IndexBuffer { is_16_bit: false, indices: vec![0, 1, 2] }),
    ]
}

/// Returns a file for each kind of value.
pub(super) fn files() -> Vec<XnbFile> {
    let mut all: Vec<XnbFile> = plain_values().into_iter().map(file).collect();
    all.extend(textures().into_iter().chain(fonts()).map(file));
    all.extend(sounds().map(file));
    all.extend([file(Value::Curve(curve())), file(Value::Animation(Box::new(animation())))]);
    all.extend([1, 254, 255, 300].map(model));
    let platform = Platform::try_from('x').unwrap();
    all.push(XnbFile { platform, profile: Profile::Reach, ..file(text("a")) });
    all
}
