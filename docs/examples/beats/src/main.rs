//! `rigmill` with one more format: `.beats`, a list of moments in a piece of music, one per line. They become
//! `.beatmap` files of little-endian f32 seconds. The whole command line comes along.

use rigmill_pipeline::{
    Diagnostic, ImportContext, Importer, NoParams, ProcessContext, Processor, SourceText, StageError, WriteContext,
    Writer, params,
};

params! {
    /// Parameters of the `beats` processor.
    pub struct BeatParams {
        /// Beats per minute.
        tempo: f64 = 120.0,
    }
}

struct Beats;

impl Importer for Beats {
    type Output = Vec<f64>;
    type Params = NoParams;
    const NAME: &'static str = "beats";
    const VERSION: u32 = 1;
    const EXTENSIONS: &'static [&'static str] = &["beats"];
    const DEFAULT_PROCESSOR: &'static str = "beats";

    fn import(&self, ctx: &mut ImportContext<'_>, _: &NoParams) -> Result<Vec<f64>, StageError> {
        let source = SourceText::new(String::from_utf8_lossy(&ctx.read_source()?).into_owned());
        let (mut beats, mut start) = (Vec::new(), 0);
        for line in source.as_str().split_inclusive('\n') {
            match line.trim().parse() {
                Ok(beat) => beats.push(beat),
                Err(_) => ctx.report(
                    Diagnostic::error("BEAT1", format!("expected a number, found {:?}", line.trim()))
                        .at(source.location(start, start + line.trim_end().len()))
                        .help("write one number per line, in beats"),
                ),
            }
            start += line.len();
        }
        Ok(beats)
    }
}

impl Processor for Beats {
    type Input = Vec<f64>;
    type Output = Vec<f32>;
    type Params = BeatParams;
    const NAME: &'static str = "beats";
    const VERSION: u32 = 1;

    fn process(
        &self,
        beats: &Vec<f64>,
        params: &BeatParams,
        _: &mut ProcessContext<'_>,
    ) -> Result<Vec<f32>, StageError> {
        #[allow(clippy::cast_possible_truncation, reason = "seconds of a piece of music fit f32")]
        Ok(beats.iter().map(|beat| (beat * 60.0 / params.tempo) as f32).collect())
    }
}

impl Writer for Beats {
    type Input = Vec<f32>;
    type Params = NoParams;
    const NAME: &'static str = "beatmap";
    const VERSION: u32 = 1;
    const TARGET: &'static str = "native";
    const EXTENSION: &'static str = "beatmap";

    fn write(&self, seconds: &Vec<f32>, _: &NoParams, _: &mut WriteContext) -> Result<Vec<u8>, StageError> {
        Ok(seconds.iter().flat_map(|moment| moment.to_le_bytes()).collect())
    }
}

fn main() -> std::process::ExitCode {
    let stages = rigmill_cli::builtins();
    rigmill_cli::main_with(stages.with_importer(Beats).with_processor(Beats).with_writer(Beats))
}
