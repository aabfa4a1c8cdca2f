//! Reads the items of a `.contentproj`, evaluated in the same way as by MSBuild, but only from the file itself: imported files
//! are not read, and targets are not run.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use rigmill_importers::XmlElement;
use rigmill_pipeline::{codes, nearest};

use super::condition;
use super::include::{parts, unescape};
use super::properties::Properties;
use super::wildcards::{self, Match};
use crate::finding::{Findings, Spot};
use crate::path::{below, resolve};
use crate::platform::{Platform, Profile};
use crate::project::{ContentProject, Item, ItemList, PARAMS, Use};
use crate::sources::Sources;

/// The types of items that are read, as written and in lower case.
const TYPES: [&str; 5] = ["Compile", "Content", "None", "Reference", "ProjectReference"];
const KINDS: [&str; 5] = ["compile", "content", "none", "reference", "projectreference"];

/// The prefix of metadata names that are processor parameters, in lower case.
const PARAM: &str = "processorparameters_";

/// Reads the project `name` in `folder` (an absolute path) from its root element. `defines` are properties that the file cannot
/// change. Files that match wildcards are searched for below the folder of `sources`.
pub(crate) fn read(
    (folder, name): (&Path, &str),
    root: &XmlElement,
    defines: &[(String, String)],
    sources: &mut Sources,
    findings: &mut Findings,
) -> ContentProject {
    let project = ContentProject::new(folder.to_owned(), true);
    if root.name != "Project" {
        let message = format!("the root element is `{}`, not `Project`", root.name);
        findings.error(
            codes::CONTENT_PROJECT_MALFORMED,
            spot(root),
            message,
            "choose the .contentproj file of an XNA game",
        );
        return project;
    }
    let mut reader = Reader {
        folder,
        sources,
        findings,
        properties: properties(folder, name, defines),
        definitions: BTreeMap::new(),
        items: ItemList::default(),
        names: wildcards::NAMES,
        set_at: BTreeMap::new(),
    };
    if let Some(sdk) = root.attribute("Sdk") {
        let message = format!("Rigmill does not read the SDK `{sdk}`, which may add items to the project");
        reader.findings.warning(
            codes::CONTENT_PROJECT_LEFT_OUT,
            spot(root),
            message,
            "choose the .contentproj file of an XNA game, or list the items by name",
        );
    }
    for pass in [Pass::Properties, Pass::Definitions, Pass::Items] {
        reader.pass(root, pass);
    }
    if reader.properties.is_exhausted() {
        let help = "check whether properties contain each other, or split the file";
        reader.findings.error(
            codes::CONTENT_PROJECT_UNREADABLE,
            spot(root),
            "properties and items are too long after the values of properties are inserted",
            help,
        );
    }
    let project = reader.platform(root, project);
    ContentProject { items: reader.items.in_order(), ..project }
}

/// Returns the properties that are set before the file is read.
fn properties(folder: &Path, name: &str, defines: &[(String, String)]) -> Properties {
    let mut properties = Properties::default();
    let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
    let folder = folder.to_string_lossy();
    properties.fix("MSBuildProjectDirectory", &folder);
    properties.fix("MSBuildThisFileDirectory", &format!("{folder}/"));
    properties.fix("MSBuildProjectFile", name);
    properties.fix("MSBuildProjectName", stem);
    properties.fix("MSBuildProjectExtension", &format!(".{extension}"));
    defines.iter().for_each(|(name, value)| properties.fix(name, value));
    properties
}

/// MSBuild evaluates all properties, then all item definitions, then all items.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pass {
    Properties,
    Definitions,
    Items,
}

/// The metadata of an item by lower-case name. Contains the rest of a parameter's name as written, and the value, which is
/// still escaped.
type Metadata = BTreeMap<String, (String, String, Spot)>;

/// A file that an item refers to.
struct File {
    /// The absolute path.
    path: PathBuf,
    /// The path as written, but separated by `/`.
    written: String,
    recursive_dir: String,
}

struct Reader<'a> {
    folder: &'a Path,
    sources: &'a mut Sources,
    findings: &'a mut Findings,
    properties: Properties,
    /// The metadata that every item of a type has, by lower-case type.
    definitions: BTreeMap<String, Vec<&'a XmlElement>>,
    items: ItemList,
    /// Where properties were set last, by lower-case name.
    set_at: BTreeMap<String, Spot>,
    /// The number of names that wildcard searches may still examine.
    names: usize,
}

impl<'a> Reader<'a> {
    fn pass(&mut self, parent: &'a XmlElement, pass: Pass) {
        for group in &parent.children {
            match (group.name.as_str(), pass) {
                ("Choose", _) => self.choose(group, pass),
                ("PropertyGroup", Pass::Properties) => self.property_group(group),
                ("ItemDefinitionGroup", Pass::Definitions) if self.holds(group) => {
                    for definition in &group.children {
                        self.definitions.entry(definition.name.to_lowercase()).or_default().push(definition);
                    }
                }
                ("ItemGroup", Pass::Items) => group.children.iter().for_each(|item| self.item(group, item)),
                ("Import", Pass::Items) => self.import(group),
                ("Target", Pass::Items) if !group.children.is_empty() => {
                    let name = group.attribute("Name").unwrap_or("Target").to_owned();
                    let message = "Rigmill does not run the targets of MSBuild";
                    self.findings.item(
                        codes::CONTENT_PROJECT_LEFT_OUT,
                        (spot(group), name),
                        message,
                        "run these targets in the game's build",
                    );
                }
                _ => {}
            }
        }
    }

    fn choose(&mut self, choose: &'a XmlElement, pass: Pass) {
        let chosen = choose.children.iter().find(|case| case.name == "Otherwise" || self.holds(case));
        if let Some(chosen) = chosen {
            self.pass(chosen, pass);
        }
    }

    fn property_group(&mut self, group: &XmlElement) {
        if !self.holds(group) {
            return;
        }
        for property in &group.children {
            if self.holds(property) {
                let filled = self.properties.fill(&property.text);
                self.properties.set(&property.name, filled.text);
                self.set_at.insert(property.name.to_lowercase(), spot(property));
            }
        }
    }

    /// Whether an element's condition is true. A condition that cannot be evaluated is reported, and treated as true.
    fn holds(&mut self, element: &XmlElement) -> bool {
        let Some(condition) = element.attribute("Condition") else { return true };
        condition::holds(condition, &mut self.properties).unwrap_or_else(|| {
            let message = format!("Rigmill cannot evaluate the condition `{condition}`, and treats it as true");
            self.findings.warning(
                codes::CONTENT_PROJECT_DIFFERENT,
                spot(element),
                message,
                "check whether the condition is true in the game's build",
            );
            true
        })
    }

    fn import(&mut self, import: &XmlElement) {
        let project = import.attribute("Project").unwrap_or_default();
        // The rules for XNA's own build steps, which have no items.
        if !project.contains("Microsoft.Xna.GameStudio") && !project.contains("MSBuildToolsPath") {
            let message = "Rigmill does not read imported project files";
            let help = "if an imported file lists content, also convert that file";
            self.findings.item(codes::CONTENT_PROJECT_LEFT_OUT, (spot(import), project.to_owned()), message, help);
        }
    }

    fn item(&mut self, group: &'a XmlElement, item: &'a XmlElement) {
        let kind = item.name.to_lowercase();
        let include = item.attribute("Include").unwrap_or_default();
        if !KINDS.contains(&kind.as_str()) {
            return self.unknown_kind(item, &kind, include);
        }
        for element in [group, item] {
            if !self.holds(element) {
                return self.passed(item, include, element.attribute("Condition").unwrap_or_default());
            }
        }
        if kind.ends_with("reference") {
            return self.reference(item, include);
        }
        for attribute in ["Remove", "Update"] {
            if let Some(files) = item.attribute(attribute) {
                let message = format!(
                    "Rigmill ignores `{attribute}`, because XNA's version of MSBuild does not have this attribute"
                );
                let help = "change the items themselves";
                self.findings.item(codes::CONTENT_PROJECT_LEFT_OUT, (spot(item), files.to_owned()), message, help);
            }
        }
        let metadata = self.metadata(&kind, item);
        for file in self.files(item, include) {
            self.file(&kind, item, &metadata, &file);
        }
    }

    /// Reports an item whose type is probably misspelled. Other unknown types are for other programs.
    fn unknown_kind(&mut self, item: &XmlElement, kind: &str, include: &str) {
        if let Some(meant) = nearest(kind, KINDS) {
            let message = format!("Rigmill does not convert items of the unknown type `{}`", item.name);
            let help = format!("did you mean `{}`?", TYPES[KINDS.iter().position(|kind| *kind == meant).unwrap_or(0)]);
            self.findings.item(codes::CONTENT_PROJECT_LEFT_OUT, (spot(item), shown(include)), message, help);
        }
    }

    fn passed(&mut self, item: &XmlElement, include: &str, condition: &str) {
        let message = format!("the condition `{condition}` is false");
        let property = condition.split_once("$(").and_then(|(_, rest)| rest.split_once(')')).map_or("NAME", |it| it.0);
        let help = format!("to convert the items with this condition, pass --define {property}=…");
        self.findings.item(codes::CONTENT_PROJECT_SKIPPED, (spot(item), shown(include)), message, help);
    }

    fn reference(&mut self, item: &XmlElement, include: &str) {
        let assembly = include.split(',').next().unwrap_or(include).trim();
        // Rigmill has its own stages for these.
        if !assembly.starts_with("Microsoft.Xna.Framework") && !matches!(assembly, "mscorlib" | "System") {
            self.findings.reference(spot(item), &shown(assembly));
        }
    }

    fn metadata(&mut self, kind: &str, item: &'a XmlElement) -> Metadata {
        let mut metadata = Metadata::new();
        let definitions = self.definitions.get(kind).cloned().unwrap_or_default();
        for element in definitions.into_iter().chain([item]) {
            for value in &element.children {
                if self.holds(value) {
                    let filled = self.properties.fill(&value.text).text;
                    let rest = value.name.get(PARAM.len()..).unwrap_or_default().to_owned();
                    metadata.insert(value.name.to_lowercase(), (rest, filled, spot(value)));
                }
            }
        }
        metadata
    }

    /// Returns the files of an `Include`, except those of the `Exclude`.
    fn files(&mut self, item: &XmlElement, include: &str) -> Vec<File> {
        let mut files = self.listed(item, include);
        let excluded = self.listed(item, item.attribute("Exclude").unwrap_or_default());
        let key = |file: &File| file.path.to_string_lossy().to_lowercase();
        let excluded: BTreeSet<String> = excluded.iter().map(key).collect();
        files.retain(|file| !excluded.contains(&key(file)));
        files
    }

    fn listed(&mut self, item: &XmlElement, list: &str) -> Vec<File> {
        let filled = self.properties.fill(list);
        if filled.unknown.is_some() || filled.text.contains("@(") {
            let message = "Rigmill cannot evaluate lists of other items and property functions";
            self.findings.item(
                codes::CONTENT_PROJECT_LEFT_OUT,
                (spot(item), shown(list)),
                message,
                "list the files by name",
            );
            return Vec::new();
        }
        let mut files = Vec::new();
        for part in parts(&filled.text) {
            if wildcards::has_wildcards(part) {
                files.extend(self.matches(item, part));
            } else {
                let part = unescape(part);
                files.push(self.named(&part));
            }
        }
        files
    }

    fn named(&self, part: &str) -> File {
        let path = resolve(self.folder, part);
        let written = below(&path, self.folder).unwrap_or_else(|| shown(part));
        File { path, written, recursive_dir: String::new() }
    }

    fn matches(&mut self, item: &XmlElement, pattern: &str) -> Vec<File> {
        let fixed: Vec<&str> = pattern.split(['/', '\\']).take_while(|part| !wildcards::has_wildcards(part)).collect();
        let start = resolve(self.folder, &fixed.join("/"));
        let subject = (spot(item), shown(pattern));
        if !start.starts_with(self.sources.root()) {
            let help = "add a FOLDER that contains all items: rigmill init FOLDER --from-contentproj FILE";
            self.findings.item(
                codes::CONTENT_PROJECT_LEFT_OUT,
                subject,
                "the files are not inside the project folder",
                help,
            );
            return Vec::new();
        }
        let Some(found) = wildcards::expand(self.folder, pattern, self.sources, &mut self.names) else {
            let message = "the pattern matches too many files, or contains `**` in the name of a folder";
            self.findings.item(
                codes::CONTENT_PROJECT_LEFT_OUT,
                subject,
                message,
                "use a pattern that matches fewer files",
            );
            return Vec::new();
        };
        let file = |it: Match| File { path: it.path, written: shown(&it.written), recursive_dir: it.recursive_dir };
        found.into_iter().map(file).collect()
    }

    fn file(&mut self, kind: &str, item: &XmlElement, metadata: &Metadata, file: &File) {
        let value = |name: &str| metadata.get(name).map(|(_, value, _)| filled_in(value, file)).unwrap_or_default();
        self.properties.spend(file.written.len() + metadata.values().map(|(_, value, _)| value.len()).sum::<usize>());
        if self.properties.is_exhausted() {
            return;
        }
        let how = if kind == "compile" {
            let params = metadata.iter().filter(|(name, _)| name.starts_with(PARAM));
            let params: BTreeMap<_, _> =
                params.map(|(_, (name, value, spot))| (name.clone(), (filled_in(value, file), *spot))).collect();
            if params.len() > PARAMS {
                let message = format!("there are more than {PARAMS} parameters for one processor");
                return self.findings.error(
                    codes::CONTENT_PROJECT_UNREADABLE,
                    spot(item),
                    message,
                    "remove parameters that the processor does not have",
                );
            }
            Use::Build { importer: value("importer"), processor: value("processor"), params: Rc::new(params) }
        } else {
            let copied = value("copytooutputdirectory");
            if !["Always", "PreserveNewest"].iter().any(|known| copied.eq_ignore_ascii_case(known)) {
                return;
            }
            Use::Copy
        };
        let destination = destination(&file.written, &value("link"), &value("name"), &how);
        let item =
            Item { source: file.path.clone(), written: file.written.clone(), destination, how, spot: spot(item) };
        self.items.add(item, self.findings);
    }

    fn platform(&mut self, root: &XmlElement, mut project: ContentProject) -> ContentProject {
        let place = Some(spot(root));
        let set_at = |name: &str| self.set_at.get(name).copied().unwrap_or(spot(root));
        let name = self.properties.get("XnaPlatform").replace(' ', "");
        match Platform::named(name.trim()) {
            Some(platform) => project.platform = (platform, place),
            None if name.trim().is_empty() => {}
            None => Platform::report_unknown(name.trim(), set_at("xnaplatform"), self.findings),
        }
        let name = self.properties.get("XnaProfile").trim();
        match Profile::named(name) {
            Some(profile) => project.profile = (profile, place),
            None if name.is_empty() => {}
            None => Profile::report_unknown(name, set_at("xnaprofile"), self.findings),
        }
        if self.properties.get("XnaCompressContent").trim().eq_ignore_ascii_case("true") {
            let message = "XnaCompressContent: Rigmill does not compress content files";
            self.findings.warning(codes::CONTENT_PROJECT_LEFT_OUT, spot(root), message, "compress the game's package");
        }
        project
    }
}

/// Returns the path in the output, if it differs from the source's path: the folder of the link, or else of the source,
/// followed by the name.
fn destination(written: &str, link: &str, name: &str, how: &Use) -> Option<String> {
    let link = shown(link);
    let place = if link.is_empty() { written } else { &link };
    if link.is_empty() && written.split('/').any(|part| part == "..") {
        return None;
    }
    let (folder, file) =
        place.rsplit_once('/').map_or(("", place), |(_, file)| place.split_at(place.len() - file.len()));
    let destination = match (how, file.rsplit_once('.')) {
        (Use::Build { .. }, Some((_, extension))) if !name.is_empty() => format!("{folder}{name}.{extension}"),
        (Use::Build { .. }, None) if !name.is_empty() => format!("{folder}{name}"),
        _ => place.to_owned(),
    };
    (destination != written).then_some(destination)
}

/// Returns a value of a file's metadata, with references to other metadata of the file replaced.
fn filled_in(value: &str, file: &File) -> String {
    if !value.contains("%(") {
        return unescape(value).trim().to_owned();
    }
    let (folder, name) = file.written.split_at(file.written.rfind('/').map_or(0, |slash| slash + 1));
    let (stem, extension) = name.split_at(name.rfind('.').unwrap_or(name.len()));
    let known = [
        ("%(Filename)", stem),
        ("%(Extension)", extension),
        ("%(RelativeDir)", folder),
        ("%(RecursiveDir)", &file.recursive_dir),
        ("%(Identity)", &file.written),
    ];
    let value = known.iter().fold(unescape(value), |value, (name, known)| value.replace(name, known));
    value.trim().to_owned()
}

/// Converts a path to `/` for display.
fn shown(path: &str) -> String {
    path.replace('\\', "/")
}

fn spot(element: &XmlElement) -> Spot {
    Spot { file: 0, start: element.span.start, end: element.span.end }
}
