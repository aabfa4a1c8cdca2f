//! The commands `font` and `text` of a script.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;

use rigmill_runtime::content::Font;

use super::content::ContentFolder;
use super::json::{numbers, text};
use super::problem::{Problem, at};
use crate::output::shell::must_print;

/// The fonts that a script has loaded, by name.
#[derive(Default)]
pub(super) struct Fonts(BTreeMap<String, Arc<Font>>);

impl Fonts {
    /// Loads the font at `path`, a source or built.
    pub(super) fn load(&mut self, name: &str, path: &str, content: &ContentFolder<'_>) -> Result<(), Problem> {
        self.0.insert(name.to_owned(), content.load(path).map_err(at(2))?);
        Ok(())
    }

    /// Prints the size of a text and where each of its characters is drawn.
    pub(super) fn text(&self, font: &str, words: &str, out: &mut impl Write) -> Result<(), Problem> {
        let not_loaded = || at(1)(Problem::not_loaded("font", font, self.0.keys()));
        let font = self.0.get(font).ok_or_else(not_loaded)?;
        let size = font.measure(words).map_err(Problem::new).map_err(at(2))?;
        let mut glyphs = Vec::new();
        for quad in font.layout(words) {
            let quad = quad.map_err(Problem::new).map_err(at(2))?;
            let character = text(quad.character.encode_utf8(&mut [0; 4]));
            let [left, top, width, height] = quad.bounds;
            let at = numbers(&quad.position);
            glyphs.push(format!(r#"{{"c":{character},"at":{at},"of":[{left},{top},{width},{height}]}}"#));
        }
        let (words, size) = (text(words), numbers(&size));
        must_print(writeln!(out, r#"{{"text":{words},"size":{size},"glyphs":[{}]}}"#, glyphs.join(",")));
        Ok(())
    }
}
