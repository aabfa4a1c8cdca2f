//! `rigmill` with a stage that crashes: a `.crash` file says how. Each ends the whole build, unless its asset is isolated
//! (`rigmill build --isolate`, or `isolate = true` in a rule), and then fails that asset only.

use rigmill_pipeline::{
    Diagnostic, ImportContext, Importer, NoParams, ProcessContext, Processor, SourcePath, StageError, WriteContext,
    Writer,
};

struct Crash;

impl Importer for Crash {
    type Output = Vec<u8>;
    type Params = NoParams;
    const NAME: &'static str = "crash";
    const VERSION: u32 = 1;
    const EXTENSIONS: &'static [&'static str] = &["crash"];
    const DEFAULT_PROCESSOR: &'static str = "crash";

    fn import(&self, ctx: &mut ImportContext<'_>, _: &NoParams) -> Result<Vec<u8>, StageError> {
        let bytes = ctx.read_source()?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        match text.trim().split_once(' ').unwrap_or((text.trim(), "")) {
            ("overflow", _) => Ok(deeper(0).to_le_bytes().to_vec()),
            ("abort", _) => std::process::abort(),
            ("panic", _) => panic!("as the source says"),
            ("fail", _) => {
                Err(ctx.fail(Diagnostic::error("CRASH1", "the source says fail").help("say something else")))
            }
            ("read", path) => match SourcePath::new(path) {
                Ok(path) => Ok(ctx.read(&path)?.unwrap_or_default()),
                Err(error) => Err(ctx.fail(Diagnostic::error("CRASH2", error.to_string()))),
            },
            _ => Ok(bytes),
        }
    }
}

/// Calls itself until the stack is full.
#[allow(unconditional_recursion, reason = "this is what it is for")]
fn deeper(depth: u64) -> u64 {
    let block = std::hint::black_box([depth; 512]);
    deeper(depth + 1) + block[511]
}

impl Processor for Crash {
    type Input = Vec<u8>;
    type Output = Vec<u8>;
    type Params = NoParams;
    const NAME: &'static str = "crash";
    const VERSION: u32 = 1;

    fn process(&self, bytes: &Vec<u8>, _: &NoParams, _: &mut ProcessContext<'_>) -> Result<Vec<u8>, StageError> {
        Ok(bytes.clone())
    }
}

impl Writer for Crash {
    type Input = Vec<u8>;
    type Params = NoParams;
    const NAME: &'static str = "crash";
    const VERSION: u32 = 1;
    const TARGET: &'static str = "native";
    const EXTENSION: &'static str = "out";

    fn write(&self, bytes: &Vec<u8>, _: &NoParams, _: &mut WriteContext) -> Result<Vec<u8>, StageError> {
        Ok(bytes.clone())
    }
}

fn main() -> std::process::ExitCode {
    let stages = rigmill_cli::builtins();
    rigmill_cli::main_with(stages.with_importer(Crash).with_processor(Crash).with_writer(Crash))
}
