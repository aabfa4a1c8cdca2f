//! The modules of one crate, and the imports between them, read from the crate's source code.
//!
//! A module imports another if its code contains a path to one of the other's items. A path through a re-export counts as an
//! import of the module that defines the item, so a parent that only re-exports its children's items imports nothing. Test code
//! is ignored.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Attribute, Item, UseTree, Visibility};

/// The path of a module inside its crate; empty for the crate's root.
type ModulePath = Vec<String>;

/// One source file.
struct Module {
    file: PathBuf,
    children: BTreeSet<String>,
    /// The names that `use` declarations bring into scope, each with the path in the declaration.
    imports: BTreeMap<String, Vec<String>>,
    /// All paths in the code outside of re-exports.
    paths: Vec<Vec<String>>,
}

/// The modules of a crate.
pub(super) struct Modules(BTreeMap<ModulePath, Module>);

impl Modules {
    /// Reads a crate from its root file, `lib.rs` or `main.rs`.
    pub(super) fn read(root: &Path) -> Self {
        let mut modules = BTreeMap::new();
        read_module(root, &root.with_file_name(""), Vec::new(), &mut modules);
        Self(modules)
    }

    /// Returns groups of files that import each other, directly or through other files in the group.
    pub(super) fn circles(&self) -> Vec<Vec<&Path>> {
        let reached: BTreeMap<&ModulePath, BTreeSet<ModulePath>> =
            self.0.keys().map(|from| (from, self.reached_from(from))).collect();
        let circle = |from: &ModulePath| -> Vec<&Path> {
            let mutual = reached[from].iter().filter(|to| reached[to].contains(from));
            mutual.map(|to| &*self.0[to].file).collect()
        };
        let found: BTreeSet<Vec<&Path>> = self.0.keys().map(circle).filter(|files| !files.is_empty()).collect();
        found.into_iter().collect()
    }

    /// The number of modules below the crate's root.
    pub(super) fn first_level(&self) -> usize {
        self.0[&ModulePath::new()].children.len()
    }

    fn reached_from(&self, from: &ModulePath) -> BTreeSet<ModulePath> {
        let mut reached = BTreeSet::new();
        let mut open = vec![from.clone()];
        while let Some(at) = open.pop() {
            open.extend(self.imported_by(&at).into_iter().filter(|to| reached.insert(to.clone())));
        }
        reached
    }

    /// Returns the modules that a module's code imports.
    fn imported_by(&self, from: &ModulePath) -> BTreeSet<ModulePath> {
        let paths = self.0[from].paths.iter();
        paths.filter_map(|path| self.definer(from, path, 0)).filter(|to| to != from).collect()
    }

    /// Returns the module that defines the item at `path`, as seen from the module `from`; `None` for items of other crates.
    fn definer(&self, from: &ModulePath, path: &[String], depth: usize) -> Option<ModulePath> {
        let (first, rest) = path.split_first()?;
        let module = &self.0[from];
        match first.as_str() {
            _ if depth > 32 => None,
            "crate" => self.inside(Vec::new(), rest, depth),
            "self" => self.inside(from.clone(), rest, depth),
            "super" => self.definer_above(from, rest, depth),
            name if module.children.contains(name) => self.inside(from.clone(), path, depth),
            name => {
                let import = module.imports.get(name)?;
                let whole: Vec<String> = import.iter().chain(rest).cloned().collect();
                (import != path).then(|| self.definer(from, &whole, depth + 1)).flatten()
            }
        }
    }

    fn definer_above(&self, from: &ModulePath, rest: &[String], depth: usize) -> Option<ModulePath> {
        let parent = from[..from.len().checked_sub(1)?].to_vec();
        match rest.first().map(String::as_str) {
            Some("super") => self.definer_above(&parent, &rest[1..], depth),
            _ => self.inside(parent, rest, depth),
        }
    }

    /// Returns the module that defines the item at `path`, looked up inside the module `at`.
    fn inside(&self, at: ModulePath, path: &[String], depth: usize) -> Option<ModulePath> {
        let Some((first, rest)) = path.split_first() else { return Some(at) };
        let module = &self.0[&at];
        if module.children.contains(first) {
            let mut below = at;
            below.push(first.clone());
            return self.inside(below, rest, depth);
        }
        if let Some(import) = module.imports.get(first) {
            let whole: Vec<String> = import.iter().chain(rest).cloned().collect();
            return self.definer(&at, &whole, depth + 1);
        }
        Some(at)
    }
}

fn read_module(file: &Path, folder: &Path, path: ModulePath, modules: &mut BTreeMap<ModulePath, Module>) {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let syntax = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let mut module =
        Module { file: file.to_owned(), children: BTreeSet::new(), imports: BTreeMap::new(), paths: Vec::new() };
    for item in syntax.items {
        read_item(item, &mut module);
    }
    for child in module.children.clone() {
        let beside = folder.join(format!("{child}.rs"));
        let below = folder.join(&child);
        let file = if beside.is_file() { beside } else { below.join("mod.rs") };
        read_module(&file, &below, [path.clone(), vec![child]].concat(), modules);
    }
    modules.insert(path, module);
}

fn read_item(item: Item, module: &mut Module) {
    match item {
        Item::Mod(item) if item.content.is_none() && !for_tests(&item.attrs) => {
            module.children.insert(item.ident.to_string());
        }
        Item::Mod(item) if for_tests(&item.attrs) => {}
        Item::Use(item) if !for_tests(&item.attrs) => {
            let handed_on = !matches!(item.vis, Visibility::Inherited);
            read_use(&item.tree, &mut Vec::new(), handed_on, module);
        }
        Item::Fn(item) if for_tests(&item.attrs) => {}
        other => read_paths(other.to_token_stream(), &mut module.paths),
    }
}

fn for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|it| it.path().is_ident("cfg") && it.meta.to_token_stream().to_string().contains("(test"))
}

fn read_use(tree: &UseTree, before: &mut Vec<String>, handed_on: bool, module: &mut Module) {
    let mut name = |name: String, path: Vec<String>| {
        if !handed_on {
            module.paths.push(path.clone());
        }
        module.imports.insert(name, path);
    };
    match tree {
        UseTree::Name(it) if it.ident == "self" => name(before.last().cloned().unwrap_or_default(), before.clone()),
        UseTree::Name(it) => name(it.ident.to_string(), [&before[..], &[it.ident.to_string()]].concat()),
        UseTree::Rename(it) => name(it.rename.to_string(), [&before[..], &[it.ident.to_string()]].concat()),
        UseTree::Glob(_) => module.paths.push(before.clone()),
        UseTree::Path(it) => {
            before.push(it.ident.to_string());
            read_use(&it.tree, before, handed_on, module);
            before.pop();
        }
        UseTree::Group(it) => it.items.iter().for_each(|it| read_use(it, before, handed_on, module)),
    }
}

/// Collects all paths with at least two segments, including those in macro calls.
fn read_paths(tokens: TokenStream, paths: &mut Vec<Vec<String>>) {
    let mut path: Vec<String> = Vec::new();
    let mut colons = 0;
    for token in tokens {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
            TokenTree::Ident(ident) if colons == 2 && !path.is_empty() => {
                path.push(ident.to_string());
                colons = 0;
            }
            other => {
                finish(&mut path, paths);
                colons = 0;
                match other {
                    TokenTree::Ident(ident) => path.push(ident.to_string()),
                    TokenTree::Group(group) => read_paths(group.stream(), paths),
                    _ => {}
                }
            }
        }
    }
    finish(&mut path, paths);
}

fn finish(path: &mut Vec<String>, paths: &mut Vec<Vec<String>>) {
    let path = std::mem::take(path);
    if path.len() > 1 {
        paths.push(path);
    }
}
