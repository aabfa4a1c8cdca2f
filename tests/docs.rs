//! Tests claims in the documents.

use std::fs;

use rigmill_pipeline::{Level, codes};

use crate::support::repository;

fn read(path: &str) -> String {
    fs::read_to_string(repository().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the level of the diagnostics that an entry describes; `None` if they can be errors or warnings.
fn level(id: &str, entry: &str) -> Option<Level> {
    let can_be_allowed = entry.contains(&format!("allow = [\"{id}\"]"));
    let can_be_warning = can_be_allowed || entry.contains(&format!("warning[{id}]"));
    match entry.contains("*Warning.*") {
        true => Some(Level::Warning),
        false => (!can_be_warning).then_some(Level::Error),
    }
}

#[test]
fn every_code_has_an_entry_with_its_title_and_level() {
    let page = read("docs/diagnostics.md");
    let entry = |text: &'static str| {
        let entry = text.split("\n## ").next().unwrap();
        let (id, title) = entry.lines().next().unwrap().split_once(' ').unwrap();
        (id, title, level(id, entry))
    };
    let mut entries: Vec<_> = page.leak().split("\n### ").skip(1).map(entry).collect();
    entries.sort();
    let table: Vec<_> = codes::ALL.iter().map(|code| (code.id, code.title, code.level)).collect();
    assert_eq!(entries, table, "docs/diagnostics.md differs from pipeline/src/diagnostic/codes.rs");
}

#[test]
fn the_page_of_diagnostics_says_which_stage_has_which_codes() {
    let page = read("docs/diagnostics.md");
    let anchor = |title: &str| title.to_lowercase().replace('`', "").replace(' ', "-");
    let mut rows: Vec<(String, &str)> = Vec::new();
    for row in page.lines().filter(|line| line.starts_with("| R")) {
        let (codes, section) = row.trim_matches(['|', ' ']).split_once(" | ").unwrap();
        rows.push((section.split_once("(#").unwrap().1.trim_end_matches(')').to_owned(), codes));
    }
    let mut section = String::new();
    let mut sections = Vec::new();
    for line in page.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            section = anchor(title);
        }
        let Some(code) = line.strip_prefix("### ").map(|entry| &entry[..5]) else { continue };
        sections.push(section.clone());
        let of_section: Vec<&str> = rows.iter().filter(|(row, _)| *row == section).map(|(_, codes)| *codes).collect();
        assert_eq!(of_section.len(), 1, "one row for {section}");
        let within = |range: &str| {
            let (first, last) = range.split_once(" to ").unwrap_or((range, range));
            (first..=last).contains(&code)
        };
        assert!(of_section[0].split(", ").any(within), "{code} is not among {}", of_section[0]);
    }
    sections.dedup();
    assert_eq!(sections.len(), rows.len());
}

#[test]
fn every_file_that_architecture_names_exists() {
    let text = read("ARCHITECTURE.md");
    let prose: String = text.split("```").step_by(2).collect();
    let paths: Vec<&str> = prose.split('`').skip(1).step_by(2).filter(|name| name.contains('/')).collect();
    assert!(paths.len() > 12, "{paths:?}");
    for path in paths {
        assert!(repository().join(path).exists(), "ARCHITECTURE.md names {path}");
    }
}

#[test]
fn the_readme_is_short_and_says_how_ci_runs_the_tests() {
    let command = "cargo test --workspace --features rigmill-cli/remote";
    assert!(read("README.md").lines().count() <= 120);
    assert!(read("README.md").contains(command));
    assert!(read(".ci/run").contains(command));
    assert!(read("README.md").contains("cargo run --release -- build content"));
}

/// Returns a text with single spaces between its words.
fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_format_page_has_the_tables_and_rules_of_the_modules() {
    let page = read("docs/format.md");
    let page_on_one_line = on_one_line(&page);
    for content_type in rigmill_format::ContentType::ALL {
        let (number, name) = (content_type.number(), content_type.name());
        let is_reserved = !page.contains(&format!("\n| {number} | {name} |"));
        assert!(is_reserved || page.contains(&format!("\n## {name}\n")), "{name}");
    }
    let modules = [
        "container/mod",
        "clips/animation_sequence",
        "models/skeleton",
        "models/model/mod",
        "models/collision_mesh",
        "motion/mod",
        "action_set",
        "models/texture",
        "models/texture_cube",
        "models/font",
        "sounds/sound",
        "clips/curves/mod",
        "clips/sampled_clip",
        "clips/compressed_clip/mod",
        "clips/uniform_clip/mod",
        "clips/events",
        "clips/weights",
        "layers/breath",
        "layers/spring_bones",
        "data/mod",
        "pack/mod",
    ];
    for module in modules {
        let source = read(&format!("format/src/{module}.rs"));
        let lines = source.lines().filter_map(|line| line.strip_prefix("//!")).map(|line| line.trim_start());
        let text = lines.collect::<Vec<_>>().join("\n").replace("[`ContentType`]", "content type");
        let rows: Vec<&str> = text.lines().filter(|line| line.starts_with('|')).collect();
        assert!(rows.len() > 8, "{module} has no tables");
        for row in rows {
            assert!(page.contains(row), "docs/format.md lacks a row of {module}: {row}");
        }
        for paragraph in text.split("\n\n").filter(|paragraph| !paragraph.starts_with('|')) {
            assert!(
                page_on_one_line.contains(&on_one_line(paragraph)),
                "docs/format.md lacks a paragraph of {module}: {paragraph}"
            );
        }
    }
}

#[test]
fn the_format_page_has_the_current_versions() {
    use rigmill_format::{
        ActionSet, AnimationSequence, Breath, ClipEvents, ClipWeights, CollisionMesh, CompressedClip, Content,
        CurveClip, Data, Font, Model, Motion, SampledClip, Skeleton, Sound, SpringBones, Texture, TextureCube,
        UniformClip,
    };
    fn row<T: Content>() -> String {
        format!("\n| {} | {} | {} |", T::TYPE.number(), T::TYPE.name(), T::VERSION)
    }
    let rows = [
        row::<AnimationSequence>(),
        row::<CompressedClip>(),
        row::<CurveClip>(),
        row::<Skeleton>(),
        row::<Model>(),
        row::<CollisionMesh>(),
        row::<Motion>(),
        row::<ActionSet>(),
        row::<Data>(),
        row::<Texture>(),
        row::<SampledClip>(),
        row::<Breath>(),
        row::<SpringBones>(),
        row::<UniformClip>(),
        row::<Font>(),
        row::<TextureCube>(),
        row::<Sound>(),
        row::<ClipEvents>(),
        row::<ClipWeights>(),
    ];
    assert_eq!(rows.len(), rigmill_format::ContentType::ALL.len());
    let page = read("docs/format.md");
    rows.iter().for_each(|row| assert!(page.contains(row), "docs/format.md lacks{row}"));
}

/// Warnings that a manifest cannot allow: those of `verify`, `init` and servers, and warnings that are part of errors.
const NOT_ALLOWED: [&str; 14] = [
    "R0028", "R0262", "R0263", "R0264", "R0320", "R0321", "R0322", "R0323", "R0415", "R0417", "R0418", "R0419",
    "R0420", "R0424",
];

#[test]
fn every_entry_has_an_example_and_a_fix_and_every_warning_shows_how_to_allow_it() {
    let page = read("docs/diagnostics.md");
    for entry in page.split("\n### ").skip(1) {
        let entry = entry.split("\n## ").next().unwrap().trim_end();
        let code = &entry[..5];
        assert!(entry.contains("```text") || entry.contains("```toml"), "{code} has no example");
        assert!(!entry.ends_with("```") || entry.contains("```toml"), "{code} has no fix");
        let is_allowed = entry.contains(&format!("allow = [\"{code}\"]"));
        let is_warning = entry.contains("*Warning.*") && !NOT_ALLOWED.contains(&code);
        assert!(!is_warning || is_allowed, "{code} does not show how to allow it");
    }
}
