//! [`Reader`]: reads the tables and keys of `rigmill.toml`.

use std::sync::Arc;

use rigmill_pipeline::{Diagnostic, Digest, Globs, Location, SourceText, codes, nearest};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::key_help::{header_of, help_for_key, meant_key};
use super::keys::{
    CACHE, DIAGNOSTICS, EXECUTION, KeyKind, MANIFEST_KEYS, ManifestKey, OUT_OF_PARAMS, PROJECT, REMOTE_CACHE,
    REMOTE_EXECUTION, RULE,
};
use super::located::Located;
use super::manifest::Manifest;
use super::manifest_error::{in_manifest, malformed, single_rule, syntax_error};
use super::param::{Param, Places};
use super::remote_cache::RemoteCache;
use super::remote_execution::RemoteExecution;
use super::rule::Rule;
use super::rules::Rules;
use crate::records::OutputName;

/// The extensions of the files that the built-in writers write.
const WRITTEN: [&str; 3] = ["rmb", "xnb", "glb"];

type Value<'i> = Spanned<DeValue<'i>>;
type Entry<'a, 'i> = (&'a Spanned<std::borrow::Cow<'i, str>>, &'a Value<'i>);

impl Manifest {
    /// Parses a manifest.
    ///
    /// # Errors
    /// Returns all errors in the manifest, each with its location.
    pub fn parse(text: &str) -> Result<Self, Vec<Diagnostic>> {
        let source = Arc::new(SourceText::new(text.to_owned()));
        let table = DeTable::parse(text).map_err(|error| vec![syntax_error(&source, &error)])?;
        let mut reader = Reader { source: &source, diagnostics: Vec::new() };
        let mut manifest = reader.manifest(table.get_ref());
        manifest.digest = Some(Digest::of(text.as_bytes()));
        let mut values = table_of(table.get_ref());
        ["cache", "execution", "diagnostics"].iter().for_each(|key| drop(values.remove(*key)));
        manifest.meaning = Some(Digest::of(values.to_string().as_bytes()));
        if reader.diagnostics.is_empty() { Ok(manifest) } else { Err(reader.diagnostics) }
    }
}

/// Reads the tables of a manifest, and collects the errors.
struct Reader<'a> {
    source: &'a Arc<SourceText>,
    diagnostics: Vec<Diagnostic>,
}

impl Reader<'_> {
    fn manifest(&mut self, table: &DeTable<'_>) -> Manifest {
        let mut manifest = Manifest::default();
        for entry in table {
            match entry.0.get_ref().as_ref() {
                "project" => self.project(&mut manifest, entry.1),
                "cache" => manifest.remote_cache = self.remote_of(entry.1, CACHE, Self::remote_cache),
                "execution" => {
                    manifest.remote_execution = self.remote_of(entry.1, EXECUTION, Self::remote_execution);
                }
                "diagnostics" => manifest.allow = self.diagnostics(entry.1),
                "rule" => manifest.rules = Rules::new(self.rules(entry.1)),
                _ => self.unknown_key(entry, MANIFEST_KEYS),
            }
        }
        manifest
    }

    fn project(&mut self, manifest: &mut Manifest, value: &Value<'_>) {
        let Some(table) = value.get_ref().as_table() else { return self.wrong_type(value, &KeyKind::Table(PROJECT)) };
        for entry in table {
            match entry.0.get_ref().as_ref() {
                "name" => manifest.name = self.string(entry.1).map(|text| text.value),
                "out" => manifest.out = self.string(entry.1),
                "follow_links" => manifest.follow_links = self.boolean(entry.1),
                "trust_stage_versions" => manifest.trust_stage_versions = self.boolean(entry.1),
                "targets" => manifest.targets = self.targets(entry.1, "build for native"),
                "unit" => manifest.unit = Some(self.param(entry)),
                _ => self.unknown_key(entry, PROJECT),
            }
        }
    }

    /// Reads the codes that `[diagnostics]` allows.
    fn diagnostics(&mut self, value: &Value<'_>) -> Vec<Located<String>> {
        let table = self.expect(value, value.get_ref().as_table(), &KeyKind::Table(DIAGNOSTICS));
        let mut allow = Vec::new();
        for entry in table.into_iter().flatten() {
            match entry.0.get_ref().as_ref() {
                "allow" => allow = self.strings(entry.1),
                _ => self.unknown_key(entry, DIAGNOSTICS),
            }
        }
        allow
    }

    /// Reads the table `remote` of a table.
    fn remote_of<T>(
        &mut self,
        value: &Value<'_>,
        keys: &'static [ManifestKey],
        read: impl Fn(&mut Self, &Value<'_>) -> Option<T>,
    ) -> Option<T> {
        let table = self.expect(value, value.get_ref().as_table(), &KeyKind::Table(keys))?;
        let mut remote = None;
        for entry in table {
            match entry.0.get_ref().as_ref() {
                "remote" => remote = read(self, entry.1),
                _ => self.unknown_key(entry, keys),
            }
        }
        remote
    }

    /// Reads a table `remote`. A string in its place is probably the URL.
    fn remote_table<'v, 'i>(&mut self, value: &'v Value<'i>) -> Option<&'v DeTable<'i>> {
        if let Some(url) = value.get_ref().as_str() {
            let help = format!("write remote = {{ url = {url:?} }}");
            self.malformed("expected a table, found a string", self.location(value), help);
            return None;
        }
        self.expect(value, value.get_ref().as_table(), &KeyKind::Params)
    }

    fn remote_execution(&mut self, value: &Value<'_>) -> Option<RemoteExecution> {
        let table = self.remote_table(value)?;
        let mut remote = RemoteExecution::default();
        for entry in table {
            match entry.0.get_ref().as_ref() {
                "url" => remote.url = self.string(entry.1),
                "jobs" => remote.jobs = self.jobs(entry.1),
                "platform" => remote.platform = self.platform(entry.1),
                _ => self.unknown_key(entry, REMOTE_EXECUTION),
            }
        }
        Some(remote)
    }

    fn jobs(&mut self, value: &Value<'_>) -> Option<u16> {
        let number = value.get_ref().as_integer().and_then(|it| u16::from_str_radix(it.as_str(), it.radix()).ok());
        self.expect(value, number.filter(|number| (1..=1024).contains(number)), &KeyKind::Number(1, 1024))
    }

    fn platform(&mut self, value: &Value<'_>) -> Vec<(String, String)> {
        let table = self.expect(value, value.get_ref().as_table(), &KeyKind::TextTable);
        let property = |(name, value): Entry<'_, '_>| Some((name.get_ref().to_string(), self.string(value)?.value));
        table.into_iter().flatten().filter_map(property).collect()
    }

    fn remote_cache(&mut self, value: &Value<'_>) -> Option<RemoteCache> {
        let table = self.remote_table(value)?;
        let mut remote = RemoteCache::default();
        for entry in table {
            match entry.0.get_ref().as_ref() {
                "url" => remote.url = self.string(entry.1),
                "instance" => remote.instance = self.string(entry.1).map(|text| text.value),
                "upload" => remote.upload = Some(self.boolean(entry.1)),
                "headers" => remote.headers = self.string(entry.1),
                "certificate_authority" => remote.certificate_authority = self.string(entry.1),
                "client_certificate" => remote.client_certificate = self.string(entry.1),
                "client_key" => remote.client_key = self.string(entry.1),
                _ => self.unknown_key(entry, REMOTE_CACHE),
            }
        }
        Some(remote)
    }

    fn rules(&mut self, value: &Value<'_>) -> Vec<Rule> {
        if value.get_ref().is_table() {
            self.diagnostics.push(single_rule(self.location(value)));
            return Vec::new();
        }
        let rules = self.expect(value, value.get_ref().as_array(), &KeyKind::Tables(RULE));
        rules.into_iter().flatten().filter_map(|rule| self.rule(rule)).collect()
    }

    fn rule(&mut self, value: &Value<'_>) -> Option<Rule> {
        let table = self.expect(value, value.get_ref().as_table(), &KeyKind::Params)?;
        let (mut patterns, mut exclude, mut targets) = (Vec::new(), None, None);
        let [mut importer, mut processor, mut writer] = [None, None, None];
        let (mut params, mut output, mut allow, mut isolate) = (Vec::new(), None, Vec::new(), None);
        let mut variants = None;
        for entry in table {
            match entry.0.get_ref().as_ref() {
                "match" => patterns = self.patterns(entry.1),
                "exclude" => exclude = Some(entry.1),
                "targets" => targets = Some(self.targets(entry.1, "apply the rule to all targets")),
                "importer" => importer = self.string(entry.1),
                "processor" => processor = self.string(entry.1),
                "writer" => writer = self.string(entry.1),
                "output" => output = self.output(entry.1),
                "params" => params = self.params(entry),
                "variants" => variants = Some(self.variants(entry.1)),
                "allow" => allow = self.strings(entry.1),
                "isolate" => isolate = Some(self.boolean(entry.1)),
                _ => self.unknown_key(entry, RULE),
            }
        }
        if patterns.is_empty() {
            // A misspelt `match` has an error of its own.
            if table.keys().all(|key| meant_key(key.get_ref(), RULE) != Some("match")) {
                self.diagnostics.push(self.without_match(value, &params));
            }
            return None;
        }
        let matches = self.globs(&patterns)?;
        let (excluded, exclusions) = self.exclude(exclude);
        let excludes = self.globs(&exclusions)?;
        Some(Rule {
            patterns,
            matches,
            exclusions,
            excludes,
            targets,
            excluded,
            importer,
            processor,
            writer,
            params,
            variants,
            output,
            allow,
            isolate,
        })
    }

    /// Returns the error that a rule has no `match`, unless the key is in the wrong place.
    fn without_match(&self, rule: &Value<'_>, params: &[Param]) -> Diagnostic {
        let fact = "a rule has no `match`";
        match params.iter().find(|param| param.name.value == "match") {
            Some(misplaced) => malformed(fact, misplaced.name.location.clone()).help(OUT_OF_PARAMS),
            None => malformed(fact, self.location(rule))
                .help("specify the sources of the rule: match = \"Models/**/*.FBX\""),
        }
    }

    fn output(&mut self, value: &Value<'_>) -> Option<Located<OutputName>> {
        let template = self.string(value)?;
        if let Some((name, extension)) = template.value.rsplit_once('.').filter(|(_, it)| WRITTEN.contains(it)) {
            let message =
                format!("`output` must not end with the extension `.{extension}`: each writer adds its own extension");
            self.malformed(message, template.location, format!("write \"{name}\""));
            return None;
        }
        let location = template.location;
        if let Some(unknown) = OutputName::unknown_placeholder(&template.value) {
            let help = match nearest(unknown, ["{name}", "{path}"]) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => "write {path} for the source's path, or {name} for the last part of that path".to_owned(),
            };
            self.malformed(format!("unknown placeholder `{unknown}`"), location, help);
            return None;
        }
        let made = OutputName::new(&template.value).map(|value| Located { value, location: location.clone() });
        made.map_err(|fact| {
            let message = format!("this output name is not valid on every system: {fact}");
            let help = "write a path below the output folder, without an extension; {path} stands for the source's path, and {name} for the last part of that path";
            self.malformed(message, location, help);
        })
        .ok()
    }

    /// Reads one glob, or a list of globs of which any may match.
    fn patterns(&mut self, value: &Value<'_>) -> Vec<Located<String>> {
        match value.get_ref() {
            DeValue::Array(items) if items.is_empty() => {
                self.malformed("`match` is an empty list", self.location(value), "add a glob, or remove the rule");
                Vec::new()
            }
            DeValue::Array(_) => self.strings(value),
            DeValue::String(_) => self.string(value).into_iter().collect(),
            _ => {
                self.wrong_type(value, &KeyKind::Globs);
                Vec::new()
            }
        }
    }

    fn exclude(&mut self, value: Option<&Value<'_>>) -> (bool, Vec<Located<String>>) {
        match value.map(|value| (value, value.get_ref())) {
            None => (false, Vec::new()),
            Some((_, DeValue::Boolean(excluded))) => (*excluded, Vec::new()),
            Some((value, DeValue::String(text))) if matches!(&**text, "true" | "false") => {
                let message = format!("\"{text}\" in quotes is a glob: it matches only files named {text}");
                self.malformed(message, self.location(value), format!("write exclude = {text}, without quotes"));
                (false, Vec::new())
            }
            Some((value, DeValue::String(_))) => (false, self.string(value).into_iter().collect()),
            Some((value, DeValue::Array(_))) => (false, self.strings(value)),
            Some((value, _)) => {
                self.wrong_type(value, &KeyKind::Excludes);
                (false, Vec::new())
            }
        }
    }

    fn globs(&mut self, patterns: &[Located<String>]) -> Option<Globs> {
        for pattern in patterns {
            if pattern.value.is_empty() {
                let help = "specify which sources to match, such as \"Models/**\", or \"**\" for all";
                self.malformed("the glob is empty", pattern.location.clone(), help);
                return None;
            }
            if let Err(error) = Globs::new([pattern.value.as_str()]) {
                let message = format!("malformed glob `{}`: {error}", pattern.value);
                let help = "correct the glob: * matches anything within a folder, ** matches any folders, and {a,b} matches a or b";
                self.malformed(message, pattern.location.clone(), help);
                return None;
            }
        }
        Globs::new(patterns.iter().map(|pattern| pattern.value.as_str())).ok()
    }

    fn params(&mut self, (key, value): Entry<'_, '_>) -> Vec<Param> {
        if value.get_ref().is_array() {
            let location = self.source.location(key.span().start, key.span().end);
            let help = "write `[rule.params]`, with single brackets, or params = { name = value }";
            self.malformed("`params` is a list, expected a single table", location, help);
            return Vec::new();
        }
        let table = self.expect(value, value.get_ref().as_table(), &KeyKind::Params);
        table.into_iter().flatten().map(|entry| self.param(entry)).collect()
    }

    /// Reads the variants of an asset: for each label, a table of parameters.
    fn variants(&mut self, value: &Value<'_>) -> Vec<(Located<String>, Vec<Param>)> {
        let table = self.expect(value, value.get_ref().as_table(), &KeyKind::Variants);
        let mut variants = Vec::new();
        for entry in table.into_iter().flatten() {
            let location = self.source.location(entry.0.span().start, entry.0.span().end);
            let label = Located { value: entry.0.get_ref().to_string(), location };
            if let Some(fault) = fault_of_label(&label.value) {
                let message = format!("{:?} cannot follow an asset's name: {fault}", label.value);
                let help = "write a label such as `_0`; it becomes part of a file name";
                self.malformed(message, label.location, help);
                continue;
            }
            variants.push((label, self.params(entry)));
        }
        variants
    }

    fn param(&self, (name, value): Entry<'_, '_>) -> Param {
        let location = self.source.location(name.span().start, name.span().end);
        Param::new(
            Located { value: name.get_ref().to_string(), location },
            Located { value: plain(value.get_ref()), location: self.location(value) },
            Places::new(self.source, value.get_ref()),
        )
    }

    fn string(&mut self, value: &Value<'_>) -> Option<Located<String>> {
        let text = self.expect(value, value.get_ref().as_str(), &KeyKind::Text)?;
        Some(Located { value: text.to_owned(), location: self.location(value) })
    }

    fn boolean(&mut self, value: &Value<'_>) -> bool {
        self.expect(value, value.get_ref().as_bool(), &KeyKind::Boolean).unwrap_or(false)
    }

    fn strings(&mut self, value: &Value<'_>) -> Vec<Located<String>> {
        let array = self.expect(value, value.get_ref().as_array(), &KeyKind::Texts);
        array.into_iter().flatten().filter_map(|item| self.string(item)).collect()
    }

    /// Reads a list of targets without duplicates. `default` is what a manifest without the list means.
    fn targets(&mut self, value: &Value<'_>, default: &str) -> Vec<Located<String>> {
        let texts = self.strings(value);
        if value.get_ref().as_array().is_some_and(|list| list.is_empty()) {
            let help = format!("add a target, or remove `targets` to {default}");
            self.malformed("`targets` is an empty list", self.location(value), help);
        }
        for (at, text) in texts.iter().enumerate() {
            if texts[..at].iter().any(|earlier| earlier.value == text.value) {
                let fact = format!("`{}` is listed twice", text.value);
                self.malformed(fact, text.location.clone(), "remove one of the two entries");
            }
        }
        texts
    }

    /// Returns what was found in a value. Reports an error if it is `None`.
    fn expect<T>(&mut self, value: &Value<'_>, found: Option<T>, expected: &KeyKind) -> Option<T> {
        if found.is_none() {
            self.wrong_type(value, expected);
        }
        found
    }

    fn location(&self, value: &Value<'_>) -> Location {
        self.source.location(value.span().start, value.span().end)
    }

    fn wrong_type(&mut self, value: &Value<'_>, expected: &KeyKind) {
        let found = match (value.get_ref(), expected) {
            (DeValue::Integer(number), KeyKind::Number(..)) => number.to_string(),
            (other, _) => kind(other).to_owned(),
        };
        let (expected, example) = description(expected);
        let message = format!("expected {expected}, found {found}");
        self.malformed(message, self.location(value), format!("write {example}"));
    }

    fn malformed(&mut self, message: impl Into<String>, location: Location, help: impl Into<String>) {
        self.diagnostics.push(malformed(message, location).help(help));
    }

    fn unknown_key(&mut self, (key, value): Entry<'_, '_>, keys: &'static [ManifestKey]) {
        let name = key.get_ref();
        let location = self.source.location(key.span().start, key.span().end);
        let help = help_for_key(name, value.get_ref(), keys);
        self.diagnostics.push(in_manifest(codes::UNKNOWN_NAME, format!("unknown key `{name}`"), location).help(help));
    }
}

/// Returns what a key expects, and an example of it.
fn description(kind: &KeyKind) -> (String, String) {
    let below = |header: &str| format!("{header} on its own line, and the keys below this line");
    let (expected, example) = match kind {
        KeyKind::Boolean => ("true or false", "true or false, without quotes"),
        KeyKind::Texts | KeyKind::Codes | KeyKind::Targets => ("a list of strings", "[\"one\", \"another\"]"),
        KeyKind::Globs => ("a glob, or a list of globs", "\"Models/**\" or [\"**/*.fbx\", \"**/*.glb\"]"),
        KeyKind::Excludes => ("true, a glob, or a list of globs", "true, \"Old/**\" or [\"Old/**\", \"Drafts/**\"]"),
        KeyKind::Params => ("a table", "{ name = value, other = value }"),
        KeyKind::TextTable => ("a table of strings", "{ name = value, other = value }"),
        KeyKind::Variants => ("a table of tables of parameters", "a table of tables of parameters"),
        KeyKind::Text | KeyKind::Importer | KeyKind::Processor | KeyKind::Writer | KeyKind::Unit => {
            ("a string in quotes", "\"text\"")
        }
        KeyKind::Number(least, most) => {
            let range = format!("a number from {least} to {most}");
            return (range.clone(), range);
        }
        KeyKind::Table(keys) => return (format!("a table `{}`", header_of(keys)), below(header_of(keys))),
        KeyKind::Tables(keys) => return (format!("a list of tables `{}`", header_of(keys)), below(header_of(keys))),
    };
    (expected.to_owned(), example.to_owned())
}

/// Returns a readable name for a value's type.
fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

/// Returns the value without its spans.
fn plain(value: &DeValue<'_>) -> toml::Value {
    match value {
        DeValue::String(text) => toml::Value::String(text.to_string()),
        DeValue::Integer(number) => {
            i64::from_str_radix(number.as_str(), number.radix()).map_or_else(|_| text_of(number), toml::Value::Integer)
        }
        DeValue::Float(number) => number.as_str().parse().map_or_else(|_| text_of(number), toml::Value::Float),
        DeValue::Boolean(value) => toml::Value::Boolean(*value),
        DeValue::Datetime(date) => toml::Value::Datetime(*date),
        DeValue::Array(items) => toml::Value::Array(items.iter().map(|item| plain(item.get_ref())).collect()),
        DeValue::Table(table) => toml::Value::Table(table_of(table)),
    }
}

fn table_of(table: &DeTable<'_>) -> toml::Table {
    table.iter().map(|(key, value)| (key.get_ref().to_string(), plain(value.get_ref()))).collect()
}

/// Converts a number beyond 64 bits to text, which no numeric parameter accepts.
fn text_of(number: &impl ToString) -> toml::Value {
    toml::Value::String(number.to_string())
}

/// Returns why a label cannot be the end of a file name; `None` if it can.
fn fault_of_label(label: &str) -> Option<String> {
    if label.is_empty() {
        return Some("it is empty".to_owned());
    }
    if let Some(found) = label.chars().find(|letter| matches!(letter, '/' | '\\' | '{' | '}')) {
        return Some(format!("it contains {found:?}"));
    }
    OutputName::new(&format!("name{label}")).err()
}
