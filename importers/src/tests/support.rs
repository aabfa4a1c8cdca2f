//! What the tests share.

use std::io;
use std::path::PathBuf;

use rigmill_dom::AnimationSource;
use rigmill_pipeline::{Diagnostic, Digest, ImportContext, Importer, NoParams, SourcePath, Sources};

use crate::AnimationXml;

/// A project of one file, whatever it is called.
pub(super) struct OneFile<'a>(pub &'a [u8]);

impl Sources for OneFile<'_> {
    fn read(&self, _path: &SourcePath) -> io::Result<Option<(Vec<u8>, Digest)>> {
        Ok(Some((self.0.to_vec(), Digest::from_bytes([0; 32]))))
    }

    fn list(&self, _pattern: &str) -> io::Result<Vec<SourcePath>> {
        Ok(Vec::new())
    }
}

/// What an importer makes of some bytes, and what it says.
pub(super) fn import<I: Importer<Params = NoParams> + Default>(bytes: &[u8]) -> (Option<I::Output>, Vec<Diagnostic>) {
    import_with::<I>(bytes, &NoParams::default())
}

/// What an importer makes of some bytes with some parameters, and what it says.
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

/// What the animation importer makes of some bytes, and what it says.
pub(super) fn animation(bytes: impl AsRef<[u8]>) -> (Option<AnimationSource>, Vec<Diagnostic>) {
    import::<AnimationXml>(bytes.as_ref())
}

/// The value of a source that is in order.
pub(super) fn clean<T>((value, diagnostics): (Option<T>, Vec<Diagnostic>)) -> T {
    assert_eq!(diagnostics, []);
    value.unwrap()
}

/// The diagnostics as people read them.
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

/// An animation of the sequences given, one element a line.
pub(super) fn document(sequences: &[&str]) -> String {
    format!(
        "<AnimationSequence>\n<KeyFrameSequenceCount>{}</KeyFrameSequenceCount>\n<Duration>1</Duration>\n\
         <KeyFrameSequences>\n{}</KeyFrameSequences>\n</AnimationSequence>\n",
        sequences.len(),
        sequences.concat(),
    )
}

/// A sequence for `bone` with `fields` behind its name.
pub(super) fn sequence(bone: &str, fields: &str) -> String {
    format!("<KeyFrameSequence>\n<BoneName>{bone}</BoneName>\n{fields}\n</KeyFrameSequence>\n")
}

/// Two keys of translation.
pub(super) const TWO_KEYS: &str = "<KeyCount>2</KeyCount>\n<Duration>1</Duration>\n<KeyInterval>1</KeyInterval>\n\
    <HasTranslation>true</HasTranslation>\n<Translation><Vector3><X>1</X><Y>-0.0</Y></Vector3><Vector3/></Translation>";

/// The folder with RobotGame's data.
pub(super) fn robotgame() -> PathBuf {
    data("RIGMILL_ROBOTGAME")
}

/// The folder named by an environment variable. A test that needs one is ignored where the variable was not set when it was
/// compiled, by the cfg that the build script gives.
pub(super) fn data(variable: &str) -> PathBuf {
    data_if_set(variable).unwrap_or_else(|| panic!("{variable} is not set, so there is no outside data to test with"))
}

/// The folder named by an environment variable, for tests that have enough to do without it.
#[expect(clippy::disallowed_methods, reason = "tests find outside data through the environment")]
pub(super) fn data_if_set(variable: &str) -> Option<PathBuf> {
    std::env::var_os(variable).filter(|folder| !folder.is_empty()).map(PathBuf::from)
}
