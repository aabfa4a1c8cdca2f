//! Prints to standard output. This is the only module that prints.

#[expect(clippy::print_stdout, reason = "what a benchmark is for")]
pub(crate) fn print(text: &str) {
    println!("{text}");
}
