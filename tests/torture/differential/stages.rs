//! Stages whose sources consist of queries, one per line: every kind of query that a stage can make, about any subject. The
//! test program becomes a `rigmill` with these stages when it starts itself again: [`crate::differential::program`].

use std::fmt::Display;
use std::hash::{DefaultHasher, Hash, Hasher};

use rigmill_pipeline::{
    Diagnostic, ExtraFile, Found, ImportContext, Importer, Labelled, NoParams, ProcessContext, Processor, Registry,
    SourcePath, StageError, WriteContext, Writer, params,
};

/// The maximum size of a file that `small` reads.
const SMALL: u64 = 40;

/// Returns a registry of the built-in stages and these stages.
pub(super) fn registry() -> Registry {
    let registry = rigmill_cli::builtins().with_importer(Questions).with_processor(Answers);
    registry.with_writer(Native).with_writer(Xna).with_writer(Gltf)
}

params! {
    /// Parameters of the processor `probe`.
    pub struct AnswersParams {
        /// A part of each answer.
        salt: u32 = 0,
    }
}

params! {
    /// Parameters of the importer `probe`.
    pub struct QuestionsParams {
        /// A file that the importer reads before all others.
        beside: Option<String> = None,
    }
}

struct Questions;
struct Answers;

/// The lines of a source. Lines that only an importer can answer are followed by their answers.
type Lines = Vec<String>;

/// The answers, as text.
#[derive(serde::Serialize)]
pub(super) struct Probe {
    text: String,
}

/// Returns a short text that differs for different texts.
fn short(text: impl Hash) -> String {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

fn joined(paths: &[SourcePath]) -> String {
    paths.iter().map(SourcePath::as_str).collect::<Vec<_>>().join(" ")
}

fn answer<T: Display>(result: Result<T, impl Display>) -> String {
    result.map_or_else(|error| format!("error: {error}"), |value| value.to_string())
}

impl Importer for Questions {
    type Output = Lines;
    type Params = QuestionsParams;
    const NAME: &'static str = "probe";
    const VERSION: u32 = 1;
    const EXTENSIONS: &'static [&'static str] = &["probe"];
    const DEFAULT_PROCESSOR: &'static str = "probe";

    fn import(&self, ctx: &mut ImportContext<'_>, params: &QuestionsParams) -> Result<Lines, StageError> {
        let text = String::from_utf8_lossy(&ctx.read_source()?).into_owned();
        let beside = params.beside.iter().map(|path| format!("read {path}"));
        beside.chain(text.lines().map(str::to_owned)).map(|line| imported(&line, ctx)).collect()
    }
}

fn path(text: &str, ctx: &mut ImportContext<'_>) -> Result<SourcePath, StageError> {
    SourcePath::new(text).map_err(|error| ctx.fail(Diagnostic::error("P1", error.to_string())))
}

fn imported(line: &str, ctx: &mut ImportContext<'_>) -> Result<String, StageError> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let found = match word {
        "env" => format!("{:?}", ctx.env(rest)),
        "exists" => {
            let path = path(rest, ctx)?;
            ctx.exists(&path)?.to_string()
        }
        "read" => {
            let path = path(rest, ctx)?;
            ctx.read(&path)?.map_or("none".to_owned(), short)
        }
        "small" => {
            let path = path(rest, ctx)?;
            match ctx.read_within(&path, SMALL)? {
                Found::Bytes(bytes) => short(bytes),
                Found::TooLarge(size) => format!("{size} bytes"),
                Found::Missing => "none".to_owned(),
            }
        }
        "list" => joined(&ctx.list(rest)?),
        "broken" => return Err(ctx.fail(Diagnostic::error("P2", format!("broken: {rest}")))),
        _ => return Ok(line.to_owned()),
    };
    Ok(format!("{line}: {found}"))
}

impl Processor for Answers {
    type Input = Lines;
    type Output = Labelled;
    type Params = AnswersParams;
    const NAME: &'static str = "probe";
    const VERSION: u32 = 1;

    fn process(
        &self,
        lines: &Lines,
        params: &AnswersParams,
        ctx: &mut ProcessContext<'_>,
    ) -> Result<Labelled, StageError> {
        let mut products = Labelled::default();
        let (mut label, mut text) = (String::new(), format!("salt {}\n", params.salt));
        for line in lines {
            if let Some(next) = line.strip_prefix("product ") {
                products
                    .push(std::mem::replace(&mut label, next.to_owned()), Probe { text: std::mem::take(&mut text) });
            } else {
                text += &processed(line, ctx)?;
                text += "\n";
            }
        }
        products.push(label, Probe { text });
        Ok(products)
    }
}

fn processed(line: &str, ctx: &mut ProcessContext<'_>) -> Result<String, StageError> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let found = match word {
        "value" => answer(ctx.value::<Probe>(rest).map(|probe| short(&probe.text))),
        "need" => match ctx.value::<Probe>(rest) {
            Ok(probe) => short(&probe.text),
            Err(error) => return Err(ctx.fail(Diagnostic::error("P3", error.to_string()))),
        },
        "refer" => answer(ctx.refer(rest, &[]).map(|()| "there")),
        "refer-to" => match SourcePath::new(rest) {
            Ok(path) => answer(ctx.refer_to(&path, &[]).map(|_| "there")),
            Err(error) => error.to_string(),
        },
        "named" => joined(&ctx.sources_named(rest)),
        "listed" => answer(ctx.list(rest).map(|found| joined(&found))),
        "warn" => {
            ctx.report(Diagnostic::warning("P4", rest.to_owned()));
            String::new()
        }
        _ => return Ok(line.to_owned()),
    };
    Ok(format!("{line}: {found}"))
}

macro_rules! writer {
    ($name:ident, $stage:literal, $target:literal, $extra:expr) => {
        struct $name;

        impl Writer for $name {
            type Input = Probe;
            type Params = NoParams;
            const NAME: &'static str = $stage;
            const VERSION: u32 = 1;
            const TARGET: &'static str = $target;
            const EXTENSION: &'static str = "answers";
            const EXTRA_FILES: &'static [ExtraFile<Probe, NoParams>] = $extra;

            fn write(&self, probe: &Probe, _: &NoParams, _: &mut WriteContext) -> Result<Vec<u8>, StageError> {
                Ok(format!("{}: {}", $target, probe.text).into_bytes())
            }
        }
    };
}

writer!(Native, "probe", "native", &[]);
writer!(Xna, "probe-xna", "xna", &[ExtraFile { suffix: ".more", write: more }]);
writer!(Gltf, "probe-gltf", "gltf", &[]);

fn more(probe: &Probe, _: &NoParams, _: &mut WriteContext) -> Result<Vec<u8>, StageError> {
    Ok(short(&probe.text).into_bytes())
}
