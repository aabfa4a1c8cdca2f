//! Tests the links in all documents: files and headings in the repository. Nothing is loaded from the network.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use super::page::{all_documents, pages, read};
use crate::support::repository;

/// Pages of the book use this address to link to files outside of the book, which contains only `docs`.
const ON_GITHUB: &str = "https://github.com/rigmill/rigmill/";

/// Returns the links of a text outside of code: the text between `](` and `)`.
fn links(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for line in prose(text) {
        // Links in code are examples.
        for part in line.split('`').step_by(2) {
            let targets = part.match_indices("](").filter_map(|(at, _)| part[at + 2..].split_once(')'));
            found.extend(targets.map(|(target, _)| target));
        }
        // A link whose text contains code is split by the above. Its target follows the last part.
        let after_code = line.match_indices("`](").filter_map(|(at, _)| line[at + 3..].split_once(')'));
        found.extend(after_code.map(|(target, _)| target));
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Returns the lines of a text outside of code blocks.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// Returns the anchors of a page's headings, in the form that GitHub and mdBook use.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for line in prose(text).filter(|line| line.starts_with('#')) {
        let anchor = anchor(line.trim_start_matches('#').trim());
        let count = counts.entry(anchor.clone()).or_default();
        found.insert(if *count == 0 { anchor } else { format!("{anchor}-{count}") });
        *count += 1;
    }
    found
}

fn anchor(heading: &str) -> String {
    let letters = heading.to_lowercase().replace(' ', "-");
    letters.chars().filter(|letter| letter.is_alphanumeric() || "-_".contains(*letter)).collect()
}

/// Returns what is wrong with a link, if anything.
fn fault(page: &str, target: &str) -> Option<String> {
    let (address, fragment) = target.split_once('#').unwrap_or((target, ""));
    let path = if let Some(rest) = address.strip_prefix(ON_GITHUB) {
        let named = rest.strip_prefix("blob/main/").or_else(|| rest.strip_prefix("tree/main/"));
        repository_path(Path::new(named?))
    } else if address.contains("://") || address.starts_with("mailto:") {
        return None;
    } else if address.is_empty() {
        Some(PathBuf::from(page))
    } else {
        repository_path(&Path::new(page).parent().unwrap().join(address))
    };
    let exists = path.filter(|path| repository().join(path).exists());
    let Some(path) = exists else { return Some(format!("{page}: {target} does not exist")) };
    let is_page = path.extension().is_some_and(|it| it == "md");
    let leads_on = fragment.is_empty() || !is_page || anchors(&read(path.to_str().unwrap())).contains(fragment);
    (!leads_on).then(|| format!("{page}: {target} has no such heading"))
}

/// Returns the path without `..`; `None` if it leads out of the repository.
fn repository_path(path: &Path) -> Option<PathBuf> {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => plain.pop().then_some(())?,
            Component::Normal(name) => plain.push(name),
            _ => {}
        }
    }
    Some(plain)
}

#[test]
fn every_link_of_every_document_leads_somewhere() {
    let documents = all_documents();
    assert!(documents.len() > 30, "{documents:?}");
    let faults: Vec<String> = documents
        .iter()
        .flat_map(|page| {
            let text = read(page);
            links(&text).into_iter().filter_map(|target| fault(page, target)).collect::<Vec<_>>()
        })
        .collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

/// A rendered page has only other rendered pages next to it.
#[test]
fn pages_of_the_book_link_to_nothing_outside_of_it_by_path() {
    let in_book: BTreeSet<String> = pages().into_iter().filter(|page| page != "README.md").collect();
    let mut outside = Vec::new();
    for page in &in_book {
        for target in links(&read(page)) {
            let address = target.split('#').next().unwrap();
            if address.is_empty() || address.contains("://") {
                continue;
            }
            let path = repository_path(&Path::new(page).parent().unwrap().join(address)).unwrap_or_default();
            let is_page = path.extension().is_some_and(|it| it == "md");
            if !path.starts_with("docs") || (is_page && !in_book.contains(path.to_str().unwrap())) {
                outside.push(format!("{page}: {target}"));
            }
        }
    }
    assert!(outside.is_empty(), "mdBook does not render these: {outside:#?}");
}

#[test]
fn every_page_of_the_documentation_is_in_the_book() {
    let in_book: BTreeSet<String> = pages().into_iter().collect();
    let of_docs = all_documents().into_iter().filter(|page| page.starts_with("docs/") && page != "docs/SUMMARY.md");
    let missing: Vec<String> = of_docs.filter(|page| !in_book.contains(page)).collect();
    assert!(missing.is_empty(), "docs/SUMMARY.md lacks {missing:?}");
}

#[test]
fn links_and_anchors_are_found() {
    assert_eq!(links("[a](b.md#c) `[x](no)` [`d`](e.md) ![f](g.png)"), ["b.md#c", "e.md", "g.png"]);
    assert_eq!(links("```\n[a](b)\n```\n"), Vec::<&str>::new());
    let found = anchors("# The `model` stage\n## A, B & C\n## A, B & C\n");
    assert_eq!(found.into_iter().collect::<Vec<_>>(), ["a-b--c", "a-b--c-1", "the-model-stage"]);
    assert_eq!(fault("docs/a.md", "../../elsewhere").as_deref(), Some("docs/a.md: ../../elsewhere does not exist"));
    assert!(fault("README.md", "README.md#no-such-heading").is_some());
}
