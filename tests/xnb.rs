//! Tests the target `xna`, and its files as sources.

mod curves;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use rigmill_format::{CollisionMesh, Content, CurveClip, Data, DataValue, Model, Texture, TextureUse};

use crate::support::{Built, Project, files_below, outside, repository};
use crate::textures::bitmap;

fn clips(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut files = files_below(folder);
    files.retain(|file| file.extension().is_some_and(|it| it == ending));
    assert!(files.len() >= 46, "{}", folder.display());
    files
}

fn name(file: &Path) -> String {
    file.file_name().unwrap().to_str().unwrap().to_owned()
}

/// Creates a project of these files, which must build without errors for a target.
pub(crate) fn built(files: &[PathBuf], manifest: &str, target: &str) -> Project {
    let project = Project::new();
    for file in files {
        project.write(&name(file), fs::read(file).unwrap());
    }
    project.write("rigmill.toml", manifest);
    let built = project.build_with(&["--target", target]);
    assert_eq!((built.code, built.count("failed")), (0, 0), "{:?}", built.diagnostics());
    project
}

pub(crate) fn load<T: Content>(project: &Project, path: &str) -> T {
    T::decode(&project.read(&format!("build/{path}"))).unwrap()
}

#[test]
#[cfg_attr(not(robotgame), ignore = "set RIGMILL_ROBOTGAME to the folder with RobotGame's files")]
fn clips_are_the_bytes_that_xna_wrote_and_come_back_as_they_were() {
    let folder = outside("RIGMILL_ROBOTGAME");
    let [sources, known] = [("content", "Animation"), ("xnb", "xnb")]
        .map(|(below, ending)| clips(&folder.join(below).join("Animation/Players/Grund"), ending));
    let [from_xml, from_xnb] = [&sources, &known].map(|files| built(files, "", "xna"));
    for file in &known {
        let expected = fs::read(file).unwrap();
        for project in [&from_xml, &from_xnb] {
            assert!(project.read(&format!("build/xna/{}", name(file))) == expected, "{}", file.display());
        }
    }
    assert!(from_xml.build().code == 0 && from_xnb.build().code == 0);
    assert!(from_xml.outputs() == from_xnb.outputs());
    assert_eq!(from_xnb.outputs().len(), known.len());
}

#[test]
#[cfg_attr(not(robotgame), ignore = "set RIGMILL_ROBOTGAME to the folder with RobotGame's files")]
fn platform_profile_and_reader_are_the_rule_s() {
    let folder = outside("RIGMILL_ROBOTGAME");
    let clip = clips(&folder.join("content/Animation/Players/Grund"), "Animation").remove(0);
    let params = "platform = \"d\", profile = \"Reach\", reader = \"Game.AnimationReader, Game\"";
    let project =
        built(std::slice::from_ref(&clip), &format!("[[rule]]\nmatch = \"**\"\nparams = {{ {params} }}\n"), "xna");
    let file = project.read(&format!("build/xna/{}", name(&clip.with_extension("xnb"))));
    assert_eq!((file[3], file[5], &file[11..38]), (b'd', 0, b"\x1aGame.AnimationReader, Game".as_slice()));

    let again = Project::new();
    again.write("Clip.xnb", file);
    assert_eq!(again.build().diagnostics()[0]["code"], "R0204");
    again.write("rigmill.toml", "[[rule]]\nmatch = \"**\"\nparams = { animation_reader = \"Game.AnimationReader\" }\n");
    assert_eq!(again.build().count("built"), 1);
}

pub(crate) const AS_XNA_HAD_IT: &str = "[[rule]]\nmatch = \"**\"\nparams = { unit = \"file\", reset_root = true }\n";

pub(crate) fn assert_same_model(found: &Model, expected: &Model) {
    assert_eq!(found.bones.len(), expected.bones.len());
    for (found, expected) in found.bones.iter().zip(&expected.bones) {
        assert_eq!((&found.name, found.parent), (&expected.name, expected.parent));
        let difference = found.local.iter().zip(&expected.local).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(difference <= 1e-5, "{}: {difference}", found.name);
    }
    assert_eq!(found.meshes.len(), expected.meshes.len());
    for found in &found.meshes {
        let expected = expected.meshes.iter().find(|mesh| mesh.name == found.name).unwrap();
        assert_eq!(found.bone, expected.bone);
        let mut left = triangles(expected);
        let all = triangles(found);
        assert_eq!(all.len(), left.len(), "{}", found.name);
        for triangle in all {
            let at = left.iter().position(|other| same(&triangle, other));
            left.swap_remove(at.unwrap_or_else(|| panic!("{}: no triangle {triangle:?}", found.name)));
        }
    }
}

pub(crate) type Triangle = [[f32; 3]; 3];

fn triangles(mesh: &rigmill_format::ModelMesh) -> Vec<Triangle> {
    let corner = |index: u32| mesh.vertices.positions[index as usize];
    mesh.indices.chunks_exact(3).map(|it| [corner(it[0]), corner(it[1]), corner(it[2])]).collect()
}

/// Whether two triangles have the same corners and face the same side.
pub(crate) fn same(a: &Triangle, b: &Triangle) -> bool {
    (0..3).any(|turn| (0..3).all(|at| (0..3).all(|axis| (a[at][axis] - b[(at + turn) % 3][axis]).abs() <= 1e-4)))
}

/// Returns, for each vertex, on which side of the normal and tangent the binormal is; 0 if other vertices of its mesh are
/// similar.
fn binormal_sides(model: &Model) -> BTreeMap<String, f32> {
    let mut sides = BTreeMap::new();
    for mesh in &model.meshes {
        let rigmill_format::Vertices { positions, normals, uv_sets, tangents, .. } = &mesh.vertices;
        for (at, tangent) in tangents.iter().enumerate() {
            let like = format!("{} {:.3?}{:.3?}{:.3?}", mesh.name, positions[at], normals[at], uv_sets[0][at]);
            sides.entry(like).and_modify(|side| *side = 0.0).or_insert(tangent[3]);
        }
    }
    sides
}

/// Compares all but a few: where texture coordinates meet in a point, programs compute different tangents.
pub(crate) fn assert_same_sides(found: &BTreeMap<String, f32>, expected: &BTreeMap<String, f32>) {
    let product = |(like, side): (&String, &f32)| expected.get(like).map(|other| side * other);
    let both: Vec<f32> = found.iter().filter_map(product).filter(|product| *product != 0.0).collect();
    let same = both.iter().filter(|product| **product > 0.0).count();
    assert!(same > 4000 && same * 100 >= both.len() * 99, "{same} of {}", both.len());
}

#[test]
#[cfg_attr(not(robotgame), ignore = "set RIGMILL_ROBOTGAME to the folder with RobotGame's files")]
fn a_model_is_the_same_from_fbx_from_xna_s_own_file_and_from_rigmill_s() {
    let folder = outside("RIGMILL_ROBOTGAME");
    let fbx = folder.join("content/Models/Mech/Players/Grund.FBX");
    let from_fbx = built(&[fbx], AS_XNA_HAD_IT, "native");
    assert_eq!(from_fbx.build_with(&["--target", "xna"]).code, 0);
    let expected: Model = load(&from_fbx, "native/Grund.model.rmb");
    assert_eq!((expected.bones.len(), expected.meshes.len()), (48, 17));

    let genuine = built(&[folder.join("xnb/Models/Mech/Players/Grund.xnb")], "", "native");
    let genuine: Model = load(&genuine, "native/Grund.model.rmb");
    assert_same_model(&genuine, &expected);
    assert_same_sides(&binormal_sides(&genuine), &binormal_sides(&expected));

    let ours = Project::new();
    ours.write("Grund.xnb", from_fbx.read("build/xna/Grund.xnb"));
    assert_eq!(ours.build().code, 0);
    let found: Model = load(&ours, "native/Grund.model.rmb");
    assert_same_model(&found, &expected);
    assert_same_sides(&binormal_sides(&found), &binormal_sides(&expected));
    for (found, expected) in found.meshes.iter().zip(&expected.meshes) {
        assert_eq!(found.vertices.normals.len(), found.vertices.positions.len());
        assert_eq!(found.vertices.uv_sets.len(), expected.vertices.uv_sets.len());
        assert_eq!(found.vertices.tangents.is_empty(), expected.vertices.tangents.is_empty());
    }
    // After writing it once more, it is still the same.
    assert_eq!(ours.build_with(&["--target", "xna"]).code, 0);
    assert!(ours.read("build/xna/Grund.xnb") == from_fbx.read("build/xna/Grund.xnb"));
}

#[test]
#[cfg_attr(not(robotgame), ignore = "set RIGMILL_ROBOTGAME to the folder with RobotGame's files")]
fn xna_s_own_model_comes_back_byte_for_byte() {
    let folder = outside("RIGMILL_ROBOTGAME");
    let known = fs::read(folder.join("xnb/Models/Mech/Players/Grund.xnb")).unwrap();
    let project = Project::new();
    // Its effect is three folders up, which is outside of the project for the first model.
    let places = ["Grund", "Models/Mech/Players/Grund"];
    places.iter().for_each(|place| project.write(&format!("{place}.xnb"), &known));
    let built = project.build_with(&["--target", "xna"]);
    assert_eq!((built.code, codes(&built)), (0, vec!["R0121".to_owned(); 2]));
    for place in places {
        assert!(project.read(&format!("build/xna/{place}.xnb")) == known, "{place}");
    }
    assert_eq!(project.build().code, 0);
    let [above, model]: [Model; 2] = places.map(|place| load(&project, &format!("native/{place}.model.rmb")));
    let order: Vec<&str> = model.meshes.iter().take(4).map(|mesh| mesh.name.as_str()).collect();
    assert_eq!(order, ["Grund_Body", "Grund_Body_2", "Grund_LeftArm", "Grund_LeftArmUpper_2"]);
    assert_eq!(model.meshes[0].sphere.radius, 0.902_541_4);
    let tables: Vec<_> = model.meshes.iter().map(|mesh| &mesh.vertices).collect();
    assert!(tables.iter().all(|vertices| vertices.bitangents.len() == vertices.positions.len()));
    let effects = [&above, &model].map(|model| model.materials[1].effect.clone().unwrap());
    let assets = effects.each_ref().map(|effect| effect.asset.as_str());
    assert_eq!(assets, ["../../../Effects/ShaderModelEffect", "Effects/ShaderModelEffect"]);
    let names: Vec<_> = effects[1].parameters.iter().map(|parameter| parameter.name.as_str()).collect();
    assert_eq!(names, ["Texture", "Transparency", "NormalMap", "SpecularMap"]);
    let texture = |usage| model.materials[1].textures.iter().find(|it| it.usage == usage).unwrap().asset.clone();
    assert_eq!(texture(TextureUse::Diffuse), "Models/Mech/Players/Grund_New_Add_1_0");
    assert_eq!(texture(TextureUse::Normal), "Models/Mech/Players/Grund_New_Add_1_Normal_0");
}

#[test]
fn a_model_names_its_textures_whose_sources_are_lost() {
    let there = Project::new();
    for name in ["Grund.fbx", "Textures/Grund_Frame.png", "Textures/Grund_Armour.png"] {
        there.write(&format!("Models/{name}"), fs::read(repository().join("content/Models").join(name)).unwrap());
    }
    for target in ["native", "xna"] {
        assert_eq!(there.build_with(&["--target", target]).count("failed"), 0);
    }
    let back = Project::new();
    for name in ["Models/Grund", "Models/Textures/Grund_Frame", "Models/Textures/Grund_Armour"] {
        back.write(&format!("{name}.xnb"), there.read(&format!("build/xna/{name}.xnb")));
    }
    let built = back.build();
    assert_eq!((built.code, built.diagnostics().len()), (0, 0), "{:?}", built.diagnostics());
    let [expected, found]: [Model; 2] = [&there, &back].map(|it| load(it, "native/Models/Grund.model.rmb"));
    let diffuse = |model: &Model| -> BTreeSet<String> {
        let textures = model.materials.iter().flat_map(|material| &material.textures);
        textures.filter(|it| it.usage == TextureUse::Diffuse).map(|it| it.asset.clone()).collect()
    };
    let names = ["Models/Textures/Grund_Armour", "Models/Textures/Grund_Frame"].map(str::to_owned);
    assert_eq!((diffuse(&found), diffuse(&expected)), (names.clone().into(), names.into()));

    assert_eq!(back.build_with(&["--target", "xna"]).code, 0);
    assert!(back.read("build/xna/Models/Grund.xnb") == there.read("build/xna/Models/Grund.xnb"));

    // A model with the same name as a missing texture is not used as a texture.
    std::fs::remove_file(back.root().join("Models/Textures/Grund_Frame.xnb")).unwrap();
    back.write("Models/Grund_Frame.xnb", back.read("Models/Grund.xnb"));
    let codes: Vec<_> = back.build().diagnostics().iter().map(|said| said["code"].clone()).collect();
    assert_eq!(codes, ["R0121", "R0121"]);
}

#[test]
#[cfg_attr(not(fbx_files), ignore = "set RIGMILL_FBX to the folder with FBX files of known poses")]
fn a_skinned_model_keeps_its_skin() {
    let folder = outside("RIGMILL_FBX");
    let from_fbx = built(&[folder.join("robot_tpose_noanim.fbx")], "", "native");
    assert_eq!(from_fbx.build_with(&["--target", "xna"]).code, 0);
    let ours = Project::new();
    ours.write("Robot.xnb", from_fbx.read("build/xna/robot_tpose_noanim.xnb"));
    assert_eq!(ours.build().code, 0);
    let (found, expected): (Model, Model) =
        (load(&ours, "native/Robot.model.rmb"), load(&from_fbx, "native/robot_tpose_noanim.model.rmb"));
    assert_same_model(&found, &expected);
    let skins = |model: &Model| -> Vec<_> {
        let of = |mesh: &rigmill_format::ModelMesh| {
            mesh.skin.as_ref().map(|skin| (skin.bones.clone(), mesh.vertices.joint_sets.len()))
        };
        model.meshes.iter().map(of).collect()
    };
    assert!(skins(&expected).iter().any(Option::is_some));
    assert_eq!(skins(&found), skins(&expected));
    assert_eq!(ours.build_with(&["--target", "xna"]).code, 0);
    assert!(ours.read("build/xna/Robot.xnb") == from_fbx.read("build/xna/robot_tpose_noanim.xnb"));
}

#[test]
#[cfg_attr(not(robotgame), ignore = "set RIGMILL_ROBOTGAME to the folder with RobotGame's files")]
fn a_collision_mesh_is_the_tag_of_a_model() {
    let folder = outside("RIGMILL_ROBOTGAME");
    let level = folder.join("content/Models/World/Stage1/France_Col_Hit.FBX");
    let rule = "[[rule]]\nmatch = \"**\"\nprocessor = \"collision\"\nparams = { unit = \"file\" }\n";
    let project = built(&[level], rule, "native");
    let mesh: CollisionMesh = load(&project, "native/France_Col_Hit.rmb");
    assert_eq!(project.build_with(&["--target", "xna"]).code, 0);
    let file = project.read("build/xna/France_Col_Hit.xnb");
    let find = |name: &[u8]| file.windows(name.len()).position(|window| window == name).unwrap() + name.len();
    let number = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap());
    // After each name, one byte contains the number of its value's reader.
    assert_eq!(number(find(b"\x08Vertices") + 1), 3276);
    let radius = f32::from_bits(number(find(b"\x0eBoundingSphere") + 1 + 12));
    assert_eq!(radius, mesh.sphere.radius);
}

/// Returns the corners of each triangle in a model's Tag, in the order of the file, and the sphere.
fn tag(file: &[u8]) -> (Vec<[u32; 9]>, [u32; 4]) {
    let find = |name: &[u8]| file.windows(name.len()).position(|window| window == name).unwrap() + name.len() + 1;
    let number = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap());
    let [vertices, sphere] = [find(b"\x08Vertices"), find(b"\x0eBoundingSphere")];
    let triangle = |first: u32| std::array::from_fn(|at| number(vertices + 4 + first as usize * 36 + at * 4));
    let triangles = (0..number(vertices) / 3).map(triangle).collect();
    (triangles, std::array::from_fn(|at| number(sphere + at * 4)))
}

pub(crate) fn codes(built: &Built) -> Vec<String> {
    built.diagnostics().iter().map(|said| said["code"].as_str().unwrap().to_owned()).collect()
}

#[test]
#[cfg_attr(not(robotgame), ignore = "set RIGMILL_ROBOTGAME to the folder with RobotGame's files")]
fn a_collision_mesh_comes_back_from_the_tag_of_a_model() {
    let folder = outside("RIGMILL_ROBOTGAME");
    let genuine = folder.join("xnb/Models/World/Stage1/France_Col_Hit.xnb");
    let known = fs::read(&genuine).unwrap();
    let project = Project::new();
    project.write("France_Col_Hit.xnb", fs::read(genuine).unwrap());
    assert_eq!(codes(&project.build()), ["R0212"]);
    let mesh: CollisionMesh = load(&project, "native/France_Col_Hit.rmb");
    assert_eq!((mesh.triangles.len(), mesh.vertices.len()), (1092, 3276));
    assert_eq!(project.build_with(&["--target", "xna"]).code, 0);
    let ours = project.read("build/xna/France_Col_Hit.xnb");
    let [(mut expected, sphere), (mut found, found_sphere)] = [tag(&known), tag(&ours)];
    assert_eq!(found_sphere, sphere);
    expected.sort_unstable();
    found.sort_unstable();
    assert!(found == expected);

    let again = Project::new();
    again.write("France_Col_Hit.xnb", &ours);
    let inspected = again.command("inspect").arg(again.root().join("France_Col_Hit.xnb")).output().unwrap();
    let shown = String::from_utf8(inspected.stdout).unwrap();
    assert!(shown.contains("Tag: Dictionary of \"Vertices\" (List of 3276), \"BoundingSphere\""), "{shown}");
    assert!(shown.contains("CollisionMesh"), "{shown}");
    assert_eq!(codes(&again.build_with(&["--target", "xna"])), [""; 0]);
    assert!(again.read("build/xna/France_Col_Hit.xnb") == ours);
    again.write("rigmill.toml", "[[rule]]\nmatch = \"**\"\nprocessor = \"collision\"\nparams = { scale = 2.0 }\n");
    assert_eq!(again.build().code, 0);
    let scaled: CollisionMesh = load(&again, "native/France_Col_Hit.rmb");
    assert_eq!(scaled.vertices[0], mesh.vertices[0].map(|along| along * 2.0));

    // If a rule requests the model, it has its meshes, Tag and everything else.
    let params = "params = { tangents = false }";
    project.write("rigmill.toml", format!("[[rule]]\nmatch = \"**\"\nprocessor = \"model\"\n{params}\n"));
    assert_eq!(codes(&project.build_with(&["--target", "xna"])), [""; 0]);
    assert!(project.read("build/xna/France_Col_Hit.xnb") == known);
    assert_eq!(codes(&project.build()), [""; 0]);
    let model: Model = load(&project, "native/France_Col_Hit.model.rmb");
    let Some(Data { root: DataValue::Map(tag) }) = &model.tag else { panic!("{:.100?}", model.tag) };
    assert_eq!((tag.entries.len(), model.meshes.len()), (2, 3));
}

/// Builds the sample game's files for XNA, and then builds from the results.
fn there_and_back(files: &[&str], manifest: &str, xnb: &str) -> (Project, Project) {
    let files: Vec<PathBuf> = files.iter().map(|file| repository().join("content").join(file)).collect();
    let project = built(&files, manifest, "native");
    assert_eq!(project.build_with(&["--target", "xna"]).code, 0);
    let back = Project::new();
    back.write(xnb, project.read(&format!("build/xna/{xnb}")));
    assert_eq!(back.build().code, 0);
    (project, back)
}

#[test]
fn textures_come_back_as_they_were() {
    for (compression, format) in [("none", "rgba8"), ("bc1", "bc1"), ("bc3", "bc3")] {
        let rule = format!("[[rule]]\nmatch = \"**\"\nparams = {{ compression = \"{compression}\" }}\n");
        let (there, back) = there_and_back(&["Models/Textures/Grund_Frame.png"], &rule, "Grund_Frame.xnb");
        let [expected, found]: [Texture; 2] = [&there, &back].map(|it| load(it, "native/Grund_Frame.rmb"));
        assert!(found == expected, "{compression}");
        assert_eq!((expected.format.name(), expected.mips.len() > 1), (format, true));
    }
}

#[test]
fn textures_of_any_surface_format_are_read_or_refused_by_name() {
    let texture = |compression: &str| {
        let rule = format!("[[rule]]\nmatch = \"**\"\nparams = {{ compression = \"{compression}\" }}\n");
        let picture = repository().join("content/Models/Textures/Grund_Frame.png");
        built(&[picture], &rule, "xna").read("build/xna/Grund_Frame.xnb")
    };
    let [plain, blocks] = ["none", "bc3"].map(texture);
    // The number of the format follows that of the reader, which comes after the reader's name and version and the number of
    // shared resources (none).
    let at = 12 + usize::from(plain[11] & 0x7f) + 128 * usize::from(plain[12]) + 1 + 4 + 2;
    let project = Project::new();
    let import = |file: &[u8], format: i32| {
        let mut file = file.to_vec();
        file[at..at + 4].copy_from_slice(&format.to_le_bytes());
        project.write("Skin.xnb", &file);
        let said = project.build_with(&["--target", "xna"]);
        let messages: Vec<String> =
            said.diagnostics().iter().map(|it| format!("{} {}", it["code"], it["message"])).collect();
        (file, messages.concat(), said.code)
    };

    let (dxt3, said, code) = import(&blocks, 5);
    assert_eq!((said.as_str(), code), ("", 0));
    assert!(project.read("build/xna/Skin.xnb") == dxt3);
    assert_eq!(project.build().code, 0);
    let texture: Texture = load(&project, "native/Skin.rmb");
    assert_eq!((texture.format.name(), texture.mips.len() > 1), ("bc2", true));

    let (_, said, code) = import(&plain, 21);
    assert!(code == 0 && said.contains("R0214") && said.contains("Bgra32"), "{said}");
    let pixel = at + 20;
    let [found, expected] = [&project.read("build/xna/Skin.xnb"), &plain].map(|file| file[pixel..pixel + 4].to_vec());
    assert_eq!(found, [expected[2], expected[1], expected[0], expected[3]]);

    let cases = [(10, "R0208"), (10, "Rg32"), (11, "R0205"), (70, "Dxt1a"), (77, "R0205"), (1, "R0205"), (-1, "R0205")];
    for (format, reported) in cases {
        let (_, said, code) = import(&plain, format);
        assert!(code == 1 && said.contains(reported), "{format}: {said}");
    }
}

#[test]
fn textures_that_xna_would_not_load_are_reported() {
    let cases = [
        ([6, 4], "bc1", "HiDef", "the sides of a texture with DXT compression must be multiples of 4"),
        ([6, 4], "none", "HiDef", ""),
        ([6, 4], "none", "Reach", "in the Reach profile, the sides of a texture with mipmaps"),
        ([8, 4], "bc1", "Reach", ""),
        ([4097, 1], "none", "HiDef", "at most 4096 pixels per side"),
        ([4096, 1], "none", "Reach", "at most 2048 pixels per side"),
    ];
    for ([width, height], compression, profile, reported) in cases {
        let project = Project::new();
        project.write("Skin.bmp", bitmap(width, height, [1, 2, 3]));
        let params = format!("{{ compression = \"{compression}\", profile = \"{profile}\" }}");
        project.write("rigmill.toml", format!("[[rule]]\nmatch = \"**\"\nparams = {params}\n"));
        let built = project.build_with(&["--target", "xna"]);
        assert_eq!(built.count("built"), 1);
        let messages: Vec<_> =
            built.diagnostics().iter().map(|it| it["message"].as_str().unwrap().to_owned()).collect();
        assert_eq!(messages.len(), usize::from(!reported.is_empty()), "{messages:?}");
        assert!(messages.iter().all(|message| message.contains(reported)), "{messages:?}");
    }
}

#[test]
fn curves_come_back_with_their_slopes() {
    let files = ["Animation/Curves/Nod.txt", "Animation/Curves/NodIndex.txt"];
    let (there, back) = there_and_back(&files, "", "Nod.xnb");
    let [expected, found]: [CurveClip; 2] = [&there, &back].map(|it| load(it, "native/Nod.rmb"));
    let curves = |clip: &CurveClip| -> Vec<_> {
        let of = |track: &rigmill_format::CurveTrack| {
            track.curves.iter().map(|it| (track.path.clone(), it.clone())).collect::<Vec<_>>()
        };
        clip.tracks.iter().flat_map(of).collect()
    };
    let [expected, found] = [curves(&expected), curves(&found)];
    assert_eq!((expected.len(), found.len()), (3, 3));
    for ((path, expected), (found_path, found)) in expected.iter().zip(&found) {
        assert_eq!((path, expected.component, expected.keys.len()), (found_path, found.component, found.keys.len()));
        for (at, (key, known)) in found.keys.iter().zip(&expected.keys).enumerate() {
            assert_eq!((key.time, key.value), (known.time, known.value));
            let same = |a: f32, b: f32| a == b || (a - b).abs() <= 1e-6 * b.abs().max(1.0);
            assert!(same(key.in_tangent, known.in_tangent), "{path} {at}: {key:?} {known:?}");
            assert!(same(key.out_tangent, known.out_tangent), "{path} {at}: {key:?} {known:?}");
        }
    }
}

#[test]
#[cfg_attr(not(robotgame_project), ignore = "set RIGMILL_ROBOTGAME_PROJECT to the folder with RobotGame's project")]
fn an_image_with_a_color_key_becomes_xna_s_own_file() {
    let folder = outside("RIGMILL_ROBOTGAME_PROJECT");
    let manifest = "[[rule]]\nmatch = \"*.png\"\nparams = { mips = false, color_key = \"#ff00ff\" }\n";
    let project = built(&[folder.join("content/Textures/HUD_Aiming.png")], manifest, "xna");
    let genuine = fs::read(folder.join("xnb/Textures/HUD_Aiming.xnb")).unwrap();
    assert!(project.read("build/xna/HUD_Aiming.xnb") == genuine);
}
