//! Tests the project's vocabulary: every term in docs/glossary.md occurs in the code, and retired names and phrases do not.

use std::fs;

use crate::support::{files_below, repository};

/// Former names of types, functions and fields.
const RETIRED_NAMES: &[&str] = &[
    "Circumstances",
    "Departure",
    "Desk",
    "Fate",
    "Intact",
    "Lever",
    "ODD",
    "Truth",
    "Workshop",
    "needs_a_look",
    "obey",
    "old_of",
    "passing_over",
    "share_out",
    "tell_diagnostics",
    "tell_fresh",
];

/// Phrases that are not plain English.
const RETIRED_PHRASES: &[&str] = &[
    " an object a line",
    " mended",
    " to be had",
    "a key a frame",
    "a name of its own",
    "an eighteenth of",
    "are told",
    "assets at once",
    "by any end of",
    "by its ending",
    "by way of",
    "bytes a pixel",
    "drawing of the graph",
    "files are others",
    "frames a second",
    "is told",
    "keys a second",
    "levels are means",
    "of this ending",
    "on so many",
    "others now",
    "slip of the pen",
    "that there is not",
    "told of",
    "was told",
    "what is below it is",
    "without the ending",
];

/// Phrases that are allowed in code comments, but not in documents.
const RETIRED_IN_DOCUMENTS: &[&str] = &[
    " mend ",
    "Mend ",
    "are not to be ",
    "as many as there are",
    "is said by",
    "nothing to tell",
    "of which ",
    "so many ",
    "what is there",
];

/// Returns the files of the repository with this extension, except for this file, with their texts.
fn texts(extension: &str) -> Vec<(String, String)> {
    let root = repository();
    let folders = fs::read_dir(&root).unwrap().map(|entry| entry.unwrap().path());
    let hidden = |name: &str| name.starts_with('.') || name == "target";
    let folders = folders.filter(|path| path.is_dir() && !hidden(path.file_name().unwrap().to_str().unwrap()));
    let files = folders
        .flat_map(|folder| files_below(&folder))
        .chain(["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|name| root.join(name)));
    let files = files.filter(|path| path.extension().is_some_and(|it| it == extension) && !path.ends_with("words.rs"));
    files.map(|path| (path.display().to_string(), fs::read_to_string(&path).unwrap())).collect()
}

/// Returns the identifiers in a text.
fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
}

#[test]
fn every_term_of_the_glossary_occurs_in_the_code() {
    let glossary = fs::read_to_string(repository().join("docs/glossary.md")).unwrap();
    let terms = glossary.lines().filter_map(|line| line.strip_prefix("- **")?.split_once("**: "));
    let terms: Vec<(&str, &str)> = terms.collect();
    assert!(terms.len() > 50, "the terms cannot be read");
    let code: String = texts("rs").into_iter().map(|(_, text)| text.to_lowercase()).collect();
    for (term, sentence) in terms {
        assert!(sentence.ends_with('.') && sentence.matches(". ").count() == 0, "{term} has no one sentence");
        let spellings = [" ", "_", "-", ""].map(|between| term.replace(' ', between));
        assert!(spellings.iter().any(|spelling| code.contains(spelling)), "`{term}` does not occur in the code");
    }
}

#[test]
fn retired_names_are_gone() {
    for (path, text) in texts("rs") {
        let found: Vec<&str> = identifiers(&text).filter(|name| RETIRED_NAMES.contains(name)).collect();
        assert!(found.is_empty(), "{path} has {found:?}");
    }
}

#[test]
fn retired_phrases_are_gone() {
    let documents = texts("md");
    check_phrases(RETIRED_PHRASES, &texts("rs"));
    check_phrases(RETIRED_PHRASES, &documents);
    check_phrases(RETIRED_IN_DOCUMENTS, &documents);
}

/// Checks that no line of the texts contains one of the phrases.
fn check_phrases(phrases: &[&str], texts: &[(String, String)]) {
    for (path, text) in texts {
        for phrase in phrases {
            let line = text.lines().find(|line| line.contains(phrase));
            assert!(line.is_none(), "{path} says `{phrase}`: {}", line.unwrap_or_default());
        }
    }
}
