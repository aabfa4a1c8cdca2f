//! Tests `rigmill init --from-contentproj`: content projects of XNA are converted and built.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use crate::support::{Project, clip, files_below, outside, repository};

/// A project in the style of Visual Studio, with a model whose textures the project does not list.
const PROJECT: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<Project DefaultTargets="Build" xmlns="http://schemas.microsoft.com/developer/msbuild/2003" ToolsVersion="4.0">
  <PropertyGroup>
    <Configuration Condition=" '$(Configuration)' == '' ">Debug</Configuration>
    <Platform Condition=" '$(Platform)' == '' ">x86</Platform>
    <OutputPath>bin\$(Platform)\$(Configuration)</OutputPath>
    <XnaProfile>Reach</XnaProfile>
  </PropertyGroup>
  <ItemGroup>
    <Reference Include="Microsoft.Xna.Framework.Content.Pipeline.FBXImporter, Version=4.0.0.0, Culture=neutral" />
    <ProjectReference Include="..\Stages\Stages.csproj"><Name>Stages</Name></ProjectReference>
  </ItemGroup>
  <ItemGroup>
    <Compile Include="models\grund.fbx">
      <Name>grund</Name>
      <Importer>FbxImporter</Importer>
      <Processor>ModelProcessor</Processor>
      <ProcessorParameters_Scale>0.5</ProcessorParameters_Scale>
      <ProcessorParameters_GenerateMipmaps>False</ProcessorParameters_GenerateMipmaps>
      <ProcessorParameters_ColorKeyEnabled>False</ProcessorParameters_ColorKeyEnabled>
    </Compile>
    <Compile Include="Clips\*.Animation">
      <Name>%(Filename)</Name>
      <Importer>AnimationImporter</Importer>
      <Processor>AnimationProcessor</Processor>
    </Compile>
    <Compile Include="Effects\A.fx;Effects\B.fx;Effects\C.fx;Effects\D.fx;Effects\E.fx">
      <Importer>EffectImporter</Importer>
      <Processor>EffectProcessor</Processor>
    </Compile>
    <Compile Include="Audio\Game.xap">
      <Importer>XactImporter</Importer>
      <Processor>XactProcessor</Processor>
    </Compile>
    <Compile Include="Sky.dds;Plain.png">
      <Importer>TextureImporter</Importer>
      <Processor>PassThroughProcessor</Processor>
    </Compile>
    <Compile Include="Gone\1.png;Gone\2.png;Gone\3.png;Gone\4.png"><Processor>TextureProcessor</Processor></Compile>
    <Compile Include="..\Outside.png"><Link>Outside.png</Link><Name>Outside</Name></Compile>
    <Compile Include="Clips\Run.Animation" Condition=" '$(Configuration)' == 'Release' "><Name>Fast</Name></Compile>
    <Content Include="Read me.txt"><CopyToOutputDirectory>PreserveNewest</CopyToOutputDirectory></Content>
    <None Include="Notes.txt" />
  </ItemGroup>
  <Import Project="$(MSBuildExtensionsPath)\Microsoft\XNA Game Studio\v4.0\Microsoft.Xna.GameStudio.ContentPipeline.targets" />
</Project>
"#;

/// The first bytes of an effect that fxc compiled.
const EFFECT: &[u8] = &[0x01, 0x09, 0xff, 0xfe, 1, 2, 3];

/// A block-compressed cube map. Each face contains its own number.
fn sky() -> Vec<u8> {
    let mut words = vec![0x2053_4444_u32, 124, 0x1007, 4, 4, 0, 0, 0];
    words.extend([0; 11]);
    words.extend([32, 4, u32::from_le_bytes(*b"DXT1"), 0, 0, 0, 0, 0, 0x1008, 0xfe00, 0, 0, 0]);
    let faces = (0..6).flat_map(|face| [face; 8]);
    words.iter().flat_map(|word| word.to_le_bytes()).chain(faces).collect()
}

fn game() -> Project {
    let game = Project::new();
    let content = repository().join("content");
    game.write("Content/Content.contentproj", format!("\u{feff}{}", PROJECT.replace('\n', "\r\n")));
    game.write("Content/Models/Grund.fbx", fs::read(content.join("Models/Grund.fbx")).unwrap());
    for image in fs::read_dir(content.join("Models/Textures")).unwrap() {
        let image = image.unwrap();
        let name = format!("Content/Models/Textures/{}", image.file_name().to_str().unwrap());
        game.write(&name, fs::read(image.path()).unwrap());
    }
    for name in ["Run", "Walk"] {
        game.write(&format!("Content/Clips/{name}.Animation"), clip(&["1", "2"]));
    }
    game.write("Content/Read me.txt", "Read me.");
    for name in ["A", "B", "C", "D", "E"] {
        game.write(&format!("Content/Effects/{name}.fx"), "technique T { pass P { } }");
    }
    game.write("Content/Effects/E.fxo", EFFECT);
    game.write("Content/Audio/Game.xap", "");
    game.write("Content/Sky.dds", sky());
    game.write("Content/Plain.png", fs::read(content.join("Models/Textures/Grund_Frame.png")).unwrap());
    game.write("Content/Notes.txt", "");
    game.write("Outside.png", "");
    game
}

fn init(game: &Project, arguments: &[&str]) -> Output {
    game.command("init").args(arguments).output().unwrap()
}

fn reported(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn a_contentproj_gives_the_assets_it_lists_and_the_textures_of_its_models() {
    let game = game();
    let output = init(&game, &["--from-contentproj", "Content/Content.contentproj"]);
    let reported = reported(&output);
    assert_eq!(output.status.code(), Some(0), "{reported}");
    let kinds = [
        "4 items: Rigmill does not compile effects, and there is no compiled effect next to the source: Effects/A.fx, Effects/B.fx, Effects/C.fx and 1 more",
        "Audio/Game.xap: Rigmill cannot build XACT projects",
        "4 items: the source does not exist: Gone/1.png, Gone/2.png, Gone/3.png and 1 more",
        "2 items: Rigmill uses `animation-xml` and `animation` instead of the game's AnimationImporter and AnimationProcessor",
        "../Outside.png (as Outside.png): the source is not inside the project folder",
        "Clips/Run.Animation: the condition ` '$(Configuration)' == 'Release' ` is false",
        "../Stages/Stages.csproj: Rigmill cannot use importers and processors from .NET assemblies",
    ];
    assert_eq!(reported.matches("warning[").count(), kinds.len(), "{reported}");
    let manifest = String::from_utf8(game.read("Content/rigmill.toml")).unwrap();
    for kind in kinds {
        assert!(reported.contains(kind) && manifest.contains(kind), "{kind}\n{reported}\n{manifest}");
    }
    for line in ["by `rigmill init --from-contentproj`", "targets = [\"xna\"]", "profile = \"Reach\""] {
        assert!(manifest.contains(line), "{line}\n{manifest}");
    }
    let model = manifest.split("[[rule]]").find(|rule| rule.contains("scale =")).unwrap();
    for param in ["geometric_transforms = \"node\"", "reset_root = \"auto\"", "scale = 0.5", "vertex_cache = true"] {
        assert!(model.contains(param), "{param}: {model}");
    }
    let clips = "so Rigmill also\n# builds the files that you add later, which Content.contentproj does not list.\n\n[[rule]]\nmatch = [\n    \"Clips/*.Animation\",\n";
    assert!(manifest.contains(clips), "{manifest}");
    game.write("Content/Clips/New.Animation", clip(&["1"]));
    let textures = manifest.split("[[rule]]").find(|rule| rule.contains("Models/Textures/")).unwrap();
    assert!(textures.contains("mips = false") && textures.contains("compression = \"dxt\""), "{textures}");

    let built = game.command("build").arg("Content").output().unwrap();
    assert_eq!(built.status.code(), Some(0), "{built:?}");
    assert!(!String::from_utf8(built.stderr).unwrap().contains("R0121"));
    let folder = game.root().join("Content/build/xna");
    for file in [
        "Sky.xnb",
        "Plain.xnb",
        "Effects/E.xnb",
        "Models/Grund.xnb",
        "Models/Textures/Grund_Frame_0.xnb",
        "Clips/Run.xnb",
        "Clips/Walk.xnb",
        "Clips/New.xnb",
        "Read me.txt",
    ] {
        assert!(folder.join(file).is_file(), "{file}");
    }
    assert!(!folder.join("Notes.txt").exists());
    // An item that passes through keeps its pixels and gets no additional mipmaps.
    let [sky, effect] = ["Sky.xnb", "Effects/E.xnb"].map(|file| fs::read(folder.join(file)).unwrap());
    assert!(sky.ends_with(&[&[8, 0, 0, 0][..], &[5; 8]].concat()) && effect.ends_with(EFFECT));
    let plain = game.command("inspect").arg(folder.join("Plain.xnb")).arg("--json").output().unwrap();
    assert!(String::from_utf8(plain.stdout).unwrap().matches("\"width\"").count() == 2);
}

/// The items of a content project: a model, and an image that the model also uses.
const SHARED: &str = r#"<Project xmlns="http://schemas.microsoft.com/developer/msbuild/2003"><ItemGroup>
<Compile Include="Models\Grund.fbx"><Importer>FbxImporter</Importer><Processor>ModelProcessor</Processor></Compile>
<Compile Include="Models\Textures\Grund_Frame.png">
  <Importer>TextureImporter</Importer><Processor>TextureProcessor</Processor>
</Compile>
</ItemGroup></Project>"#;

#[test]
fn an_image_that_is_an_item_and_a_model_s_texture_is_built_for_both() {
    let game = game();
    game.write("Content/Content.contentproj", SHARED);
    let output = init(&game, &["--from-contentproj", "Content/Content.contentproj"]);
    assert_eq!(output.status.code(), Some(0), "{}", reported(&output));
    assert!(!reported(&output).contains("Grund_Frame"), "{}", reported(&output));
    let built = game.command("build").arg("Content").output().unwrap();
    assert_eq!(built.status.code(), Some(0), "{built:?}");
    let inspect = |name: &str| {
        let file = game.root().join("Content/build/xna/Models").join(name);
        let output = game.command("inspect").arg(file).arg("--json").output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let [item, of_model] = ["Textures/Grund_Frame.xnb", "Textures/Grund_Frame_0.xnb"].map(inspect);
    // As XNA's processors do by default: only textures of models have mipmaps and are compressed.
    assert!(item.contains("rgba8") && item.matches("\"width\"").count() == 2, "{item}");
    assert!(of_model.contains("bc1") && of_model.matches("\"width\"").count() > 5, "{of_model}");
    let model = inspect("Grund.xnb");
    assert!(model.contains("Grund_Frame_0") && !model.contains("Grund_Frame\""), "{model}");
    // Without the variant, the model uses the item.
    let manifest = String::from_utf8(game.read("Content/rigmill.toml")).unwrap();
    let kept = manifest.lines().filter(|line| !line.starts_with("variants =")).map(|line| format!("{line}\n"));
    game.write("Content/rigmill.toml", kept.collect::<String>());
    let built = game.command("build").arg("Content").output().unwrap();
    assert_eq!(built.status.code(), Some(0), "{built:?}");
    let model = inspect("Grund.xnb");
    assert!(model.contains("Grund_Frame\"") && !model.contains("Grund_Frame_0"), "{model}");
    assert!(!game.root().join("Content/build/xna/Models/Textures/Grund_Frame_0.xnb").exists());
}

/// Two models with the same images, of which only the first has mipmaps; one of the images is also an item.
const DIFFERENT: &str = r#"<Project xmlns="http://schemas.microsoft.com/developer/msbuild/2003">
<ItemGroup>
  <Compile Include="Models/Grund.fbx"><Processor>ModelProcessor</Processor></Compile>
  <Compile Include="Models/Other.fbx">
    <Processor>ModelProcessor</Processor>
    <ProcessorParameters_GenerateMipmaps>False</ProcessorParameters_GenerateMipmaps>
    <ProcessorParameters_TextureFormat>Color</ProcessorParameters_TextureFormat>
  </Compile>
  <Compile Include="Models/Third.fbx"><Processor>ModelProcessor</Processor></Compile>
  <Compile Include="Models/Textures/Grund_Frame.png"><Processor>TextureProcessor</Processor></Compile>
</ItemGroup></Project>"#;

#[test]
fn models_with_different_parameters_each_have_textures_of_their_own() {
    let game = game();
    game.write("Content/Content.contentproj", DIFFERENT);
    for name in ["Other", "Third"] {
        game.write(&format!("Content/Models/{name}.fbx"), game.read("Content/Models/Grund.fbx"));
    }
    let output = init(&game, &["--from-contentproj", "Content/Content.contentproj"]);
    assert_eq!((output.status.code(), reported(&output).contains("R0")), (Some(0), false), "{}", reported(&output));
    let built = game.command("build").arg("Content").output().unwrap();
    assert_eq!(built.status.code(), Some(0), "{built:?}");
    let models = game.root().join("Content/build/xna/Models");
    let inspect = |name: &str| {
        let output = game.command("inspect").arg(models.join(name)).arg("--json").output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    for (model, frame, armour, is_compressed) in [
        ("Grund.xnb", "Grund_Frame_0", "Grund_Armour_0", true),
        ("Third.xnb", "Grund_Frame_0", "Grund_Armour_0", true),
        ("Other.xnb", "Grund_Frame_1", "Grund_Armour_0_1", false),
    ] {
        let content = inspect(model);
        for texture in [frame, armour] {
            assert!(content.contains(&format!("{texture}\"")), "{model} {texture}: {content}");
            let content = inspect(&format!("Textures/{texture}.xnb"));
            assert_eq!(content.contains("rgba8"), !is_compressed, "{texture}: {content}");
            assert_eq!(content.matches("\"width\"").count() > 5, is_compressed, "{texture}: {content}");
        }
    }
    // The item alone.
    assert!(inspect("Textures/Grund_Frame.xnb").contains("rgba8"));
}

#[test]
fn all_items_are_named_on_request_and_a_define_decides() {
    let game = game();
    let arguments = ["-v", "--from-contentproj", "Content/Content.contentproj", "--define", "Configuration=Release"];
    let reported = reported(&init(&game, &arguments));
    assert!(reported.contains("Effects/A.fx, Effects/B.fx, Effects/C.fx, Effects/D.fx\n"), "{reported}");
    let manifest = String::from_utf8(game.read("Content/rigmill.toml")).unwrap();
    assert!(manifest.contains("output = \"Clips/Fast\""), "{manifest}");
}

#[test]
fn either_option_reads_either_kind_of_project() {
    let game = game();
    let output = init(&game, &["--from-mgcb", "Content/Content.contentproj"]);
    assert_eq!(output.status.code(), Some(0), "{}", reported(&output));
    assert!(game.root().join("Content/rigmill.toml").is_file());
    game.write("Other/Content.mgcb", "/build:a.Animation\n");
    game.write("Other/a.Animation", clip(&["1"]));
    let output = init(&game, &["--from-contentproj", "Other/Content.mgcb"]);
    assert!(reported(&output).contains("with rules for 1 of 1 items"), "{}", reported(&output));
    let output = init(&game, &["--from-contentproj", "a", "--from-mgcb", "b"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_project_that_is_not_well_formed_makes_nothing() {
    let game = Project::new();
    game.write("Content.contentproj", "<Project>\n  <ItemGroup>\n</Project>\n");
    let output = init(&game, &["--from-contentproj", "Content.contentproj"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(reported(&output).contains("Content.contentproj:3:1"), "{}", reported(&output));
    assert!(!game.root().join("rigmill.toml").exists());
}

#[test]
#[cfg_attr(
    not(robotgame_project),
    ignore = "set RIGMILL_ROBOTGAME_PROJECT to the folder with RobotGame's content project"
)]
fn robot_game_s_own_project_is_converted() {
    let game = Project::new();
    let content = outside("RIGMILL_ROBOTGAME_PROJECT").join("content");
    for name in ["Content.contentproj", "Models/World/Stage1/France_Sky.FBX", "Particles/EnvSm01.Particle"] {
        game.write(&format!("Content/{name}"), fs::read(content.join(name)).unwrap());
    }
    let image = fs::read(repository().join("content/Models/Textures/Grund_Frame.png")).unwrap();
    // The model refers to it as a JPEG file.
    game.write("Content/Models/World/Stage1/France_2_sky.png", image);
    let output = init(&game, &["--from-contentproj", "Content/Content.contentproj"]);
    let reported = reported(&output);
    assert_eq!(output.status.code(), Some(0), "{reported}");
    assert!(reported.contains("2 of ") && reported.contains(" items and for 1 texture of a model"), "{reported}");
    assert!(
        reported.matches("warning[").count() <= 12 && reported.contains("items: the source does not exist: "),
        "{reported}"
    );
    let built = game.command("build").arg("Content").output().unwrap();
    let reported = String::from_utf8(built.stderr).unwrap();
    assert_eq!((built.status.code(), reported.contains("R0121")), (Some(0), false), "{reported}");
    let folder = game.root().join("Content/build/xna");
    assert!(folder.join("Models/World/Stage1/France_2_sky_0.xnb").is_file());
}

#[test]
#[cfg_attr(
    not(robotgame_project),
    ignore = "set RIGMILL_ROBOTGAME_PROJECT to the folder with RobotGame's content project"
)]
fn the_globs_for_robot_game_match_its_items() {
    // Every item exists, in the folder that the project names.
    let game = Project::new();
    let text = fs::read(outside("RIGMILL_ROBOTGAME_PROJECT").join("content/Content.contentproj")).unwrap();
    let text = String::from_utf8(text).unwrap();
    game.write("Content.contentproj", &text);
    let items =
        text.split("<Compile Include=\"").skip(1).map(|rest| rest.split('"').next().unwrap().replace('\\', "/"));
    let clips: BTreeSet<String> = items.filter(|item| item.ends_with(".Animation")).collect();
    assert_eq!(clips.len(), 253);
    clips.iter().for_each(|item| game.write(item, clip(&["1"])));
    let output = init(&game, &["--from-contentproj", "Content.contentproj"]);
    assert_eq!(output.status.code(), Some(0), "{}", reported(&output));
    let manifest = String::from_utf8(game.read("rigmill.toml")).unwrap();
    assert!(manifest.contains("match = \"Animation/**/*.Animation\""), "{manifest}");
    let listed = game.command("list").arg("--json").output().unwrap();
    let listed = String::from_utf8(listed.stdout).unwrap();
    let sources = listed.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let sources: BTreeSet<String> = sources.map(|it| it["source"].as_str().unwrap().to_owned()).collect();
    assert_eq!(sources, clips);
}

#[test]
fn a_glob_stands_for_all_files_of_a_type_and_for_no_others() {
    let items = [
        // Globs ignore the case of extensions.
        "Any/a.animation",
        "Any/b.ANIMATION",
        "Case/a.animation",
        "Case/b.animation",
        "Clips/In/c.Animation",
        "Clips/a.Animation",
        "Clips/b.Animation",
        "One/a.Animation",
        "Own/a.Animation",
        "Some/a.Animation",
        "Some/b.Animation",
        "x.Animation",
        "y.Animation",
    ];
    let game = Project::new();
    for file in items.into_iter().chain(["Case/c.ANIMATION", "Some/c.Animation", "Own/b.Animation"]) {
        game.write(file, clip(&["1"]));
    }
    game.write("Clips/a.txt", "");
    let builds: String = items.iter().map(|file| format!("/build:{file}\n")).collect();
    game.write("Content.mgcb", format!("{builds}/copy:Own/b.Animation\n"));
    let output = init(&game, &["--from-mgcb", "Content.mgcb"]);
    assert_eq!(output.status.code(), Some(0), "{}", reported(&output));
    let manifest = String::from_utf8(game.read("rigmill.toml")).unwrap();
    let list = |globs: &[&str]| {
        let lines: String = globs.iter().map(|glob| format!("    \"{glob}\",\n")).collect();
        format!("match = [\n{lines}]")
    };
    let globs = list(&[
        "Any/*.animation",
        "Case/a.animation",
        "Case/b.animation",
        "Clips/**/*.Animation",
        "One/a.Animation",
        "Own/a.Animation",
        "Some/a.Animation",
        "Some/b.Animation",
        "*.Animation",
    ]);
    assert!(manifest.contains(&globs) && manifest.contains("match = \"Own/b.Animation\""), "{manifest}");
    // The same files are built as if the manifest named each of them.
    let one_by_one = Project::copy_of(&game.root());
    one_by_one.write("rigmill.toml", manifest.replace(&globs, &list(&items)));
    assert_eq!((game.build().code, one_by_one.build().code), (0, 0));
    let outputs = |game: &Project| -> BTreeMap<PathBuf, Vec<u8>> {
        let folder = game.root().join("build/xna");
        let name = |file: &Path| file.strip_prefix(&folder).unwrap().to_owned();
        files_below(&folder).iter().map(|file| (name(file), fs::read(file).unwrap())).collect()
    };
    assert_eq!(outputs(&game), outputs(&one_by_one));
    assert_eq!(outputs(&game).len(), items.len() + 1);
}
