//! `.steps` files, which have a number on each line, become binary files of little-endian `f32`.

use rigmill_pipeline::{
    Diagnostic, Found, ImportContext, Importer, NoParams, ProcessContext, Processor, SourceText, StageError,
    WriteContext, Writer, params,
};

/// The largest source that the importer reads, in bytes.
const LARGEST: u64 = 16 << 20;

/// Reads a number from each line.
pub(crate) struct StepsImporter;

impl Importer for StepsImporter {
    type Output = Vec<f64>;
    type Params = NoParams;
    const NAME: &'static str = "steps";
    const VERSION: u32 = 1;
    const EXTENSIONS: &'static [&'static str] = &["steps"];
    const DEFAULT_PROCESSOR: &'static str = "steps";

    fn import(&self, ctx: &mut ImportContext<'_>, _: &NoParams) -> Result<Vec<f64>, StageError> {
        let bytes = match ctx.read_within(ctx.source(), LARGEST)? {
            Found::Bytes(bytes) => bytes,
            Found::TooLarge(size) => {
                let fact = format!("the file has {size} bytes; at most {LARGEST} are allowed");
                return Err(ctx.fail(Diagnostic::error("STEPS1", fact).help("split the file")));
            }
            Found::Missing => Vec::new(),
        };
        let Ok(text) = String::from_utf8(bytes) else {
            return Err(ctx.fail(Diagnostic::error("STEPS2", "the file is not UTF-8").help("save it as UTF-8")));
        };
        let source = SourceText::new(text);
        let (mut numbers, mut start) = (Vec::new(), 0);
        for line in source.as_str().split_inclusive('\n') {
            match line.trim().parse::<f64>() {
                Ok(number) if number.is_finite() => numbers.push(number),
                _ => ctx.report(
                    Diagnostic::error("STEPS3", format!("expected a number, found {:?}", line.trim()))
                        .at(source.location(start, start + line.trim_end().len()))
                        .help("write one number on each line"),
                ),
            }
            start += line.len();
        }
        Ok(numbers)
    }
}

params! {
    /// Parameters of the processor.
    pub struct StepsParams {
        /// Each number is multiplied by this.
        scale: f64 = 1.0,
    }
}

/// Scales the numbers.
pub(crate) struct StepsProcessor;

impl Processor for StepsProcessor {
    type Input = Vec<f64>;
    type Output = Vec<f32>;
    type Params = StepsParams;
    const NAME: &'static str = "steps";
    const VERSION: u32 = 1;

    fn process(
        &self,
        numbers: &Vec<f64>,
        params: &StepsParams,
        _: &mut ProcessContext<'_>,
    ) -> Result<Vec<f32>, StageError> {
        #[allow(clippy::cast_possible_truncation, reason = "the file format has f32")]
        Ok(numbers.iter().map(|number| (number * params.scale) as f32).collect())
    }
}

/// Writes the numbers for the game.
pub(crate) struct StepsWriter;

impl Writer for StepsWriter {
    type Input = Vec<f32>;
    type Params = NoParams;
    const NAME: &'static str = "steps";
    const VERSION: u32 = 1;
    const TARGET: &'static str = "native";
    const EXTENSION: &'static str = "bin";

    fn write(&self, numbers: &Vec<f32>, _: &NoParams, _: &mut WriteContext) -> Result<Vec<u8>, StageError> {
        Ok(numbers.iter().flat_map(|number| number.to_le_bytes()).collect())
    }
}

#[cfg(test)]
mod tests {
    use rigmill_pipeline::{MemoryAssets, MemorySources, SourcePath};

    use super::*;

    /// The numbers of a source, and its diagnostics with their lines.
    fn import(text: &str) -> (Vec<f64>, Vec<(String, u32)>) {
        let sources = MemorySources::new().with_file("a.steps", text).unwrap();
        let source = SourcePath::new("a.steps").unwrap();
        let mut ctx = ImportContext::new(&source, &sources);
        let numbers = StepsImporter.import(&mut ctx, &NoParams {}).unwrap();
        let line = |it: &Diagnostic| it.location.as_ref().map_or(0, |location| location.line);
        let diagnostics = ctx.finish().1;
        (numbers, diagnostics.iter().map(|it| (it.code.to_string(), line(it))).collect())
    }

    #[test]
    fn a_source_has_a_number_on_each_line() {
        assert_eq!(import("1\n2.5\n"), (vec![1.0, 2.5], Vec::new()));
    }

    #[test]
    fn a_line_without_a_number_is_an_error_at_its_place() {
        assert_eq!(import("1\ntwo\n3\n"), (vec![1.0, 3.0], vec![("STEPS3".to_owned(), 2)]));
    }

    #[test]
    fn numbers_are_scaled_and_written() {
        let (source, assets) = (SourcePath::new("a.steps").unwrap(), MemoryAssets::new());
        let mut ctx = ProcessContext::new(&source, &assets);
        let scaled = StepsProcessor.process(&vec![1.0, -2.0], &StepsParams { scale: 0.5 }, &mut ctx).unwrap();
        assert_eq!(scaled, [0.5, -1.0]);
        let bytes = StepsWriter.write(&scaled, &NoParams {}, &mut WriteContext::default()).unwrap();
        assert_eq!(bytes, [0, 0, 0, 0x3f, 0, 0, 0x80, 0xbf]);
    }
}
