//! Warns about settings in rules that a later rule overrides for every file.

use rigmill_pipeline::{Diagnostic, Location, SourcePath, codes};

use crate::project::{Rule, Rules, in_manifest};

/// The number of settings that are reported individually. The rest are only counted.
const LISTED: usize = 20;

/// Returns a warning for each setting that has no effect because a rule for more files follows: probably, the rules are in the
/// wrong order.
///
/// Globs tell which rule is for more files. The files themselves do not: a general rule is often followed by rules for special
/// cases, and there may be only special cases at the moment.
pub(super) fn overridden_settings(
    rules: &Rules,
    files: impl Iterator<Item = SourcePath>,
    target: &str,
) -> Vec<Diagnostic> {
    let mut uses = Uses::new(rules);
    for path in files {
        if uses.unused == 0 {
            return Vec::new();
        }
        uses.add_file(rules, &path, target);
    }
    let is_allowed = |rule: &Rule| rule.allow.iter().any(|code| code.value == codes::SETTING_OVERRIDDEN.id);
    let overridden = uses.settings.iter().filter(|it| !it.has_effect && !is_allowed(it.rule));
    let overridden = overridden.filter_map(|it| Some((it, &rules.all()[it.overridden_by?])));
    let faulty: Vec<_> = overridden.filter(|(setting, by)| by.is_wider_than(setting.rule)).collect();
    let mut warnings: Vec<Diagnostic> = faulty.iter().take(LISTED).map(|(it, by)| it.warning(by)).collect();
    if let Some((next, _)) = faulty.get(LISTED) {
        let message =
            format!("{} more settings have no effect, because later rules override them", faulty.len() - LISTED);
        warnings.push(warning(message, next.location, "move general rules above the rules for special cases"));
    }
    warnings
}

/// One setting of a rule.
struct Setting<'r> {
    rule: &'r Rule,
    name: &'r str,
    value: Value<'r>,
    location: &'r Location,
    /// Whether the setting has an effect on any file.
    has_effect: bool,
    /// The number of a later rule that overrides the setting.
    overridden_by: Option<usize>,
}

#[derive(Clone, Copy, PartialEq)]
enum Value<'r> {
    Excluded,
    Name(&'r str),
    Param(&'r toml::Value),
}

impl Setting<'_> {
    fn warning(&self, by: &Rule) -> Diagnostic {
        let line = by.patterns().first().map_or(0, |glob| glob.location.line);
        let what = match self.value {
            Value::Excluded => "`exclude = true`".to_owned(),
            Value::Name(_) | Value::Param(_) => format!("`{}`", self.name),
        };
        let why = match self.value {
            Value::Excluded => "also matches these files, and later rules win",
            _ if by.excluded => "excludes these files, and later rules win",
            _ => "also sets it for these files, and later rules win",
        };
        let message = format!("{what} has no effect here: the rule in line {line} {why}");
        warning(message, self.location, &format!("move this rule below the rule in line {line}"))
    }
}

fn warning(message: String, location: &Location, help: &str) -> Diagnostic {
    in_manifest(codes::SETTING_OVERRIDDEN, message, location.clone()).help(help)
}

/// The settings of all rules, in order.
struct Uses<'r> {
    settings: Vec<Setting<'r>>,
    /// The index of each rule's first setting, and the end of the last rule's settings.
    starts: Vec<usize>,
    /// The number of settings that had no effect so far.
    unused: usize,
}

impl<'r> Uses<'r> {
    fn new(rules: &'r Rules) -> Self {
        let mut settings = Vec::new();
        let mut starts = vec![0];
        for rule in rules.all() {
            add_settings(rule, &mut settings);
            starts.push(settings.len());
        }
        Self { unused: settings.len(), settings, starts }
    }

    /// Records which settings have an effect on a file.
    fn add_file(&mut self, rules: &'r Rules, path: &SourcePath, target: &str) {
        let applying: Vec<usize> = rules.applying(path, target).map(|(number, _)| number).collect();
        let Some(&last) = applying.last() else { return };
        let excluded = rules.all()[last].excluded;
        let mut seen: Vec<(&str, Value<'_>, usize)> = Vec::new();
        for &number in applying.iter().rev() {
            for at in self.starts[number]..self.starts[number + 1] {
                let Setting { name, value, .. } = self.settings[at];
                let by = match seen.iter().find(|(other, ..)| *other == name) {
                    _ if number == last => None,
                    _ if excluded || value == Value::Excluded => Some(last),
                    Some((_, same, _)) if *same == value => None,
                    other => other.map(|(.., by)| *by),
                };
                self.record(at, by);
                seen.push((name, value, number));
            }
        }
    }

    fn record(&mut self, setting: usize, by: Option<usize>) {
        let setting = &mut self.settings[setting];
        match by {
            Some(by) => setting.overridden_by = Some(by),
            None if !setting.has_effect => {
                setting.has_effect = true;
                self.unused -= 1;
            }
            None => {}
        }
    }
}

fn add_settings<'r>(rule: &'r Rule, settings: &mut Vec<Setting<'r>>) {
    let mut add = |name, value, location| {
        settings.push(Setting { rule, name, value, location, has_effect: false, overridden_by: None });
    };
    if rule.excluded {
        // A rule that excludes files has no other effect on them.
        return rule.patterns().iter().take(1).for_each(|glob| add("exclude", Value::Excluded, &glob.location));
    }
    let stages = [("importer", &rule.importer), ("processor", &rule.processor), ("writer", &rule.writer)];
    for (name, stage) in stages.into_iter().filter_map(|(name, stage)| Some((name, stage.as_ref()?))) {
        add(name, Value::Name(&stage.value), &stage.location);
    }
    for param in &rule.params {
        add(&param.name.value, Value::Param(&param.value.value), &param.name.location);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::Manifest;

    /// Returns the warnings about rules for a project with these files.
    fn check(rules: &str, files: &[&str], expected: &[&str]) {
        let manifest = Manifest::parse(rules).unwrap();
        let files = files.iter().map(|path| SourcePath::new(path).unwrap());
        let warnings = overridden_settings(&manifest.rules, files, "native");
        let shown: Vec<String> =
            warnings.iter().map(|it| format!("{} {}", it.location.as_ref().unwrap().line, it.message)).collect();
        assert_eq!(shown, expected);
    }

    const FILES: [&str; 3] = ["a/x.png", "a/y.png", "b/z.png"];

    #[test]
    fn a_special_case_above_a_general_rule_is_reported() {
        check(
            "[[rule]]\nmatch = \"a/**\"\nparams = { srgb = false, kept = 1 }\n\
             [[rule]]\nmatch = \"**\"\nparams = { srgb = true }\n",
            &FILES,
            &["3 `srgb` has no effect here: the rule in line 5 also sets it for these files, and later rules win"],
        );
        check(
            "[[rule]]\nmatch = \"a/**\"\nexclude = true\n[[rule]]\nmatch = \"**\"\nprocessor = \"x\"\n",
            &FILES,
            &[
                "2 `exclude = true` has no effect here: the rule in line 5 also matches these files, and later rules win",
            ],
        );
        check(
            "[[rule]]\nmatch = \"a/**\"\nimporter = \"x\"\n[[rule]]\nmatch = \"**\"\nexclude = true\n",
            &FILES,
            &["3 `importer` has no effect here: the rule in line 5 excludes these files, and later rules win"],
        );
    }

    #[test]
    fn a_rule_with_a_wider_glob_is_more_general_before_it_has_more_files() {
        let fact = ["3 `x` has no effect here: the rule in line 5 also sets it for these files, and later rules win"];
        for (special, general) in
            [("a/x.png", "a/*.png"), ("a/x*.png", "a/*.png"), ("a/*.png", "**/*.png"), ("a/*", "a/**")]
        {
            let rules = format!(
                "[[rule]]\nmatch = {special:?}\nparams = {{ x = 1 }}\n[[rule]]\nmatch = {general:?}\nparams = {{ x = 2 }}\n"
            );
            check(&rules, &["a/x.png"], &fact);
            let turned = rules.replace(special, "?").replace(general, special).replace('?', general);
            check(&turned, &["a/x.png"], &[]);
        }
    }

    #[test]
    fn a_special_case_below_a_general_rule_is_right() {
        let general = "[[rule]]\nmatch = \"**\"\nparams = { srgb = true }\n";
        check(&format!("{general}[[rule]]\nmatch = \"a/**\"\nparams = {{ srgb = false }}\n"), &FILES, &[]);
        check(&format!("{general}[[rule]]\nmatch = \"**/*.png\"\nparams = {{ srgb = false }}\n"), &FILES, &[]);
        check(&format!("{general}[[rule]]\nmatch = \"a/**\"\nexclude = true\n"), &FILES, &[]);
    }

    #[test]
    fn a_setting_with_an_effect_on_any_file_is_right() {
        let special = "[[rule]]\nmatch = [\"a/x.png\", \"b/**\"]\nparams = { srgb = false }\n";
        check(&format!("{special}[[rule]]\nmatch = \"a/**\"\nparams = {{ srgb = true }}\n"), &FILES, &[]);
        check(&format!("{special}[[rule]]\nmatch = \"**\"\nparams = {{ srgb = false }}\n"), &FILES, &[]);
        check(&format!("{special}[[rule]]\nmatch = \"**\"\ntargets = [\"xna\"]\nparams.srgb = true\n"), &FILES, &[]);
        let allowed = special.replace("params", "allow = [\"R0083\"]\nparams");
        check(&format!("{allowed}[[rule]]\nmatch = \"**\"\nparams = {{ srgb = true }}\n"), &FILES, &[]);
    }
}
