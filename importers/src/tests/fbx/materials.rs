//! Tests of materials in FBX files.

use rigmill_dom::{AlphaMode, DataValue, SceneMaterial, Shading, TextureWrap};

use super::writer::{Record, Value, geometry, model, number, object, record, scene, text, vector};
use crate::tests::support::import_with;
use crate::{Fbx, FbxParams};

/// Returns a property with a number.
fn double(name: &str, value: f64) -> Record {
    let values = vec![text(name), text("Number"), text(""), text("A"), Value::Double(value)];
    record("P", values, vec![])
}

fn properties(all: Vec<Record>) -> Record {
    record("Properties70", vec![], all)
}

/// Returns a triangle's material with these properties. A texture with the other properties is connected to `map`.
fn made(shading: &str, material: Vec<Record>, map: &str, texture: Vec<Record>) -> (SceneMaterial, Vec<String>) {
    let (scene, said) = import_with::<Fbx>(&file(shading, material, map, texture), &FbxParams::default());
    let messages = said.iter().map(|it| it.message.clone()).collect();
    (scene.unwrap().materials.remove(0), messages)
}

fn file(shading: &str, material: Vec<Record>, map: &str, texture: Vec<Record>) -> Vec<u8> {
    let corners = Value::Doubles(vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    let names = [text("skin.png")];
    let texture = vec![
        record("FileName", names.to_vec(), vec![]),
        record("RelativeFilename", names.to_vec(), vec![]),
        properties(texture),
    ];
    let shading = record("ShadingModel", vec![text(shading)], vec![]);
    let objects = vec![
        model(1, "N", "Mesh", vec![]),
        geometry(2, corners, vec![0, 1, -3]),
        object("Material", 3, "Skin", "", vec![shading, properties(material)]),
        object("Texture", 4, "Image", "", texture),
    ];
    scene(objects, &[(1, 0, None), (2, 1, None), (3, 1, None), (4, 3, Some(map))])
}

#[test]
fn a_phong_material_keeps_its_numbers() {
    let properties = vec![
        vector("DiffuseColor", [0.5, 0.25, 1.0]),
        double("DiffuseFactor", 0.5),
        vector("SpecularColor", [1.0, 0.5, 0.25]),
        double("ShininessExponent", 12.0),
    ];
    let (found, said) = made("phong", properties, "DiffuseColor", vec![]);
    assert_eq!((found.shading, found.diffuse), (Shading::Phong, [0.25, 0.125, 0.5]));
    assert_eq!((found.specular, found.shininess), ([1.0, 0.5, 0.25], 12.0));
    assert_eq!((found.alpha_mode, found.double_sided, said.len()), (AlphaMode::Opaque, false, 0));
    assert_eq!(found.textures[0].placement, rigmill_dom::TexturePlacement::default());
}

/// The transform moves the texture, so coordinates move the opposite way: a quarter turn and half the size, with v up.
#[test]
fn a_texture_has_its_place() {
    let texture = || {
        vec![
            vector("Translation", [0.5, 0.25, 0.0]),
            vector("Rotation", [0.0, 0.0, 90.0]),
            vector("Scaling", [0.5, 0.5, 1.0]),
            number("WrapModeU", 1),
        ]
    };
    let check = |found: &SceneMaterial| {
        let place = &found.textures[0].placement;
        assert_eq!(place.wrap, [TextureWrap::Clamp, TextureWrap::Repeat]);
        // By hand: the inverse maps u, v to 2 (v - 0.25), -2 (u - 0.5). With v down, u' = 1.5 - 2 v and v' = 2 u, which is
        // rotated back by a quarter turn.
        let expected = [-std::f32::consts::FRAC_PI_2, 2.0, 2.0, 1.5, 0.0];
        let [[x, y], [u, v]] = [place.scale, place.offset];
        let found = [place.rotation, x, y, u, v];
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6), "{found:?}");
    };
    check(&made("phong", vec![], "DiffuseColor", texture()).0);
    #[cfg(feature = "fbx-dom")]
    {
        let bytes = file("phong", vec![], "DiffuseColor", texture());
        let (scene, _) = import_with::<crate::FbxDom>(&bytes, &FbxParams::default());
        check(&scene.unwrap().materials[0]);
    }
}

/// 3ds Max's physical material, with the identifier by which ufbx recognizes it.
#[test]
fn a_physical_material_has_metalness_roughness_and_a_coat() {
    let properties = vec![
        number("3dsMax|ClassIDa", 0x3d6b_1cec),
        number("3dsMax|ClassIDb", 0xdead_c001_u32.cast_signed()),
        vector("3dsMax|Parameters|base_color", [0.5, 0.25, 1.0]),
        double("3dsMax|Parameters|base_weight", 0.5),
        double("3dsMax|Parameters|roughness", 0.25),
        double("3dsMax|Parameters|metalness", 0.75),
        double("3dsMax|Parameters|coating", 0.5),
        double("3dsMax|Parameters|coat_roughness", 0.125),
        double("3dsMax|Parameters|scattering", 0.5),
        double("3dsMax|Parameters|trans_ior", 1.25),
    ];
    let (found, said) = made("unknown", properties, "3dsMax|Parameters|roughness_map", vec![]);
    assert_eq!((found.shading, found.diffuse), (Shading::MetallicRoughness, [0.25, 0.125, 0.5]));
    // A texture replaces the number.
    assert_eq!((found.metallic, found.roughness), (0.75, 1.0));
    assert_eq!(found.textures.iter().map(|it| it.usage.as_str()).collect::<Vec<_>>(), ["roughness"]);
    let number = |name: &str, value| (name.to_owned(), DataValue::F32(value));
    let coat = found.extensions.iter().find(|it| it.name == "KHR_materials_clearcoat").unwrap();
    assert_eq!(coat.parameters, [number("clearcoatFactor", 0.5), number("clearcoatRoughnessFactor", 0.125)]);
    let ior = found.extensions.iter().find(|it| it.name == "KHR_materials_ior").unwrap();
    assert_eq!(ior.parameters, [number("ior", 1.25)]);
    assert_eq!(said, ["1 material setting is left out: \"subsurface scattering\""]);
}
