//! Triangle orders: how many vertices a GPU computes per triangle, and how many pixels it shades in vain.

use std::path::Path;

use rigmill_processors::IndexOrder;

use crate::mesh::{self, Mesh};
use crate::{cache, overdraw, shapes};

/// Returns the rows of a table, for built models (`.model.rmb`) and generated meshes.
pub(crate) fn report(files: &[String]) -> Result<String, String> {
    let mut rows =
        "| model | triangles | order | ACMR 16 | ACMR 32 | overdraw |\n|---|---:|---|---:|---:|---:|\n".to_owned();
    for path in files {
        let meshes = mesh::read(Path::new(path)).map_err(|error| format!("{path}: {error}"))?;
        rows += &orders_of(name(path), &meshes);
    }
    rows += &orders_of("sphere", &[shapes::sphere()]);
    rows += &orders_of("grid", &[shapes::grid()]);
    Ok(rows)
}

fn name(path: &str) -> &str {
    let file = path.rsplit('/').next().unwrap_or(path);
    file.split('.').next().unwrap_or(file)
}

/// Returns a row for each order.
fn orders_of(name: &str, meshes: &[Mesh]) -> String {
    let orders = [("`as_is`", IndexOrder::AsIs), ("`cache`", IndexOrder::Cache), ("`gpu`", IndexOrder::Gpu)];
    orders.map(|(label, order)| row(name, label, meshes.iter().map(|mesh| mesh.arranged(order)).collect())).concat()
}

fn row(name: &str, label: &str, meshes: Vec<Mesh>) -> String {
    let triangles: usize = meshes.iter().map(|mesh| mesh.triangles.len()).sum();
    let [small, large] = [16, 32].map(|size| {
        let loads: usize = meshes.iter().map(|mesh| cache::loads(&mesh.triangles, size)).sum();
        ratio(loads, triangles)
    });
    let [shaded, covered] = overdraw::pixels(&meshes);
    let overdraw = ratio(shaded, covered);
    format!("| {name} | {triangles} | {label} | {small:.3} | {large:.3} | {overdraw:.3} |\n")
}

#[expect(clippy::cast_precision_loss, reason = "counts far below 2^52")]
fn ratio(a: usize, b: usize) -> f64 {
    a as f64 / b.max(1) as f64
}
