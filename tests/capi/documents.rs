//! Tests the code in the documents of `integrations/c` and `integrations/dotnet`: everything compiles, and programs run.

use std::fs;
use std::process::Command;

use super::{compile, source, succeed, with_library};
use crate::sample_game::built;

/// Returns the code blocks of a document in a language.
fn blocks(document: &str, language: &str) -> Vec<String> {
    let text = fs::read_to_string(source(document)).unwrap();
    let fence = format!("```{language}\n");
    let opened = text.split(&fence).skip(1);
    let blocks: Vec<String> = opened.map(|rest| rest.split_once("\n```").unwrap().0.to_owned()).collect();
    assert!(!blocks.is_empty(), "{document} has no code in {language}");
    blocks
}

#[test]
#[cfg_attr(not(cc), ignore = "needs a C compiler, cc")]
fn the_c_of_the_guide_compiles_and_runs() {
    let folder = tempfile::tempdir().unwrap();
    let game = built();
    for (number, block) in blocks("integrations/c/README.md", "c").into_iter().enumerate() {
        let file = folder.path().join(format!("block{number}.c"));
        // Blocks are either complete programs, or parts of functions in which the usual handles exist.
        let is_program = block.contains("int main");
        let part = format!(
            "#include \"rigmill.h\"\nvoid part(RigmillContent content, RigmillPlayer player, RigmillCrowd crowd, RigmillActions actions);\n\
             void part(RigmillContent content, RigmillPlayer player, RigmillCrowd crowd, RigmillActions actions) {{\n\
             (void)content; (void)player; (void)crowd; (void)actions;\n{block}\n}}\nint main(void) {{ return 0; }}\n"
        );
        fs::write(&file, if is_program { block } else { part }).unwrap();
        let program = compile(&file, &[], &format!("block{number}"));
        let output = succeed(with_library(program).arg(game.native()));
        assert_eq!(output.is_empty(), !is_program, "{output}");
    }
}

#[test]
#[cfg_attr(not(cxx), ignore = "needs a C++ compiler, c++")]
fn the_cpp_of_the_page_on_godot_compiles() {
    let folder = tempfile::tempdir().unwrap();
    for (number, block) in blocks("integrations/c/godot.md", "cpp").into_iter().enumerate() {
        let file = folder.path().join(format!("godot{number}.cpp"));
        fs::write(&file, format!("{GODOT}{block}\nint main() {{ return 0; }}\n")).unwrap();
        compile(&file, &[], &format!("godot{number}"));
    }
}

#[test]
#[cfg_attr(not(mono), ignore = "needs mono and its compiler, mcs")]
fn the_csharp_of_the_pages_compiles() {
    let folder = tempfile::tempdir().unwrap();
    let pages = [("integrations/c/unity.md", UNITY), ("integrations/dotnet/README.md", "")];
    for (number, (page, before)) in pages.into_iter().enumerate() {
        let mut command = Command::new("mcs");
        command.args(["-warnaserror", "-target:library"]).arg(format!("-out:{}/{number}.dll", folder.path().display()));
        command.arg(format!("-recurse:{}/*.cs", source("integrations/dotnet/Rigmill.Runtime").display()));
        command.arg(format!("-recurse:{}/*.cs", source("integrations/dotnet/Rigmill.Xna").display()));
        command.arg(source("tests/capi/dotnet/XnaStandIns.cs"));
        for (block, text) in blocks(page, "csharp").into_iter().enumerate() {
            let file = folder.path().join(format!("{number}_{block}.cs"));
            let is_file = text.contains("class ");
            let method = format!(
                "using Rigmill.Runtime;\nusing Rigmill.Xna;\nusing Microsoft.Xna.Framework;\n\
                 static class Block{block} {{ static void Run(GameTime gameTime) {{\n{text}\n}} }}\n"
            );
            fs::write(&file, if is_file { text } else { method }).unwrap();
            command.arg(file);
        }
        if !before.is_empty() {
            let stand_ins = folder.path().join("stand_ins.cs");
            fs::write(&stand_ins, before).unwrap();
            command.arg(stand_ins);
        }
        succeed(&mut command);
    }
}

/// The Unity declarations that the page uses. Unity itself is not available here.
const UNITY: &str = "
namespace UnityEngine {
    public class Object { }
    public class Component : Object { public Transform transform { get { return null; } } }
    public class Behaviour : Component { }
    public class MonoBehaviour : Behaviour { }
    public class Transform : Component {
        public Vector3 localPosition { get; set; }
        public Quaternion localRotation { get; set; }
        public Vector3 localScale { get; set; }
    }
    public struct Vector3 { public Vector3(float x, float y, float z) { } }
    public struct Vector4 {
        public Vector4(float x, float y, float z, float w) { }
        public static implicit operator Vector3(Vector4 it) { return new Vector3(); }
    }
    public struct Quaternion { }
    public struct Matrix4x4 {
        public void SetColumn(int index, Vector4 column) { }
        public Vector4 GetColumn(int index) { return new Vector4(); }
        public Quaternion rotation { get { return new Quaternion(); } }
        public Vector3 lossyScale { get { return new Vector3(); } }
    }
    public static class Time { public static float deltaTime { get { return 0; } } }
    public static class Application { public static string streamingAssetsPath { get { return null; } } }
}
";

/// The godot-cpp declarations that the page uses. Godot itself is not available here.
const GODOT: &str = "
#include <rigmill.h>
namespace godot {
struct Vector3 { Vector3(double, double, double) {} };
struct Basis { Basis(Vector3, Vector3, Vector3) {} };
struct Transform3D { Transform3D(Basis, Vector3) {} };
struct String { String(const char *) {} };
struct Skeleton3D {
    void set_bone_global_pose(int, const Transform3D &) {}
    int find_bone(const String &) { return 0; }
};
}
";
