//! [`Manifest`]: what `rigmill.toml` says.

use rigmill_pipeline::{Diagnostic, Digest, Place, SourcePath, SourceText, nearest};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::globs::Globs;
use crate::disk::Links;

/// The name of the manifest's file.
pub const MANIFEST: &str = "rigmill.toml";

/// A project's manifest.
#[derive(Debug, Default)]
pub struct Manifest {
    /// `[project] name`.
    pub name: Option<String>,
    /// `[project] out`: the output folder, relative to the project's folder.
    pub out: Option<Located<String>>,
    /// `[project] follow_links`: whether sources may be read through symbolic links that lead out of the project.
    pub follow_links: bool,
    /// `[project] targets`: what `rigmill build` builds when no target is named.
    pub targets: Vec<Located<String>>,
    /// `[project] unit`: the parameter `unit` of each importer that has one, unless a rule gives it.
    pub unit: Option<Param>,
    /// `[[rule]]`, in order; later ones win.
    pub rules: Vec<Rule>,
    /// The digest of its text; absent where there is no manifest.
    pub digest: Option<Digest>,
}

/// One `[[rule]]`.
#[derive(Debug)]
pub struct Rule {
    patterns: Vec<Located<String>>,
    matches: Globs,
    excludes: Globs,
    /// `targets`: those that it is for; all where it names none.
    pub targets: Option<Vec<Located<String>>>,
    /// `exclude = true`: what matches is no asset.
    pub drops: bool,
    /// The importer's name.
    pub importer: Option<Located<String>>,
    /// The processor's name.
    pub processor: Option<Located<String>>,
    /// The writer's name.
    pub writer: Option<Located<String>>,
    /// The parameters, for whichever of the three stages has one of that name.
    pub params: Vec<Param>,
}

/// One entry of a rule's `params`.
#[derive(Clone, Debug)]
pub struct Param {
    /// Its name.
    pub name: Located<String>,
    /// Its value.
    pub value: Located<toml::Value>,
}

/// Something the manifest says, and where.
#[derive(Clone, Debug)]
pub struct Located<T> {
    /// What it says.
    pub value: T,
    /// Where.
    pub place: Place,
}

impl Rule {
    /// Whether the rule speaks of a source, when it is built for a target.
    #[must_use]
    pub fn applies_to(&self, path: &SourcePath, target: &str) -> bool {
        let is_for = |targets: &Vec<Located<String>>| targets.iter().any(|it| it.value == target);
        self.targets.as_ref().is_none_or(is_for) && self.covers(path)
    }

    /// Whether the rule speaks of a source, when it is built for one of the rule's targets.
    fn covers(&self, path: &SourcePath) -> bool {
        self.matches.is_match(path.as_str()) && !self.excludes.is_match(path.as_str())
    }

    /// The globs, as written.
    #[must_use]
    pub fn patterns(&self) -> &[Located<String>] {
        &self.patterns
    }
}

impl Manifest {
    /// Reads a manifest.
    ///
    /// # Errors
    /// Everything that is wrong with it, each with its place.
    pub fn parse(text: &str) -> Result<Self, Vec<Diagnostic>> {
        let source = SourceText::new(text.to_owned());
        let table = DeTable::parse(text).map_err(|error| vec![syntax_error(&source, &error)])?;
        let mut reader = Reader { source: &source, diagnostics: Vec::new() };
        let mut manifest = reader.manifest(table.get_ref());
        manifest.digest = Some(Digest::of(text.as_bytes()));
        if reader.diagnostics.is_empty() { Ok(manifest) } else { Err(reader.diagnostics) }
    }

    /// What the rules, for whichever target, decide of a source: `true` when they give it an importer, `false` when they
    /// leave it out, nothing when they leave it to its extension.
    pub(crate) fn decision(&self, path: &SourcePath) -> Option<bool> {
        let covering: Vec<&Rule> = self.rules.iter().filter(|rule| rule.covers(path)).collect();
        match covering.last() {
            Some(last) if last.drops => Some(false),
            _ => covering.iter().any(|rule| rule.importer.is_some()).then_some(true),
        }
    }

    /// Where symbolic links on the paths of sources may lead.
    pub(crate) fn links(&self) -> Links {
        if self.follow_links { Links::Anywhere } else { Links::Within }
    }
}

pub(crate) fn manifest_error(code: &'static str, message: String, place: Place) -> Diagnostic {
    let mut diagnostic = Diagnostic::error(code, message).at(place);
    diagnostic.file = SourcePath::new(MANIFEST).ok();
    diagnostic
}

fn syntax_error(source: &SourceText, error: &toml::de::Error) -> Diagnostic {
    let span = error.span().unwrap_or(0..0);
    manifest_error("R0001", format!("not TOML: {}", error.message()), source.place(span.start, span.end))
}

type Entry<'a, 'i> = (&'a Spanned<std::borrow::Cow<'i, str>>, &'a Spanned<DeValue<'i>>);

struct Reader<'a> {
    source: &'a SourceText,
    diagnostics: Vec<Diagnostic>,
}

impl Reader<'_> {
    fn manifest(&mut self, table: &DeTable<'_>) -> Manifest {
        let mut manifest = Manifest::default();
        for entry in table {
            match entry.0.get_ref().as_ref() {
                "project" => self.project(&mut manifest, entry.1),
                "rule" => manifest.rules = self.rules(entry.1),
                _ => self.unknown_key(entry, &["project", "rule"]),
            }
        }
        manifest
    }

    fn project(&mut self, manifest: &mut Manifest, value: &Spanned<DeValue<'_>>) {
        let Some(table) = value.get_ref().as_table() else { return self.wrong_type(value, "a table `[project]`") };
        for entry in table {
            match entry.0.get_ref().as_ref() {
                "name" => manifest.name = self.text(entry.1).map(|text| text.value),
                "out" => manifest.out = self.text(entry.1),
                "follow_links" => manifest.follow_links = self.truth(entry.1),
                "targets" => manifest.targets = self.texts(entry.1),
                "unit" => manifest.unit = Some(self.param(entry)),
                _ => self.unknown_key(entry, &["name", "out", "targets", "follow_links", "unit"]),
            }
        }
    }

    fn rules(&mut self, value: &Spanned<DeValue<'_>>) -> Vec<Rule> {
        let Some(rules) = value.get_ref().as_array() else {
            self.wrong_type(value, "a list of tables `[[rule]]`");
            return Vec::new();
        };
        rules.iter().filter_map(|rule| self.rule(rule)).collect()
    }

    fn rule(&mut self, value: &Spanned<DeValue<'_>>) -> Option<Rule> {
        const KEYS: [&str; 7] = ["match", "exclude", "targets", "importer", "processor", "writer", "params"];
        let Some(table) = value.get_ref().as_table() else {
            self.wrong_type(value, "a table");
            return None;
        };
        let (mut patterns, mut exclude, mut targets) = (Vec::new(), None, None);
        let [mut importer, mut processor, mut writer] = [None, None, None];
        let mut params = Vec::new();
        for entry in table {
            match entry.0.get_ref().as_ref() {
                "match" => patterns = self.patterns(entry.1),
                "exclude" => exclude = Some(entry.1),
                "targets" => targets = Some(self.texts(entry.1)),
                "importer" => importer = self.text(entry.1),
                "processor" => processor = self.text(entry.1),
                "writer" => writer = self.text(entry.1),
                "params" => params = self.params(entry.1),
                _ => self.unknown_key(entry, &KEYS),
            }
        }
        if patterns.is_empty() {
            if !table.keys().any(|key| key.get_ref() == "match") {
                let diagnostic = manifest_error("R0001", "a rule without `match`".to_owned(), self.place(value));
                self.diagnostics.push(diagnostic.help("say which sources it is for: match = \"Models/**/*.FBX\""));
            }
            return None;
        }
        let matches = self.globs(&patterns)?;
        let (drops, excludes) = self.exclude(exclude);
        let excludes = self.globs(&excludes)?;
        Some(Rule { patterns, matches, excludes, targets, drops, importer, processor, writer, params })
    }

    /// One glob, or a list of globs of which one has to fit.
    fn patterns(&mut self, value: &Spanned<DeValue<'_>>) -> Vec<Located<String>> {
        match value.get_ref() {
            DeValue::Array(items) if items.is_empty() => {
                let diagnostic = manifest_error("R0001", "`match` lists no glob".to_owned(), self.place(value));
                self.diagnostics.push(diagnostic.help("name a glob, or remove the rule"));
                Vec::new()
            }
            DeValue::Array(_) => self.texts(value),
            DeValue::String(_) => self.text(value).into_iter().collect(),
            _ => {
                self.wrong_type(value, "a glob, or a list of globs");
                Vec::new()
            }
        }
    }

    fn exclude(&mut self, value: Option<&Spanned<DeValue<'_>>>) -> (bool, Vec<Located<String>>) {
        match value.map(|value| (value, value.get_ref())) {
            None => (false, Vec::new()),
            Some((_, DeValue::Boolean(drops))) => (*drops, Vec::new()),
            Some((value, DeValue::String(_))) => (false, self.text(value).into_iter().collect()),
            Some((value, DeValue::Array(_))) => (false, self.texts(value)),
            Some((value, _)) => {
                self.wrong_type(value, "true, a glob, or a list of globs");
                (false, Vec::new())
            }
        }
    }

    fn globs(&mut self, patterns: &[Located<String>]) -> Option<Globs> {
        for pattern in patterns {
            if let Err(error) = Globs::new([pattern.value.as_str()]) {
                let message = format!("malformed glob `{}`: {error}", pattern.value);
                let help = "* stands for anything within a folder, ** for any folders, {a,b} for either";
                self.diagnostics.push(manifest_error("R0001", message, pattern.place.clone()).help(help));
                return None;
            }
        }
        Globs::new(patterns.iter().map(|pattern| pattern.value.as_str())).ok()
    }

    fn params(&mut self, value: &Spanned<DeValue<'_>>) -> Vec<Param> {
        let Some(table) = value.get_ref().as_table() else {
            self.wrong_type(value, "a table");
            return Vec::new();
        };
        table.iter().map(|entry| self.param(entry)).collect()
    }

    fn param(&self, (name, value): Entry<'_, '_>) -> Param {
        let place = self.source.place(name.span().start, name.span().end);
        Param {
            name: Located { value: name.get_ref().to_string(), place },
            value: Located { value: plain(value.get_ref()), place: self.place(value) },
        }
    }

    fn text(&mut self, value: &Spanned<DeValue<'_>>) -> Option<Located<String>> {
        match value.get_ref().as_str() {
            Some(text) => Some(Located { value: text.to_owned(), place: self.place(value) }),
            None => {
                self.wrong_type(value, "text in quotes");
                None
            }
        }
    }

    fn truth(&mut self, value: &Spanned<DeValue<'_>>) -> bool {
        let found = value.get_ref().as_bool();
        if found.is_none() {
            self.wrong_type(value, "true or false");
        }
        found.unwrap_or(false)
    }

    fn texts(&mut self, value: &Spanned<DeValue<'_>>) -> Vec<Located<String>> {
        let Some(array) = value.get_ref().as_array() else {
            self.wrong_type(value, "a list of texts");
            return Vec::new();
        };
        array.iter().filter_map(|item| self.text(item)).collect()
    }

    fn place(&self, value: &Spanned<DeValue<'_>>) -> Place {
        self.source.place(value.span().start, value.span().end)
    }

    fn wrong_type(&mut self, value: &Spanned<DeValue<'_>>, expected: &str) {
        let message = format!("expected {expected}, found {}", kind(value.get_ref()));
        self.diagnostics.push(manifest_error("R0001", message, self.place(value)));
    }

    fn unknown_key(&mut self, (key, _): Entry<'_, '_>, known: &[&str]) {
        let name = key.get_ref();
        let place = self.source.place(key.span().start, key.span().end);
        let help = match nearest(name, known.iter().copied()) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("known keys here: {}", known.join(", ")),
        };
        self.diagnostics.push(manifest_error("R0002", format!("unknown key `{name}`"), place).help(help));
    }
}

/// A value's type, for people.
fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "text",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

/// The value without its spans.
fn plain(value: &DeValue<'_>) -> toml::Value {
    match value {
        DeValue::String(text) => toml::Value::String(text.to_string()),
        DeValue::Integer(number) => {
            i64::from_str_radix(number.as_str(), number.radix()).map_or_else(|_| text_of(number), toml::Value::Integer)
        }
        DeValue::Float(number) => number.as_str().parse().map_or_else(|_| text_of(number), toml::Value::Float),
        DeValue::Boolean(truth) => toml::Value::Boolean(*truth),
        DeValue::Datetime(date) => toml::Value::Datetime(*date),
        DeValue::Array(items) => toml::Value::Array(items.iter().map(|item| plain(item.get_ref())).collect()),
        DeValue::Table(table) => toml::Value::Table(
            table.iter().map(|(key, value)| (key.get_ref().to_string(), plain(value.get_ref()))).collect(),
        ),
    }
}

/// A number beyond 64 bits: kept as text, which no numeric parameter takes.
fn text_of(number: &impl ToString) -> toml::Value {
    toml::Value::String(number.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let found = Manifest::parse(text).map_or_else(|diagnostics| diagnostics, |_| Vec::new());
        let shown = |d: &Diagnostic| {
            let place = d.place.as_ref().unwrap();
            let help = d.help.as_deref().map(|help| format!(" ({help})")).unwrap_or_default();
            format!("{} {}:{} {}{help}", d.code, place.line, place.column, d.message)
        };
        assert_eq!(found.iter().map(shown).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_full_manifest_is_read() {
        let text = "[project]\nname = \"g\"\nout = \"b\"\ntargets = [\"native\"]\n\
                    [[rule]]\nmatch = \"**/*.Animation\"\nexclude = [\"old/**\"]\nparams = { root = \"Root\" }\n";
        let manifest = Manifest::parse(text).unwrap();
        assert_eq!(manifest.targets[0].value, "native");
        let rule = &manifest.rules[0];
        assert!(rule.applies_to(&SourcePath::new("a/b.Animation").unwrap(), "native"));
        assert!(!rule.applies_to(&SourcePath::new("old/b.Animation").unwrap(), "native"));
        assert_eq!(rule.params[0].name.value, "root");
    }

    #[test]
    fn a_rule_may_match_any_of_several_globs() {
        let manifest = Manifest::parse("[[rule]]\nmatch = [\"a.png\", \"b/*.png\"]\n").unwrap();
        let applies = |path: &str| manifest.rules[0].applies_to(&SourcePath::new(path).unwrap(), "native");
        assert_eq!(["a.png", "b/c.png", "c.png"].map(applies), [true, true, false]);
        check("[[rule]]\nmatch = []\n", &["R0001 2:9 `match` lists no glob (name a glob, or remove the rule)"]);
        check("[[rule]]\nmatch = 1\n", &["R0001 2:9 expected a glob, or a list of globs, found a number"]);
    }

    #[test]
    fn a_rule_may_be_for_some_targets_alone() {
        let manifest = Manifest::parse("[[rule]]\nmatch = \"**\"\ntargets = [\"xna\", \"gltf\"]\n").unwrap();
        let applies = |target: &str| manifest.rules[0].applies_to(&SourcePath::new("a.png").unwrap(), target);
        assert_eq!(["native", "xna", "gltf"].map(applies), [false, true, true]);
        check("[[rule]]\nmatch = \"**\"\ntargets = \"xna\"\n", &["R0001 3:11 expected a list of texts, found text"]);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        check("[projct]\n", &["R0002 1:2 unknown key `projct` (did you mean `project`?)"]);
        check(
            "[project]\nnam = 1\nout = 2\n",
            &[
                "R0002 2:1 unknown key `nam` (did you mean `name`?)",
                "R0001 3:7 expected text in quotes, found a number",
            ],
        );
        check(
            "[[rule]]\nimporter = \"x\"\n",
            &["R0001 1:1 a rule without `match` (say which sources it is for: match = \"Models/**/*.FBX\")"],
        );
        check(
            "[[rule]]\nmatch = \"a{\"\n",
            &["R0001 2:9 malformed glob `a{`: unclosed alternate group; missing '}' (maybe escape '{' with '[{]'?) \
             (* stands for anything within a folder, ** for any folders, {a,b} for either)"],
        );
        check("name = \n", &["R0001 1:8 not TOML: string values must be quoted, expected literal string"]);
    }
}
