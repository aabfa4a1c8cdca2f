//! `rigmill list`

use std::io::{self, Write};

use rigmill_graph::{AssetSurvey, RealDisk, survey, survey_params};
use rigmill_pipeline::Registry;
use serde::Serialize;

use crate::args::{Global, ListArgs, MessageFormat};
use crate::failure::Failure;
use crate::output::printable::{Form, quoted};
use crate::output::shell::{DIM, ERROR, SUCCESS, Shell, WARNING, must_print, styled};
use crate::project;

pub(crate) fn run(registry: &Registry, global: &Global, args: &ListArgs, shell: &Shell) -> Result<bool, Failure> {
    let as_json = args.json || global.message_format == MessageFormat::Json;
    let mut out = shell.results(if as_json { Form::Json } else { Form::Text });
    if args.params {
        must_print(list_params(registry, as_json, &mut out).and_then(|()| out.flush()));
        return Ok(true);
    }
    let project = project::find(args.project.path.as_deref(), global)?;
    let target = project::one_target(&project, global);
    let assets = survey(&project, registry, &target, project::program_digest()?, None, &RealDisk)?;
    for asset in &assets {
        let lines = if as_json { vec![json(asset)] } else { human(asset, shell) };
        lines.into_iter().for_each(|line| must_print(out.line(line)));
    }
    must_print(out.flush());
    Ok(true)
}

/// The asset on a line; with `-v`, its outputs and parameters on lines below.
fn human(asset: &AssetSurvey, shell: &Shell) -> Vec<String> {
    let style = match asset.state() {
        "fresh" => SUCCESS,
        "failed" => ERROR,
        "stale" => WARNING,
        _ => DIM,
    };
    let stages = format!(
        "{} > {} > {}",
        asset.importer.stage,
        asset.processor.stage,
        if asset.writers.is_empty() { "?".to_owned() } else { asset.writers.join(", ") }
    );
    let outputs: Vec<String> = asset.outputs.iter().map(|output| quoted(&output.path).to_string()).collect();
    let outputs = (!outputs.is_empty()).then(|| format!("-> {}", outputs.join(", ")));
    let state = styled(style, format_args!("{:<6}", asset.state()));
    let line = format!("{state} {}  {}", quoted(&asset.source), styled(DIM, stages));
    if !shell.verbose() {
        return vec![outputs.map_or_else(|| line.clone(), |outputs| format!("{line}  {outputs}"))];
    }
    let params = [&asset.importer, &asset.processor].into_iter().flat_map(|stage| &stage.params);
    let params = params.map(|(name, value)| format!("{name} = {value}"));
    let below = outputs.into_iter().chain(params).map(|text| format!("       {text}"));
    std::iter::once(line).chain(below).collect()
}

#[derive(Serialize)]
struct ListedAsset<'a> {
    asset: &'a str,
    source: &'a str,
    importer: &'a str,
    processor: &'a str,
    writers: &'a [String],
    outputs: Vec<&'a str>,
    state: &'static str,
    why: Vec<String>,
}

fn json(asset: &AssetSurvey) -> String {
    let listed = ListedAsset {
        asset: &asset.asset,
        source: &asset.source,
        importer: &asset.importer.stage,
        processor: &asset.processor.stage,
        writers: &asset.writers,
        outputs: asset.outputs.iter().map(|output| output.path.as_str()).collect(),
        state: asset.state(),
        why: asset.why.iter().map(ToString::to_string).collect(),
    };
    serde_json::to_string(&listed).unwrap_or_default()
}

#[derive(Serialize)]
struct ListedParam<'a> {
    stage: &'a str,
    kind: &'a str,
    name: &'a str,
    r#type: &'a str,
    default: &'a str,
    doc: &'a str,
}

fn list_params(registry: &Registry, json: bool, out: &mut impl Write) -> io::Result<()> {
    for stage in survey_params(registry) {
        if !json {
            writeln!(out, "{} {}", stage.kind, styled(SUCCESS, &stage.stage))?;
        }
        for param in &stage.params {
            let listed = ListedParam {
                stage: &stage.stage,
                kind: stage.kind,
                name: param.name,
                r#type: &param.kind,
                default: &param.default,
                doc: &param.doc,
            };
            if json {
                writeln!(out, "{}", serde_json::to_string(&listed).unwrap_or_default())?;
            } else {
                let ListedParam { name, r#type, default, doc, .. } = listed;
                writeln!(out, "    {name}: {type} = {default}\n        {doc}")?;
            }
        }
    }
    Ok(())
}
