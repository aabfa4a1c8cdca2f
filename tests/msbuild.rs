//! Tests `integrations/msbuild`: content in the build of a .NET game, with a real build tool.

use std::fs;
use std::process::{Command, Output};

use crate::support::files::real_path;
use crate::support::{Project, clip, dotnet, repository};

/// Creates a game without its compiler, which does not affect what is built and copied.
fn game() -> Project {
    let game = Project::new();
    let targets = repository().join("integrations/msbuild/Rigmill.targets");
    game.write(
        "Game.csproj",
        format!(
            r#"<Project ToolsVersion="4.0" DefaultTargets="Build" xmlns="http://schemas.microsoft.com/developer/msbuild/2003">
  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <AssemblyName>Game</AssemblyName>
    <TargetFrameworkVersion>v4.5</TargetFrameworkVersion>
    <OutputPath>bin/</OutputPath>
    <RigmillExe>{}</RigmillExe>
  </PropertyGroup>
  <Import Project="$(MSBuildBinPath)/Microsoft.CSharp.targets" />
  <Import Project="{}" />
  <Target Name="CoreCompile">
    <WriteLinesToFile File="@(IntermediateAssembly)" Lines="no compiler here" Overwrite="true" />
  </Target>
</Project>
"#,
            env!("CARGO_BIN_EXE_rigmill"),
            targets.display()
        ),
    );
    game.write("Content/rigmill.toml", "[project]\nname = \"game\"\n");
    game.write("Content/Clips/Run.Animation", clip(&["1", "2"]));
    game
}

/// Creates a game in the form that `dotnet new` creates.
fn sdk_game(framework: &str) -> Project {
    let game = game();
    let project = format!(
        r#"<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <TargetFramework>{framework}</TargetFramework>
    <OutputPath>bin/</OutputPath>
    <AppendTargetFrameworkToOutputPath>false</AppendTargetFrameworkToOutputPath>
    <RigmillExe>{}</RigmillExe>
  </PropertyGroup>
  <Import Project="{}" />
</Project>
"#,
        env!("CARGO_BIN_EXE_rigmill"),
        repository().join("integrations/msbuild/Rigmill.targets").display()
    );
    game.write("Game.csproj", project);
    game
}

/// Builds a game whose content is good, then bad, and then good again, and cleans up.
fn content_is_part_of_the_build(game: &Project, tool: &[&str]) {
    let build = |arguments: &[&str]| {
        let mut command = Command::new(tool[0]);
        command.args(&tool[1..]).arg("/nologo").args(arguments).arg("Game.csproj").current_dir(game.root());
        command.env("RIGMILL_CACHE_DIR", game.root().join("../cache"));
        let Output { status, stdout, .. } = command.output().unwrap();
        (status.success(), String::from_utf8_lossy(&stdout).into_owned())
    };
    game.write("Content/Clips/Bad.Animation", "<AnimationSequence>\n<Duration>x</Duration>\n");
    let (good, reported) = build(&[]);
    let bad = real_path(&game.root()).join("Content/Clips/Bad.Animation");
    assert!(!good && reported.contains(&format!("{}(2,11): error R0015: ", bad.display())), "{reported}");

    fs::remove_file(bad).unwrap();
    let (good, reported) = build(&[]);
    assert!(good, "{reported}");
    assert_eq!(game.read("bin/Content/Clips/Run.rmb"), game.read("obj/Rigmill/native/Clips/Run.rmb"));

    let (good, reported) = build(&["/t:Clean"]);
    assert!(good && !game.root().join("obj/Rigmill/native/Clips/Run.rmb").exists(), "{reported}");

    let (good, reported) = build(&["/p:RigmillExe=no-such-program"]);
    assert!(!good && reported.contains("set the property RigmillExe"), "{reported}");
    let (good, reported) = build(&["/p:RigmillEnabled=false"]);
    assert!(good && !game.root().join("obj/Rigmill/native").exists(), "{reported}");
}

#[test]
#[cfg_attr(not(xbuild), ignore = "needs xbuild")]
fn a_games_build_has_its_content_and_its_errors() {
    content_is_part_of_the_build(&game(), &["xbuild"]);
}

#[test]
#[cfg_attr(not(dotnet), ignore = "needs the .NET SDK, dotnet")]
fn a_build_by_dotnet_has_its_content_and_its_errors() {
    content_is_part_of_the_build(&sdk_game(&dotnet::framework()), &["dotnet", "build"]);
}

#[test]
fn a_failed_build_says_so_in_msbuilds_form() {
    let project = Project::new();
    project.write("rigmill.toml", "[projct]\n");
    let output = project.command("build").args(["--message-format", "msbuild"]).output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    let file = real_path(&project.root()).join("rigmill.toml");
    let line = format!("{}(1,2): error R0002: unknown key `projct`; help: did you mean `project`?\n", file.display());
    assert_eq!(out, line);
    assert_eq!(err, "");
}

#[test]
fn the_readme_lists_every_property() {
    let read = |file: &str| fs::read_to_string(repository().join("integrations/msbuild").join(file)).unwrap();
    let (targets, readme) = (read("Rigmill.targets"), read("README.md"));
    let defaults = targets.lines().filter_map(|line| line.trim().strip_prefix("<Rigmill"));
    let properties: Vec<&str> = defaults.filter(|line| line.contains("Condition=\"'$(Rigmill")).collect();
    assert!(properties.len() >= 5, "{properties:?}");
    for property in properties {
        let name = property.split([' ', '>']).next().unwrap();
        assert!(readme.contains(&format!("| `Rigmill{name}` |")), "{name}");
    }
}
