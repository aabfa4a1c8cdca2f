//! A model with all its parts.

use super::*;

/// [`model`] with only the features of version 2.
pub(crate) fn model_2() -> Model {
    let mut model = model();
    model.meshes[1].targets.clear();
    (model.cameras, model.lights) = (Vec::new(), Vec::new());
    (model.level_groups, model.properties) = (Vec::new(), Vec::new());
    let mesh = &mut model.meshes[1];
    mesh.targets.clear();
    mesh.vertices.more_colors.clear();
    mesh.vertices.attributes.clear();
    mesh.skin =
        mesh.skin.take().map(|skin| MeshSkin { method: SkinningMethod::Linear, blend_weights: Vec::new(), ..skin });
    let material = &mut model.materials[0];
    let mut textures = std::mem::take(&mut material.textures);
    textures.iter_mut().for_each(|texture| texture.placement = TexturePlacement::default());
    *material = ModelMaterial {
        name: material.name.clone(),
        diffuse: material.diffuse,
        specular: material.specular,
        shininess: material.shininess,
        emissive: material.emissive,
        opacity: material.opacity,
        // The material is translucent.
        alpha_mode: AlphaMode::Blend,
        textures,
        effect: material.effect.take(),
        ..ModelMaterial::default()
    };
    model
}

/// [`model`] with only the features of version 1.
pub(crate) fn model_1() -> Model {
    let mut model = model_2();
    model.meshes[1].vertices.bitangents.clear();
    model.materials[0].effect = None;
    model.materials[0].textures[1].missing = false;
    model.tag = None;
    model
}

/// Two bones, a rigid mesh with only positions, and a skinned mesh with all attributes.
pub(crate) fn model() -> Model {
    let bone = |name: &str, parent, y| ModelBone { name: name.to_owned(), parent, local: translation([0.0, y, 0.0]) };
    Model {
        bones: vec![bone("Root", None, 0.5), bone(" Arm", Some(0), 1.0)],
        meshes: vec![rigid_mesh(), skinned_mesh()],
        materials: vec![material()],
        sphere: BoundingSphere { center: [0.0, 1.0, 0.0], radius: 2.0 },
        bounding_box: BoundingBox { min: [0.0, 0.0, -1.0], max: [1.0, 1.5, 1.0] },
        tag: Some(data()),
        cameras: cameras(),
        lights: vec![light()],
        level_groups: vec![level_group()],
        properties: properties(),
    }
}

/// [`model`] with all vertices as codes. The last corner of the second mesh is within its box.
pub(crate) fn model_codes() -> Model {
    let mut model = model();
    model.meshes[1].vertices.positions[2] = [0.4, 0.6, 0.0];
    model.meshes[0].vertices.position_format = PositionFormat::U16;
    let vertices = &mut model.meshes[1].vertices;
    (vertices.position_format, vertices.normal_format) = (PositionFormat::U16, NormalFormat::Octahedral);
    for mesh in &mut model.meshes {
        mesh.vertices.round(&mesh.bounding_box);
    }
    model
}

/// One camera of each projection. One of them is attached to a bone.
fn cameras() -> Vec<ModelCamera> {
    let perspective = Projection::Perspective { y_fov: 0.75, aspect: Some(1.5), near: 0.125, far: f32::INFINITY };
    let orthographic = Projection::Orthographic { x_mag: 4.0, y_mag: -2.0, near: 0.0, far: 100.0 };
    let carrier = Carrier { bone: Some(1), local: translation([0.0, 0.25, 2.0]) };
    vec![
        ModelCamera { name: "View".to_owned(), carrier, projection: perspective },
        ModelCamera { name: String::new(), carrier: Carrier::default(), projection: orthographic },
    ]
}

fn light() -> ModelLight {
    ModelLight {
        name: "Lamp".to_owned(),
        carrier: Carrier { bone: Some(0), local: translation([0.0, 3.0, 0.0]) },
        kind: LightKind::Spot,
        color: [1.0, 0.5, 0.25],
        intensity: 40.0,
        unit: LightUnit::Candela,
        range: 12.0,
        cone: [0.25, 0.5],
    }
}

/// The rigid mesh nearby, and the skinned mesh from a distance of 8 on.
fn level_group() -> LevelGroup {
    let level = |threshold, mesh| DetailLevel { threshold, meshes: vec![mesh] };
    LevelGroup {
        name: "Detail".to_owned(),
        measure: LevelMeasure::Distance,
        levels: vec![level(0.0, 0), level(8.0, 1)],
    }
}

/// Properties of a bone and of a material.
fn properties() -> Vec<ModelProperties> {
    let field = |name: &str, value| DataField { name: name.to_owned(), value };
    let socket = vec![field("health", DataValue::I64(1 << 40)), field("socket", DataValue::Text("hand".to_owned()))];
    let owner = |kind, index| PropertyOwner { kind, index };
    let tags = DataList { type_name: String::new(), items: vec![DataValue::F64(0.1), DataValue::Null] };
    vec![
        ModelProperties { owner: owner(PropertyKind::Bone, 1), values: socket },
        ModelProperties { owner: owner(PropertyKind::Material, 0), values: vec![field("tags", DataValue::List(tags))] },
    ]
}

pub(crate) fn translation([x, y, z]: [f32; 3]) -> [f32; 16] {
    [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, x, y, z, 1.0]
}

const CORNERS: [[f32; 3]; 3] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, -0.0]];

fn rigid_mesh() -> ModelMesh {
    ModelMesh {
        name: "Plate".to_owned(),
        bone: 1,
        vertices: Vertices { positions: CORNERS.to_vec(), ..Vertices::default() },
        indices: vec![0, 1, 2],
        parts: vec![MeshPart { material: None, first_index: 0, index_count: 3 }],
        skin: None,
        targets: Vec::new(),
        sphere: BoundingSphere { center: [0.5, 0.5, 0.0], radius: 0.75 },
        bounding_box: BoundingBox::new(CORNERS),
    }
}

/// A target with an in-between shape, and a target that only changes a position.
fn targets() -> Vec<MorphTarget> {
    let half = MorphShape {
        weight: 0.5,
        vertices: vec![2],
        positions: vec![[0.0, 0.25, 0.0]],
        normals: vec![[0.0, 0.0, 0.5]],
        tangents: Vec::new(),
    };
    let whole = MorphShape {
        weight: 1.0,
        vertices: vec![0, 2],
        positions: vec![[0.5, -0.0, 0.0], [0.0, 1.0, -2.0]],
        normals: vec![[0.0; 3], [0.0, 0.0, 2.0]],
        tangents: vec![[0.0, 0.5, 0.0], [0.0; 3]],
    };
    let thin =
        MorphShape { weight: -1.0, vertices: vec![1], positions: vec![[-0.5, 0.0, 0.0]], ..MorphShape::default() };
    let target = |name: &str, weight, shapes| MorphTarget { name: name.to_owned(), weight, shapes };
    vec![target("Flex", 0.25, vec![half, whole]), target("Thin", 0.0, vec![thin])]
}

fn attributes() -> Vec<VertexAttribute> {
    let attribute =
        |name: &str, width, values: &[f32]| VertexAttribute { name: name.to_owned(), width, values: values.to_vec() };
    vec![attribute("_HEAT", 1, &[0.5, -1.0, 300.0]), attribute("_FLOW", 2, &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0])]
}

fn skinned_mesh() -> ModelMesh {
    let joints = |joint| JointSet { joints: vec![[joint, 0, 0, 0]; 3], weights: vec![[0.5, 0.0, 0.0, 0.0]; 3] };
    ModelMesh {
        name: "Arm".to_owned(),
        bone: 0,
        vertices: Vertices {
            positions: CORNERS.to_vec(),
            normals: vec![[0.0, 0.0, 1.0], [0.6, 0.0, 0.8], [0.0, 0.0, -1.0]],
            tangents: vec![[1.0, 0.0, 0.0, -1.0]; 3],
            bitangents: vec![[0.0, -1.0, 0.0], [0.0, -1.0, -0.0], [0.0, 1.0, 0.0]],
            colors: vec![[1.0, 0.5, 0.25, 1.0]; 3],
            more_colors: vec![vec![[0.5, -0.25, 4.0, 0.0]; 3]],
            uv_sets: vec![vec![[0.0, 1.0]; 3], vec![[0.25, -2.0]; 3]],
            joint_sets: vec![joints(1), joints(0)],
            attributes: attributes(),
            ..Vertices::default()
        },
        indices: vec![2, 1, 0, 0, 1, 2],
        parts: vec![
            MeshPart { material: Some(0), first_index: 0, index_count: 3 },
            MeshPart { material: None, first_index: 3, index_count: 3 },
        ],
        targets: targets(),
        skin: Some(MeshSkin {
            bones: vec![1, 0],
            inverse_binds: vec![translation([0.0, -1.5, 0.0]), translation([0.0, -0.5, 0.0])],
            method: SkinningMethod::Blended,
            blend_weights: vec![0.0, 0.25, 1.0],
        }),
        sphere: BoundingSphere { center: [0.5, 0.5, 0.0], radius: 0.75 },
        bounding_box: BoundingBox::new(CORNERS),
    }
}

fn material() -> ModelMaterial {
    let texture = |usage, asset: &str, placement| MaterialTexture {
        usage,
        asset: asset.to_owned(),
        missing: usage == TextureUse::Normal,
        placement,
    };
    ModelMaterial {
        name: "Steel".to_owned(),
        diffuse: [0.5, 0.5, 0.625],
        specular: [1.0; 3],
        shininess: 20.0,
        emissive: [0.0, 0.125, 0.0],
        opacity: 0.75,
        textures: vec![
            texture(TextureUse::Diffuse, "Textures/steel", placement()),
            texture(TextureUse::Normal, "Textures/steel_normal", TexturePlacement::default()),
        ],
        effect: Some(effect()),
        shading: Shading::MetallicRoughness,
        metallic: 0.875,
        roughness: 0.25,
        normal_scale: -0.5,
        occlusion_strength: 0.125,
        emissive_strength: 4.0,
        alpha_mode: AlphaMode::Mask,
        alpha_cutoff: 0.375,
        double_sided: true,
        extensions: vec![coat(), MaterialExtension { name: "KHR_materials_unlit".to_owned(), ..Default::default() }],
    }
}

/// A placement without any default values.
fn placement() -> TexturePlacement {
    TexturePlacement {
        uv_set: 1,
        offset: [0.5, -0.25],
        rotation: 0.75,
        scale: [2.0, -4.0],
        wrap: [TextureWrap::Clamp, TextureWrap::Mirror],
        min_filter: TextureFilter::LinearMipNearest,
        mag_filter: TextureFilter::Nearest,
    }
}

fn coat() -> MaterialExtension {
    let number = |name: &str, value| EffectParameter { name: name.to_owned(), value };
    let texture = |name: &str, missing, placement| ExtensionTexture {
        name: name.to_owned(),
        asset: format!("Textures/{name}"),
        missing,
        placement,
    };
    MaterialExtension {
        name: "KHR_materials_clearcoat".to_owned(),
        parameters: vec![
            number("clearcoatFactor", EffectValue::Float(0.5)),
            number("tint", EffectValue::Vector3([0.25, 0.5, 1.0])),
        ],
        textures: vec![
            texture("clearcoatTexture", false, placement()),
            texture("clearcoatNormalTexture", true, TexturePlacement::default()),
        ],
    }
}

/// An effect with one parameter of each kind.
fn effect() -> MaterialEffect {
    let values = [
        EffectValue::Texture("Textures/steel".to_owned()),
        EffectValue::Text("metal".to_owned()),
        EffectValue::Bool(true),
        EffectValue::Int(-3),
        EffectValue::Float(0.5),
        EffectValue::Vector2([1.0, 2.0]),
        EffectValue::Vector3([1.0, 2.0, 3.0]),
        EffectValue::Vector4([1.0, 2.0, 3.0, -0.0]),
        EffectValue::Quaternion([0.0, 0.0, 0.0, 1.0]),
        EffectValue::Matrix(translation([1.0, 2.0, 3.0])),
    ];
    let named = |(at, value)| EffectParameter { name: format!("Parameter {at}"), value };
    MaterialEffect {
        asset: "../Effects/Steel".to_owned(),
        parameters: values.into_iter().enumerate().map(named).collect(),
    }
}
