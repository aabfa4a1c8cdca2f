//! Files of the target `xna`, read by a program that has nothing of Rigmill's: the C# in this folder, which is written from XNA's
//! published format and takes packed numbers and texts from .NET's own `BinaryReader`.

mod clips;
mod genuine;
mod models;
mod refusals;
mod textures;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use serde_json::Value;

use crate::support::{Project, files_below, repository, skipped};

/// The compiled reader; `None` where C# cannot be compiled or run.
fn program() -> Option<&'static Path> {
    static PROGRAM: OnceLock<Option<PathBuf>> = OnceLock::new();
    PROGRAM.get_or_init(compiled).as_deref()
}

fn compiled() -> Option<PathBuf> {
    let mut sources = files_below(&repository().join("tests/xnb_reader"));
    sources.retain(|file| file.extension().is_some_and(|it| it == "cs"));
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("xnb_reader.exe");
    Command::new("mono").arg("--version").output().ok()?;
    let mut compiler = Command::new("mcs");
    let output = compiler.arg("-warnaserror").arg(format!("-out:{}", program.display())).args(sources).output().ok()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(program)
}

/// What the reader makes of each file; `None`, said on stderr, where it cannot run.
fn read(test: &str, files: &[PathBuf]) -> Option<Vec<Value>> {
    let Some(program) = program() else {
        skipped(test, "there are no mcs and mono here to compile and run the reader with");
        return None;
    };
    let output = Command::new("mono").arg(program).args(files).output().unwrap();
    let lines: Vec<Value> =
        String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), files.len(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.success(), lines.iter().all(|line| line.get("refused").is_none()));
    Some(lines)
}

/// Builds a project for XNA, and has these of its files read, none of which may be refused.
fn built(test: &str, project: &Project, assets: &[&str]) -> Option<Vec<Value>> {
    let built = project.build_with(&["--target", "xna"]);
    assert_eq!(built.code, 0, "{:?}", built.diagnostics());
    let files: Vec<_> = assets.iter().map(|asset| project.root().join(format!("build/xna/{asset}.xnb"))).collect();
    let lines = read(test, &files)?;
    for (line, asset) in lines.iter().zip(assets) {
        assert!(line.get("refused").is_none(), "{asset}: {line}");
    }
    Some(lines)
}

/// A list of the reader's.
fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("no list: {value}"))
}

/// A number of the reader's, which prints those of single precision with as many digits as tell them apart.
fn number(value: &Value) -> f32 {
    value.to_string().parse().unwrap()
}

fn numbers<const N: usize>(value: &Value) -> [f32; N] {
    list(value).iter().map(number).collect::<Vec<_>>().try_into().unwrap()
}

fn index(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap()).unwrap()
}

/// The names of type readers, without what .NET adds: `ModelReader`, `DictionaryReader`.
fn readers(file: &Value) -> Vec<&str> {
    let names = list(&file["readers"]).iter().map(|name| name.as_str().unwrap());
    names.map(|name| name.split([',', '`']).next().unwrap().rsplit('.').next().unwrap()).collect()
}
