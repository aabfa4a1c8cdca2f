//! Helpers that several tests use.

use std::io;
use std::path::PathBuf;

use rigmill_dom::AnimationSource;
use rigmill_pipeline::{Diagnostic, Digest, ImportContext, Importer, NoParams, SourcePath, Sources};

use crate::AnimationXml;

/// A project in which every path refers to the same file.
pub(super) struct OneFile<'a>(pub &'a [u8]);

impl Sources for OneFile<'_> {
    fn read(&self, _path: &SourcePath) -> io::Result<Option<(Vec<u8>, Digest)>> {
        Ok(Some((self.0.to_vec(), Digest::from_bytes([0; 32]))))
    }

    fn list(&self, _pattern: &str) -> io::Result<Vec<SourcePath>> {
        Ok(Vec::new())
    }
}

/// Imports bytes. Returns the result and the diagnostics.
pub(super) fn import<I: Importer<Params = NoParams> + Default>(bytes: &[u8]) -> (Option<I::Output>, Vec<Diagnostic>) {
    import_with::<I>(bytes, &NoParams::default())
}

/// Imports bytes with parameters. Returns the result and the diagnostics.
pub(super) fn import_with<I: Importer + Default>(
    bytes: &[u8],
    params: &I::Params,
) -> (Option<I::Output>, Vec<Diagnostic>) {
    let path = SourcePath::new(&format!("test.{}", I::EXTENSIONS.first().unwrap_or(&"fbx"))).unwrap();
    let sources = OneFile(bytes);
    let mut ctx = ImportContext::new(&path, &sources);
    let value = I::default().import(&mut ctx, params).ok();
    (value, ctx.finish().1)
}

/// Imports bytes with the animation importer. Returns the result and the diagnostics.
pub(super) fn animation(bytes: impl AsRef<[u8]>) -> (Option<AnimationSource>, Vec<Diagnostic>) {
    import::<AnimationXml>(bytes.as_ref())
}

/// Returns the value of a source without problems.
pub(super) fn clean<T>((value, diagnostics): (Option<T>, Vec<Diagnostic>)) -> T {
    assert_eq!(diagnostics, []);
    value.unwrap()
}

/// Formats diagnostics as users see them.
pub(super) fn rendered(diagnostics: &[Diagnostic]) -> String {
    diagnostics.iter().map(render).collect()
}

fn render(diagnostic: &Diagnostic) -> String {
    let Diagnostic { level, code, message, location, help, .. } = diagnostic;
    let mut text = format!("{}[{code}]", level.name());
    if let Some(location) = location {
        text += &format!(" {}:{}", location.line, location.column);
    }
    text += &format!(": {message}\n");
    if let Some(excerpt) = location.as_ref().and_then(|location| location.excerpt.as_ref()) {
        let location = location.as_ref().unwrap();
        let marks = "^".repeat(location.highlight_length as usize);
        text += &format!("  | {excerpt}\n  | {}{marks}\n", " ".repeat(location.highlight_start as usize));
    }
    text + &format!("  = help: {}\n", help.as_deref().unwrap_or("none"))
}

/// Returns an animation of these sequences, with one element per line.
pub(super) fn document(sequences: &[&str]) -> String {
    format!(
        "<AnimationSequence>\n<KeyFrameSequenceCount>{}</KeyFrameSequenceCount>\n<Duration>1</Duration>\n\
         <KeyFrameSequences>\n{}</KeyFrameSequences>\n</AnimationSequence>\n",
        sequences.len(),
        sequences.concat(),
    )
}

/// Returns a sequence of `bone`, with `fields` after its name.
pub(super) fn sequence(bone: &str, fields: &str) -> String {
    format!("<KeyFrameSequence>\n<BoneName>{bone}</BoneName>\n{fields}\n</KeyFrameSequence>\n")
}

/// Two translation keys.
pub(super) const TWO_KEYS: &str = "<KeyCount>2</KeyCount>\n<Duration>1</Duration>\n<KeyInterval>1</KeyInterval>\n\
    <HasTranslation>true</HasTranslation>\n<Translation><Vector3><X>1</X><Y>-0.0</Y></Vector3><Vector3/></Translation>";

/// Returns the folder with RobotGame's data.
pub(super) fn robotgame() -> PathBuf {
    data("RIGMILL_ROBOTGAME")
}

/// Returns the folder named by an environment variable. If the variable was not set at compile time, tests that need it are
/// ignored, with the cfg from the build script.
pub(super) fn data(variable: &str) -> PathBuf {
    data_if_set(variable).unwrap_or_else(|| panic!("{variable} is not set, so there is no outside data to test with"))
}

/// Returns the folder named by an environment variable, for tests that are also useful without it.
#[expect(clippy::disallowed_methods, reason = "tests find outside data through the environment")]
pub(super) fn data_if_set(variable: &str) -> Option<PathBuf> {
    std::env::var_os(variable).filter(|folder| !folder.is_empty()).map(PathBuf::from)
}
