//! [`Manifest`]: the content of `rigmill.toml`.

use rigmill_disk::Links;
use rigmill_pipeline::{Diagnostic, Digest, Level, Location, SourcePath};

use super::located::Located;
use super::param::Param;
use super::remote_cache::RemoteCache;
use super::remote_execution::RemoteExecution;
use super::rule::Rule;
use super::rules::Rules;

/// A project's manifest.
#[derive(Debug, Default)]
pub struct Manifest {
    /// `[project] name`.
    pub name: Option<String>,
    /// `[project] out`: the output folder, relative to the project's folder.
    pub out: Option<Located<String>>,
    /// `[project] follow_links`: whether sources may be read through symbolic links that lead out of the project.
    pub follow_links: bool,
    /// `[project] trust_stage_versions`: whether to assume that a stage of a different program has the same results if it has
    /// the same version.
    pub trust_stage_versions: bool,
    /// `[project] targets`: the targets that a build without `--target` builds.
    pub targets: Vec<Located<String>>,
    /// `[project] unit`: the parameter `unit` of each importer that has one, unless a rule sets it.
    pub unit: Option<Param>,
    /// `[cache.remote]`: the cache that several machines share.
    pub remote_cache: Option<RemoteCache>,
    /// `[execution.remote]`: the machines that run actions for this machine.
    pub remote_execution: Option<RemoteExecution>,
    /// `[diagnostics] allow`: the codes of warnings that are not reported.
    pub allow: Vec<Located<String>>,
    /// `[[rule]]`, in order; later rules win.
    pub rules: Rules,
    /// The digest of the manifest's text; `None` if there is no manifest.
    pub digest: Option<Digest>,
    /// The digest of the manifest's values, without comments and layout, and without `[cache]`, `[execution]` and
    /// `[diagnostics]`, which do not affect results. `None` if there is no manifest.
    pub meaning: Option<Digest>,
}

impl Manifest {
    /// Returns whether the rules, for any target, make a source an asset: `true` if they name an importer, `false` if they
    /// exclude it, and `None` if its extension decides.
    pub(crate) fn decision(&self, path: &SourcePath) -> Option<bool> {
        let covering = self.rules.covering(path);
        match covering.last() {
            Some((_, last)) if last.excluded => Some(false),
            _ => covering.iter().any(|(_, rule)| rule.importer.is_some()).then_some(true),
        }
    }

    /// Returns every allowed code, from the project and from its rules.
    pub fn allowed_codes(&self) -> impl Iterator<Item = &Located<String>> {
        self.allow.iter().chain(self.rules.all().iter().flat_map(|rule| &rule.allow))
    }

    /// Whether the manifest suppresses a warning about the project, or about a source that is built for a target. Errors are
    /// always reported.
    pub(crate) fn allows(&self, warning: &Diagnostic, source: Option<&SourcePath>, target: &str) -> bool {
        let has = |codes: &[Located<String>]| codes.iter().any(|code| code.value == warning.code);
        let of_rules = |source| self.rules.last_with(source, target, |rule| has(&rule.allow).then_some(())).is_some();
        warning.level == Level::Warning && (has(&self.allow) || source.is_some_and(of_rules))
    }

    /// Returns the entry of the manifest that sets a parameter of a source; `None` if the parameter has its default.
    pub(crate) fn parameter(&self, source: &SourcePath, name: &str, target: &str) -> Option<&Param> {
        let named = |rule: &'_ Rule| rule.params.iter().position(|param| param.name.value == name);
        let of_rule = self.rules.last_with(source, target, |rule| Some(&rule.params[named(rule)?]));
        of_rule.or_else(|| self.unit.as_ref().filter(|unit| unit.name.value == name))
    }

    /// Returns the place in the manifest that sets a parameter or a stage of a source. A dot separates a
    /// parameter from a key in its table.
    pub(crate) fn place_of(&self, source: &SourcePath, name: &str, target: &str) -> Option<Location> {
        let (name, key) = name.split_once('.').map_or((name, None), |(name, key)| (name, Some(key)));
        let stage = |pick: fn(&Rule) -> Option<&Located<String>>| self.rules.last_with(source, target, pick);
        let of_stage = || match name {
            "importer" => stage(|rule| rule.importer.as_ref()),
            "processor" => stage(|rule| rule.processor.as_ref()),
            "writer" => stage(|rule| rule.writer.as_ref()),
            _ => None,
        };
        let parameter = self.parameter(source, name, target).map(|param| param.place_of(key));
        parameter.or_else(|| of_stage().map(|named| named.location.clone()))
    }

    /// Whether the rules say that the stages of a source run in a separate process. The last rule that sets `isolate` decides.
    pub(crate) fn isolates(&self, source: &SourcePath, target: &str) -> bool {
        self.rules.last_with(source, target, |rule| rule.isolate).unwrap_or_default()
    }

    /// Where symbolic links on the paths of sources may lead.
    pub(crate) fn links(&self) -> Links {
        if self.follow_links { Links::Anywhere } else { Links::Within }
    }
}

#[cfg(test)]
mod tests {
    use super::super::keys::{KeyKind, MANIFEST_KEYS, ManifestKey};
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let found = Manifest::parse(text).map_or_else(|diagnostics| diagnostics, |_| Vec::new());
        let shown = |d: &Diagnostic| {
            let location = d.location.as_ref().unwrap();
            let help = d.help.as_deref().map(|help| format!(" ({help})")).unwrap_or_default();
            format!("{} {}:{} {}{help}", d.code, location.line, location.column, d.message)
        };
        assert_eq!(found.iter().map(shown).collect::<Vec<_>>(), expected);
    }

    /// Returns a manifest with this key and a date as its value, which no key accepts.
    fn with_date(tables: &[&str], key: &str) -> String {
        match tables {
            [] => format!("{key} = 1979-05-27\n"),
            ["rule"] if key == "match" => format!("[[rule]]\n{key} = 1979-05-27\n"),
            ["rule"] => format!("[[rule]]\nmatch = \"**\"\n{key} = 1979-05-27\n"),
            tables => format!("[{}]\n{key} = 1979-05-27\n", tables.join(".")),
        }
    }

    fn check_keys(tables: &[&str], keys: &'static [ManifestKey]) -> usize {
        let below = keys.iter().map(|key| {
            let result = Manifest::parse(&with_date(tables, key.name));
            // Stages check these values.
            if !matches!((tables, key.name), (["project"], "unit")) {
                let [error] = &result.unwrap_err()[..] else { panic!("{tables:?} {}", key.name) };
                assert_eq!(error.code, "R0001", "{tables:?} {}: {}", key.name, error.message);
            }
            match &key.kind {
                KeyKind::Table(keys) | KeyKind::Tables(keys) => check_keys(&[tables, &[key.name]].concat(), keys),
                _ => 0,
            }
        });
        below.sum::<usize>() + keys.len()
    }

    #[test]
    fn every_key_of_the_list_is_read() {
        assert!(check_keys(&[], MANIFEST_KEYS) > 30);
    }

    #[test]
    fn a_full_manifest_is_read() {
        let text = "[project]\nname = \"g\"\nout = \"b\"\ntargets = [\"native\"]\n\
                    [[rule]]\nmatch = \"**/*.Animation\"\nexclude = [\"old/**\"]\nparams = { root = \"Root\" }\n";
        let manifest = Manifest::parse(text).unwrap();
        assert_eq!(manifest.targets[0].value, "native");
        let rule = &manifest.rules.all()[0];
        assert!(rule.applies_to(&SourcePath::new("a/b.Animation").unwrap(), "native"));
        assert!(!rule.applies_to(&SourcePath::new("old/b.Animation").unwrap(), "native"));
        assert_eq!(rule.params[0].name.value, "root");
    }

    #[test]
    fn every_entry_of_a_parameter_has_a_place() {
        let text = "[[rule]]\nmatch = \"**\"\n[rule.params]\nroot_motion = { skeleton = \"S\", x.y = 1 }\n\
                    clips = [\n  { name = \"Run\" },\n  { name = \"Jump\", frames = [1, 2] },\n]\n";
        let manifest = Manifest::parse(text).unwrap();
        let source = SourcePath::new("a.fbx").unwrap();
        let place = |name| {
            let found = manifest.place_of(&source, name, "native").unwrap();
            (found.line, found.column, found.highlight_length)
        };
        assert_eq!(place("root_motion"), (4, 15, 27));
        assert_eq!(place("root_motion.skeleton"), (4, 17, 14));
        assert_eq!(place("root_motion.skeleton.more"), (4, 17, 14));
        assert_eq!(place("root_motion.x.y").0, 4);
        assert_eq!(place("root_motion.bone"), place("root_motion"));
        assert_eq!(place("clips.1"), (6, 3, 16));
        assert_eq!(place("clips.2.frames"), (7, 20, 15));
        assert_eq!(place("clips.2.frames.2"), (7, 33, 1));
        assert!(manifest.place_of(&source, "rename_bones.X", "native").is_none());
    }

    #[test]
    fn a_remote_cache_is_read_and_changes_no_result() {
        let rule = "[[rule]]\nmatch = \"**\"\n";
        let text = "[cache.remote]\nurl = \"grpc://build:8980\"\nupload = false\nheaders = \"secrets/headers\"\n";
        let manifest = Manifest::parse(&format!("{rule}{text}")).unwrap();
        let remote = manifest.remote_cache.unwrap();
        assert_eq!(remote.url.unwrap().value, "grpc://build:8980");
        assert_eq!((remote.upload, remote.headers.unwrap().value.as_str()), (Some(false), "secrets/headers"));
        assert_eq!(manifest.meaning, Manifest::parse(rule).unwrap().meaning);
        check("[cache.remote]\nurk = 1\n", &["R0002 2:1 unknown key `urk` (did you mean `url`?)"]);
        check(
            "[execution.remote]\njobs = 0\n",
            &["R0001 2:8 expected a number from 1 to 1024, found 0 (write a number from 1 to 1024)"],
        );
        let text = "[execution.remote]\nurl = \"grpc://farm\"\njobs = 64\nplatform = { OSFamily = \"linux\" }\n";
        let manifest = Manifest::parse(&format!("{rule}{text}")).unwrap();
        let farm = manifest.remote_execution.unwrap();
        assert_eq!((farm.url.unwrap().value.as_str(), farm.jobs), ("grpc://farm", Some(64)));
        assert_eq!(farm.platform, [("OSFamily".to_owned(), "linux".to_owned())]);
        assert_eq!(manifest.meaning, Manifest::parse(rule).unwrap().meaning);
        check(
            "[cache]\nremote = \"grpc://build\"\n",
            &["R0001 2:10 expected a table, found a string (write remote = { url = \"grpc://build\" })"],
        );
    }

    #[test]
    fn a_rule_may_match_any_of_several_globs() {
        let manifest = Manifest::parse("[[rule]]\nmatch = [\"a.png\", \"b/*.png\"]\n").unwrap();
        let applies = |path: &str| manifest.rules.all()[0].applies_to(&SourcePath::new(path).unwrap(), "native");
        assert_eq!(["a.png", "b/c.png", "c.png"].map(applies), [true, true, false]);
        check("[[rule]]\nmatch = []\n", &["R0001 2:9 `match` is an empty list (add a glob, or remove the rule)"]);
        check(
            "[[rule]]\nmatch = 1\n",
            &[
                "R0001 2:9 expected a glob, or a list of globs, found a number (write \"Models/**\" or [\"**/*.fbx\", \"**/*.glb\"])",
            ],
        );
    }

    #[test]
    fn a_rule_may_apply_to_some_targets_only() {
        let manifest = Manifest::parse("[[rule]]\nmatch = \"**\"\ntargets = [\"xna\", \"gltf\"]\n").unwrap();
        let applies = |target: &str| manifest.rules.all()[0].applies_to(&SourcePath::new("a.png").unwrap(), target);
        assert_eq!(["native", "xna", "gltf"].map(applies), [false, true, true]);
        check(
            "[[rule]]\nmatch = \"**\"\ntargets = \"xna\"\n",
            &["R0001 3:11 expected a list of strings, found a string (write [\"one\", \"another\"])"],
        );
    }

    #[test]
    fn errors_are_reported_with_their_places() {
        check("[projct]\n", &["R0002 1:2 unknown key `projct` (did you mean `project`?)"]);
        check(
            "[project]\nnam = 1\nout = 2\n",
            &[
                "R0002 2:1 unknown key `nam` (did you mean `name`?)",
                "R0001 3:7 expected a string in quotes, found a number (write \"text\")",
            ],
        );
        check(
            "[[rule]]\nimporter = \"x\"\n",
            &["R0001 1:1 a rule has no `match` (specify the sources of the rule: match = \"Models/**/*.FBX\")"],
        );
        check(
            "[[rule]]\nmatch = \"*\"\n[[rule.params]]\nsrgb = true\n",
            &[
                "R0001 3:8 `params` is a list, expected a single table (write `[rule.params]`, with single brackets, or params = { name = value })",
            ],
        );
        check(
            "[[rule]]\n[rule.params]\nmatch = \"**\"\n",
            &["R0001 3:1 a rule has no `match` (move this line above `[rule.params]`, or out of `params`)"],
        );
        check(
            "[[rule]]\nmatch = \"a{\"\n",
            &["R0001 2:9 malformed glob `a{`: a `{` has no `}`; write `[{]` for the character itself \
             (correct the glob: * matches anything within a folder, ** matches any folders, and {a,b} matches a or b)"],
        );
        check(
            "[project]\nname = \"a\"\n[[rule]]\nmatch = \"**\"\n[project]\nout = \"b\"\n",
            &[
                "R0001 5:2 the table [project] is in the file twice (move these keys to the table in line 1, and remove this header)",
            ],
        );
        check(
            "[project] # ours\nname = \"a\"\n[project]\nout = \"b\"\n",
            &[
                "R0001 3:2 the table [project] is in the file twice (move these keys to the other table, and remove this header)",
            ],
        );
        check(
            "[project]\nname = \"a\"\nname = \"b\"\n",
            &["R0001 3:1 `name` is set twice (first in line 2) (remove one of the two lines)"],
        );
        check(
            "[rule.params]\nsrgb = true\n[[rule]]\nmatch = \"**\"\n",
            &[
                "R0001 1:1 `[rule.params]` is above the first `[[rule]]` (move this table below the `[[rule]]` that it belongs to)",
            ],
        );
        check(
            "name = \n",
            &[
                "R0001 1:8 not valid TOML: string values must be quoted, expected literal string (below a header such as [project] or [[rule]], write each key once, on its own line; put text in quotes: name = \"text\", flag = true, list = [\"a\", \"b\"])",
            ],
        );
    }
}
