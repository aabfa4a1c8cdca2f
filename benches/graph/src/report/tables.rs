//! The results as tables.

use super::table::Table;
use super::targets::{Bound, Target, growth};
use crate::results::figure::{Figure, quantile};
use crate::results::{Results, Step, Watched};

/// For people at a terminal.
pub(crate) fn text(results: &Results, targets: &[Target]) -> String {
    let tables = all(results, targets).into_iter().map(|(title, table)| format!("\n{title}\n{}", table.text()));
    format!("{}\n{}\n{}", about(results), results.command, tables.collect::<String>())
}

/// As `docs/performance.md` has it.
pub(crate) fn markdown(results: &Results, targets: &[Target]) -> String {
    let tables = all(results, targets).into_iter().map(|(title, table)| format!("\n{title}:\n\n{}", table.markdown()));
    format!("{}\n\n```\n{}\n```\n{}", about(results), results.command, tables.collect::<String>())
}

fn about(results: &Results) -> String {
    let Results { machine, source_bytes, output_bytes, .. } = results;
    format!("{}. A source has {source_bytes} bytes, its output {output_bytes}.", machine.line())
}

fn all(results: &Results, targets: &[Target]) -> Vec<(&'static str, Table)> {
    let mut tables = vec![("Builds", builds(results))];
    if results.sizes().len() > 1 {
        tables.push(("Rigmill's cost an asset, in µs", costs(results)));
    }
    if let Some(watch) = &results.watch {
        tables.push(("From a save to its finished output, in ms", watched(watch)));
    }
    if !targets.is_empty() {
        tables.push(("Targets", reached(targets)));
    }
    tables
}

fn builds(results: &Results) -> Table {
    let columns = ["build", "assets", "rigmill", "ninja", "ninja / rigmill", "rigmill's memory", "ninja's memory"];
    let mut table = Table::new(&columns);
    for row in &results.rows {
        let ninja = |show: &dyn Fn(&Figure) -> String| row.ninja.as_ref().map_or("–".to_owned(), show);
        table.add(vec![
            row.step.name().to_owned(),
            grouped(row.assets),
            time(&row.rigmill),
            ninja(&time),
            row.ratio().map_or("–".to_owned(), |ratio| format!("{ratio:.1}")),
            memory(row.rigmill.peak_bytes),
            ninja(&|figure| memory(figure.peak_bytes)),
        ]);
    }
    table
}

fn costs(results: &Results) -> Table {
    let sizes = results.sizes();
    let heads: Vec<String> = sizes.iter().map(|&assets| format!("of {}", grouped(assets))).collect();
    let columns = std::iter::once("build").chain(heads.iter().map(String::as_str)).chain(["larger / smaller"]);
    let mut table = Table::new(&columns.collect::<Vec<_>>());
    for step in Step::ALL {
        let costs = sizes.iter().map(|&assets| results.row(assets, step));
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

fn time(figure: &Figure) -> String {
    let milliseconds = figure.seconds * 1e3;
    if milliseconds < 1000.0 { format!("{milliseconds:.1} ms") } else { format!("{:.2} s", figure.seconds) }
}

fn memory(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}

/// `100,000`
fn grouped(number: u32) -> String {
    let digits = number.to_string();
    let groups: Vec<&[u8]> = digits.as_bytes().rchunks(3).rev().collect();
    String::from_utf8_lossy(&groups.join(&b',')).into_owned()
}
