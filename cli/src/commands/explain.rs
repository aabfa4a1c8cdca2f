//! `rigmill explain`

use std::path::{Path, PathBuf};

use rigmill_disk::RealDisk;
use rigmill_graph::{AssetSurvey, DependencySurvey, GraphError, Origin, OutputSurvey, StageSurvey, survey};
use rigmill_pipeline::Registry;

use crate::args::{ExplainArgs, MessageFormat, Settings};
use crate::failure::Failure;
use crate::output::diagnostics::print_diagnostics;
use crate::output::explanations::{self, explanation};
use crate::output::message::message;
use crate::output::names::first_names;
use crate::output::object::object;
use crate::output::printable::{Form, quoted};
use crate::output::shell::{DIM, SUCCESS, Shell, WARNING, styled};
use crate::program;
use crate::project::{self, mirror};

pub(crate) fn run(
    registry: &Registry,
    settings: &Settings,
    args: &ExplainArgs,
    shell: &Shell,
) -> Result<bool, Failure> {
    let as_json = args.json || settings.appearance.message_format == MessageFormat::Json;
    let code = explanations::within(&args.asset);
    if explanations::looks_like_code(code) {
        return explain_code(code, as_json, shell);
    }
    let (root, assets) = match surveys(registry, settings, args) {
        // What is no asset may be a mistyped code.
        Err(Failure::Graph(
            GraphError::NoAsset { .. } | GraphError::NoManifest { .. } | GraphError::NoProject { .. },
        )) if explanations::resembles_code(&args.asset) => return explain_code(&args.asset, as_json, shell),
        assets => assets?,
    };
    for asset in assets {
        if as_json {
            shell.json(json(&asset));
        } else {
            shell.result_lines(Form::Text, human(&asset));
        }
        if asset.failed {
            let format = if as_json { MessageFormat::Json } else { shell.format() };
            print_diagnostics(asset.diagnostics.iter(), &root, format, shell);
        }
    }
    Ok(true)
}

/// The folder of the project, and the assets that the command line names.
fn surveys(
    registry: &Registry,
    settings: &Settings,
    args: &ExplainArgs,
) -> Result<(PathBuf, Vec<AssetSurvey>), Failure> {
    let path = args.project.path.as_deref().or(args.project_path.as_deref());
    let named = Path::new(&args.asset);
    if let Some(second) = path.filter(|path| named.is_dir() && !path.exists()) {
        return Err(not_an_asset(named, &quoted(second).to_string()));
    }
    // Without a project, a path to a file names the project, too.
    let (root, asset) = match mirror::project_of(named).filter(|_| path.is_none() && named.is_file()) {
        Some((root, source)) => (Some(root), source),
        None => (path.map(Path::to_owned), args.asset.clone()),
    };
    let project = match project::find(root.as_deref(), settings) {
        Err(Failure::Graph(GraphError::NoManifest { .. })) if named.is_dir() => {
            return Err(not_an_asset(named, "ASSET"));
        }
        project => project?,
    };
    let target = project::one_target(&project, settings);
    let digest = program::digest()?;
    match survey(&project, registry, &target, digest, Some(&asset), &RealDisk) {
        Err(GraphError::NoAsset { name, nearest }) => {
            let names = survey(&project, registry, &target, digest, None, &RealDisk)?.into_iter().map(|it| it.asset);
            Err(beginning_with(&name, names).unwrap_or_else(|| GraphError::NoAsset { name, nearest }.into()))
        }
        Ok(surveys) => Ok((project.root().to_owned(), surveys)),
        Err(error) => Err(mirror::with_reason(error.into(), named, registry)),
    }
}

/// The failure for the beginning of the names of assets, such as a folder; `None` if no name begins so.
fn beginning_with(begin: &str, names: impl Iterator<Item = String>) -> Option<Failure> {
    let begin = begin.trim_end_matches('/');
    let continues = |name: &String| name.strip_prefix(begin).is_some_and(|rest| rest.starts_with(['/', '.', '@']));
    let names: Vec<String> = names.filter(continues).collect();
    let help = format!("write the name of an asset: {}", first_names(&names));
    (!names.is_empty()).then(|| Failure::other(format!("no asset `{begin}` in this project"), Some(&help)))
}

/// The failure for a folder in the place of the asset.
fn not_an_asset(folder: &Path, asset: &str) -> Failure {
    let help = format!("write the asset before the project: rigmill explain {asset} {}", quoted(folder));
    Failure::other(format!("{} is a folder, not an asset", quoted(folder)), Some(&help))
}

/// Prints what the documentation says about a code.
fn explain_code(code: &str, as_json: bool, shell: &Shell) -> Result<bool, Failure> {
    let Some(found) = explanations::find(code) else {
        let help = match explanations::meant(code) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => "write the code of a message, which is R and four digits, such as R0121".to_owned(),
        };
        return Err(Failure::other(format!("no diagnostic has the code `{code}`"), Some(&help)));
    };
    let (code, title, text) = (found.id, found.title, explanation(found));
    if as_json {
        shell.json(message(&object! { reason: "explanation", code: code, title: title, text: text }));
    } else {
        shell.report(&format!("{code} {title}\n\n{text}"));
    }
    Ok(true)
}

fn human(asset: &AssetSurvey) -> Vec<String> {
    let style = if asset.why.is_empty() { SUCCESS } else { WARNING };
    let mut lines = vec![format!("{} is {}", quoted(&asset.asset), styled(style, verdict(asset)))];
    lines.extend(asset.why.iter().map(|reason| format!("  because {reason}")));
    lines.extend([String::new(), format!("made from {}", quoted(&asset.source))]);
    for (kind, stage) in [("importer", &asset.importer), ("processor", &asset.processor)] {
        lines.push(format!("  {kind:<9} {}", stage_line(stage)));
    }
    lines.extend(asset.writers.iter().map(|writer| format!("  {:<9} {writer}", "writer")));
    lines.extend([String::new(), "depends on".to_owned()]);
    lines.extend(asset.dependencies.iter().map(|dependency| format!("  {}", dependency_line(dependency))));
    if asset.dependencies.is_empty() {
        lines.push("  nothing yet, because the asset was never built".to_owned());
    }
    lines.extend([String::new(), "writes".to_owned()]);
    let output = |output: &OutputSurvey| format!("  {}  {}", quoted(&output.path), styled(DIM, output.digest.short()));
    lines.extend(asset.outputs.iter().map(output));
    lines.extend(asset.origin.map(|it| format!("  {:<9} {}", "from", origin(it))));
    lines
}

fn verdict(asset: &AssetSurvey) -> &'static str {
    match (asset.failed, asset.why.is_empty()) {
        (true, true) => "failed, and nothing has changed since",
        (true, false) => "failed, and will be tried again",
        (false, true) => "up to date",
        (false, false) => "not up to date",
    }
}

fn stage_line(stage: &StageSurvey) -> String {
    let params: Vec<String> = stage.params.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    if params.is_empty() { stage.stage.clone() } else { format!("{}  {}", stage.stage, styled(DIM, params.join(", "))) }
}

fn dependency_line(dependency: &DependencySurvey) -> String {
    let seen = dependency.answer.map_or_else(|| "absent".to_owned(), |digest| digest.short());
    let change = if dependency.same { String::new() } else { styled(WARNING, "  (differs now)") };
    format!("{:<8} {}  {}{change}", dependency.kind, quoted(&dependency.name), styled(DIM, seen))
}

/// Where the files of an asset came from, for people and tools.
pub(crate) fn origin(origin: Origin) -> &'static str {
    match origin {
        Origin::Stages => "built here",
        Origin::Cache => "object cache",
        Origin::RemoteCache => "remote cache",
        Origin::RemoteExecution => "built on another machine",
    }
}

fn json(asset: &AssetSurvey) -> String {
    let dependency = |it: &DependencySurvey| {
        let digest = it.answer.map(|digest| digest.to_string());
        object! { kind: it.kind, name: it.name.clone(), digest: digest, same: it.same }
    };
    let output = |it: &OutputSurvey| object! { path: it.path.clone(), digest: it.digest.to_string() };
    message(&object! {
        reason: "explained",
        asset: &asset.asset,
        source: &asset.source,
        state: asset.state(),
        why: asset.why.iter().map(ToString::to_string).collect::<Vec<_>>(),
        importer: &asset.importer.stage,
        processor: &asset.processor.stage,
        writers: &asset.writers,
        dependencies: asset.dependencies.iter().map(dependency).collect::<Vec<_>>(),
        outputs: asset.outputs.iter().map(output).collect::<Vec<_>>(),
        origin: asset.origin.map(origin),
    })
}
