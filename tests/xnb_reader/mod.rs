//! Tests files of the target `xna` with a reader that is independent of Rigmill: the C# program in this folder, which follows
//! XNA's published format and uses .NET's own `BinaryReader` for packed numbers and strings.

mod clips;
mod fonts;
mod genuine;
mod models;
mod refusals;
mod sounds;
mod textures;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use serde_json::Value;

use crate::support::{Project, files_below, repository};

/// Returns the path of the compiled reader.
fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(compiled)
}

fn compiled() -> PathBuf {
    let mut sources = files_below(&repository().join("tests/xnb_reader"));
    sources.retain(|file| file.extension().is_some_and(|it| it == "cs"));
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("xnb_reader.exe");
    let mut compiler = Command::new("mcs");
    let output =
        compiler.arg("-warnaserror").arg(format!("-out:{}", program.display())).args(sources).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    program
}

/// Returns the reader's output for each file.
fn read(files: &[PathBuf]) -> Vec<Value> {
    let output = Command::new("mono").arg(program()).args(files).output().unwrap();
    let lines: Vec<Value> =
        String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), files.len(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.success(), lines.iter().all(|line| line.get("refused").is_none()));
    lines
}

/// Builds a project for XNA and reads these of its files. None may be rejected.
fn built(project: &Project, assets: &[&str]) -> Vec<Value> {
    let built = project.build_with(&["--target", "xna"]);
    assert_eq!(built.code, 0, "{:?}", built.diagnostics());
    let files: Vec<_> = assets.iter().map(|asset| project.root().join(format!("build/xna/{asset}.xnb"))).collect();
    let lines = read(&files);
    for (line, asset) in lines.iter().zip(assets) {
        assert!(line.get("refused").is_none(), "{asset}: {line}");
    }
    lines
}

/// Returns a list in the reader's output.
fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("no list: {value}"))
}

/// Returns a number in the reader's output, which prints single-precision numbers with as many digits as necessary to
/// distinguish them.
fn number(value: &Value) -> f32 {
    value.to_string().parse().unwrap()
}

fn numbers<const N: usize>(value: &Value) -> [f32; N] {
    list(value).iter().map(number).collect::<Vec<_>>().try_into().unwrap()
}

fn index(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap()).unwrap()
}

/// Returns the names of type readers without .NET's additions: `ModelReader`, `DictionaryReader`.
fn readers(file: &Value) -> Vec<&str> {
    let names = list(&file["readers"]).iter().map(|name| name.as_str().unwrap());
    names.map(|name| name.split([',', '`']).next().unwrap().rsplit('.').next().unwrap()).collect()
}
