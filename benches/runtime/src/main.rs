//! Compares the speed of the runtime's evaluations with plain Rust implementations, in one run: `cargo run --profile
//! dist -p rigmill-bench-runtime`.
//!
//! Each subject has its own module, which returns rows for the table.

mod console;
mod curves;
mod layers;
mod measure;
mod morphs;
mod packs;
mod plain_curves;
mod plain_layers;
mod plain_morphs;
mod row;
mod sampled;

fn main() {
    let rows = [curves::rows(), sampled::rows(), layers::rows(), morphs::rows(), packs::rows()].concat();
    console::print(&row::table(&rows));
}
