//! Tests the reference: pages that are generated from the code, and pages whose tables must contain all keys.
//!
//! `RIGMILL_UPDATE_REFERENCE=1 cargo test -p rigmill-cli --test end_to_end reference` writes the generated pages.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;

use rigmill_graph::{Manifest, StageParamsSurvey, survey_params};
use rigmill_pipeline::ParamDoc;

use super::page::read;
use crate::support::{repository, rigmill};

/// Compares a page with the text generated from the code, or writes it.
fn check(page: &str, expected: &str) {
    if is_update() {
        fs::write(repository().join(page), expected).unwrap();
    }
    assert!(
        read(page) == expected,
        "{page} is not what the code says: run RIGMILL_UPDATE_REFERENCE=1 cargo test -p rigmill-cli --test end_to_end reference"
    );
}

#[allow(clippy::disallowed_methods, reason = "a switch for those who change the code")]
fn is_update() -> bool {
    std::env::var_os("RIGMILL_UPDATE_REFERENCE").is_some_and(|value| value == "1")
}

/// Returns what `rigmill` prints for these arguments at a width of 100 columns.
fn help(arguments: &[&str]) -> String {
    let output = rigmill().args(arguments).env("COLUMNS", "100").env_remove("RIGMILL_CACHE_DIR").output().unwrap();
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the commands in a help text, in order.
fn commands(help: &str) -> Vec<String> {
    let (_, list) = help.split_once("Commands:\n").unwrap_or_default();
    let lines = list.lines().take_while(|line| !line.is_empty());
    let named = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    named.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).filter(|it| it != "help").collect()
}

#[test]
fn the_page_of_commands_is_what_help_says() {
    let mut page = "# Command line\n\n<!-- Made from the code: tests/documents/reference.rs -->\n\n".to_owned();
    page += "This page shows the help text of every command. `rigmill help COMMAND` prints the help text of one command. `rigmill man DIR` writes man pages, and `rigmill completions SHELL` prints a completion script for your shell. ";
    page += "Rigmill prints results to standard output, and all other text to standard error. [Exit codes](exit-codes.md) · [JSON messages](messages.md)\n";
    section(&mut page, &[]);
    for command in commands(&help(&["--help"])) {
        section(&mut page, &[&command]);
        for sub in commands(&help(&[&command, "--help"])) {
            section(&mut page, &[&command, &sub]);
        }
    }
    check("docs/reference/commands.md", &page);
}

fn section(page: &mut String, command: &[&str]) {
    let name = [&["rigmill"], command].concat().join(" ");
    let level = if command.len() > 1 { "###" } else { "##" };
    let text: String =
        help(&[command, &["--help"]].concat()).lines().map(|line| line.trim_end().to_owned() + "\n").collect();
    let _ = write!(page, "\n{level} {name}\n\n```text\n{text}```\n");
}

#[test]
fn the_page_of_stages_has_every_parameter() {
    let registry = rigmill_cli::builtins();
    let stages = named_stages(survey_params(&registry));
    let mut page =
        "# Stages and parameters\n\n<!-- Made from the code: tests/documents/reference.rs -->\n\n".to_owned();
    page += "In a rule of `rigmill.toml`, the keys `importer`, `processor` and `writer` choose the stages, and `params` sets their parameters. If several of these stages have a parameter with the same name, its value applies to all of them. \
             If a parameter's default is `unset`, its description says what Rigmill does without a value. \
             If a parameter depends on the type of the stage's input, the table has a row for each type. \
             If your own program adds stages to Rigmill, its `list --params` command lists their parameters too. The page [Source files and what they become](../sources.md) lists the default stages for each kind of source.\n";
    for kind in ["importer", "processor", "writer"] {
        let _ = write!(page, "\n## {}s\n", capitalized(kind));
        stages.iter().filter(|((of_kind, _), _)| *of_kind == kind).for_each(|((_, name), params)| {
            stage_section(&mut page, kind, name, params);
        });
    }
    check("docs/reference/stages.md", &page);
}

/// The kind and the name of a stage.
type StageName = (&'static str, String);

/// A row of a table: a parameter, and the types for which its description holds, if there are several descriptions.
type Row = (ParamDoc, Vec<&'static str>);

/// Returns the parameters of all stages that share a name (one stage per type that they accept). A parameter that differs between
/// these types has several rows.
fn named_stages(stages: Vec<StageParamsSurvey>) -> BTreeMap<StageName, Vec<Row>> {
    let mut by_name: BTreeMap<StageName, Vec<StageParamsSurvey>> = BTreeMap::new();
    for stage in stages {
        let (name, _version) = stage.stage.split_once(" v").unwrap();
        by_name.entry((stage.kind, name.to_owned())).or_default().push(stage);
    }
    by_name.into_iter().map(|(name, stages)| (name, rows(&stages))).collect()
}

fn rows(stages: &[StageParamsSurvey]) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for stage in stages {
        for param in &stage.params {
            match rows.iter_mut().find(|(known, _)| known == param) {
                Some((_, types)) => types.extend(&stage.accepts),
                None => rows.push((param.clone(), stage.accepts.clone())),
            }
        }
    }
    let names: Vec<&str> = rows.iter().map(|(param, _)| param.name).collect();
    let is_single = |name: &str| names.iter().filter(|other| **other == name).count() == 1;
    rows.iter_mut().filter(|(param, _)| is_single(param.name)).for_each(|(_, types)| types.clear());
    rows.sort_by_key(|(param, _)| names.iter().position(|name| *name == param.name));
    rows
}

fn capitalized(word: &str) -> String {
    word[..1].to_uppercase() + &word[1..]
}

fn stage_section(page: &mut String, kind: &str, name: &str, params: &[Row]) {
    let _ = write!(page, "\n### {} `{name}`\n\n", capitalized(kind));
    if params.is_empty() {
        *page += "No parameters.\n";
        return;
    }
    *page += "| parameter | type | default | |\n|---|---|---|---|\n";
    for (param, types) in params {
        let types: Vec<String> = types.iter().map(|name| format!("`{name}`")).collect();
        let types = if types.is_empty() { String::new() } else { format!(" for {}", types.join(", ")) };
        let in_cell = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|");
        let (kind, default, doc) = (in_cell(&param.kind), in_cell(&param.default), in_cell(&param.doc));
        let _ = writeln!(page, "| `{}`{types} | {kind} | `{default}` | {doc} |", param.name);
    }
}

/// Returns the keys that the program accepts in this table of a manifest, from the program's own error message.
fn keys(table: &str) -> BTreeSet<String> {
    let unknown = format!("{table}\nqqqqqqqqqqqqqqqqqqqq = 1\n");
    let errors = Manifest::parse(&unknown).unwrap_err();
    let help = errors.iter().find_map(|error| error.help.as_ref()?.split("known keys here: ").nth(1)).unwrap();
    help.split(", ").map(str::to_owned).collect()
}

#[test]
fn the_page_of_the_manifest_has_every_key() {
    let page = read("docs/reference/manifest.md");
    let tables = [
        ("## `[project]`", "[project]"),
        ("## `[[rule]]`", "[[rule]]\nmatch = \"**\""),
        ("## `[diagnostics]`", "[diagnostics]"),
        ("## `[cache.remote]`", "[cache.remote]"),
        ("## `[execution.remote]`", "[execution.remote]"),
    ];
    for (heading, table) in tables {
        let (_, section) = page.split_once(heading).unwrap_or_else(|| panic!("no {heading}"));
        let section = section.split("\n## ").next().unwrap();
        let rows = section.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
        let documented: BTreeSet<String> = rows.map(str::to_owned).collect();
        assert_eq!(documented, keys(table), "{heading}");
    }
    let documented = page.matches("\n## `[").count();
    assert_eq!(documented, tables.len());
}
