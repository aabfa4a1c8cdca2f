//! [`EffectFile`]: imports compiled effects. Rigmill has no shader compiler: the compilers of XNA, FNA and MonoGame create
//! these files.

use rigmill_dom::EffectSource;
use rigmill_pipeline::{Claim, ClaimRule, Diagnostic, Found, ImportContext, Importer, SourcePath, StageError};

use crate::codes;
use crate::syntax::size_exceeded;

/// The maximum size of a compiled effect, in bytes.
const MAX_BYTES: u64 = 64 << 20;

/// The first bytes of compiled effects: plain fx_2_0, fx_2_0 with the header of XNA's pipeline, and MonoGame's effects.
const MAGICS: [[u8; 4]; 3] = [[0x01, 0x09, 0xff, 0xfe], [0xcf, 0x0b, 0xf0, 0xbc], *b"MGFX"];

rigmill_pipeline::params! {
    /// Parameters of the importer `effect`.
    pub struct EffectParams {
        /// The path of the compiled effect, relative to the source's folder, such as "Compiled/Glow.mgfxo". By default,
        /// the importer looks next to the source for a file with the same name and the extension `.fxo`, `.fxb` or
        /// `.mgfxo`.
        compiled: Option<String> = None,
    }
}

/// Imports compiled effects: `.fxo`, `.fxb` and `.mgfxo`, and `.fx` if one of these is beside it.
#[derive(Clone, Copy, Debug, Default)]
pub struct EffectFile;

impl EffectFile {
    /// The extension of effect source code.
    pub const SOURCE: &str = "fx";
    /// The extensions of compiled effects.
    pub const COMPILED: [&str; 3] = ["fxo", "fxb", "mgfxo"];
}

impl Importer for EffectFile {
    type Output = EffectSource;
    type Params = EffectParams;
    const NAME: &'static str = "effect";
    const VERSION: u32 = 1;
    const EXTENSIONS: &'static [&'static str] =
        &[Self::SOURCE, Self::COMPILED[0], Self::COMPILED[1], Self::COMPILED[2]];
    const DEFAULT_PROCESSOR: &'static str = "effect";
    const CLAIM_RULE: Option<ClaimRule> = Some(claim);

    fn import(&self, ctx: &mut ImportContext<'_>, params: &EffectParams) -> Result<EffectSource, StageError> {
        let path = compiled(ctx, params.compiled.as_deref())?;
        let bytes = match ctx.read_within(&path, MAX_BYTES)? {
            Found::Bytes(bytes) => bytes,
            Found::TooLarge(size) => {
                let fact = size_exceeded(&format!("`{path}`"), size, MAX_BYTES);
                return Err(ctx.fail(unreadable(fact, "check that this is the right file")));
            }
            Found::Missing => {
                let help = "compile the effect to this file, or fix `compiled` in the rule";
                return Err(ctx.fail(unreadable(format!("there is no file `{path}`"), help)));
            }
        };
        if !MAGICS.iter().any(|magic| bytes.starts_with(magic)) {
            ctx.report(unknown(&path, &bytes));
        }
        Ok(EffectSource { bytes })
    }
}

/// A compiled effect beside its source code is a part of the source code's asset.
fn claim(file_name: &str, is_in_folder: &dyn Fn(&str) -> bool) -> Claim {
    let (stem, extension) = file_name.rsplit_once('.').unwrap_or((file_name, ""));
    let is_source = extension.eq_ignore_ascii_case(EffectFile::SOURCE);
    let has_source = || [EffectFile::SOURCE, "FX"].iter().any(|source| is_in_folder(&format!("{stem}.{source}")));
    if !is_source && has_source() { Claim::Part } else { Claim::Asset }
}

/// Returns the path of the compiled effect.
fn compiled(ctx: &mut ImportContext<'_>, named: Option<&str>) -> Result<SourcePath, StageError> {
    let source = ctx.source().clone();
    if let Some(named) = named {
        return source.relative(named).map_err(|error| {
            ctx.fail(unreadable(
                format!("`compiled` is not a valid path: {error}"),
                "write the path relative to the source's folder",
            ))
        });
    }
    let (stem, extension) = source.file_name().rsplit_once('.').unwrap_or((source.file_name(), ""));
    if !extension.eq_ignore_ascii_case(EffectFile::SOURCE) {
        return Ok(source);
    }
    let mut found = Vec::new();
    for extension in EffectFile::COMPILED {
        let Ok(path) = source.relative(&format!("{stem}.{extension}")) else { continue };
        if ctx.exists(&path)? {
            found.push(path);
        }
    }
    match found.as_slice() {
        [] => Err(ctx.fail(not_compiled(stem))),
        [path] => Ok(path.clone()),
        [first, second, ..] => {
            let fact = format!("`{first}` and `{second}` are both compiled effects of this source");
            let help =
                format!("choose one of the two files in a rule: `params = {{ compiled = \"{}\" }}`", first.file_name());
            Err(ctx.fail(Diagnostic::error(codes::EFFECT_NOT_COMPILED, fact).help(help)))
        }
    }
}

fn not_compiled(stem: &str) -> Diagnostic {
    let fact = "this is source code, and its folder contains no compiled effect with the same name";
    let help = format!(
        "compile the effect for FNA (`fxc /T fx_2_0 /Fo {stem}.fxo {stem}.fx`) or for MonoGame \
         (`mgfxc {stem}.fx {stem}.mgfxo`), or exclude it with `exclude = true` in a rule"
    );
    Diagnostic::error(codes::EFFECT_NOT_COMPILED, fact).help(help)
}

fn unreadable(fact: impl Into<String>, help: &str) -> Diagnostic {
    Diagnostic::error(codes::EFFECT_UNREADABLE, fact).help(help)
}

fn unknown(path: &SourcePath, bytes: &[u8]) -> Diagnostic {
    let found = if bytes.starts_with(b"DXBC") { ": it is a shader for Direct3D 10 or later" } else { "" };
    let fact = format!("`{path}` does not look like a compiled effect for XNA, FNA or MonoGame{found}");
    Diagnostic::warning(codes::EFFECT_UNKNOWN, fact)
        .help("compile the effect with `fxc /T fx_2_0` for FNA, or with `mgfxc` for MonoGame")
}
