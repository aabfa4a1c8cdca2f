//! Checks a project: its manifest, its assets, and the state of its last build.

use rigmill_disk::RealDisk;
use rigmill_graph::{Examination, GraphError, MANIFEST, MAX_INDIVIDUALLY_CHECKED_OUTPUTS, Project, examine};
use rigmill_pipeline::{Diagnostic, Digest, Registry};

use super::finding::Finding;
use crate::failure::Failure;
use crate::output::paths::shown_folder;
use crate::project::checked_by_folder;

pub(super) fn not_found(failure: &Failure) -> Finding {
    let help = match failure {
        Failure::Graph(GraphError::Manifest { .. }) => "fix these errors, then run `rigmill doctor` again",
        Failure::Graph(GraphError::NoManifest { .. }) => "add the path of the project folder: rigmill doctor PATH",
        Failure::Graph(GraphError::OutputFolder { .. }) => "choose a separate folder with --out",
        _ => "check that the folder exists and is readable",
    };
    let check = if matches!(failure, Failure::Graph(GraphError::OutputFolder { .. })) { "output" } else { "manifest" };
    problem(check, failure, help)
}

/// Creates a finding about a failure, with the location of each error in the manifest.
fn problem(check: &'static str, failure: &Failure, help: &str) -> Finding {
    let located = failure.in_manifest().map(|(diagnostics, root)| (diagnostics.to_vec(), root.to_owned()));
    Finding { located, ..Finding::problem(check, with_places(failure), help) }
}

/// Formats a failure with the location of each error in the manifest.
fn with_places(failure: &Failure) -> String {
    let Some((diagnostics, root)) = failure.in_manifest() else { return failure.to_string() };
    let root = shown_folder(root);
    diagnostics.iter().map(|diagnostic| fault(diagnostic, &root)).collect::<Vec<_>>().join("; ")
}

fn fault(diagnostic: &rigmill_pipeline::Diagnostic, root: &str) -> String {
    let location = diagnostic.location.as_ref().map(|it| format!(":{}:{}", it.line, it.column)).unwrap_or_default();
    let help = diagnostic.help.as_ref().map(|help| format!(" ({help})")).unwrap_or_default();
    format!("{root}{MANIFEST}{location}: {}{help}", diagnostic.message)
}

pub(super) fn found(project: &Project) -> Finding {
    let path = project.root().join(MANIFEST);
    if path.is_file() {
        Finding::ok("manifest", path.display().to_string())
    } else {
        let message = format!("{} has no {MANIFEST}, so the default rules apply", project.root().display());
        Finding::ok("manifest", message)
    }
}

pub(super) fn examined(
    project: &Project,
    registry: &Registry,
    target: &str,
    program: Digest,
) -> Result<Examination, Failure> {
    Ok(examine(project, registry, target, program, &RealDisk)?)
}

/// Returns the number of assets, or why they cannot be listed.
pub(super) fn plan(project: &Project, examined: &Result<Examination, Failure>) -> Vec<Finding> {
    let examined = match examined {
        Ok(examined) => examined,
        Err(failure) => {
            let help = "fix these errors, then run `rigmill doctor` again";
            return vec![problem("assets", failure, help)];
        }
    };
    let count = if examined.assets == 0 {
        let message = format!("there is nothing to build in {}", project.root().display());
        let help = "`rigmill init` writes a rigmill.toml that lists the file extensions of sources";
        match examined.ignored {
            0 => Finding::warning("assets", message, help),
            ignored => {
                let help = format!("{help}; `rigmill explain FILE` shows which line ignores a file");
                Finding::warning("assets", format!("{message}; {}", left_out(ignored)), help)
            }
        }
    } else {
        let count = format!("{} in {} folders", examined.assets, examined.folders);
        Finding::ok(
            "assets",
            if examined.ignored == 0 { count } else { format!("{count}; {}", left_out(examined.ignored)) },
        )
    };
    let help = |it: &Diagnostic| it.help.clone().unwrap_or_default();
    let left_out = examined.left_out.iter().map(|it| Finding::warning("assets", &it.message, help(it)));
    std::iter::once(count).chain(left_out).collect()
}

fn left_out(ignored: usize) -> String {
    let plural = if ignored == 1 { "file or folder is" } else { "files and folders are" };
    format!("{ignored} {plural} ignored because of .gitignore or .rigmillignore")
}

/// Returns the problem that a project uses a server, and this program cannot.
#[cfg(not(feature = "remote"))]
pub(super) fn needs_remote(
    project: Option<&Project>,
    settings: &crate::args::Settings,
) -> Result<Option<Finding>, Failure> {
    let choice = crate::project::remote::choose(project, settings)?;
    Ok(choice.map(|choice| {
        let message = format!("{} is not used, because this program was built without remote caches", choice.url);
        Finding::problem("remote cache", message, "install rigmill with `--features remote`, or build with --no-remote")
    }))
}

/// Checks whether the state of the last build can be used.
pub(super) fn state(project: &Project, target: &str, examined: &Result<Examination, Failure>) -> Option<Finding> {
    let examined = examined.as_ref().ok()?;
    if let Some(owner) = &examined.owner {
        let (out, owner) = (project.out().display(), owner.display());
        let message = format!("{out} contains the outputs of the project {owner}");
        return Some(Finding::problem("state", message, "choose a different folder with --out"));
    }
    if let Some(damage) = &examined.damage {
        let message = format!("{} cannot be used: {damage}", project.state_file(target).display());
        return Some(Finding::warning(
            "state",
            message,
            "you do not need to do anything: the next build checks everything, and writes a new state",
        ));
    }
    Some(match (examined.known, examined.outputs) {
        (0, _) => Finding::ok("state", format!("never built for {target}")),
        (known, ..=MAX_INDIVIDUALLY_CHECKED_OUTPUTS) => Finding::ok("state", format!("of {target}: {known} assets")),
        (known, outputs) => {
            Finding::ok("state", format!("of {target}: {known} assets; {}", checked_by_folder(target, outputs)))
        }
    })
}
