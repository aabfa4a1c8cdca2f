//! `rigmill view --png` and `--gif`

use std::fs;
use std::path::{Path, PathBuf};

use rigmill_graph::Status;
use rigmill_pipeline::Registry;
use rigmill_view::picture::{Background, Picture, PictureError, Shot, Up};

use super::build::{self, Fresh, Request};
use crate::args::{self, BuildArgs, PictureArgs, ProjectArgs, Settings};
use crate::failure::Failure;
use crate::output::replaceable::must_be_replaceable;
use crate::output::shell::Shell;
use crate::project;
use crate::project::remote::Remotes;

/// Builds a project. Returns the folder of its content, and whether all assets are built; why not is printed.
pub(crate) fn build(
    registry: &Registry,
    settings: &Settings,
    path: Option<&Path>,
    shell: &Shell,
) -> Result<(PathBuf, bool), Failure> {
    let project = project::find(path, settings)?;
    let target = project::one_target(&project, settings);
    let here = ProjectArgs { path: Some(project.root().to_owned()) };
    let args = BuildArgs { project: here, ..BuildArgs::default() };
    let mut remotes = Remotes::default();
    let request = Request { fresh: Fresh::Counted, ..Request::first(None, &mut remotes) };
    let built = build::build_targets(registry, settings, &args, request, shell)?;
    build::print_diagnostics_of(&built, settings.appearance.message_format, shell);
    remotes.wait_for_uploads(shell);
    let success = built.iter().all(|built| built.report.count(Status::Failed) == 0);
    Ok((project.target_folder(&target), success))
}

/// Fails if a picture would replace a file that is none.
pub(crate) fn check_files(args: &PictureArgs) -> Result<(), Failure> {
    if let Some(path) = &args.png {
        must_be_replaceable(path, b"\x89PNG", "a PNG image", "picture.png")?;
    }
    if let Some(path) = &args.gif {
        must_be_replaceable(path, b"GIF8", "a GIF image", "film.gif")?;
    }
    Ok(())
}

/// Draws an asset of a folder of built content into the files that the command line names.
pub(crate) fn draw(folder: &Path, asset: &str, args: &PictureArgs) -> Result<(), Failure> {
    let failed = |error: PictureError| Failure::other(error.to_string(), None);
    let mut picture = Picture::open(folder, asset, args.clip.as_deref()).map_err(failed)?;
    let shot = shot(args);
    if let Some(path) = &args.png {
        let image = picture.draw(&shot).map_err(failed)?;
        let png = image.to_png().map_err(Failure::io("write", path))?;
        fs::write(path, png).map_err(Failure::io("write", path))?;
    }
    if let Some(path) = &args.gif {
        let mut gif = Vec::new();
        picture.film(&shot, args.rate, &mut gif).map_err(failed)?;
        fs::write(path, gif).map_err(Failure::io("write", path))?;
    }
    Ok(())
}

fn shot(args: &PictureArgs) -> Shot {
    let background = match args.background {
        args::Background::Dark => Background::Dark,
        args::Background::Light => Background::Light,
        args::Background::Transparent => Background::Transparent,
    };
    let up = match args.up {
        args::Up::Y => Up::Y,
        args::Up::Z => Up::Z,
    };
    let camera = args.camera.unwrap_or_default();
    Shot { size: args.size, camera, time: args.time, bones: args.bones, background, up }
}
