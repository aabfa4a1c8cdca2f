//! `rigmill doctor`: finds problems in the environment that prevent builds or make them slower.
//!
//! Each check is a function that returns a [`Finding`]. Checks create only temporary files, and remove them.

mod cache;
mod clock;
mod file_system;
mod finding;
mod machine;
mod output;
mod probe;
mod project;
#[cfg(feature = "remote")]
mod remote;

use std::path::Path;

use rigmill_pipeline::Registry;

use crate::args::{DoctorArgs, MessageFormat, Settings};
use crate::failure::Failure;
use crate::output::diagnostics::print_diagnostics;
use crate::output::message::message;
use crate::output::object::object;
use crate::output::printable::Form;
use crate::output::shell::{DIM, ERROR, SUCCESS, Shell, WARNING, styled};
use crate::program;
use crate::project as command_project;
use crate::project::cache::cache_folder;

use finding::{Finding, Level};

pub(crate) fn run(registry: &Registry, settings: &Settings, args: &DoctorArgs, shell: &Shell) -> Result<bool, Failure> {
    let findings = findings(registry, settings, args)?;
    let count = |level| findings.iter().filter(|finding| finding.level == level).count();
    let (problems, warnings) = (count(Level::Problem), count(Level::Warning));
    let format = settings.appearance.message_format;
    let json = format == MessageFormat::Json;
    for finding in &findings {
        let for_editors = matches!(format, MessageFormat::Github | MessageFormat::Msbuild);
        if let (true, Some((diagnostics, root))) = (for_editors, &finding.located) {
            print_diagnostics(diagnostics.iter(), root, format, shell);
        } else if let (true, Some(diagnostic)) = (for_editors, finding.diagnostic()) {
            print_diagnostics(std::iter::once(&diagnostic), Path::new(""), format, shell);
        } else if json {
            shell.json(check_message(finding));
        } else if !shell.quiet() || finding.level != Level::Ok {
            shell.result_lines(Form::Text, human(finding));
        }
    }
    if json {
        shell.json(message(&object! {
            reason: "doctor-finished", success: problems == 0, problems: problems, warnings: warnings
        }));
    } else if !shell.quiet() {
        shell.result(format_args!("problems {problems}, warnings {warnings}"));
    }
    if problems > 0 {
        return Err(Failure::other(
            "a build would not work here, because of the problems above",
            Some("fix the problems, and run `rigmill doctor` again"),
        ));
    }
    Ok(true)
}

fn findings(registry: &Registry, settings: &Settings, args: &DoctorArgs) -> Result<Vec<Finding>, Failure> {
    let mut findings = vec![machine::version(registry)];
    let cache = cache_folder(settings);
    let found = command_project::find(args.project.path.as_deref(), settings);
    match &found {
        Err(failure) => findings.push(project::not_found(failure)),
        Ok(project) => {
            findings.push(project::found(project));
            let target = command_project::one_target(project, settings);
            let program = program::digest()?;
            let examined = project::examined(project, registry, &target, program);
            findings.extend(project::plan(project, &examined));
            findings.extend(project::state(project, &target, &examined));
            findings.push(file_system::sources(project));
            findings.push(file_system::letter_case(project));
            findings.push(output::writable(project, &target, settings, registry));
            findings.push(output::file_system(project));
            findings.extend(clock::findings(project));
            findings.extend(output::links(project, cache.as_ref()));
            findings.extend(examined.ok().and_then(|examined| machine::file_events(examined.folders)));
        }
    }
    findings.extend(cache::findings(cache.as_ref(), settings));
    #[cfg(not(feature = "remote"))]
    findings.extend(project::needs_remote(found.as_ref().ok(), settings)?);
    #[cfg(feature = "remote")]
    findings.extend(remote::findings(found.as_ref().ok(), settings)?);
    findings.extend(machine::open_files());
    findings.push(machine::threads(settings.jobs));
    Ok(findings)
}

/// Formats the finding as lines for people.
fn human(finding: &Finding) -> Vec<String> {
    let style = match finding.level {
        Level::Ok => SUCCESS,
        Level::Warning => WARNING,
        Level::Problem => ERROR,
    };
    let level = styled(style, format_args!("{:>7}", finding.level.name()));
    let help = finding.help.as_ref().map(|help| styled(DIM, format_args!("        help: {help}")));
    std::iter::once(format!("{level} {}: {}", finding.check, finding.message)).chain(help).collect()
}

/// Formats the finding as a line of JSON.
fn check_message(finding: &Finding) -> String {
    message(&object! {
        reason: "check",
        check: finding.check,
        level: finding.level.name(),
        message: &finding.message,
        help: finding.help.as_deref(),
    })
}
