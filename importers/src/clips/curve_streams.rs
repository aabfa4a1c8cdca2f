//! [`CurveStreams`]: imports bone curves from two binary files.

use rigmill_codec_unity::curve_streams::{self, INDEX_SUFFIX};
use rigmill_codec_unity::{Error, ErrorKind, Track};
use rigmill_dom::{CurveClipSource, CurveTrackSource};
use rigmill_pipeline::{Claim, ClaimRule, Diagnostic, Found, ImportContext, Importer, NoParams, StageError};

use super::unity_curves::curves;
use crate::codes;
use crate::report::Problem;
use crate::syntax::{read_source, size_exceeded};

/// The maximum size of each file, in bytes.
const MAX_BYTES: u64 = 512 << 20;
const TOO_LARGE: &str = "check that this is the right file; if it is, split the clip";

/// Imports a pair of curve streams, `NAME.txt` and `NAMEIndex.txt`, as a single asset `NAME`. [`curve_streams`] describes the
/// format.
///
/// If an exporter overwrote a longer file without truncating it, the importer ignores the old bytes at the end with a warning.
///
/// Other `.txt` files are not imported.
#[derive(Clone, Copy, Debug, Default)]
pub struct CurveStreams;

impl Importer for CurveStreams {
    type Output = CurveClipSource;
    type Params = NoParams;
    const NAME: &'static str = "curve-streams";
    const VERSION: u32 = 2;
    const EXTENSIONS: &'static [&'static str] = &["txt"];
    const DEFAULT_PROCESSOR: &'static str = "curve-clip";
    const CLAIM_RULE: Option<ClaimRule> = Some(claim);

    fn import(&self, ctx: &mut ImportContext<'_>, _params: &NoParams) -> Result<CurveClipSource, StageError> {
        let index = read_index(ctx)?;
        let keys = read_source(ctx, MAX_BYTES, codes::STREAM_LIMIT, TOO_LARGE)?;
        let decoded = curve_streams::decode(&index, &keys).map_err(|error| ctx.fail(problem(&error).into()))?;
        for deviation in decoded.deviations {
            let warning = Diagnostic::warning(codes::STREAM_TAIL, deviation.to_string());
            ctx.report(warning.help("delete the key file and the index file, and export the clip again"));
        }
        Ok(CurveClipSource { tracks: decoded.tracks.into_iter().map(track).collect() })
    }
}

fn claim(file_name: &str, is_in_folder: &dyn Fn(&str) -> bool) -> Claim {
    let (stem, extension) = file_name.rsplit_once('.').unwrap_or((file_name, ""));
    let exists = |stem: &str| is_in_folder(&format!("{stem}.{extension}"));
    match stem.strip_suffix(INDEX_SUFFIX) {
        Some(clip) if !clip.is_empty() && exists(clip) => Claim::Part,
        _ if exists(&format!("{stem}{INDEX_SUFFIX}")) => Claim::Asset,
        _ => Claim::Unrelated,
    }
}

fn track(Track { path, position, rotation }: Track) -> CurveTrackSource {
    CurveTrackSource { path, position: curves(position), rotation: curves(rotation), ..CurveTrackSource::default() }
}

fn read_index(ctx: &mut ImportContext<'_>) -> Result<Vec<u8>, StageError> {
    let name = ctx.source().file_name();
    let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
    let name = format!("{stem}{INDEX_SUFFIX}.{extension}");
    let path = ctx.source().relative(&name).unwrap_or_else(|_| ctx.source().clone());
    let help = format!("put {name} into the same folder, or change the rule so that it does not match this file");
    let problem = match ctx.read_within(&path, MAX_BYTES)? {
        Found::Bytes(bytes) => return Ok(bytes),
        Found::TooLarge(size) => Problem::new(codes::STREAM_LIMIT, size_exceeded(&name, size, MAX_BYTES), TOO_LARGE),
        Found::Missing => Problem::new(codes::STREAM_PAIR, format!("the index file {name} is missing"), help),
    };
    Err(ctx.fail(problem.into()))
}

fn problem(error: &Error) -> Problem {
    let code = match error.kind {
        ErrorKind::Count => codes::STREAM_COUNT,
        ErrorKind::Path | ErrorKind::DuplicatePath => codes::STREAM_PATH,
        ErrorKind::Key => codes::STREAM_KEY,
        _ => codes::STREAM_ENDS,
    };
    let unique = error.kind == ErrorKind::DuplicatePath;
    let help = if unique {
        "rename one of these bones in the source scene, and export the clip again"
    } else {
        "export the clip again, so that both files come from the same export"
    };
    Problem::new(code, error.to_string(), help)
}
