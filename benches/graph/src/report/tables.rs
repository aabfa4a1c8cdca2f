//! Formats the results as tables.

use clap::ValueEnum;

use super::table::Table;
use super::targets::{Bound, Target, growth};
use crate::results::figure::{Figure, quantile};
use crate::results::{Results, Row, Step, Viewed, Watched};
use crate::shape::Shape;

/// Formats the results for a terminal.
pub(crate) fn text(results: &Results, targets: &[Target]) -> String {
    let tables = all(results, targets).into_iter().map(|(title, table)| format!("\n{title}\n{}", table.text()));
    format!("{}\n{}\n{}", about(results), results.command, tables.collect::<String>())
}

/// Formats the results as in `docs/performance.md`.
pub(crate) fn markdown(results: &Results, targets: &[Target]) -> String {
    let tables = all(results, targets).into_iter().map(|(title, table)| format!("\n{title}:\n\n{}", table.markdown()));
    format!("{}\n\n```\n{}\n```\n{}", about(results), results.command, tables.collect::<String>())
}

fn about(results: &Results) -> String {
    let Results { machine, source_bytes, output_bytes, .. } = results;
    let clip = output_bytes.map(|output| format!(" A plain clip has {source_bytes} bytes, its output {output}."));
    format!("{}.{}", machine.line(), clip.unwrap_or_default())
}

fn all(results: &Results, targets: &[Target]) -> Vec<(&'static str, Table)> {
    let shapes = Shape::value_variants().iter();
    let mut tables: Vec<_> = shapes.filter_map(|&shape| Some((shape.title(), builds(results, shape)?))).collect();
    if results.plain_sizes().len() > 1 {
        tables.push(("Rigmill's cost per plain clip, in µs", costs(results)));
    }
    if let Some(watch) = &results.watch {
        tables.push((Shape::Watch.title(), watched(watch)));
    }
    if let Some(view) = &results.view {
        tables.push((Shape::View.title(), viewed(view)));
    }
    if !targets.is_empty() {
        tables.push(("Targets", reached(targets)));
    }
    tables
}

/// Returns the builds of a shape, beginning with the worst ratio. Builds without a ratio come last.
fn builds(results: &Results, shape: Shape) -> Option<Table> {
    let mut rows: Vec<&Row> = results.rows_of(shape).collect();
    rows.sort_by(|a, b| b.worst_ratio().total_cmp(&a.worst_ratio()));
    rows.first()?;
    let other = shape.yardstick();
    let columns =
        ["wall", "CPU"].map(|time| [format!("rigmill {time}"), format!("{other} {time}"), format!("{time} ratio")]);
    let memory = ["rigmill", other].map(|program| format!("{program} memory"));
    let columns = ["build", "assets"].into_iter().chain(columns.iter().flatten().chain(&memory).map(String::as_str));
    let mut table = Table::new(&columns.collect::<Vec<_>>());
    rows.into_iter().for_each(|row| table.add(build(row)));
    Some(table)
}

fn build(row: &Row) -> Vec<String> {
    let ratio = |ratio: Option<f64>| ratio.map_or("–".to_owned(), |ratio| format!("{ratio:.2}"));
    let other = |show: fn(&Figure) -> String| row.yardstick.as_ref().map_or("–".to_owned(), show);
    vec![
        row.step.name().to_owned(),
        grouped(row.assets),
        wall(&row.rigmill),
        other(wall),
        ratio(row.wall_ratio()),
        processor(&row.rigmill),
        other(processor),
        ratio(row.processor_ratio()),
        memory(row.rigmill.peak_bytes),
        other(|figure| memory(figure.peak_bytes)),
    ]
}

fn costs(results: &Results) -> Table {
    let sizes = results.plain_sizes();
    let heads: Vec<String> = sizes.iter().map(|&assets| format!("of {}", grouped(assets))).collect();
    let columns = std::iter::once("build").chain(heads.iter().map(String::as_str)).chain(["larger / smaller"]);
    let mut table = Table::new(&columns.collect::<Vec<_>>());
    for step in Step::PLAIN {
        let costs = sizes.iter().map(|&assets| results.plain_row(assets, step));
        let costs = costs.map(|row| row.map_or("–".to_owned(), |row| format!("{:.2}", row.microseconds_an_asset())));
        let mut cells = vec![step.name().to_owned()];
        cells.extend(costs);
        cells.push(growth(results, step).map_or("–".to_owned(), |growth| format!("{growth:.2}")));
        table.add(cells);
    }
    table
}

fn watched(watch: &Watched) -> Table {
    let columns = ["until", "assets", "saves", "window", "median", "median over window", "p95", "memory"];
    let mut table = Table::new(&columns);
    for (what, times) in [("output in place", &watch.output_ms), ("reload reported", &watch.reload_ms)] {
        let median = quantile(times.clone(), 0.5);
        table.add(vec![
            what.to_owned(),
            grouped(watch.assets),
            times.len().to_string(),
            format!("{:.0}", watch.window_ms),
            format!("{median:.1}"),
            format!("{:.1}", median - watch.window_ms),
            format!("{:.1}", quantile(times.clone(), 0.95)),
            memory(watch.peak_bytes),
        ]);
    }
    table
}

fn viewed(view: &Viewed) -> Table {
    let mut table = Table::new(&["until", "assets", "saves", "median", "p95", "memory"]);
    let until = [
        ("change reported to the page", &view.news_ms),
        ("pose received", &view.pose_ms),
        ("frame in Chromium", &view.frame_ms),
    ];
    for (what, times) in until.into_iter().filter(|(_, times)| !times.is_empty()) {
        table.add(vec![
            what.to_owned(),
            grouped(view.assets),
            times.len().to_string(),
            format!("{:.1}", quantile(times.clone(), 0.5)),
            format!("{:.1}", quantile(times.clone(), 0.95)),
            memory(view.peak_bytes),
        ]);
    }
    table
}

fn reached(targets: &[Target]) -> Table {
    let mut table = Table::new(&["target", "limit", "measured", "met"]);
    for target in targets {
        let bound = if target.bound == Bound::AtMost { "≤" } else { "≥" };
        table.add(vec![
            target.what.clone(),
            format!("{bound} {} {}", target.limit, target.unit),
            format!("{:.2} {}", target.measured, target.unit),
            if target.met() { "yes" } else { "no" }.to_owned(),
        ]);
    }
    table
}

fn time(seconds: f64) -> String {
    let milliseconds = seconds * 1e3;
    if milliseconds < 1000.0 { format!("{milliseconds:.1} ms") } else { format!("{seconds:.2} s") }
}

fn memory(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}

fn wall(figure: &Figure) -> String {
    time(figure.seconds)
}

fn processor(figure: &Figure) -> String {
    time(figure.processor_seconds)
}

/// Formats a number with separators, such as `100,000`.
fn grouped(number: u32) -> String {
    let digits = number.to_string();
    let groups: Vec<&[u8]> = digits.as_bytes().rchunks(3).rev().collect();
    String::from_utf8_lossy(&groups.join(&b',')).into_owned()
}
