//! Reads the items of an `.mgcb`, each with the settings that are in effect where it is named.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use rigmill_pipeline::codes;

use super::expansion::{EXPANDED_BYTES, Step, replace_macros};
use super::switch::Switch;
use crate::finding::{Findings, Spot};
use crate::path::resolve;
use crate::platform::{Platform, Profile};
use crate::project::{ContentProject, Item, ItemList, PARAMS, ProcessorParams, Use};

/// Reads the project from expanded switches. `folder` must be absolute.
pub(crate) fn read(folder: &Path, steps: &[Step], findings: &mut Findings) -> ContentProject {
    let mut reader = Reader::new(folder, steps, findings);
    for step in steps {
        let value = replace_macros(&step.value, |name| reader.macro_value(name));
        reader.bytes += value.len();
        if reader.bytes > EXPANDED_BYTES {
            let message = format!("the switches have more than {EXPANDED_BYTES} bytes after macros are expanded");
            reader.findings.error(codes::CONTENT_PROJECT_UNREADABLE, step.spot, message, "split the file");
            break;
        }
        reader.apply_switch(step.switch, &value, step.spot);
    }
    reader.warn_of_switches_after_items(steps);
    ContentProject { items: reader.items.in_order(), ..reader.project }
}

struct Reader<'a> {
    project: ContentProject,
    findings: &'a mut Findings,
    /// `None` if the file does not set it.
    config: Option<String>,
    working_dir: PathBuf,
    importer: String,
    processor: String,
    params: ProcessorParams,
    items: ItemList,
    bytes: usize,
}

impl<'a> Reader<'a> {
    /// Creates a reader with the values of the macros. For each macro, this is the last value in the file, regardless of where
    /// it is set.
    fn new(folder: &Path, steps: &[Step], findings: &'a mut Findings) -> Self {
        let last = |switch: Switch| steps.iter().rev().find(|step| step.switch == switch);
        let config = last(Switch::Config).map(|step| step.value.clone());
        let mut reader = Self {
            project: ContentProject::new(folder.to_owned(), false),
            findings,
            config,
            working_dir: folder.to_owned(),
            importer: String::new(),
            processor: String::new(),
            params: Rc::default(),
            items: ItemList::default(),
            bytes: 0,
        };
        if let Some(step) = last(Switch::Platform) {
            reader.platform(&step.value, step.spot);
        }
        if let Some(step) = last(Switch::Profile) {
            reader.profile(&step.value, step.spot);
        }
        reader
    }

    fn macro_value(&self, name: &str) -> Option<String> {
        let is = |known: &str| name.eq_ignore_ascii_case(known);
        match () {
            () if is("Platform") => Some(self.project.platform.0.name.to_owned()),
            () if is("Profile") => Some(self.project.profile.0.name.to_owned()),
            () if is("Config") || is("Configuration") => self.config.clone(),
            () => None,
        }
    }

    fn apply_switch(&mut self, switch: Switch, value: &str, spot: Spot) {
        self.warn_of_unset_macro(value, spot);
        match switch {
            // The final values are already known, and earlier values have no effect.
            Switch::Platform | Switch::Profile | Switch::Config => {}
            // The expansion already handled these.
            Switch::ResponseFile | Switch::Define => {}
            // Rigmill has its own state folder.
            Switch::IntermediateDir => {}
            Switch::WorkingDir => self.working_dir = resolve(&self.working_dir, value),
            Switch::OutputDir => {
                self.project.output_dir = Some((resolve(&self.working_dir, value), spot)).filter(|_| !value.is_empty());
            }
            Switch::Importer => value.clone_into(&mut self.importer),
            Switch::Processor => {
                value.clone_into(&mut self.processor);
                self.params = Rc::default();
            }
            Switch::ProcessorParam => self.param(value, spot),
            Switch::Build => self.build(value, spot),
            Switch::Copy => self.item(value, spot, Use::Copy),
            Switch::Reference => {
                self.findings.reference(spot, value);
            }
            Switch::Compress if is_true(value) => {
                self.left(
                    spot,
                    "/compress: Rigmill does not compress content files".to_owned(),
                    "compress the game's package",
                );
            }
            Switch::SingleItem if !value.is_empty() => {
                self.left(
                    spot,
                    format!("/singleItem:{value}: this switch affects a single run"),
                    "you do not need to do anything: Rigmill converts all items",
                );
            }
            Switch::Rebuild if is_true(value) => self.of_one_run(switch, spot, "use `rigmill build --force`"),
            Switch::Clean if is_true(value) => self.of_one_run(switch, spot, "use `rigmill clean`"),
            Switch::Quiet if is_true(value) => self.of_one_run(switch, spot, "use `rigmill build -q`"),
            Switch::Verbose if is_true(value) => self.of_one_run(switch, spot, "use `rigmill build -v`"),
            Switch::Incremental if is_true(value) => {
                self.of_one_run(
                    switch,
                    spot,
                    "you do not need to do anything: every build is incremental, and deletes outputs without a source",
                );
            }
            Switch::LaunchDebugger | Switch::WaitForDebugger if is_true(value) => {
                self.of_one_run(switch, spot, "start rigmill in a debugger");
            }
            Switch::Compress
            | Switch::SingleItem
            | Switch::Rebuild
            | Switch::Clean
            | Switch::Quiet
            | Switch::Verbose
            | Switch::Incremental
            | Switch::LaunchDebugger
            | Switch::WaitForDebugger => {}
        }
    }

    fn left(&mut self, spot: Spot, message: String, help: &str) {
        self.findings.warning(codes::CONTENT_PROJECT_LEFT_OUT, spot, message, help);
    }

    fn of_one_run(&mut self, switch: Switch, spot: Spot, instead: &str) {
        let message =
            format!("/{}: this switch affects a single run, so rigmill.toml has no setting for it", switch.name());
        self.left(spot, message, instead);
    }

    fn warn_of_unset_macro(&mut self, value: &str, spot: Spot) {
        let unset = value.split_once("$(").and_then(|(_, rest)| rest.split_once(')'));
        if let Some((name, _)) = unset {
            let message = format!("`$({name})` has no value, so Rigmill does not replace this text");
            self.findings.warning(
                codes::CONTENT_PROJECT_DIFFERENT,
                spot,
                message,
                format!("set a value: --define {name}=…"),
            );
        }
    }

    /// Warns of switches that only items use, but that no item follows.
    fn warn_of_switches_after_items(&mut self, steps: &[Step]) {
        let Some(last) = steps.iter().rposition(|step| step.switch == Switch::Build) else { return };
        let of_items = [Switch::Importer, Switch::Processor, Switch::ProcessorParam];
        for step in steps[last + 1..].iter().filter(|step| of_items.contains(&step.switch) && !step.value.is_empty()) {
            let message = "no /build follows this switch, so it has no effect".to_owned();
            self.left(step.spot, message, "write the switches of each item above its /build");
        }
    }

    fn platform(&mut self, name: &str, spot: Spot) {
        match Platform::named(name) {
            Some(platform) => self.project.platform = (platform, Some(spot)),
            None => Platform::report_unknown(name, spot, self.findings),
        }
    }

    fn profile(&mut self, name: &str, spot: Spot) {
        match Profile::named(name) {
            Some(profile) => self.project.profile = (profile, Some(spot)),
            None => Profile::report_unknown(name, spot, self.findings),
        }
    }

    fn param(&mut self, value: &str, spot: Spot) {
        let parts: Vec<&str> = value.split(['=', ':']).collect();
        if self.params.len() >= PARAMS {
            let message = format!("there are more than {PARAMS} parameters for one processor");
            self.findings.error(
                codes::CONTENT_PROJECT_UNREADABLE,
                spot,
                message,
                "remove parameters; each /processor switch clears the parameters of the previous processor",
            );
        } else if let [name, value] = parts.as_slice() {
            let params = Rc::make_mut(&mut self.params);
            params.insert((*name).trim().to_owned(), ((*value).trim().to_owned(), spot));
        } else {
            let message = format!("/processorParam:{value}: expected name=value; MonoGame also ignores this switch");
            self.left(spot, message, "write name=value, without any other `=` or `:`");
        }
    }

    fn build(&mut self, value: &str, spot: Spot) {
        let [importer, processor] = [&self.importer, &self.processor].map(String::clone);
        let how = Use::Build { importer, processor, params: Rc::clone(&self.params) };
        self.item(value, spot, how);
    }

    fn item(&mut self, value: &str, spot: Spot, how: Use) {
        let (written, destination) = match value.split_once(';') {
            Some((source, rest)) => (source.trim(), rest.split(';').next().map(str::trim)),
            None => (value, None),
        };
        if written.is_empty() {
            return self.findings.error(
                codes::CONTENT_PROJECT_MALFORMED,
                spot,
                "the item has no source file",
                "write the file before the `;`",
            );
        }
        let destination = destination.filter(|it| !it.is_empty()).map(|it| it.replace('\\', "/"));
        let source = resolve(&self.working_dir, written);
        self.items.add(Item { source, written: written.to_owned(), destination, how, spot }, self.findings);
    }
}

fn is_true(value: &str) -> bool {
    value.eq_ignore_ascii_case("true")
}
