//! Checks the remote cache.

use std::time::Duration;

use rigmill_graph::Project;
use rigmill_remote::ServerReport;

use super::finding::Finding;
use crate::args::Settings;
use crate::failure::Failure;
use crate::project::remote::{RemoteChoice, choose, choose_execution, invalid, settings};

const CHECK: &str = "remote cache";

/// Slower lookups cost more time than they save, if assets are small.
const SLOW: Duration = Duration::from_millis(100);

/// Returns the findings about the remote cache; empty if there is none. Builds work without a remote cache.
pub(super) fn findings(project: Option<&Project>, settings: &Settings) -> Result<Vec<Finding>, Failure> {
    let Some(choice) = choose(project, settings)? else { return Ok(Vec::new()) };
    let report = examined(&choice)?;
    let mut findings = vec![answers(&report)];
    if report.problem.is_none() {
        findings.push(uploads(choice.upload, &report));
    }
    if let Some(execution) = project.map(|project| choose_execution(project, settings)).transpose()?.flatten() {
        let is_same = execution.server == choice;
        findings.push(machines(&if is_same { report } else { examined(&execution.server)? }));
    }
    Ok(findings)
}

fn examined(server: &RemoteChoice) -> Result<ServerReport, Failure> {
    rigmill_remote::examine(&settings(server)).map_err(|error| invalid(server, &error))
}

/// Checks the machines that run actions.
fn machines(report: &ServerReport) -> Finding {
    const CHECK: &str = "remote execution";
    let address = &report.address;
    match (&report.problem, report.executes) {
        (Some(problem), _) => Finding::warning(
            CHECK,
            format!("{address}: {problem}"),
            format!("{}; until the server answers, this machine builds everything itself", remedy(report)),
        ),
        (None, Some(true)) => Finding::ok(CHECK, format!("{address} runs actions")),
        (None, _) => Finding::warning(
            CHECK,
            format!("{address} does not run actions"),
            "choose a server with workers, or remove --remote-exec and `url` under [execution.remote]",
        ),
    }
}

/// How to fix the problem of a server.
fn remedy(report: &ServerReport) -> &str {
    report.help.as_deref().unwrap_or("check the address and the server")
}

fn answers(report: &ServerReport) -> Finding {
    let address = &report.address;
    if let Some(problem) = &report.problem {
        let help = format!("{}, or build with --no-remote; builds continue without the cache", remedy(report));
        return Finding::warning(CHECK, format!("{address}: {problem}"), help);
    }
    let mut facts = Vec::new();
    facts.extend(report.api_versions.as_ref().map(|(low, high)| format!("versions {low} to {high}")));
    facts.extend(Some(report.digest_functions.join(", ")).filter(|names| !names.is_empty()));
    facts.extend(report.batch_limit.map(|bytes| match bytes {
        0 => "batches of any size".to_owned(),
        bytes => format!("batches of {}", crate::byte_size::show(bytes)),
    }));
    let latency = report.latency.unwrap_or_default();
    facts.push(format!("a look-up takes {:.1} ms", latency.as_secs_f64() * 1000.0));
    let message = format!("{address} answers: {}", facts.join("; "));
    if latency > SLOW {
        let help =
            "use a cache closer to this machine if builds are slow; Rigmill makes many look-ups at the same time";
        return Finding::warning(CHECK, message, help);
    }
    Finding::ok(CHECK, message)
}

fn uploads(wanted: bool, report: &ServerReport) -> Finding {
    const CHECK: &str = "remote uploads";
    if let Some(problem) = report.upload_problem.as_ref().filter(|_| wanted) {
        let message = format!("a test upload failed: {problem}");
        let help = format!("{}, or set `upload = false` under [cache.remote]", remedy(report));
        return Finding::warning(CHECK, message, help);
    }
    match (wanted, report.may_update) {
        (false, _) => Finding::ok(CHECK, "off: builds on this machine only read the cache"),
        (true, Some(false)) => Finding::warning(
            CHECK,
            "the server does not let this machine store results",
            "set `upload = false` under [cache.remote], or give this machine write access",
        ),
        (true, _) => Finding::ok(CHECK, "on: a test upload succeeded, so builds on this machine store their results"),
    }
}
