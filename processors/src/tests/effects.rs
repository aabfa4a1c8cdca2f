//! Tests of effects that a rule gives to the materials of a scene.

use rigmill_dom::{
    DataValue, NodeKind, Scene, SceneEffect, SceneEffectValue, SceneMaterial, SceneMaterialExtension, SceneMesh,
    SceneNode, SceneTexture, SceneTextureUse, SceneTransform,
};
use rigmill_format::{Content, EffectValue, Model, ModelMaterial, TextureUse};
use rigmill_pipeline::{
    AssetError, AssetIndex, Digest, DynValue, Params, ProcessContext, Processor, ProductInfo, Products, SourcePath,
    ValueType,
};

use crate::{ModelParams, ModelProcessor};

/// A project that contains every image, and a single effect.
struct Project;

impl AssetIndex for Project {
    fn product(&self, name: &str) -> Result<ProductInfo, AssetError> {
        let value_type = ValueType::of::<rigmill_format::CompiledEffect>();
        let found =
            ProductInfo { name: name.to_owned(), type_path: value_type.path().to_owned(), digest: Digest::of(b"") };
        if name == "Effects/Glass" { Ok(found) } else { Err(AssetError::Missing { name: name.to_owned() }) }
    }

    fn value(&self, name: &str) -> Result<DynValue, AssetError> {
        Err(AssetError::Missing { name: name.to_owned() })
    }

    fn nearest(&self, _: &str) -> Vec<String> {
        vec!["Effects/Glass".to_owned()]
    }

    fn sources_named(&self, name: &str) -> Vec<SourcePath> {
        vec![SourcePath::new(&format!("{name}.dds")).unwrap()]
    }

    fn product_of(&self, source: &SourcePath) -> Result<ProductInfo, AssetError> {
        let type_path = ValueType::of::<rigmill_format::Texture>().path().to_owned();
        Ok(ProductInfo { name: format!("{}_0", source.asset_name()), type_path, digest: Digest::of(b"") })
    }
}

fn params(manifest: &str) -> Result<ModelParams, String> {
    let mut params = ModelParams::default();
    for (name, value) in &manifest.parse::<toml::Table>().unwrap() {
        params.set(name, value).unwrap().map_err(|error| error.to_string())?;
    }
    Ok(params)
}

/// Returns the model of a scene at `Art/Robot/robot.fbx`, and the reported diagnostics.
fn model(scene: &Scene, manifest: &str) -> (Model, Vec<String>) {
    let source = SourcePath::new("Art/Robot/robot.fbx").unwrap();
    let mut ctx = ProcessContext::new(&source, &Project);
    let products = ModelProcessor.process(scene, &params(manifest).unwrap(), &mut ctx).unwrap();
    let model: Model = products.into_products().unwrap()[0].value.get::<Model>().unwrap().clone();
    model.encode().unwrap();
    let line =
        |it: &rigmill_pipeline::Diagnostic| format!("{}: {}; {}", it.code, it.message, it.help.as_ref().unwrap());
    (model, ctx.finish().1.iter().map(line).collect())
}

fn material(name: &str, textures: &[(&str, u32)]) -> SceneMaterial {
    SceneMaterial {
        name: name.to_owned(),
        textures: textures.iter().map(|(usage, texture)| used(usage, *texture)).collect(),
        ..SceneMaterial::default()
    }
}

fn used(usage: &str, texture: u32) -> SceneTextureUse {
    SceneTextureUse { usage: usage.to_owned(), texture, ..SceneTextureUse::default() }
}

/// Returns a node that places a mesh.
fn node(name: &str, mesh: u32, properties: &[(&str, DataValue)]) -> SceneNode {
    SceneNode {
        element: Default::default(),
        name: name.to_owned(),
        parent: None,
        kind: NodeKind::Mesh,
        local: SceneTransform::IDENTITY,
        matrix: None,
        mesh: Some(mesh),
        properties: properties.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect(),
    }
}

fn triangle(materials: &[u32]) -> SceneMesh {
    SceneMesh {
        positions: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
        face_sizes: vec![3],
        corner_vertices: vec![0, 1, 2],
        materials: materials.to_vec(),
        ..SceneMesh::default()
    }
}

fn texture(relative: &str) -> SceneTexture {
    SceneTexture { relative: relative.to_owned(), ..SceneTexture::default() }
}

fn text(text: &str) -> DataValue {
    DataValue::Text(text.to_owned())
}

/// Returns the names and values of an effect's parameters, in order.
fn parameters(material: &ModelMaterial) -> Vec<(&str, &EffectValue)> {
    let effect = material.effect.as_ref().unwrap();
    effect.parameters.iter().map(|it| (it.name.as_str(), &it.value)).collect()
}

fn image(asset: &str) -> EffectValue {
    EffectValue::Texture(asset.to_owned())
}

#[test]
fn parameters_come_from_textures_and_properties_in_the_rule_s_order() {
    let properties = [
        ("Bumps", text("Bumps.dds")),
        ("Detail", text("rough")),
        ("Layers", DataValue::I64(3)),
        ("Shine", DataValue::F64(0.5)),
        ("Tint", DataValue::Vector3([1.0, 0.5, 0.0])),
        ("Glow", DataValue::Bool(true)),
        ("Other", text("Other.dds")),
    ];
    let scene = Scene {
        nodes: vec![node("Body", 0, &properties)],
        meshes: vec![triangle(&[0])],
        materials: vec![material("Skin", &[("diffuse", 0), ("opacity", 1)])],
        textures: vec![texture("Skin.dds"), texture("Holes.dds")],
        ..Scene::default()
    };
    let (model, reported) = model(
        &scene,
        r#"effect = "Effects/Glass"
        effect_parameters = ["NormalMap = Bumps", "Texture=diffuse", "Shine", "Layers", "Missing", "Specular = specular",
            "Tint", "Glow", "Detail"]"#,
    );
    assert_eq!(reported, Vec::<String>::new());
    let material = &model.materials[0];
    assert_eq!(material.effect.as_ref().unwrap().asset, "Effects/Glass");
    assert_eq!(
        parameters(material),
        [
            ("NormalMap", &image("Art/Robot/Bumps_0")),
            ("Texture", &image("Art/Robot/Skin_0")),
            ("Shine", &EffectValue::Float(0.5)),
            ("Layers", &EffectValue::Int(3)),
            ("Tint", &EffectValue::Vector3([1.0, 0.5, 0.0])),
            ("Glow", &EffectValue::Bool(true)),
            ("Detail", &EffectValue::Text("rough".to_owned())),
        ]
    );
    // The normal map is recognized by the name of its parameter. The other textures keep their uses.
    let uses: Vec<_> = material.textures.iter().map(|it| (it.usage, it.asset.as_str())).collect();
    let expected = [
        (TextureUse::Diffuse, "Art/Robot/Skin_0"),
        (TextureUse::Normal, "Art/Robot/Bumps_0"),
        (TextureUse::Opacity, "Art/Robot/Holes_0"),
    ];
    assert_eq!(uses, expected);
}

#[test]
fn each_combination_of_values_gets_a_material_and_a_mesh_of_its_own() {
    let map = |name: &str| [("NormalMap", text(name))];
    let scene = Scene {
        nodes: vec![
            node("A", 0, &map("a.dds")),
            node("B", 1, &map("b.dds")),
            node("C", 0, &map("b.dds")),
            node("D", 0, &map("a.dds")),
            node("E", 1, &[("Other", text("c.dds"))]),
        ],
        meshes: vec![triangle(&[0]), triangle(&[0])],
        materials: vec![material("Skin", &[]), material("Unused", &[])],
        ..Scene::default()
    };
    let (model, reported) = model(
        &scene,
        r#"effect = "Effects/Glass"
        effect_parameters = ["NormalMap"]"#,
    );
    assert_eq!(reported, Vec::<String>::new());
    let of_node = |name: &str| {
        let mesh = model.meshes.iter().find(|mesh| mesh.name == name).unwrap();
        let material = &model.materials[mesh.parts[0].material.unwrap() as usize];
        assert_eq!(material.name, "Skin");
        parameters(material).iter().map(|(_, value)| (*value).clone()).collect::<Vec<_>>()
    };
    let found = ["A", "B", "C", "D", "E"].map(of_node);
    let [a, b] = ["a", "b"].map(|name| vec![image(&format!("Art/Robot/{name}_0"))]);
    assert_eq!(found, [a.clone(), b.clone(), b, a, vec![]]);
    // The shared material becomes three materials, because there are three lists of values. The unused material is kept.
    assert_eq!(
        model.materials.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(),
        ["Skin", "Skin", "Skin", "Unused"]
    );
    let names: Vec<&str> = model.meshes.iter().map(|mesh| mesh.name.as_str()).collect();
    assert_eq!(names, ["A", "D", "C", "E", "B"]);
}

#[test]
fn without_an_effect_images_become_textures_of_the_material() {
    let scene = Scene {
        nodes: vec![node("Body", 0, &[("SpecularMap", text("Shine.TGA")), ("Amount", DataValue::F64(2.0))])],
        meshes: vec![triangle(&[0])],
        materials: vec![material("Skin", &[])],
        ..Scene::default()
    };
    let (model, reported) = model(&scene, r#"effect_parameters = ["SpecularMap", "Amount"]"#);
    assert_eq!(reported, Vec::<String>::new());
    assert_eq!(model.materials[0].effect, None);
    let uses: Vec<_> = model.materials[0].textures.iter().map(|it| (it.usage, it.asset.as_str())).collect();
    assert_eq!(uses, [(TextureUse::Specular, "Art/Robot/Shine_0")]);
}

#[test]
fn the_rule_s_effect_replaces_that_of_the_source() {
    let effect = SceneEffect {
        asset: "Old".to_owned(),
        parameters: vec![("Amount".to_owned(), SceneEffectValue::Value(DataValue::F32(1.0)))],
    };
    let scene = Scene {
        nodes: vec![node("Body", 0, &[])],
        meshes: vec![triangle(&[0])],
        materials: vec![SceneMaterial { effect: Some(effect), ..material("Skin", &[]) }],
        ..Scene::default()
    };
    let effects =
        ["", r#"effect = "Effects/Glass""#].map(|manifest| model(&scene, manifest).0.materials[0].effect.clone());
    let found: Vec<_> = effects.iter().flatten().map(|it| (it.asset.as_str(), it.parameters.len())).collect();
    assert_eq!(found, [("Art/Robot/Old", 1), ("Effects/Glass", 0)]);
}

#[test]
fn an_effect_that_the_project_lacks_is_reported_and_kept() {
    let scene = Scene { materials: vec![material("Skin", &[])], ..Scene::default() };
    let (model, reported) = model(&scene, r#"effect = "Effects/Gloss""#);
    assert_eq!(model.materials[0].effect.as_ref().unwrap().asset, "Effects/Gloss");
    assert_eq!(reported.len(), 1);
    assert!(reported[0].starts_with("R0316: parameter `effect`"), "{reported:?}");
    assert!(reported[0].ends_with("did you mean `Effects/Glass`?"), "{reported:?}");
}

#[test]
fn values_that_an_effect_cannot_have_are_reported() {
    let properties = [("Long", DataValue::I64(1 << 40)), ("Huge", DataValue::F64(1e300))];
    let scene = Scene {
        nodes: vec![node("Body", 0, &properties)],
        meshes: vec![triangle(&[0])],
        materials: vec![material("Skin", &[])],
        ..Scene::default()
    };
    let (model, reported) = model(
        &scene,
        r#"effect = "Effects/Glass"
        effect_parameters = ["Long", "Huge"]"#,
    );
    assert_eq!(parameters(&model.materials[0]), []);
    assert!(reported.len() == 2 && reported.iter().all(|line| line.starts_with("R0213: ")), "{reported:?}");
}

#[test]
fn lost_parameters_of_an_extension_are_counted() {
    let parameters = ["a", "b", "c"].map(|name| (name.to_owned(), DataValue::F64(1e300)));
    let extension =
        SceneMaterialExtension { name: "EXT_sheen".to_owned(), parameters: parameters.into(), textures: Vec::new() };
    let materials = vec![SceneMaterial { extensions: vec![extension], ..material("Skin", &[]) }];
    let (_, reported) = model(&Scene { materials, ..Scene::default() }, "");
    let expected = "R0213: material extension \"EXT_sheen\": the parameter \"a\" is left out, because a model cannot store its value (2 more parameters have this problem); ";
    assert!(reported.len() == 1 && reported[0].starts_with(expected), "{reported:?}");
}

#[test]
fn malformed_lists_of_parameters_are_refused() {
    let refused = |list: &str| params(&format!("effect_parameters = {list}")).unwrap_err();
    assert!(refused(r#"["= diffuse"]"#).contains("where USE is one of: diffuse, normal"));
    assert!(refused(r#"["Map ="]"#).contains("is not `NAME`"));
    assert!(refused(r#"[""]"#).contains("is not `NAME`"));
    assert!(refused(r#"["Map", "Map = diffuse"]"#).contains("\"Map\" is listed twice"));
    // Different spellings of the same list are equal parameters.
    let [a, b] = [r#"["A = A", "B=diffuse"]"#, r#"["A", " B  = diffuse "]"#]
        .map(|list| params(&format!("effect_parameters = {list}")).unwrap().canonical());
    assert_eq!(a, b);
}

#[test]
fn a_scene_of_too_many_combinations_is_refused() {
    let nodes = (0..300).map(|at| node(&format!("N{at}"), 0, &[("Id", DataValue::I64(at))])).collect();
    let materials: Vec<SceneMaterial> = (0..300).map(|at| material(&format!("M{at}"), &[])).collect();
    let scene = Scene { nodes, meshes: vec![triangle(&(0..300).collect::<Vec<_>>())], materials, ..Scene::default() };
    let source = SourcePath::new("robot.fbx").unwrap();
    let mut ctx = ProcessContext::new(&source, &Project);
    let params = params(r#"effect_parameters = ["Id"]"#).unwrap();
    assert!(ModelProcessor.process(&scene, &params, &mut ctx).is_err());
    assert_eq!(ctx.finish().1[0].code, "R0317");
}
