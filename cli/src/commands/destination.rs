//! [`Destination`]: the output folder for a source without a project.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rigmill_disk::replace;

use crate::failure::Failure;
use crate::output::printable::quoted;
use crate::output::shell::Shell;

/// The output folder for a source without a project.
pub(super) struct Destination<'a> {
    /// The folder of the source.
    pub(super) beside: &'a Path,
    /// The output folder.
    pub(super) out: PathBuf,
}

impl Destination<'_> {
    /// Copies the outputs of a target from a temporary folder into the target's folder at this destination, and returns that
    /// folder. Each file appears completely or not at all.
    pub(super) fn receive<'o>(
        &self,
        target: &str,
        from: &Path,
        outputs: impl Iterator<Item = &'o String>,
        shell: &Shell,
    ) -> Result<PathBuf, Failure> {
        let folder = self.out.join(target);
        for output in outputs {
            let to = folder.join(output);
            copy_whole(&from.join(output), &to).map_err(Failure::io("write", &to))?;
            shell.note(format_args!("wrote {}", quoted(&to)));
        }
        Ok(folder)
    }
}

fn copy_whole(from: &Path, to: &Path) -> io::Result<()> {
    let folder = to.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    io::copy(&mut fs::File::open(from)?, &mut file)?;
    #[cfg(unix)]
    fs::set_permissions(file.path(), fs::metadata(from)?.permissions())?;
    let passing = file.into_temp_path().keep().map_err(|error| error.error)?;
    // If the new file cannot be removed either, it stays.
    replace(&passing, to).inspect_err(|_| drop(fs::remove_file(&passing)))
}
