//! `rigmill list`: lists the assets of a project.

use std::io::{self, Write};
use std::path::Path;

use rigmill_disk::RealDisk;
use rigmill_graph::{
    AssetSurvey, MANIFEST, MAX_INDIVIDUALLY_CHECKED_OUTPUTS, StageParamsSurvey, survey, survey_params,
};
use rigmill_pipeline::{Registry, did_you_mean};

use crate::args::{ListArgs, MessageFormat, Settings};
use crate::failure::Failure;
use crate::output::message::{self, message};
use crate::output::object::object;
use crate::output::printable::{Form, quoted};
use crate::output::shell::{DIM, ERROR, SUCCESS, Shell, WARNING, must_print, styled};
use crate::program;
use crate::project;

pub(crate) fn run(registry: &Registry, settings: &Settings, args: &ListArgs, shell: &Shell) -> Result<bool, Failure> {
    let as_json = args.json || settings.appearance.message_format == MessageFormat::Json;
    let mut out = shell.results(if as_json { Form::Json } else { Form::Text });
    if args.params {
        let stages = wanted_stages(registry, args.project.path.as_deref())?;
        must_print(list_params(&stages, as_json, &mut out).and_then(|()| out.flush()));
        return Ok(true);
    }
    let project = project::find(args.project.path.as_deref(), settings)?;
    let target = project::one_target(&project, settings);
    let assets = survey(&project, registry, &target, program::digest()?, None, &RealDisk)?;
    for asset in &assets {
        let lines = if as_json { vec![message::listed(asset)] } else { human(asset, shell) };
        lines.into_iter().for_each(|line| must_print(out.line(line)));
    }
    must_print(out.flush());
    let outputs = assets.iter().map(|asset| asset.outputs.len()).sum();
    if outputs > MAX_INDIVIDUALLY_CHECKED_OUTPUTS {
        shell.note(format_args!("note: {}", project::checked_by_folder(&target, outputs)));
    }
    Ok(true)
}

/// Formats an asset as one line. With `-v`, it is followed by a line for each output and parameter.
fn human(asset: &AssetSurvey, shell: &Shell) -> Vec<String> {
    let style = match asset.state() {
        "fresh" => SUCCESS,
        "failed" => ERROR,
        "stale" => WARNING,
        _ => DIM,
    };
    let writers = if asset.writers.is_empty() { "?".to_owned() } else { asset.writers.join(", ") };
    let stages = format!("{} > {} > {writers}", asset.importer.stage, asset.processor.stage);
    let outputs: Vec<String> = asset.outputs.iter().map(|output| quoted(&output.path).to_string()).collect();
    let outputs = (!outputs.is_empty()).then(|| format!("-> {}", outputs.join(", ")));
    let state = styled(style, format_args!("{:<6}", asset.state()));
    let first = format!("{state} {}  {}", quoted(&asset.source), styled(DIM, stages));
    if !shell.verbose() {
        return vec![outputs.map_or_else(|| first.clone(), |outputs| format!("{first}  {outputs}"))];
    }
    let params = [&asset.importer, &asset.processor].into_iter().flat_map(|stage| &stage.params);
    let params = params.map(|(name, value)| format!("{name} = {value}"));
    let below = outputs.into_iter().chain(params).map(|text| format!("       {text}"));
    std::iter::once(first).chain(below).collect()
}

/// Returns the stages with the name on the command line, or all stages. A folder there is a project, whose stages are those of
/// the program.
fn wanted_stages(registry: &Registry, named: Option<&Path>) -> Result<Vec<StageParamsSurvey>, Failure> {
    let mut stages = survey_params(registry);
    let is_project = |path: &&Path| path.is_dir() || path.ends_with(MANIFEST);
    let Some(name) = named.filter(|path| !is_project(path)).and_then(Path::to_str) else { return Ok(stages) };
    // A stage is shown with its version.
    let name_of = |stage: &StageParamsSurvey| stage.stage.split(' ').next().unwrap_or_default().to_owned();
    let names: Vec<String> = stages.iter().map(name_of).collect();
    stages.retain(|stage| name_of(stage) == name);
    if stages.is_empty() {
        let help = did_you_mean(name, names.iter().map(String::as_str));
        let own = "if your own program has this stage, run that program instead of `rigmill`";
        let help = match help {
            Some(meant) => format!("{meant} {}", own.replacen("if", "If", 1)),
            None => format!("see all stages with `rigmill list --params`; {own}"),
        };
        return Err(Failure::other(format!("--params: no stage is called `{name}`"), Some(&help)));
    }
    Ok(stages)
}

fn list_params(stages: &[StageParamsSurvey], json: bool, out: &mut impl Write) -> io::Result<()> {
    for stage in stages {
        if !json {
            let is_one_of_several =
                stages.iter().filter(|it| it.kind == stage.kind && it.stage == stage.stage).count() > 1;
            let accepts = if is_one_of_several { format!(" for {}", stage.accepts.join(", ")) } else { String::new() };
            writeln!(out, "{} {}{accepts}", stage.kind, styled(SUCCESS, &stage.stage))?;
        }
        for param in &stage.params {
            let (name, r#type, default, doc) = (param.name, &param.kind, &param.default, &param.doc);
            if json {
                let (stage, kind) = (&stage.stage, stage.kind);
                let listed = object! { reason: "parameter", stage: stage, kind: kind, name: name, r#type: r#type, default: default, doc: doc };
                writeln!(out, "{}", message(&listed))?;
            } else {
                writeln!(out, "    {name}: {type} = {default}\n        {doc}")?;
            }
        }
    }
    Ok(())
}
