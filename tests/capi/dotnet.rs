//! Tests `integrations/dotnet`, compiled by mcs and run by mono.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use rigmill_runtime::characters::SkinningJob;
use rigmill_runtime::content::Model;
use rigmill_runtime::{Content, Matrix, Player, Rules, matrix};

use super::{compile, library, played, source, succeed, with_library};
use crate::sample_game::built;
use crate::support::dotnet::framework;
use crate::support::files_below;

/// The C# files of a folder.
fn files(folder: &str) -> Vec<PathBuf> {
    let mut files = files_below(&source(folder));
    files.retain(|file| file.extension().is_some_and(|it| it == "cs"));
    files
}

fn mcs(options: &[&str], sources: &[PathBuf], name: &str) -> PathBuf {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let mut command = Command::new("mcs");
    succeed(command.arg("-warnaserror").arg(format!("-out:{}", out.display())).args(options).args(sources));
    out
}

/// The compiled classes.
fn runtime() -> &'static Path {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    LIBRARY
        .get_or_init(|| mcs(&["-target:library"], &files("integrations/dotnet/Rigmill.Runtime"), "Rigmill.Runtime.dll"))
}

/// Compiles a program that uses the classes.
fn program(sources: &[PathBuf], name: &str) -> PathBuf {
    mcs(&[&format!("-r:{}", runtime().display())], sources, name)
}

#[test]
#[cfg_attr(not(mono), ignore = "needs mono and its compiler, mcs")]
fn the_hero_in_csharp_prints_what_rigmill_play_prints() {
    let game = built();
    let hero = program(&[source("integrations/dotnet/examples/Hero.cs")], "Hero.exe");
    assert_eq!(succeed(with_library("mono").arg(hero).arg(game.native())), played(&game));
}

/// The .NET name of the system that the tests run on, with the C library's file name.
const SYSTEM: (&str, &str) = match (cfg!(windows), cfg!(target_os = "macos"), cfg!(target_arch = "aarch64")) {
    (true, ..) => ("win-x64", "rigmill_capi.dll"),
    (_, true, true) => ("osx-arm64", "librigmill_capi.dylib"),
    (_, true, false) => ("osx-x64", "librigmill_capi.dylib"),
    (_, _, true) => ("linux-arm64", "librigmill_capi.so"),
    (_, _, false) => ("linux-x64", "librigmill_capi.so"),
};

#[test]
#[cfg_attr(not(dotnet), ignore = "needs the .NET SDK, dotnet")]
fn the_nuget_package_brings_the_library_and_plays_the_hero() {
    let folder = tempfile::tempdir().unwrap();
    let at = |path: &str| folder.path().join(path);
    let dotnet = |arguments: &[&str], folder: &str| {
        let mut command = Command::new("dotnet");
        succeed(command.args(arguments).current_dir(at(folder)).env("NUGET_PACKAGES", at("packages")))
    };
    let copy = |from: &Path, to: &str| {
        fs::create_dir_all(at(to).parent().unwrap()).unwrap();
        fs::copy(from, at(to)).unwrap();
    };
    for file in files_below(&source("integrations/dotnet/Rigmill.Runtime")) {
        copy(&file, &format!("runtime/{}", file.file_name().unwrap().display()));
    }
    let (system, file) = SYSTEM;
    copy(&library().join(file), &format!("natives/{system}/native/{file}"));
    let natives = format!("-p:Natives={}", at("natives").display());
    // The SDK contains this framework; it downloads the one that the package is published for.
    let pack = ["pack", "-o", "../feed", "-p:Version=1.2.3", "-p:TargetFramework=netstandard2.1", &natives];
    dotnet(&pack, "runtime");

    copy(&source("integrations/dotnet/examples/Hero.cs"), "game/Hero.cs");
    let game = format!(
        r#"<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <TargetFramework>{}</TargetFramework>
    <RestoreSources>../feed</RestoreSources>
  </PropertyGroup>
  <ItemGroup><PackageReference Include="Rigmill.Runtime" Version="1.2.3" /></ItemGroup>
</Project>
"#,
        framework()
    );
    fs::write(at("game/Game.csproj"), game).unwrap();
    dotnet(&["build", "-o", "out"], "game");
    let game = built();
    let printed = dotnet(&["out/Game.dll", game.native().to_str().unwrap()], "game");
    assert_eq!(printed.replace("\r\n", "\n"), played(&game));
}

#[test]
#[cfg_attr(not(mono), ignore = "needs mono and its compiler, mcs")]
fn mistakes_in_csharp_are_exceptions() {
    let game = built();
    let mistakes = program(&[source("tests/capi/dotnet/Mistakes.cs")], "Mistakes.exe");
    assert_eq!(succeed(with_library("mono").arg(mistakes).arg(game.native())), "0 failures\n");
}

/// The structs of the header, each with the corresponding struct of the classes.
const STRUCTS: [(&str, &str); 18] = [
    ("RigmillText", "Native+Text"),
    ("RigmillBone", "Native+Bone"),
    ("RigmillEvent", "Native+Event"),
    ("RigmillLayerState", "Native+LayerState"),
    ("RigmillClipInfo", "Native+ClipInfo"),
    ("RigmillModelInfo", "Native+ModelInfo"),
    ("RigmillStream", "Native+Stream"),
    ("RigmillMesh", "Native+MeshInfo"),
    ("RigmillContent", "Native+Id"),
    ("RigmillPart", "MeshPart"),
    ("RigmillTransform", "Transform"),
    ("RigmillPlace", "Place"),
    ("RigmillPlayOptions", "PlayOptions"),
    ("RigmillVertex", "Vertex"),
    ("RigmillHit", "Hit"),
    ("RigmillContact", "Contact"),
    ("RigmillCharacter", "Character"),
    ("RigmillStatus", "Status"),
];

#[test]
#[cfg_attr(not(all(mono, cc)), ignore = "needs mono, its compiler, mcs, and a C compiler, cc")]
fn structs_are_as_large_in_csharp_as_in_c() {
    let folder = tempfile::tempdir().unwrap();
    let sizes: String = STRUCTS.map(|(c, _)| format!("printf(\"%zu\\n\", sizeof({c}));\n")).concat();
    let c = folder.path().join("sizes.c");
    std::fs::write(&c, format!("#include <stdio.h>\n#include \"rigmill.h\"\nint main(void) {{ {sizes} return 0; }}\n"))
        .unwrap();
    let sizes: String = STRUCTS.map(|(_, name)| format!("Print(all, \"Rigmill.Runtime.{name}\");\n")).concat();
    let cs = folder.path().join("Sizes.cs");
    let text = "using System; using System.Reflection; using System.Runtime.InteropServices;\nstatic class Sizes {\n\
        static void Print(Assembly all, string name) {\n\
        Type type = all.GetType(name, true); if (type.IsEnum) type = Enum.GetUnderlyingType(type);\n\
        Console.WriteLine(Marshal.SizeOf(type)); }\n\
        static void Main() { Assembly all = typeof(Rigmill.Runtime.Content).Assembly;\n";
    std::fs::write(&cs, format!("{text}{sizes}}} }}\n")).unwrap();
    let in_c = succeed(&mut with_library(compile(&c, &[], "sizes")));
    let in_cs = succeed(with_library("mono").arg(program(&[cs], "Sizes.exe")));
    assert_eq!((in_c.lines().count(), in_cs), (STRUCTS.len(), in_c));
}

#[test]
#[cfg_attr(not(mono), ignore = "needs mono and its compiler, mcs")]
fn the_statuses_in_csharp_are_those_of_the_header() {
    let read = |path: &str| std::fs::read_to_string(source(path)).unwrap();
    let number = |line: &str| -> Option<(String, String)> {
        let (name, number) = line.trim().trim_end_matches(',').split_once(" = ")?;
        let name = name.strip_prefix("RIGMILL_STATUS_").unwrap_or(name).replace('_', "").to_lowercase();
        number.parse::<i32>().ok()?;
        Some((name, number.to_owned()))
    };
    let of = |path: &str, begin: &str| -> Vec<(String, String)> {
        let text = read(path);
        let members = text.split_once(begin).unwrap().1.lines().take_while(|line| !line.trim().starts_with('}'));
        members.filter_map(number).collect()
    };
    let (c, cs) = (
        of("integrations/c/include/rigmill.h", "enum RigmillStatus"),
        of("integrations/dotnet/Rigmill.Runtime/Status.cs", "public enum Status"),
    );
    assert_eq!((c.len(), cs), (17, c));
}

#[test]
#[cfg_attr(not(mono), ignore = "needs mono and its compiler, mcs")]
fn a_game_for_xna_gets_matrices_and_vertices() {
    let mut sources = files("integrations/dotnet/Rigmill.Xna");
    sources.extend(["XnaStandIns.cs", "XnaGame.cs"].map(|file| source("tests/capi/dotnet").join(file)));
    let game = built();
    let output = succeed(with_library("mono").arg(program(&sources, "XnaGame.exe")).arg(game.native()));
    assert_eq!(output.lines().map(read).collect::<Vec<_>>(), expected(&Content::open(game.native()).unwrap()));
}

/// Parses a line into text and the bits of numbers.
fn read(line: &str) -> String {
    let word = |word: &str| word.parse::<f32>().map_or(word.to_owned(), |number| format!("{:08x}", number.to_bits()));
    line.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// Returns what the game should print, according to the runtime.
fn expected(content: &Content) -> Vec<String> {
    let mut player = Player::load(content, "Hero/Grund.actions", Rules::Standard).unwrap();
    player.play("body", "Stroll").unwrap();
    (0..4).for_each(|_| player.update(0.125).unwrap());
    let skeleton = player.model().skeleton().clone();
    let bone = |name: &str| skeleton.view().find(name).map_or(matrix::IDENTITY, |bone| player.model().absolute()[bone]);
    let line = |name: &str, numbers: &[f32]| {
        let numbers: Vec<String> = numbers.iter().map(|number| format!("{:08x}", number.to_bits())).collect();
        format!("{name} {}", numbers.join(" "))
    };
    let mut lines = vec![line("head", &bone("Head_NA"))];
    let model = content.load::<Model>("Models/Grund.model").unwrap();
    let view = model.view();
    let absolute: Vec<Matrix> = view.bones().map(|of| bone(of.name())).collect();
    for (number, mesh) in view.meshes().enumerate() {
        let last = mesh.vertex_count() - 1;
        let counts = [mesh.vertex_count(), mesh.indices().len(), mesh.parts().len()].map(|count| count.to_string());
        lines.push(read(&format!("mesh {} {}", mesh.name(), counts.join(" "))));
        let [position, normal] = [mesh.positions().get(last), mesh.normals().get(last)].map(Option::unwrap);
        let uv = mesh.uv_sets().next().map_or([0.0; 2], |set| set[last]);
        lines.push(line("vertex", &[&position[..], &normal, &uv].concat()));
        lines.push(read(&format!("index {}", mesh.indices().iter().last().unwrap())));
        if mesh.is_skinned() {
            let mut joints = vec![matrix::IDENTITY; mesh.skin_bones().len()];
            SkinningJob { model: view, mesh: number, absolute: &absolute, out: &mut joints }.run().unwrap();
            lines.push(line("joint", &joints[0]));
        }
    }
    lines
}
