//! Tests `rigmill init --from-mgcb`: content projects of MonoGame are converted and built.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use crate::support::{Project, clip, repository, rigmill};

/// Every switch and directive in all forms, in the style of MonoGame's editor on Windows. `[png]` is an item that is built only
/// by programs with an importer for images.
const EVERY_SWITCH: &str = "\u{feff}
#----------------------------- Global Properties ----------------------------#
/outputDir:bin/$(Platform)
/intermediateDir:obj/$(Platform)
/platform:DesktopGL
/profile:Reach
/config:Release
/compress:False
/rebuild
--clean:False
-quiet
/verbose:False
/incremental
/launchdebugger:False
/waitfordebugger:False
/singleItem:
/define:clips=Clips
#-------------------------------- References --------------------------------#
/reference:..\\Pipeline\\bin\\$(Config)\\Pipeline.dll
#---------------------------------- Content ---------------------------------#
#begin Models/Grund.fbx
/importer:FbxImporter
/processor:ModelProcessor
/processorParam:GenerateTangentFrames=False
/processorParam:Scale=1
/processorParam:RotationX=0
/processorParam:RotationY=0
/processorParam:RotationZ=0
/processorParam:SwapWindingOrder=True
/build:models\\Grund.fbx
#begin Textures/Skin.png
/importer:TextureImporter
/processor:TextureProcessor
/processorParam:ColorKeyColor=255,0,255,255
/processorParam:ColorKeyEnabled=False
/processorParam:GenerateMipmaps=True
/processorParam:PremultiplyAlpha=False
/processorParam:ResizeToPowerOfTwo=False
/processorParam:MakeSquare=False
/processorParam:TextureFormat=DxtCompressed
/build:Textures/Skin.png
#begin clips
/importer:ClipImporter
/processor:ClipProcessor
$set folder = $(clips)
$if folder=Clips
-b:$(folder)/Run.Animation;Clips/Run
--build=$(folder)/Walk.Animation;Clips/March
$endif
$if nothing
/build:Clips/Old.Animation
$endif
/@:More/items.txt
@Others.mgcb
#begin what Rigmill has no stages for
/importer:FontDescriptionImporter
/processor:LocalizedFontProcessor
/build:Fonts/Arial.spritefont
/importer:
/processor:
/build:Missing.fbx
/copy:Readme.txt
/copy:Readme.txt;Docs/Readme.txt
/workingDir:Clips
/build:Turn.Animation
";

const SWITCHES: [&str; 22] = [
    "outputDir",
    "intermediateDir",
    "platform",
    "profile",
    "config",
    "compress",
    "rebuild",
    "clean",
    "quiet",
    "verbose",
    "incremental",
    "launchdebugger",
    "waitfordebugger",
    "singleItem",
    "define",
    "reference",
    "importer",
    "processor",
    "processorParam",
    "build",
    "copy",
    "workingDir",
];

/// Creates a game with this content project and all files that it lists, and with files that it does not list.
fn game() -> Project {
    let game = Project::new();
    let content = repository().join("content");
    let run = fs::read(content.join("Animation/Players/Grund/Low_Run.Animation")).unwrap();
    game.write("Content/Content.mgcb", EVERY_SWITCH.replace('\n', "\r\n"));
    game.write("Content/More/items.txt", "/build:Jump.Animation\n");
    game.write("Content/Others.mgcb", "Clips/Fall.Animation\n");
    game.write("Content/Models/Grund.fbx", fs::read(content.join("Models/Grund.fbx")).unwrap());
    game.write("Content/Models/Unlisted.fbx", fs::read(content.join("Animation/Players/Grund/Low.fbx")).unwrap());
    game.write("Content/Textures/Skin.png", fs::read(content.join("Models/Textures/Grund_Frame.png")).unwrap());
    game.write("Content/Clips/Run.Animation", run);
    for name in ["Clips/Walk", "Clips/Fall", "Clips/Turn", "Clips/Old", "Clips/Unlisted", "More/Jump"] {
        game.write(&format!("Content/{name}.Animation"), clip(&["1", "2"]));
    }
    game.write("Content/Fonts/Arial.spritefont", "<XnaContent/>");
    game.write("Content/Readme.txt", "Read me.");
    game
}

fn converts(game: &Project) -> (String, String) {
    let output = game.command("init").args(["--from-mgcb", "Content/Content.mgcb"]).output().unwrap();
    let reported = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{reported}");
    (String::from_utf8(game.read("Content/rigmill.toml")).unwrap(), reported)
}

/// Whether the program under test has an importer for files with this extension.
fn takes(ending: &str) -> bool {
    let project = Project::new();
    assert!(project.command("init").output().unwrap().status.success());
    String::from_utf8(project.read("rigmill.toml")).unwrap().contains(&format!("*.{ending} "))
}

fn expected() -> BTreeSet<String> {
    let mut assets =
        vec!["Models/Grund", "Clips/Run", "Clips/March", "Clips/Fall", "Clips/Turn", "More/Jump", "Docs/Readme"];
    assets.extend(takes("png").then_some("Textures/Skin"));
    assets.into_iter().map(str::to_owned).collect()
}

#[test]
fn an_mgcb_with_every_switch_gives_the_assets_it_lists() {
    for switch in SWITCHES {
        let forms = [format!("/{switch}"), format!("--{switch}"), format!("-{switch}")];
        assert!(EVERY_SWITCH.lines().any(|line| forms.iter().any(|form| line.starts_with(form))), "{switch}");
    }
    let game = game();
    let (manifest, reported) = converts(&game);
    for line in [
        "targets = [\"xna\"]",
        "out = \"bin/DesktopGL\"",
        "tangents = false",
        "unit = \"file\"",
        "\"Models/Grund.fbx\"",
    ] {
        assert!(manifest.contains(line), "{line}\n{manifest}");
    }
    assert!(reported.contains(&format!("{} of ", expected().len())), "{reported}");

    let output = rigmill()
        .args(["build", "Content", "--target", "native", "--message-format", "json"])
        .current_dir(game.root())
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let messages: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(output.status.code(), Some(0), "{text}");
    let assets = messages.iter().filter(|message| message["reason"] == "asset");
    let built: BTreeSet<String> = assets.map(|asset| asset["asset"].as_str().unwrap().to_owned()).collect();
    assert_eq!(built, expected());
    let folder = game.root().join("Content/bin/DesktopGL/native");
    for file in ["Models/Grund.model.rmb", "Models/Grund.skeleton.rmb", "Clips/Run.rmb", "More/Jump.rmb"] {
        assert!(folder.join(file).is_file(), "{file}");
    }
    assert_eq!(fs::read(folder.join("Docs/Readme.txt")).unwrap(), b"Read me.");
    for file in ["Clips/Walk.rmb", "Readme.txt", "Clips/Old.rmb", "Clips/Unlisted.rmb", "Models/Unlisted.model.rmb"] {
        assert!(!folder.join(file).exists(), "{file}");
    }
}

#[test]
fn what_is_not_converted_is_listed_with_its_line() {
    let (manifest, reported) = converts(&game());
    let mut left = vec![
        ("/build:Fonts/Arial.spritefont", ": Rigmill has no stage for `LocalizedFontProcessor`"),
        ("/build:Missing.fbx", ": the source does not exist"),
        ("/copy:Readme.txt", ": the same source is listed twice, but Rigmill makes only one asset from each source"),
        ("/processorParam:SwapWindingOrder=True", ": SwapWindingOrder=True: Rigmill does not flip triangles"),
        (
            "/reference:..\\Pipeline\\bin\\$(Config)\\Pipeline.dll",
            "bin\\Release\\Pipeline.dll: Rigmill cannot use importers and processors from .NET assemblies",
        ),
        ("/rebuild", ": this switch affects a single run"),
        (
            "-b:$(folder)/Run.Animation;Clips/Run",
            "Rigmill uses `animation-xml` and `animation` instead of the game's ClipImporter and ClipProcessor",
        ),
        ("$if nothing", "the property `nothing` is not set, so Rigmill skips this part"),
    ];
    left.extend((!takes("png")).then_some(("/build:Textures/Skin.png", ": no importer accepts `*.png`")));
    for (line, why) in left {
        let number = EVERY_SWITCH.lines().position(|other| other == line).unwrap() + 1;
        let place = format!("Content.mgcb:{number}:1: ");
        let remarks = || manifest.lines().filter(|remark| remark.contains(&place));
        assert!(remarks().any(|remark| remark.contains(why)), "{line}: {why}\n{manifest}");
        assert!(reported.contains(&format!("Content.mgcb:{number}:1")), "{line}\n{reported}");
    }
}

#[test]
fn items_of_images_have_mono_game_s_defaults_whoever_names_the_processor() {
    let game = Project::new();
    let pixel = fs::read(repository().join("content/Models/Textures/Grund_Frame.png")).unwrap();
    let items = [
        ("named", "/importer:TextureImporter\n/processor:TextureProcessor\n"),
        ("unnamed", "/importer:TextureImporter\n/processor:\n"),
        ("bare", "/importer:\n/processor:\n"),
        ("sprite", "/importer:TextureImporter\n/processor:SpriteTextureProcessor\n"),
        ("model", "/importer:TextureImporter\n/processor:ModelTextureProcessor\n"),
        ("build/below", "/importer:TextureImporter\n/processor:TextureProcessor\n"),
    ];
    let mut mgcb = String::new();
    for (name, switches) in items {
        game.write(&format!("Content/{name}.png"), &pixel);
        mgcb += &format!("{switches}/build:{name}.png\n");
    }
    game.write("Content/Content.mgcb", mgcb);
    let (manifest, reported) = converts(&game);
    assert!(reported.contains("build/below.png: the source is in the output folder `build`"), "{reported}");
    let rules: Vec<&str> = manifest.split("[[rule]]").filter(|rule| rule.contains(".png\"")).collect();
    let of = |name: &str| *rules.iter().find(|rule| rule.contains(&format!("{name}.png"))).unwrap();
    for name in ["named", "unnamed", "bare", "sprite"] {
        for param in [
            "mips = false",
            "premultiply = true",
            "srgb = false",
            "compression = \"none\"",
            "color_key = \"#ff00ffff\"",
        ] {
            assert!(of(name).contains(param), "{name} {param}\n{manifest}");
        }
    }
    for param in ["mips = true", "premultiply = true", "srgb = false", "compression = \"dxt\""] {
        assert!(of("model").contains(param), "{param}\n{manifest}");
    }
}

#[test]
fn a_faulty_mgcb_and_a_manifest_that_is_there_are_left_alone() {
    let game = Project::new();
    game.write("a.Animation", clip(&["1"]));
    game.write("Content.mgcb", "/build:a.Animation\n  /bulid:b.Animation\n");
    let init = |format: &str| {
        game.command("init").args(["--from-mgcb", "Content.mgcb", "--message-format", format]).output().unwrap()
    };
    let output = init("json");
    // The errors in the file are all errors: no other message repeats that there are some.
    let diagnostic: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(2));
    let found = ["code", "file", "line", "column", "help"].map(|key| diagnostic[key].to_string());
    assert_eq!(found, ["\"R0260\"", "\"Content.mgcb\"", "2", "3", "\"did you mean `/build`?\""]);
    assert!(!game.root().join("rigmill.toml").exists());
    let people = String::from_utf8(init("human").stderr).unwrap();
    assert!(people.contains("error: rigmill.toml was not written, because Content.mgcb has an error"), "{people}");

    game.write("Content.mgcb", "/build:a.Animation\n");
    game.write("rigmill.toml", "# mine\n");
    let output = init("human");
    let reported = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(reported.contains("already exists") && reported.contains("help: move this file away"), "{reported}");
    assert_eq!(game.read("rigmill.toml"), b"# mine\n");
}

#[test]
fn a_misspelt_parameter_is_reported_with_the_one_that_may_be_meant() {
    let game = Project::new();
    let mgcb = "/importer:TextureImporter\n/processor:TextureProcessor\n/processorParam:ColorKeyEnabeld=True\n\
                /build:a.png\n";
    game.write("Content/Content.mgcb", mgcb);
    game.write("Content/a.png", fs::read(repository().join("content/Models/Textures/Grund_Frame.png")).unwrap());
    let (_, reported) = converts(&game);
    assert!(
        reported.contains("Content.mgcb:3:1") && reported.contains("did you mean `ColorKeyEnabled`?"),
        "{reported}"
    );
}

#[test]
fn a_folder_above_gives_assets_their_longer_names_and_defines_decide() {
    let game = Project::new();
    game.write("Content/Content.mgcb", "$if os=mac\n/build:Clip.animation\n$endif\n/build:../Shared/Walk.Animation\n");
    game.write("Content/Clip.Animation", clip(&["1"]));
    game.write("Shared/Walk.Animation", clip(&["1"]));
    let init = game.command("init").args([".", "--from-mgcb", "Content/Content.mgcb", "--define", "os=mac"]).output();
    assert!(init.unwrap().status.success());
    let built = game.build();
    let assets = built.messages.iter().filter_map(|message| message["asset"].as_str());
    assert_eq!(assets.collect::<Vec<_>>(), ["Content/Clip", "Shared/Walk"]);
}
