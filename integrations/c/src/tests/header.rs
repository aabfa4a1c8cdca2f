//! Checks that the header is what cbindgen generates from the sources, and that unsafe code is only in one module.

use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

fn generated() -> String {
    let config = cbindgen::Config::from_file(folder().join("cbindgen.toml")).unwrap();
    let bindings = cbindgen::Builder::new().with_crate(folder()).with_config(config).generate().unwrap();
    let mut header = Vec::new();
    bindings.write(&mut header);
    String::from_utf8(header).unwrap()
}

/// To write the header, run `RIGMILL_UPDATE_HEADER=1 cargo test -p rigmill-capi header`.
#[test]
#[allow(clippy::disallowed_methods, reason = "whoever changes the functions says that the header is to be written")]
fn the_header_is_up_to_date() {
    let (path, header) = (folder().join("include/rigmill.h"), generated());
    if std::env::var_os("RIGMILL_UPDATE_HEADER").is_some() {
        fs::write(&path, &header).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap();
    assert!(found == header, "rigmill.h is out of date: RIGMILL_UPDATE_HEADER=1 cargo test -p rigmill-capi header");
}

#[test]
fn every_exported_function_is_declared_once_and_documented() {
    let header = generated().split_once("extern \"C\" {").unwrap().1.to_owned();
    let mut names: Vec<String> = Vec::new();
    for (path, text) in sources(&folder().join("src")) {
        let exported = text.split("#[unsafe(no_mangle)]\n").skip(1);
        names.extend(exported.map(|text| {
            let name = text.split_once("fn ").unwrap().1.split_once('(').unwrap().0;
            assert!(name.starts_with("rigmill_"), "{}: {name}", path.display());
            name.to_owned()
        }));
    }
    assert!(names.len() > 80, "{names:?}");
    for name in names {
        let declared = header.match_indices(&format!("{name}(")).collect::<Vec<_>>();
        let [(at, _)] = declared[..] else { panic!("{name} is declared {} times", declared.len()) };
        let before = header[..at].trim_end_matches(|it| it != '\n');
        assert!(before.lines().last().is_some_and(|line| line.starts_with("//")), "{name} has no comment");
    }
}

#[test]
fn blocks_of_unsafe_code_are_in_one_module() {
    let with_blocks = sources(&folder().join("src")).into_iter().filter(|(path, text)| {
        let is_test = path.components().any(|part| part.as_os_str() == "tests");
        let code = text.split("#[cfg(test)]").next().unwrap();
        !is_test && code.lines().any(|line| line.contains("unsafe {") || line.contains("unsafe impl"))
    });
    let names: Vec<PathBuf> = with_blocks.map(|(path, _)| path).collect();
    assert_eq!(names, [folder().join("src/boundary/pointers.rs")]);
}

fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else {
            found.push((path.clone(), fs::read_to_string(&path).unwrap()));
        }
    }
    found.sort();
    found
}
