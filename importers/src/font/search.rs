//! Finds the font file that a description means.

use std::collections::BTreeSet;

use rigmill_pipeline::{Found, ImportContext, SourcePath, SourceText, StageError, did_you_mean};

use super::description::Description;
use super::face::{FaceInfo, FontFile, faces, unreadable};
use crate::codes;
use crate::report::{Problem, Result};
use crate::syntax::{ParameterFile, Span};

/// The maximum size of a font file, in bytes.
const LARGEST_FONT: u64 = 64 << 20;
/// The glob of font files.
const FONTS: &str = "**/*.{ttf,otf,ttc}";

const FILE: ParameterFile = ParameterFile {
    parameter: "font",
    noun: "font file",
    glob: FONTS,
    missing: codes::FONT_NOT_FOUND,
    limit: (LARGEST_FONT, codes::FONT_LIMIT, "use a font with fewer characters"),
};
/// The maximum number of font files to search.
const MAX_FILES: usize = 256;
/// The maximum number of families in a message.
const SHOWN_FAMILIES: usize = 12;

/// Returns the font file of a description: the file at `path` from the project folder, or else the first file with a font of
/// this family and style. This file, and every file that was read to find it, becomes a dependency.
pub(super) fn font_file(
    (description, text): (&Description, &SourceText),
    path: Option<&str>,
    ctx: &mut ImportContext<'_>,
) -> Result<FontFile, StageError> {
    match path {
        Some(path) => named_file(description, text, path, ctx),
        None => file_of_family(description, text, ctx),
    }
}

fn named_file(
    description: &Description,
    text: &SourceText,
    path: &str,
    ctx: &mut ImportContext<'_>,
) -> Result<FontFile, StageError> {
    let (path, bytes) = FILE.read(path, ctx)?;
    let faces = faces(&bytes);
    let of_family = |face: &&FaceInfo| face.is_called(&description.name);
    let best = faces.iter().filter(of_family).find(|face| face.style == description.style);
    let face = best.or_else(|| faces.iter().find(|face| face.style == description.style)).or(faces.first());
    let Some(face) = face else {
        return Err(ctx.fail(unreadable(&path, "contains no readable font").of_parameter("font").into()));
    };
    if face.style != description.style {
        let (wanted, found) = (description.style.name(), face.style.name());
        let fact = format!("`Style` is {wanted}, but the font in `{path}` is {found}; Rigmill uses the font unchanged");
        let help = "choose a font file with this style, or correct `Style`";
        let problem = Problem::new(codes::FONT_STYLE, fact, help).at(style_span(description));
        ctx.report(problem.warning().into_diagnostic(text));
    }
    let index = face.index;
    Ok(FontFile::new(path, bytes, index))
}

/// Returns the span of the style, or of the name if the description has no style.
fn style_span(description: &Description) -> Span {
    description.style_span.unwrap_or(description.name_span)
}

fn file_of_family(
    description: &Description,
    text: &SourceText,
    ctx: &mut ImportContext<'_>,
) -> Result<FontFile, StageError> {
    let mut seen = Seen::default();
    for path in candidates(ctx)? {
        let bytes = match ctx.read_within(&path, LARGEST_FONT)? {
            Found::Bytes(bytes) => bytes,
            Found::Missing => continue,
            Found::TooLarge(_) => {
                seen.unread.push(path);
                continue;
            }
        };
        let faces = faces(&bytes);
        if faces.is_empty() {
            seen.unread.push(path);
            continue;
        }
        let of_family = || faces.iter().filter(|face| is_meant(face, &path, description));
        if let Some(face) = of_family().find(|face| face.style == description.style) {
            let index = face.index;
            return Ok(FontFile::new(path, bytes, index));
        }
        seen.styles.extend(of_family().map(|face| face.style.name()));
        seen.families.extend(faces.iter().map(|face| face.family().to_owned()));
    }
    Err(ctx.fail(seen.problem(description).into_diagnostic(text)))
}

/// Returns whether a description means this font: by its family or, as in MonoGame, by the name of its file.
fn is_meant(face: &FaceInfo, path: &SourcePath, description: &Description) -> bool {
    let stem = path.asset_name().rsplit('/').next().unwrap_or_default();
    face.is_called(&description.name) || stem.to_lowercase() == description.name.to_lowercase()
}

/// Returns the font files of the project: first the files in the description's folder, then all others, by path.
fn candidates(ctx: &mut ImportContext<'_>) -> Result<Vec<SourcePath>, StageError> {
    let mut files = ctx.list(FONTS)?;
    let folder = ctx.source().folder();
    files.sort_by_key(|path| path.folder() != folder);
    if files.len() > MAX_FILES {
        let fact = format!("the project has {} font files, but Rigmill searches at most {MAX_FILES}", files.len());
        let help = "choose the font file in a rule: `params = { font = \"Fonts/Name.ttf\" }`";
        return Err(ctx.fail(Problem::new(codes::FONT_LIMIT, fact, help).into()));
    }
    Ok(files)
}

/// What an unsuccessful search found.
#[derive(Default)]
struct Seen {
    /// The styles in which the family exists.
    styles: BTreeSet<&'static str>,
    families: BTreeSet<String>,
    /// Files that could not be read as fonts.
    unread: Vec<SourcePath>,
}

impl Seen {
    fn problem(&self, description: &Description) -> Problem {
        let Description { name, style, .. } = description;
        let style = style.name();
        if !self.styles.is_empty() {
            let found: Vec<&str> = self.styles.iter().copied().collect();
            let fact = format!("the project has the font {name:?} only as {}, not as {style}", found.join(" and "));
            let help = format!(
                "add a font file with {name} {style} to the project, correct `Style`, or choose a font file in a rule: \
                 `params = {{ font = \"Fonts/Name.ttf\" }}`"
            );
            return Problem::new(codes::FONT_STYLE, fact, help).at(style_span(description));
        }
        let near = did_you_mean(name, self.families.iter().map(String::as_str));
        let help = "copy the font's `.ttf` or `.otf` file into the project (Rigmill does not use installed fonts), or \
                    choose a different font file in a rule: `params = { font = \"Fonts/Name.ttf\" }`";
        let fact = format!("no font file in the project contains the font {name:?}{}", self.others());
        Problem::new(codes::FONT_NOT_FOUND, fact, near.unwrap_or_else(|| help.to_owned())).at(description.name_span)
    }

    /// Describes the available alternatives.
    fn others(&self) -> String {
        let shown: Vec<String> =
            self.families.iter().take(SHOWN_FAMILIES).map(|family| format!("{family:?}")).collect();
        let more = if self.families.len() > SHOWN_FAMILIES { ", …" } else { "" };
        let mut text = String::new();
        if !shown.is_empty() {
            text = format!("; the project has {}{more}", shown.join(", "));
        }
        if let Some(first) = self.unread.first() {
            text += &format!("; `{first}` cannot be read as a font");
        }
        text
    }
}
