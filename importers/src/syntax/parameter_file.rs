//! [`ParameterFile`]: reads a file that a parameter names.

use rigmill_pipeline::{Code, Diagnostic, Found, ImportContext, SourcePath, StageError, nearest};

use super::size_exceeded;

/// The maximum number of files that are compared with a path.
const MAX_FILES: usize = 1024;

/// A file that a parameter names by its path from the project folder.
pub(crate) struct ParameterFile {
    /// The name of the parameter.
    pub(crate) parameter: &'static str,
    /// What the file is, such as `schema`.
    pub(crate) noun: &'static str,
    /// The glob of files that can be meant.
    pub(crate) glob: &'static str,
    /// The code of the problem that the file does not exist.
    pub(crate) missing: Code,
    /// The maximum size in bytes, with the code and remedy for a larger file.
    pub(crate) limit: (u64, Code, &'static str),
}

impl ParameterFile {
    /// Reads the file at a path. The file becomes a dependency.
    pub(crate) fn read(&self, path: &str, ctx: &mut ImportContext<'_>) -> Result<(SourcePath, Vec<u8>), StageError> {
        let Self { parameter, noun, limit: (limit, too_large, help), .. } = *self;
        let file = match SourcePath::new(path) {
            Ok(file) if !is_absolute(path) => file,
            Ok(_) => return Err(self.fail(format!("`{path}` is an absolute path"), path, ctx)),
            Err(_) if is_absolute(path) => return Err(self.fail(format!("`{path}` is an absolute path"), path, ctx)),
            Err(error) => return Err(self.fail(error.to_string(), path, ctx)),
        };
        match ctx.read_within(&file, limit)? {
            Found::Bytes(bytes) => Ok((file, bytes)),
            Found::TooLarge(size) => {
                let fact = size_exceeded(&format!("the {noun} `{file}`"), size, limit);
                Err(ctx.fail(Diagnostic::error(too_large, fact).of_parameter(parameter).help(help)))
            }
            Found::Missing if is_folder(&file, ctx) => {
                Err(self.fail(format!("`{file}` is a folder, expected a {noun}"), path, ctx))
            }
            Found::Missing => Err(self.fail(format!("there is no {noun} `{file}`"), path, ctx)),
        }
    }

    /// Reports that a path names no file. The remedy names the file that was probably meant.
    fn fail(&self, fact: String, path: &str, ctx: &mut ImportContext<'_>) -> StageError {
        let files = ctx.list(self.glob).unwrap_or_default();
        let help = match near(path, &files) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("write the path of the {}, relative to the project folder", self.noun),
        };
        ctx.fail(Diagnostic::error(self.missing, fact).of_parameter(self.parameter).help(help))
    }
}

fn is_absolute(path: &str) -> bool {
    path.starts_with(['/', '\\']) || path.get(1..2) == Some(":")
}

fn is_folder(path: &SourcePath, ctx: &mut ImportContext<'_>) -> bool {
    let is_plain = !path.as_str().contains(['*', '?', '[', ']', '{', '}', '!']);
    is_plain && ctx.list(&format!("{path}/**/*")).is_ok_and(|files| !files.is_empty())
}

/// Returns the file that was probably meant: the file with the same name whose folders are the most similar, or else the file
/// with the most similar path.
fn near<'f>(path: &str, files: &'f [SourcePath]) -> Option<&'f str> {
    let parts = |path: &str| path.rsplit(['/', '\\']).map(str::to_lowercase).collect::<Vec<_>>();
    let wanted = parts(path);
    let same = |file: &SourcePath| parts(file.as_str()).iter().zip(&wanted).take_while(|(a, b)| a == b).count();
    let most = files.iter().map(|file| (same(file), file)).filter(|(same, _)| *same > 0).rev();
    let of_name = most.max_by_key(|(same, _)| *same).map(|(_, file)| file.as_str());
    of_name.or_else(|| nearest(path, files.iter().take(MAX_FILES).map(SourcePath::as_str)))
}
