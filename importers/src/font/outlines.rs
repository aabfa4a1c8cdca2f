//! Reads the outlines of a font's characters, at the size of a description.

use std::collections::HashMap;

use rigmill_dom::{FontSource, GlyphSource, OutlineCommand};
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{
    DrawSettings, Engine, HintingInstance, HintingOptions, OutlineGlyphCollection, OutlinePen, Target,
};
use skrifa::raw::FontRef;
use skrifa::{GlyphId, MetadataProvider, Tag};

use super::description::Description;
use crate::codes;
use crate::report::{Problem, Result};

/// The maximum number of commands in the outlines of a font.
const MAX_COMMANDS: usize = 4 << 20;
/// The maximum distance of a character's points from its origin, in pixels.
const FARTHEST: f32 = 4096.0;
/// The maximum number of characters in a message.
const SHOWN: usize = 12;

/// Reads the outlines of the characters. Also returns the characters that the font lacks.
pub(super) fn read(font: &FontRef<'_>, description: &Description, hinting: bool) -> Result<(FontSource, Vec<char>)> {
    let size = Size::new(description.size);
    let metrics = font.metrics(size, LocationRef::default());
    let [ascent, descent, line_gap] = [metrics.ascent, -metrics.descent, metrics.leading];
    let is_usable = |length: f32| length.is_finite() && length.abs() <= FARTHEST;
    if metrics.units_per_em == 0 || ![ascent, descent, line_gap].into_iter().all(is_usable) {
        return Err(damaged("its line heights are not usable"));
    }
    let mut reader = Reader::new(font, size, hinting)?;
    let charmap = font.charmap();
    let (mut glyphs, mut missing) = (Vec::new(), Vec::new());
    for &character in &description.characters {
        let glyph = charmap.map(character).filter(|glyph| *glyph != GlyphId::NOTDEF);
        if glyph.is_none() {
            missing.push(character);
        }
        glyphs.push(reader.glyph(character, glyph.unwrap_or(GlyphId::NOTDEF))?);
    }
    let source = FontSource {
        glyphs,
        ascent,
        descent,
        line_gap,
        spacing: description.spacing,
        use_kerning: description.use_kerning,
        default_character: description.default_character,
    };
    Ok((source, missing))
}

fn damaged(fact: impl Into<String>) -> Problem {
    Problem::new(codes::FONT_UNREADABLE, fact, "the font file is damaged; replace it, or use a different font")
}

/// Creates the warning about characters that a font lacks.
pub(super) fn missing_characters(missing: &[char], description: &Description) -> Option<Problem> {
    let shown: Vec<String> = missing.iter().take(SHOWN).map(|it| format!("U+{:04X}", u32::from(*it))).collect();
    let more = missing.len() - shown.len();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let fact = format!(
        "the font lacks {} of {} characters: {}{more}; the game shows the font's missing-character glyph instead",
        missing.len(),
        description.characters.len(),
        shown.join(", ")
    );
    let help = "remove these characters from the regions, or use a font that has them";
    (!missing.is_empty()).then(|| Problem::new(codes::FONT_CHARACTERS, fact, help))
}

struct Reader<'a> {
    outlines: OutlineGlyphCollection<'a>,
    font: &'a FontRef<'a>,
    size: Size,
    hinting: Option<HintingInstance>,
    /// The glyphs that were already read, because several characters may share a glyph.
    known: HashMap<GlyphId, GlyphSource>,
    commands_left: usize,
}

impl<'a> Reader<'a> {
    fn new(font: &'a FontRef<'a>, size: Size, hinting: bool) -> Result<Self> {
        // skrifa turns and skews such components with the system's sine and tangent, so the pixels would depend on the system.
        if font.table_data(Tag::new(b"VARC")).is_some() {
            let fact = "it has variable components (a table VARC), which are not supported";
            return Err(Problem::new(
                codes::FONT_UNREADABLE,
                fact,
                "use a version of the font without variable components",
            ));
        }
        let outlines = font.outline_glyphs();
        let options = HintingOptions { engine: Engine::Interpreter, target: Target::default() };
        let instance = || HintingInstance::new(&outlines, size, LocationRef::default(), options);
        let refused = |error| {
            let fact = format!("its hinting instructions fail: {error}");
            Problem::new(codes::FONT_UNREADABLE, fact, "set `hinting = false` for this font, or use a different font")
        };
        let hinting = hinting.then(instance).transpose().map_err(refused)?;
        Ok(Self { outlines, font, size, hinting, known: HashMap::new(), commands_left: MAX_COMMANDS })
    }

    fn glyph(&mut self, character: char, id: GlyphId) -> Result<GlyphSource> {
        let read = match self.known.get(&id) {
            Some(known) => known.clone(),
            None => {
                let read = self.read(id).map_err(|problem| problem.in_part(format!("{character:?}")))?;
                self.known.insert(id, read.clone());
                read
            }
        };
        let left = self.commands_left.checked_sub(read.outline.len());
        self.commands_left = left.ok_or_else(|| {
            let fact = format!("the outlines have more than {MAX_COMMANDS} lines and curves");
            Problem::new(codes::FONT_LIMIT, fact, "list fewer characters, or use a simpler font")
        })?;
        Ok(GlyphSource { character, ..read })
    }

    fn read(&self, id: GlyphId) -> Result<GlyphSource> {
        let linear = self.font.glyph_metrics(self.size, LocationRef::default()).advance_width(id).unwrap_or_default();
        // A glyph without an outline is blank.
        let Some(outline) = self.outlines.get(id) else { return checked(linear, Vec::new()) };
        let settings = match &self.hinting {
            Some(instance) => DrawSettings::hinted(instance, false),
            None => DrawSettings::unhinted(self.size, LocationRef::default()),
        };
        let mut pen = Pen(Vec::new());
        let drawn = outline
            .draw(settings, &mut pen)
            .map_err(|error| damaged(format!("the character cannot be drawn: {error}")))?;
        checked(drawn.advance_width.unwrap_or(linear), pen.0)
    }
}

/// Creates a glyph, and checks that its numbers are usable.
fn checked(advance: f32, outline: Vec<OutlineCommand>) -> Result<GlyphSource> {
    let is_usable = |number: f32| number.is_finite() && number.abs() <= FARTHEST;
    if !is_usable(advance) || !outline.iter().flat_map(OutlineCommand::points).flatten().all(is_usable) {
        let fact = format!("the character reaches farther than {FARTHEST} pixels");
        return Err(Problem::new(codes::FONT_LIMIT, fact, "use a smaller `Size`, or a different font"));
    }
    Ok(GlyphSource { advance, outline, ..GlyphSource::default() })
}

/// Collects an outline.
struct Pen(Vec<OutlineCommand>);

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.push(OutlineCommand::Move([x, y]));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.push(OutlineCommand::Line([x, y]));
    }

    fn quad_to(&mut self, cx0: f32, cy0: f32, x: f32, y: f32) {
        self.0.push(OutlineCommand::Quad([cx0, cy0], [x, y]));
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        self.0.push(OutlineCommand::Cubic([cx0, cy0], [cx1, cy1], [x, y]));
    }

    fn close(&mut self) {
        self.0.push(OutlineCommand::Close);
    }
}
