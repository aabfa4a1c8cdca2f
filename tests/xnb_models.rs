//! Tests models in `.xnb` files that were laid out by hand in the form of XNA's pipeline: what is preserved, and what is
//! reported.

use rigmill_format::{Content, Model};

use crate::support::Project;
use crate::xnb::codes;

const IDENTITY: [f32; 16] = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0];

fn floats(all: &[f32]) -> Vec<u8> {
    all.iter().flat_map(|float| float.to_le_bytes()).collect()
}

fn words(all: &[u32]) -> Vec<u8> {
    all.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// A vertex element of one triangle: XNA's format and usage, and the bytes for each corner.
struct Element(u32, u32, [Vec<u8>; 3]);

/// An element of floats.
fn of_floats<const N: usize>(usage: u32, corners: [[f32; N]; 3]) -> Element {
    Element(u32::try_from(N).unwrap() - 1, usage, corners.map(|corner| floats(&corner)))
}

/// Returns elements for positions, normals, and others.
fn elements(others: Vec<Element>) -> Vec<Element> {
    let positions = of_floats(0, [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    [positions, of_floats(3, [[0.0, 0.0, 1.0]; 3])].into_iter().chain(others).collect()
}

/// Creates a model of one triangle on the last of a chain of bones. Its reader numbers are: 1 Model, 2 String, 3 VertexBuffer,
/// 5 IndexBuffer, 6 BasicEffect.
fn model(bones: &[[f32; 16]], elements: &[Element]) -> Vec<u8> {
    let count = u8::try_from(bones.len()).unwrap();
    let mut content = [vec![1], words(&[count.into()])].concat();
    for (bone, matrix) in (b'A'..).zip(bones) {
        content.extend([&[2, 1, bone], floats(matrix).as_slice()].concat());
    }
    for bone in 0..count {
        let children = if bone + 1 < count { vec![bone + 2] } else { vec![] };
        content.extend([vec![bone], words(&[u32::from(!children.is_empty())]), children].concat());
    }
    let sphere = floats(&[0.0, 0.0, 0.0, 4.0]);
    let part = words(&[0, 3, 0, 1]);
    content.extend([&words(&[1]), b"\x02\x01M".as_slice(), &[count], &sphere, &[0], &words(&[1])].concat());
    content.extend([part.as_slice(), &[0, 1, 2, 3, 1, 0]].concat());

    let sizes = |format: u32| [4, 8, 12, 16, 4, 4][format as usize];
    let stride: u32 = elements.iter().map(|it| sizes(it.0)).sum();
    content.extend([vec![3], words(&[stride, u32::try_from(elements.len()).unwrap()])].concat());
    let mut offset = 0;
    for Element(format, usage, _) in elements {
        content.extend(words(&[offset, *format, *usage, 0]));
        offset += sizes(*format);
    }
    content.extend(words(&[3]));
    (0..3).for_each(|corner| elements.iter().for_each(|it| content.extend(&it.2[corner])));
    content.extend([&[5, 1], words(&[6]).as_slice(), &[0, 0, 2, 0, 1, 0]].concat());
    let has_colors = u8::from(elements.iter().any(|it| it.1 == 1));
    content.extend([vec![6, 0], floats(&[1.0; 9]), floats(&[16.0, 1.0]), vec![has_colors]].concat());
    file(&content)
}

fn file(content: &[u8]) -> Vec<u8> {
    let of_graphics =
        ", Microsoft.Xna.Framework.Graphics, Version=4.0.0.0, Culture=neutral, PublicKeyToken=842cf8be1de50553";
    let mut body = vec![6];
    for name in ["Model", "String", "VertexBuffer", "VertexDeclaration", "IndexBuffer", "BasicEffect"] {
        let assembly = if name == "String" { "" } else { of_graphics };
        let name = format!("Microsoft.Xna.Framework.Content.{name}Reader{assembly}");
        match u8::try_from(name.len()).unwrap() {
            short @ 0..128 => body.push(short),
            long => body.extend([long, 1]),
        }
        body.extend([name.as_bytes(), &[0; 4]].concat());
    }
    body.push(3);
    body.extend(content);
    [b"XNBw\x05\x01", words(&[u32::try_from(body.len() + 10).unwrap()]).as_slice(), &body].concat()
}

/// Imports and writes a model. Returns what is reported, and whether the result is equal byte for byte.
fn back(known: &[u8]) -> (Project, Vec<String>, bool) {
    let project = Project::new();
    project.write("Thing.xnb", known);
    let built = project.build_with(&["--target", "xna"]);
    assert_eq!(built.count("failed"), 0, "{:?}", built.diagnostics());
    let reported =
        built.diagnostics().iter().map(|it| format!("{}: {}", it["code"], it["message"].as_str().unwrap())).collect();
    let is_same = project.read("build/xna/Thing.xnb") == known;
    (project, reported, is_same)
}

fn decoded(project: &Project) -> Model {
    let built = project.build();
    assert_eq!(built.count("failed"), 0, "{:?}", codes(&built));
    Model::decode(&project.read("build/native/Thing.model.rmb")).unwrap()
}

#[test]
fn texture_coordinates_keep_their_bits() {
    let known = [[-0.0, 1.0 / 3.0], [0.1, 1e-30], [7.0, -1.7]];
    let (project, reported, is_same) = back(&model(&[IDENTITY], &elements(vec![of_floats(2, known)])));
    assert!(is_same && reported.is_empty(), "{reported:?}");
    assert_eq!(decoded(&project).meshes[0].vertices.uv_sets[0], known);
}

/// A triangle with two sets of texture coordinates, as written by 3ds Max.
const TWO_SETS: &str = r#"; FBX 6.1.0 project file
FBXHeaderExtension:  {
    FBXHeaderVersion: 1003
    FBXVersion: 6100
}
Objects:  {
    Model: "Model::M", "Mesh" {
        Version: 232
        Vertices: 0,0,0,1,0,0,0,1,0
        PolygonVertexIndex: 0,1,-3
        LayerElementUV: 0 {
            Name: "UVChannel_1"
            MappingInformationType: "ByPolygonVertex"
            ReferenceInformationType: "IndexToDirect"
            UV: 0,0,1,0,0,1
            UVIndex: 0,1,2
        }
        LayerElementUV: 1 {
            Name: "UVChannel_2"
            MappingInformationType: "ByPolygonVertex"
            ReferenceInformationType: "IndexToDirect"
            UV: 0.5,0.25,0.75,0.25,0.5,1
            UVIndex: 2,0,1
        }
    }
}
Connections:  {
    Connect: "OO", "Model::M", "Model::Scene"
}
"#;

#[test]
fn both_sets_of_texture_coordinates_are_in_every_target() {
    let source = Project::new();
    source.write("Thing.fbx", TWO_SETS);
    source.write("rigmill.toml", "[[rule]]\nmatch = \"**\"\nparams = { unit = \"file\", tangents = false }\n");
    assert_eq!(source.build_with(&["--target", "xna", "--target", "gltf"]).code, 0);
    let back = Project::new();
    back.write("Thing.xnb", source.read("build/xna/Thing.xnb"));
    let model = decoded(&back);
    // v points up in FBX and down in XNA.
    let known = [[[0.0, 1.0], [1.0, 1.0], [0.0, 0.0]], [[0.5, 0.0], [0.5, 0.75], [0.75, 0.75]]];
    assert_eq!(model.meshes[0].vertices.uv_sets, known);
    let gltf = String::from_utf8_lossy(&source.read("build/gltf/Thing.glb")).into_owned();
    assert!(gltf.contains("\"TEXCOORD_0\"") && gltf.contains("\"TEXCOORD_1\""), "{gltf}");
}

#[test]
fn tangents_that_are_computed_belong_to_v_upwards() {
    let uvs = of_floats(2, [[0.0, 1.0], [1.0, 1.0], [0.0, 0.0]]);
    let (project, ..) = back(&model(&[IDENTITY], &elements(vec![uvs])));
    project.write("rigmill.toml", "[[rule]]\nmatch = \"**\"\nprocessor = \"model\"\n");
    // u is along x, and v from the bottom to the top of the image along y.
    assert_eq!(decoded(&project).meshes[0].vertices.tangents, [[1.0, 0.0, 0.0, 1.0]; 3]);
}

#[test]
fn binormals_keep_the_signs_of_zeros() {
    let others =
        vec![of_floats(2, [[0.0, 0.5]; 3]), of_floats(5, [[1.0, 0.0, 0.0]; 3]), of_floats(4, [[0.0, -1.0, 0.0]; 3])];
    let (_, reported, is_same) = back(&model(&[IDENTITY], &elements(others)));
    assert!(is_same && reported.is_empty(), "{reported:?}");
}

#[test]
fn what_vertices_hold_and_meshes_do_not_is_reported() {
    let colors = of_floats(1, [[1.0, 0.0, 0.0, 1.0], [f32::NAN; 4], [0.0; 4]]);
    let joints = Element(5, 6, [vec![0; 4], vec![0; 4], vec![0; 4]]);
    let weights = of_floats(7, [[1.0, 0.0, 0.0, 0.0]; 3]);
    let cases = [
        (vec![colors], "mesh \"M\": the vertex element Color is left out, because one of its numbers is not finite"),
        (vec![joints, weights], "mesh \"M\": the vertex element BlendIndices is left out, because the mesh's Tag"),
        (
            vec![of_floats(8, [[1.0]; 3])],
            "mesh \"M\": the vertex element Depth is left out, because meshes cannot store this element",
        ),
    ];
    for (others, expected) in cases {
        let (_, reported, _) = back(&model(&[IDENTITY], &elements(others)));
        assert!(reported.len() == 1 && reported[0].contains("R0215") && reported[0].contains(expected), "{reported:?}");
    }
}

#[test]
fn a_bone_s_matrix_that_shears_comes_back_and_is_reported() {
    let entry = |at: usize, value: f32| {
        let mut matrix = IDENTITY;
        matrix[at] = value;
        back(&model(&[IDENTITY, matrix], &elements(vec![])))
    };
    let (project, reported, is_same) = entry(1, 0.5);
    assert!(
        is_same && reported.len() == 1 && reported[0].contains("R0216") && reported[0].contains("contains shear"),
        "{reported:?}"
    );
    assert_eq!(decoded(&project).bones[1].local[1], 0.5);
    let (project, reported, is_same) = entry(3, 0.5);
    assert!(!is_same && reported.len() == 1 && reported[0].contains("last column"), "{reported:?}");
    assert_eq!(decoded(&project).bones[1].local, IDENTITY);
}
