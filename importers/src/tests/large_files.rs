//! Tests that files that are too large are rejected by their size, without reading them.

use std::collections::BTreeMap;
use std::io;

use rigmill_pipeline::{
    Dependency, Diagnostic, Digest, ImportContext, Query, Registry, SourcePath, Sources, StageError, TomlTable,
};

use crate::register;

const SIZE: u64 = 5 << 30;

/// Files with known bytes.
type Known = &'static [(&'static str, &'static [u8])];

/// A project in which all files without known bytes have 5 GiB and cannot be read.
struct Files(BTreeMap<&'static str, Vec<u8>>);

impl Sources for Files {
    fn read(&self, path: &SourcePath) -> io::Result<Option<(Vec<u8>, Digest)>> {
        let bytes = self.0.get(path.as_str()).unwrap_or_else(|| panic!("{path} was read"));
        Ok(Some((bytes.clone(), Digest::of(bytes))))
    }

    fn size(&self, path: &SourcePath) -> io::Result<Option<u64>> {
        Ok(Some(self.0.get(path.as_str()).map_or(SIZE, |bytes| bytes.len() as u64)))
    }

    fn list(&self, _pattern: &str) -> io::Result<Vec<SourcePath>> {
        Ok(Vec::new())
    }
}

/// Returns the diagnostics of an importer that rejects a file, and the sizes that it depends on.
fn refused(importer: &str, source: &str, params: &str, known: Known) -> (Vec<Diagnostic>, Vec<String>) {
    let registry = register(Registry::new());
    let importer = registry.importer(importer).unwrap();
    let params = importer.bind(&params.parse::<TomlTable>().unwrap()).unwrap();
    let files = Files(known.iter().map(|(path, bytes)| (*path, bytes.to_vec())).collect());
    let source = SourcePath::new(source).unwrap();
    let mut ctx = ImportContext::new(&source, &files);
    let result = importer.import(&mut ctx, &params);
    assert!(matches!(result, Err(StageError::Diagnosed)), "{}", importer.id());
    let (dependencies, said) = ctx.finish();
    let sizes = dependencies.iter().filter_map(|Dependency { query, answer }| match query {
        Query::Size(path) if *answer == Dependency::answer_of_size(Some(SIZE)) => Some(path.to_string()),
        _ => None,
    });
    (said, sizes.collect())
}

#[test]
fn no_importer_reads_a_source_beyond_its_limit() {
    let registry = register(Registry::new());
    for importer in registry.importers().filter(|it| it.id().name != "curve-streams") {
        let (said, sizes) = refused(&importer.id().name, "Data/source.bin", "", &[]);
        assert!(
            said.len() == 1 && said[0].message.contains("5368709120 bytes, at most "),
            "{}: {said:?}",
            importer.id()
        );
        assert_eq!(sizes, ["Data/source.bin"]);
    }
}

#[test]
fn no_importer_reads_a_file_beyond_its_limit_that_a_source_names() {
    const DOCUMENT: &[u8] =
        br#"{ "asset": { "version": "2.0" }, "buffers": [{ "uri": "big.bin", "byteLength": 12 }] }"#;
    let cases: [(&str, &str, &str, Known, &str, &str); 3] = [
        (
            "gltf",
            "robot.gltf",
            "",
            &[("robot.gltf", DOCUMENT)],
            "big.bin",
            "R0141: there are 5368709120 bytes in buffers",
        ),
        ("curve-streams", "A.txt", "", &[("A.txt", b"")], "AIndex.txt", "R0161: AIndex.txt is 5368709120 bytes long"),
        (
            "json-data",
            "a.data.json",
            "schema = \"big.toml\"",
            &[("a.data.json", b"{}")],
            "big.toml",
            "R0243: parameter `schema`: the schema `big.toml` is 5368709120 bytes long, but the limit is 4194304 bytes",
        ),
    ];
    for (importer, source, params, known, large, message) in cases {
        if register(Registry::new()).importer(importer).is_none() {
            continue;
        }
        let (said, sizes) = refused(importer, source, params, known);
        let line = format!("{}: {}", said[0].code, said[0].message);
        assert!(said.len() == 1 && line.starts_with(message), "{line}");
        assert_eq!(sizes, [large]);
    }
}

#[test]
fn the_keys_of_curve_streams_are_bounded_like_their_index() {
    let (said, sizes) = refused("curve-streams", "A.txt", "", &[("AIndex.txt", &[0; 4])]);
    assert!(said[0].message.starts_with("the file is 5368709120 bytes long"), "{said:?}");
    assert_eq!(sizes, ["A.txt"]);
}

#[test]
fn a_stage_that_names_no_limit_has_one() {
    let (source, files) = (SourcePath::new("a.bin").unwrap(), Files(BTreeMap::new()));
    let mut ctx = ImportContext::new(&source, &files);
    for error in [ctx.read_source().unwrap_err(), ctx.read(&SourcePath::new("b.bin").unwrap()).unwrap_err()] {
        let StageError::Io { error, .. } = error else { panic!("{error}") };
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
        assert_eq!(error.to_string(), "the file is 5368709120 bytes long, but the limit is 536870912 bytes");
    }
}
