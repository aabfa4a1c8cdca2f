//! Reads XNA's `FontDescription`, in the XML of its content pipeline.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::codes;
use crate::report::{Problem, Result, shortened};
use crate::syntax::Span;
use crate::syntax::xml::{Cursor, Element};

/// The maximum number of characters in a font.
const MAX_CHARACTERS: usize = 65_536;
/// The maximum height of a font, in pixels.
const LARGEST_SIZE: f32 = 1024.0;
/// The maximum distance between two characters, in pixels.
const WIDEST_SPACING: f32 = 1024.0;
/// The maximum length of a font's name, in bytes.
const LONGEST_NAME: usize = 256;
/// The number of pixels per point. XNA renders fonts at 96 pixels per inch, and there are 72 points in an inch.
const PIXELS_A_POINT: f32 = 96.0 / 72.0;

const ELEMENTS: &[&str] =
    &["FontName", "Size", "Spacing", "UseKerning", "Style", "DefaultCharacter", "CharacterRegions"];

/// A description of a font.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Description {
    /// The family of the font.
    pub(super) name: String,
    pub(super) name_span: Span,
    /// The size of the font, in pixels.
    pub(super) size: f32,
    /// The distance between two characters, in pixels.
    pub(super) spacing: f32,
    pub(super) use_kerning: bool,
    pub(super) style: FontStyle,
    /// The span of the style; `None` if the description does not state it.
    pub(super) style_span: Option<Span>,
    pub(super) default_character: Option<char>,
    pub(super) characters: BTreeSet<char>,
}

/// A style of a font.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct FontStyle {
    pub(super) bold: bool,
    pub(super) italic: bool,
}

impl FontStyle {
    /// Returns the style's name in a description.
    pub(super) const fn name(self) -> &'static str {
        match (self.bold, self.italic) {
            (false, false) => "Regular",
            (true, false) => "Bold",
            (false, true) => "Italic",
            (true, true) => "Bold, Italic",
        }
    }
}

/// A description that is being read. Each value includes the position where it was found.
struct Reader {
    name: Option<(String, Span)>,
    size: Option<f32>,
    spacing: f32,
    use_kerning: bool,
    style: Option<(FontStyle, Span)>,
    default_character: Option<(char, Span)>,
    regions: Option<BTreeSet<char>>,
    /// The number of characters in all regions. Characters of overlapping regions count several times.
    count: usize,
}

/// Reads a document. The value is valid only if the cursor has no error to report.
pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<Description> {
    let root = cursor.root()?;
    if root.name() != "XnaContent" {
        return Err(no_description(
            format!("the root element is `{}`, expected `XnaContent`", root.local()),
            root.span,
        ));
    }
    let mut description = None;
    while let Some(child) = cursor.next_child()? {
        match child.name() {
            "Asset" if description.is_none() => {
                check_type(cursor, &child)?;
                description = Some(Reader::read(cursor, &child)?);
            }
            "Asset" => cursor.skip_repeated(&child)?,
            _ => cursor.skip_unknown(&child, &["Asset"])?,
        }
    }
    cursor.after_root()?;
    description.ok_or_else(|| no_description("there is no `Asset` element", root.span))
}

fn no_description(fact: impl Into<String>, span: Span) -> Problem {
    let help = "put the font description inside `<XnaContent><Asset Type=\"Graphics:FontDescription\">`";
    Problem::new(codes::FONT_DESCRIPTION, fact, help).at(span)
}

/// Checks that the type is XNA's, written with a prefix or with its namespace.
fn check_type(cursor: &Cursor<'_>, asset: &Element<'_>) -> Result<()> {
    let attributes = cursor.attributes();
    let Some(ty) = attributes.iter().find(|it| it.namespace.is_empty() && it.local == "Type") else {
        return Err(no_description("the `Asset` has no `Type`", asset.span));
    };
    match ty.value.trim().rsplit([':', '.']).next() {
        Some("FontDescription") => Ok(()),
        _ => {
            let found = shortened(&ty.value);
            let fact = format!("the asset has the type {found:?}, expected `Graphics:FontDescription`");
            Err(no_description(fact, ty.span))
        }
    }
}

fn invalid(element: &str, text: &str, expected: &str, span: Span) -> Problem {
    let fact = format!("{element} is {:?}, expected {expected}", shortened(text));
    Problem::new(codes::FONT_VALUE, fact, format!("write {expected}")).at(span)
}

impl Reader {
    fn read<'a>(cursor: &mut Cursor<'a>, asset: &Element<'a>) -> Result<Description> {
        let mut reader = Self {
            name: None,
            size: None,
            spacing: 0.0,
            use_kerning: true,
            style: None,
            default_character: None,
            regions: None,
            count: 0,
        };
        let mut seen: Vec<&str> = Vec::new();
        while let Some(child) = cursor.next_child()? {
            let name = child.name();
            if !ELEMENTS.contains(&name) {
                cursor.skip_unknown(&child, ELEMENTS)?;
            } else if seen.contains(&name) {
                cursor.skip_repeated(&child)?;
            } else {
                seen.push(name);
                reader.read_element(cursor, &child)?;
            }
        }
        Ok(reader.finish(cursor, asset.span))
    }

    fn read_element<'a>(&mut self, cursor: &mut Cursor<'a>, element: &Element<'a>) -> Result<()> {
        match element.name() {
            "FontName" => self.name = value(cursor, element, font_name)?.or(Some((String::new(), element.span))),
            "Size" => self.size = value(cursor, element, size)?.or(Some(1.0)),
            "Spacing" => self.spacing = value(cursor, element, spacing)?.unwrap_or_default(),
            "UseKerning" => self.use_kerning = value(cursor, element, boolean)?.unwrap_or_default(),
            "Style" => self.style = value(cursor, element, style)?,
            "DefaultCharacter" => self.default_character = character(cursor, element)?,
            _ => self.read_regions(cursor)?,
        }
        Ok(())
    }

    fn read_regions(&mut self, cursor: &mut Cursor<'_>) -> Result<()> {
        let mut regions = BTreeSet::new();
        while let Some(child) = cursor.next_child()? {
            if child.name() != "CharacterRegion" {
                cursor.skip_unknown(&child, &["CharacterRegion"])?;
                continue;
            }
            let Some(region) = read_region(cursor, &child)? else { continue };
            self.count += region.clone().count();
            if self.count > MAX_CHARACTERS {
                let fact = format!("the regions contain more than {MAX_CHARACTERS} characters");
                let help = "list only the characters that the game shows";
                return Err(Problem::new(codes::FONT_LIMIT, fact, help).at(child.span));
            }
            regions.extend(region);
        }
        self.regions = Some(regions);
        Ok(())
    }

    fn finish(self, cursor: &mut Cursor<'_>, asset: Span) -> Description {
        for (name, is_there) in [("FontName", self.name.is_some()), ("Size", self.size.is_some())] {
            if !is_there {
                let help = format!("add `<{name}>`");
                cursor.problems().error(|| {
                    Problem::new(codes::FONT_VALUE, format!("the description has no `{name}`"), help).at(asset)
                });
            }
        }
        // The default characters in XNA's template: printable ASCII.
        let characters = self.regions.unwrap_or_else(|| (' '..='~').collect());
        if characters.is_empty() {
            let help = "add a `<CharacterRegion>` with `<Start>` and `<End>`";
            cursor
                .problems()
                .error(|| Problem::new(codes::FONT_VALUE, "the description has no characters", help).at(asset));
        }
        if let Some((character, span)) = self.default_character
            && !characters.contains(&character)
        {
            let fact = format!("the default character {character:?} is not in any region");
            let help = "add a region that contains this character, or choose a different default character";
            cursor.problems().error(|| Problem::new(codes::FONT_RANGE, fact, help).at(span));
        }
        let (name, name_span) = self.name.unwrap_or_default();
        Description {
            name,
            name_span,
            size: self.size.unwrap_or_default(),
            spacing: self.spacing,
            use_kerning: self.use_kerning,
            style: self.style.map(|(style, _)| style).unwrap_or_default(),
            style_span: self.style.map(|(_, span)| span),
            default_character: self.default_character.map(|(character, _)| character),
            characters,
        }
    }
}

/// Reads a region. Returns `None` after reporting a problem.
fn read_region<'a>(cursor: &mut Cursor<'a>, region: &Element<'a>) -> Result<Option<RangeInclusive<char>>> {
    let (mut start, mut end) = (None, None);
    let mut is_sound = true;
    while let Some(child) = cursor.next_child()? {
        let bound = match child.name() {
            "Start" if start.is_none() => &mut start,
            "End" if end.is_none() => &mut end,
            "Start" | "End" => {
                cursor.skip_repeated(&child)?;
                continue;
            }
            _ => {
                cursor.skip_unknown(&child, &["Start", "End"])?;
                continue;
            }
        };
        *bound = character(cursor, &child)?.map(|(character, _)| character);
        is_sound &= bound.is_some();
    }
    let problem = match (start, end) {
        _ if !is_sound => return Ok(None),
        (Some(start), Some(end)) if start <= end => return Ok(Some(start..=end)),
        (Some(start), Some(end)) => {
            let fact = format!("a region ends at {end:?}, before its start at {start:?}");
            Problem::new(codes::FONT_RANGE, fact, "swap `Start` and `End`")
        }
        _ => Problem::new(codes::FONT_VALUE, "a region lacks `Start` or `End`", "write both `Start` and `End`"),
    };
    cursor.problems().error(|| problem.at(region.span));
    Ok(None)
}

/// Reads the text of an element as a value. Returns `None` after reporting a problem.
fn value<'a, T>(
    cursor: &mut Cursor<'a>,
    element: &Element<'a>,
    parse: fn(&str, &str, Span) -> Result<T>,
) -> Result<Option<T>> {
    let Some(text) = cursor.text(element)? else { return Ok(None) };
    let text = cursor.trimmed(text, element);
    match parse(element.local(), &text.value, text.span) {
        Ok(value) => Ok(Some(value)),
        Err(problem) => {
            cursor.problems().error(|| problem);
            Ok(None)
        }
    }
}

/// Reads a text of one character. A blank counts as a character if there is nothing else.
fn character<'a>(cursor: &mut Cursor<'a>, element: &Element<'a>) -> Result<Option<(char, Span)>> {
    let Some(text) = cursor.text(element)? else { return Ok(None) };
    match only(&text.value).or_else(|| only(text.value.trim())) {
        Some(character) => Ok(Some((character, text.span))),
        None => {
            cursor.problems().error(|| {
                let fact = format!("{} is {:?}, expected one character", element.local(), shortened(&text.value));
                Problem::new(codes::FONT_VALUE, fact, how_to_write(&text.value)).at(text.span)
            });
            Ok(None)
        }
    }
}

/// Returns the remedy for a text that is not one character. It may be the number of a character.
fn how_to_write(text: &str) -> String {
    match text.trim().parse::<u32>().ok().and_then(char::from_u32) {
        Some(character) => format!("did you mean `&#{};`?", u32::from(character)),
        None => "write the character itself, such as `A`, or its number, such as `&#65;`".to_owned(),
    }
}

fn only(text: &str) -> Option<char> {
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}

fn font_name(element: &str, text: &str, span: Span) -> Result<(String, Span)> {
    if text.is_empty() {
        return Err(invalid(element, text, "the name of a font family", span));
    }
    if text.len() > LONGEST_NAME {
        let fact = format!("{element} is {} bytes long, but the limit is {LONGEST_NAME} bytes", text.len());
        return Err(Problem::new(codes::FONT_LIMIT, fact, "write the name of a font family").at(span));
    }
    Ok((text.to_owned(), span))
}

fn size(element: &str, text: &str, span: Span) -> Result<f32> {
    let points = number(element, text, span)?;
    let pixels = points * PIXELS_A_POINT;
    let is_valid = pixels > 0.0 && pixels <= LARGEST_SIZE;
    let most = LARGEST_SIZE / PIXELS_A_POINT;
    is_valid.then_some(pixels).ok_or_else(|| out_of_range(element, text, &format!("above 0, at most {most}"), span))
}

fn spacing(element: &str, text: &str, span: Span) -> Result<f32> {
    let pixels = number(element, text, span)?;
    let range = format!("from {} to {WIDEST_SPACING}", -WIDEST_SPACING);
    (pixels.abs() <= WIDEST_SPACING).then_some(pixels).ok_or_else(|| out_of_range(element, text, &range, span))
}

fn out_of_range(element: &str, text: &str, range: &str, span: Span) -> Problem {
    let fact = format!("{element} is {}, expected a number {range}", shortened(text));
    Problem::new(codes::FONT_RANGE, fact, "correct the number").at(span)
}

fn number(element: &str, text: &str, span: Span) -> Result<f32> {
    let is_plain = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E'));
    let number = text.parse::<f32>().ok().filter(|number| is_plain && number.is_finite());
    number.ok_or_else(|| invalid(element, text, "a number such as 14 or 12.5", span))
}

fn boolean(element: &str, text: &str, span: Span) -> Result<bool> {
    match text {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        _ => Err(invalid(element, text, "`true` or `false`", span)),
    }
}

fn style(element: &str, text: &str, span: Span) -> Result<(FontStyle, Span)> {
    let mut style = FontStyle::default();
    for name in text.split(',').map(str::trim) {
        match name {
            "Regular" => {}
            "Bold" => style.bold = true,
            "Italic" => style.italic = true,
            _ => return Err(invalid(element, text, "`Regular`, `Bold`, `Italic` or `Bold, Italic`", span)),
        }
    }
    Ok((style, span))
}
