//! Written files are read as they were.

use std::sync::Arc;

use super::samples::{files, primitive};
use super::{STRICT, file};
use crate::{
    BasicEffect, BoneId, DecodeOptions, EffectColors, ErrorKind, Model, ModelBone, Primitive, PrimitiveType, Type,
    Value, XnbFile, decode, encode,
};

#[test]
fn values_of_every_kind_come_back_as_they_were() {
    for sample in files() {
        let bytes = encode(&sample).unwrap();
        let decoded = decode(&bytes, STRICT).unwrap();
        let XnbFile { platform, profile, primary, resources, .. } = &decoded.file;
        assert_eq!((primary, resources), (&sample.primary, &sample.resources));
        assert_eq!((platform, profile), (&sample.platform, &sample.profile));
        assert_eq!((decoded.header.size as usize, decoded.deviations.len()), (bytes.len(), 0));
        assert!(encode(&decoded.file).unwrap() == bytes, "{}", sample.primary);
        // Also without the table, because the table follows from the values.
        assert!(encode(&XnbFile { readers: Vec::new(), ..decoded.file }).unwrap() == bytes, "{}", sample.primary);
    }
}

#[test]
fn floats_keep_their_bits() {
    for ty in [PrimitiveType::Single, PrimitiveType::Double, PrimitiveType::Matrix] {
        let mut bytes = encode(&file(Value::Primitive(primitive(ty, 0)))).unwrap();
        let end = bytes.len();
        bytes[end - 4..].fill(0xff);
        assert_eq!(encode(&decode(&bytes, STRICT).unwrap().file).unwrap(), bytes);
    }
}

#[test]
fn the_children_of_a_bone_are_those_whose_parent_it_is() {
    let bone = |parent| ModelBone { name: None, transform: [0.0; 16], parent };
    let bones = vec![bone(None), bone(Some(BoneId(0)))];
    let model = Model { bones, meshes: vec![], root: Some(BoneId(0)), tag: Value::Null };
    let mut bytes = encode(&file(Value::Model(model.into()))).unwrap();
    let child = bytes.len() - 12;
    assert_eq!(bytes[child], 2);
    bytes[child] = 1;
    assert_eq!(decode(&bytes, STRICT).unwrap_err().kind, ErrorKind::Value);
    let lenient = decode(&bytes, DecodeOptions { lenient: true, ..STRICT }).unwrap();
    assert_eq!(lenient.deviations.len(), 1);
}

#[test]
fn keys_that_differ_in_their_bytes_alone_are_the_same_key() {
    let [boolean, int32] = [PrimitiveType::Boolean, PrimitiveType::Int32].map(|it| Arc::new(Type::Primitive(it)));
    let entry = |key| (Value::Primitive(Primitive::Boolean(key)), Value::Primitive(Primitive::Int32(1)));
    let ty = Arc::new(Type::Dictionary(boolean, int32));
    let mut bytes = encode(&file(Value::Dictionary { ty, entries: vec![entry(false), entry(true)] })).unwrap();
    let first = bytes.len() - 10;
    bytes[first] = 2;
    let error = decode(&bytes, DecodeOptions { lenient: true, ..STRICT }).unwrap_err();
    assert!(error.to_string().contains("a key of a dictionary occurs twice"), "{error:?}");
}

#[test]
fn tables_in_another_order_with_other_names_stay_as_they_are() {
    let names = ["Texture", "String, MonoGame.Framework", "Array`1[[System.Byte, System.Private.CoreLib]]"];
    let name = |name: &str| match name.split_once([',', '`']) {
        Some((plain, _)) => name.replacen(plain, &format!("Microsoft.Xna.Framework.Content.{plain}Reader"), 1),
        None => format!("Microsoft.Xna.Framework.Content.{name}Reader"),
    };
    for primary in [Value::String("a".to_owned()), Value::Bytes(vec![1])] {
        let readers = names.map(name).to_vec();
        let bytes = encode(&XnbFile { readers: readers.clone(), ..file(primary.clone()) }).unwrap();
        let decoded = decode(&bytes, STRICT).unwrap().file;
        assert_eq!((&decoded.readers, &decoded.primary), (&readers, &primary));
        assert_eq!(encode(&decoded).unwrap(), bytes);
    }
}

#[test]
fn what_no_reader_would_read_is_not_written() {
    let int32: Arc<Type> = Type::Primitive(PrimitiveType::Int32).into();
    let list = |items| Value::List { ty: Arc::new(Type::List(int32.clone())), items };
    let number = Value::Primitive(Primitive::Int32(1));
    let ty = Arc::new(Type::Dictionary(int32.clone(), int32.clone()));
    let bone = ModelBone { name: None, transform: [0.0; 16], parent: Some(BoneId(7)) };
    let infinite = ModelBone { transform: [f32::INFINITY; 16], parent: None, ..bone.clone() };
    let model = |bone| Value::Model(Model { bones: vec![bone], meshes: vec![], root: None, tag: Value::Null }.into());
    let [diffuse, emissive, specular] = [[0.0; 3]; 3];
    let colors = EffectColors { diffuse, emissive, specular, specular_power: 1.0, alpha: f32::NAN };
    let effect = BasicEffect { texture: String::new(), colors, vertex_color_enabled: false };
    let cases = [
        (list(vec![Value::Null]), ErrorKind::TypeMismatch),
        (list(vec![Value::Primitive(Primitive::UInt32(1))]), ErrorKind::TypeMismatch),
        (Value::Dictionary { ty, entries: vec![(number.clone(), number.clone()); 2] }, ErrorKind::Value),
        (Value::Primitive(Primitive::Char('😀')), ErrorKind::Value),
        (model(bone), ErrorKind::Value),
        (model(infinite), ErrorKind::Value),
        (Value::BasicEffect(effect.into()), ErrorKind::Value),
    ];
    for (value, kind) in cases {
        assert_eq!(encode(&file(value)).unwrap_err().kind, kind);
    }
}
