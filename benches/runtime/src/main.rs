//! Times the runtime's evaluations beside plain Rust of the same things, in one run:
//! `cargo run --release -p rigmill-bench-runtime`.
//!
//! One module a subject; each gives rows for the table.

mod chance;
mod console;
mod curves;
mod measure;
mod plain_curves;
mod row;
mod sampled;

fn main() {
    let rows = [curves::rows(), sampled::rows()].concat();
    console::print(&row::table(&rows));
}
