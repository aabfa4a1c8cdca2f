//! Sources imported and processed without a project around them: with default parameters, and no other assets.

use std::fs;
use std::io;
use std::path::Path;

use rigmill_graph::{RegularFile, read_file};
use rigmill_pipeline::{
    AssetError, AssetIndex, Diagnostic, Digest, DynValue, ErasedImporter, ImportContext, ProcessContext, Product,
    ProductInfo, Registry, SourcePath, Sources, StageError, TomlTable,
};

use crate::args::MessageFormat;
use crate::content_file::LARGEST_SOURCE;
use crate::shell::Shell;
use crate::tell::tell_diagnostics;

/// What a processor makes of a source.
pub(crate) fn products(
    registry: &Registry,
    importer: &dyn ErasedImporter,
    processor: &str,
    folder: &Path,
    source: &SourcePath,
    shell: &Shell,
) -> Result<Vec<Product>, String> {
    let (made, name) = (importer.output(), processor);
    let processor = registry.processor(name, made);
    let processor = processor.ok_or_else(|| format!("no processor `{name}` takes {}", made.name()))?;
    let nothing = TomlTable::new();
    let world = Folder(folder);
    let mut ctx = ImportContext::new(source, &world);
    let params = importer.bind(&nothing).map_err(|error| error.to_string())?;
    let imported = importer.import(&mut ctx, &params);
    let value = told(imported, ctx.finish().1, (folder, source), shell)?;
    let mut ctx = ProcessContext::new(source, &world);
    let params = processor.bind(&nothing).map_err(|error| error.to_string())?;
    let processed = processor.process(&value, &params, &mut ctx);
    told(processed, ctx.finish().1, (folder, source), shell)
}

/// Prints what a stage said, and gives its result.
fn told<T>(
    result: Result<T, StageError>,
    diagnostics: Vec<Diagnostic>,
    (folder, source): (&Path, &SourcePath),
    shell: &Shell,
) -> Result<T, String> {
    tell_diagnostics(diagnostics.iter(), folder, MessageFormat::Human, shell);
    result.map_err(|error| match error {
        StageError::Diagnosed => format!("{source} cannot be imported"),
        error @ StageError::Io { .. } => error.to_string(),
    })
}

/// The files below a folder, without a project around them.
struct Folder<'a>(&'a Path);

impl Sources for Folder<'_> {
    fn read(&self, path: &SourcePath) -> io::Result<Option<(Vec<u8>, Digest)>> {
        match read_file(&self.0.join(path.as_str()), LARGEST_SOURCE) {
            Ok(bytes) => {
                let digest = Digest::of(&bytes);
                Ok(Some((bytes, digest)))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn size(&self, path: &SourcePath) -> io::Result<Option<u64>> {
        match RegularFile::open(&self.0.join(path.as_str())) {
            Ok(file) => Ok(Some(file.length())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn list(&self, _: &str) -> io::Result<Vec<SourcePath>> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "a source without a project cannot list files"))
    }
}

impl AssetIndex for Folder<'_> {
    fn product(&self, name: &str) -> Result<ProductInfo, AssetError> {
        // It stands alone; what it refers to is nobody's concern here.
        Err(AssetError::Failed { name: name.to_owned() })
    }

    fn value(&self, name: &str) -> Result<DynValue, AssetError> {
        Err(AssetError::Missing { name: name.to_owned() })
    }

    fn nearest(&self, _: &str) -> Option<String> {
        None
    }

    fn sources_named(&self, name: &str) -> Vec<SourcePath> {
        let prefix = &name[..name.rfind('/').map_or(0, |slash| slash + 1)];
        let entries = fs::read_dir(self.0.join(prefix)).into_iter().flatten().flatten();
        let path = |entry: fs::DirEntry| SourcePath::new(&format!("{prefix}{}", entry.file_name().to_str()?)).ok();
        let mut found: Vec<SourcePath> =
            entries.filter_map(path).filter(|path| path.asset_name().eq_ignore_ascii_case(name)).collect();
        found.sort_unstable();
        found
    }
}
