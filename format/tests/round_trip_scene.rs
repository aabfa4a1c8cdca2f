//! decode(encode(x)) equals x, bit for bit, for models, collision meshes and textures.

use std::fmt::Debug;

use proptest::prelude::*;
use proptest::sample::Index;
use rigmill_format::{
    AlphaMode, BoundingBox, BoundingSphere, CollisionMesh, CollisionNode, Content, Data, DataValue, EffectParameter,
    EffectValue, ExtensionTexture, Font, Glyph, JointSet, MaterialEffect, MaterialExtension, MaterialTexture, MeshPart,
    MeshSkin, Model, ModelBone, ModelMaterial, ModelMesh, MorphShape, MorphTarget, NodeBelow, Shading, SkinningMethod,
    Texture, TextureCube, TextureFilter, TextureFormat, TexturePlacement, TextureUse, VertexAttribute, Vertices,
    mip_limit, mip_size,
};

/// Debug text distinguishes -0.0 from 0.0 and is unique for each float, so equal texts mean equal bits.
fn check<T: Content + Debug>(value: &T) {
    let bytes = value.encode().unwrap();
    let decoded = T::decode(&bytes).unwrap();
    assert_eq!(format!("{decoded:?}"), format!("{value:?}"));
    assert_eq!(decoded.encode().unwrap(), bytes);
}

fn number() -> impl Strategy<Value = f32> {
    prop_oneof![-1000.0_f32..1000.0, Just(-0.0), prop::num::f32::SUBNORMAL]
}

fn position() -> impl Strategy<Value = [f32; 3]> {
    [number(), number(), number()]
}

fn matrix() -> impl Strategy<Value = [f32; 16]> {
    prop::collection::vec(position(), 4).prop_map(|rows| {
        let mut matrix = [0.0; 16];
        for (row, values) in matrix.chunks_exact_mut(4).zip(rows) {
            row[..3].copy_from_slice(&values);
        }
        matrix[15] = 1.0;
        matrix
    })
}

fn sphere_around(points: &[[f32; 3]]) -> BoundingSphere {
    let around = BoundingBox::new(points.iter().copied());
    let center: [f32; 3] = std::array::from_fn(|axis| (around.min[axis] + around.max[axis]) / 2.0);
    let half: [f32; 3] = std::array::from_fn(|axis| around.max[axis] - center[axis]);
    BoundingSphere { center, radius: half.iter().map(|along| along * along).sum::<f32>().sqrt() }
}

/// Eight weights that add up to 1.
fn weights() -> impl Strategy<Value = [[f32; 4]; 2]> {
    prop::array::uniform8(0.01_f32..1.0).prop_map(|parts| {
        let sum: f32 = parts.iter().sum();
        let parts = parts.map(|part| part / sum);
        [[parts[0], parts[1], parts[2], parts[3]], [parts[4], parts[5], parts[6], parts[7]]]
    })
}

fn some_of<T: Clone + Debug + 'static>(
    count: usize,
    value: impl Strategy<Value = T> + 'static,
) -> impl Strategy<Value = Vec<T>> {
    let list = prop::collection::vec(value, count);
    (any::<bool>(), list).prop_map(|(there, list)| if there { list } else { Vec::new() })
}

fn vertices(count: usize) -> impl Strategy<Value = Vertices> {
    let uvs = prop::collection::vec(prop::collection::vec([number(), number()], count), 0..9);
    (
        prop::collection::vec(position(), count),
        some_of(count, prop_oneof![Just([0.0, -1.0, 0.0]), Just([0.6, -0.0, 0.8])]),
        some_of(count, prop_oneof![Just([0.0, -1.0, 0.0, 1.0]), Just([0.6, -0.0, 0.8, -1.0])]),
        some_of(count, [number(), number(), number(), number()]),
        uvs,
    )
        .prop_map(move |(positions, normals, tangents, colors, uv_sets)| Vertices {
            positions,
            normals,
            bitangents: tangents
                .iter()
                .skip(usize::from(colors.is_empty()) * count)
                .map(|_| [0.0, 0.6, -0.8])
                .collect(),
            tangents,
            // Additional sets and attributes exist if there are texture coordinates.
            more_colors: uv_sets.iter().take(7 * usize::from(!colors.is_empty())).map(|_| colors.clone()).collect(),
            attributes: uv_sets.iter().enumerate().map(attribute).collect(),
            colors,
            uv_sets,
            ..Vertices::default()
        })
}

fn attribute((number, uvs): (usize, &Vec<[f32; 2]>)) -> VertexAttribute {
    VertexAttribute { name: format!("_{number}"), width: 2, values: uvs.as_flattened().to_vec() }
}

type Skin = (MeshSkin, Vec<JointSet>);

/// A skin with this number of bones, for this number of vertices.
fn skin(bones: u32, count: usize) -> impl Strategy<Value = Skin> {
    let entries = prop::collection::vec((0..bones, matrix()), 1..4);
    (entries, prop::collection::vec((weights(), any::<Index>()), count)).prop_map(move |(entries, influences)| {
        let limit = entries.len();
        let (bones, inverse_binds) = entries.into_iter().unzip();
        let set = |number: usize| JointSet {
            joints: influences.iter().map(|(_, at)| [u16::try_from(at.index(limit)).unwrap(); 4]).collect(),
            weights: influences.iter().map(|(weights, _)| weights[number]).collect(),
        };
        let method = SkinningMethod::ALL[limit - 1];
        let blended = if method == SkinningMethod::Blended { count } else { 0 };
        let blend_weights = influences.iter().take(blended).map(|(weights, _)| weights[0][0]).collect();
        (MeshSkin { bones, inverse_binds, method, blend_weights }, vec![set(0), set(1)])
    })
}

/// A target that changes all vertices from `first` on.
fn target(number: usize, first: u32, vertices: &Vertices) -> MorphTarget {
    let positions = vertices.positions[first as usize..].to_vec();
    let shape = |weight| MorphShape {
        weight,
        vertices: (first..).take(positions.len()).collect(),
        normals: vertices.normals.get(first as usize..).unwrap_or_default().to_vec(),
        positions: positions.clone(),
        ..MorphShape::default()
    };
    MorphTarget { name: number.to_string(), weight: 0.5, shapes: vec![shape(-0.5), shape(1.0)] }
}

fn mesh(bones: u32, materials: u32) -> impl Strategy<Value = ModelMesh> {
    (1_usize..6).prop_flat_map(move |count| {
        let triangles = prop::collection::vec(any::<Index>(), 1..4).prop_map(|list| list.len());
        let corners = prop::collection::vec(any::<Index>(), 9);
        let material = prop::option::of(0..materials);
        (vertices(count), triangles, corners, 0..bones, material, prop::option::of(skin(bones, count)), "[ -~]{0,4}")
            .prop_map(|(mut vertices, triangles, corners, bone, material, skin, name)| {
                let count = vertices.positions.len();
                let corner = |at: &Index| u32::try_from(at.index(count)).unwrap();
                let part = |part| MeshPart { material, first_index: 3 * part, index_count: 3 };
                let (skin, joint_sets) = skin.unzip();
                vertices.joint_sets = joint_sets.unwrap_or_default();
                let targets = corners.iter().take(triangles - 1).enumerate();
                let targets = targets.map(|(number, at)| target(number, corner(at), &vertices)).collect();
                ModelMesh {
                    name,
                    bone,
                    indices: corners.iter().take(3 * triangles).map(corner).collect(),
                    parts: (0..u32::try_from(triangles).unwrap()).map(part).collect(),
                    skin,
                    targets,
                    sphere: sphere_around(&vertices.positions),
                    bounding_box: BoundingBox::new(vertices.positions.iter().copied()),
                    vertices,
                }
            })
    })
}

fn material() -> impl Strategy<Value = ModelMaterial> {
    let textures = prop::collection::btree_map(0..TextureUse::ALL.len(), (".{1,6}", any::<bool>()), 0..4);
    (".{0,4}", [position(), position(), position()], 0.0_f32..100.0, 0.0_f32..=1.0, textures).prop_map(
        |(name, [diffuse, specular, emissive], shininess, opacity, textures)| {
            let placement = TexturePlacement {
                uv_set: 1,
                offset: [shininess, opacity],
                rotation: opacity,
                min_filter: TextureFilter::NearestMipLinear,
                ..TexturePlacement::default()
            };
            let texture = |(usage, (asset, missing))| MaterialTexture {
                usage: TextureUse::ALL[usage],
                asset,
                missing,
                placement,
            };
            let textures: Vec<_> = textures.into_iter().map(texture).collect();
            let extension_texture = |texture: &MaterialTexture| ExtensionTexture {
                name: texture.usage.name().to_owned(),
                asset: texture.asset.clone(),
                missing: texture.missing,
                placement: TexturePlacement::default(),
            };
            let extension = MaterialExtension {
                name: format!("X{name}"),
                parameters: vec![EffectParameter { name: String::new(), value: EffectValue::Float(opacity) }],
                textures: textures.iter().map(extension_texture).collect(),
            };
            let values =
                [EffectValue::Float(shininess), EffectValue::Vector3(specular), EffectValue::Text(name.clone())];
            let named = |value| EffectParameter { name: name.clone(), value };
            let parameters = values.into_iter().map(named).collect();
            let effect = (opacity > 0.5).then(|| MaterialEffect { asset: "../Glow".to_owned(), parameters });
            let extensions = vec![extension; usize::from(opacity < 0.75)];
            ModelMaterial {
                name,
                diffuse,
                specular,
                shininess,
                emissive,
                opacity,
                shading: Shading::Unlit,
                metallic: opacity,
                alpha_mode: AlphaMode::Mask,
                alpha_cutoff: shininess,
                double_sided: opacity > 0.25,
                textures,
                effect,
                extensions,
                ..ModelMaterial::default()
            }
        },
    )
}

fn model() -> impl Strategy<Value = Model> {
    let bones = prop::collection::vec((matrix(), any::<Index>()), 1..4);
    let materials = prop::collection::vec(material(), 1..3);
    (bones, materials).prop_flat_map(|(bones, materials)| {
        let bone = |(index, (local, parent)): (usize, (_, Index))| {
            let parent = parent.index(index + 1).checked_sub(1).map(|parent| u32::try_from(parent).unwrap());
            ModelBone { name: format!("{} bone", 9 - index), parent, local }
        };
        let bones: Vec<_> = bones.into_iter().enumerate().map(bone).collect();
        let mesh = mesh(u32::try_from(bones.len()).unwrap(), u32::try_from(materials.len()).unwrap());
        (prop::collection::vec(mesh, 0..4), position(), position()).prop_map(move |(meshes, a, b)| Model {
            bones: bones.clone(),
            meshes,
            materials: materials.clone(),
            sphere: sphere_around(&[a, b]),
            bounding_box: BoundingBox::new([a, b]),
            tag: (a[0] > b[0]).then_some(Data { root: DataValue::Vector3(a) }),
            ..Model::default()
        })
    })
}

/// Appends the tree of `triangles[first..first + count]`. Lists are halved until a leaf has two triangles.
fn grow(mesh: &mut CollisionMesh, first: u32, count: u32) -> BoundingBox {
    let at = mesh.nodes.len();
    let corner = |triangle: u32| mesh.triangles[triangle as usize].map(|vertex| mesh.vertices[vertex as usize]);
    let mut bounds = BoundingBox::new((first..first + count).flat_map(corner));
    mesh.nodes.push(CollisionNode { bounds, below: NodeBelow::Triangles { first, count } });
    if count > 2 {
        let half = count / 2;
        let left = grow(mesh, first, half);
        let second = u32::try_from(mesh.nodes.len()).unwrap();
        bounds = left.union(&grow(mesh, first + half, count - half));
        mesh.nodes[at] = CollisionNode { bounds, below: NodeBelow::Nodes { second } };
    }
    bounds
}

fn collision_mesh() -> impl Strategy<Value = CollisionMesh> {
    let corners = prop::collection::vec([any::<Index>(), any::<Index>(), any::<Index>()], 0..20);
    (prop::collection::vec(position(), 1..20), corners).prop_map(|(vertices, corners)| {
        let corner = |at: Index| u32::try_from(at.index(vertices.len())).unwrap();
        let triangles = corners.into_iter().map(|triangle| triangle.map(corner)).collect();
        let sphere = sphere_around(&vertices);
        let mut mesh = CollisionMesh { vertices, triangles, sphere, nodes: Vec::new() };
        let count = u32::try_from(mesh.triangles.len()).unwrap();
        if count > 0 {
            grow(&mut mesh, 0, count);
        }
        mesh
    })
}

fn texture() -> impl Strategy<Value = Texture> {
    let size = [1_u32..20, 1_u32..20];
    (size, any::<Index>(), any::<bool>(), any::<Index>(), any::<u8>()).prop_map(|(size, format, srgb, levels, fill)| {
        let format = TextureFormat::ALL[format.index(TextureFormat::ALL.len())];
        let levels = 1 + u32::try_from(levels.index(mip_limit(size) as usize)).unwrap();
        let level = |level| vec![fill; usize::try_from(format.length(mip_size(size, level))).unwrap()];
        Texture { width: size[0], height: size[1], format, srgb, mips: (0..levels).map(level).collect() }
    })
}

prop_compose! {
    fn font()(
        texture in texture(),
        characters in prop::collection::btree_set(any::<char>(), 0..5),
        numbers in prop::collection::vec((any::<[i32; 4]>(), [-99.0_f32..99.0, -99.0..99.0, -99.0..99.0]), 5),
        places in prop::collection::vec(any::<[Index; 4]>(), 5),
        (line_spacing, spacing) in (any::<i32>(), -9.0_f32..9.0),
        default in any::<Option<Index>>(),
    ) -> Font {
        let part = |start: Index, length: Index, side: u32| {
            let start = start.index(side as usize);
            [start, length.index(side as usize - start)].map(|it| i32::try_from(it).unwrap())
        };
        let mut glyphs = Vec::new();
        for ((&character, &(cropping, kerning)), at) in characters.iter().zip(&numbers).zip(&places) {
            let [left, width] = part(at[0], at[2], texture.width);
            let [top, height] = part(at[1], at[3], texture.height);
            glyphs.push(Glyph { character, bounds: [left, top, width, height], cropping, kerning });
        }
        let default_character = default.filter(|_| !glyphs.is_empty()).map(|default| default.get(&glyphs).character);
        Font { glyphs, line_spacing, spacing, default_character, texture }
    }
}

proptest! {
    #[test]
    fn a_model_survives(model in model()) {
        check(&model);
    }

    #[test]
    fn a_collision_mesh_survives(mesh in collision_mesh()) {
        check(&mesh);
    }

    #[test]
    fn a_cube_map_survives(texture in texture()) {
        let Texture { width: size, format, srgb, .. } = texture;
        let levels = u32::try_from(texture.mips.len()).unwrap().min(mip_limit([size; 2]));
        let level = |fill, level| vec![fill; usize::try_from(format.length(mip_size([size; 2], level))).unwrap()];
        let face = |at| (0..levels).map(|number| level(u8::try_from(at).unwrap(), number)).collect();
        check(&TextureCube { size, format, srgb, faces: std::array::from_fn(face) });
    }

    #[test]
    fn a_texture_survives(texture in texture()) {
        check(&texture);
    }

    #[test]
    fn a_font_survives(font in font()) {
        check(&font);
    }
}
