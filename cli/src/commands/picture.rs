//! `rigmill view --png` and `--gif`

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use rigmill_format::{AlignedBytes, ContentType, peek};
use rigmill_graph::{AssetReport, Status};
use rigmill_pipeline::{Registry, did_you_mean};
use rigmill_view::picture::{Background, MARK, Picture, PictureError, Shot, Up};
use walkdir::WalkDir;

use super::build::{self, Built, Fresh, Request};
use crate::args::{self, BuildArgs, PictureArgs, ProjectArgs, Settings};
use crate::content_file;
use crate::failure::Failure;
use crate::output::names::first_names;
use crate::output::replaceable::{check_extension, must_be_replaceable, must_not_be_standard_output};
use crate::output::shell::Shell;
use crate::project;
use crate::project::picture_file::must_not_be_source;
use crate::project::remote::Remotes;

/// A built project.
pub(crate) struct BuiltContent {
    /// The folder of its content.
    pub(crate) folder: PathBuf,
    /// The sources of the assets that failed, and the names that no other asset has. The errors are printed.
    pub(crate) failed: Vec<String>,
}

impl BuiltContent {
    /// Whether an asset failed, so that its content is missing or old. `name` may have an extension or a label.
    pub(crate) fn has_failed(&self, name: &str) -> bool {
        let is_it = |rest: &str| rest.is_empty() || rest.starts_with(['.', '@']);
        self.failed.iter().any(|failed| name.strip_prefix(failed.as_str()).is_some_and(is_it))
    }
}

/// Builds what a picture of an asset shows: the asset, the clip that moves it, and their dependencies. Builds the whole project
/// if these are not enough: the skeleton that fits the clip may be that of any asset.
pub(crate) fn build_for(
    registry: &Registry,
    settings: &Settings,
    path: Option<&Path>,
    asset: &str,
    args: &PictureArgs,
    shell: &Shell,
) -> Result<BuiltContent, Failure> {
    let clip = args.clip.as_deref();
    let mut remotes = Remotes::default();
    // The skeleton may be an asset of its own.
    let skeleton = clip.map(|_| format!("{}.skeleton", source_stem(asset).as_deref().unwrap_or(asset)));
    let alone: Vec<&str> = [Some(asset), clip].into_iter().flatten().collect();
    let with_skeleton = skeleton.iter().map(|skeleton| [&alone[..], &[skeleton.as_str()]].concat());
    for assets in with_skeleton.chain([alone.clone()]) {
        match run(registry, settings, path, &assets, &mut remotes, shell) {
            Ok((content, built)) if is_enough(&content, asset, clip) => {
                print(&built, settings, &remotes, shell);
                return Ok(content);
            }
            Ok(_) => {}
            // A name may be that of content, which is not the name of an asset, or the last part of a clip's name.
            Err(Failure::Graph(_)) => {}
            Err(failure) => return Err(failure),
        }
    }
    let (content, built) = run(registry, settings, path, &[], &mut remotes, shell)?;
    print(&built, settings, &remotes, shell);
    Ok(content)
}

/// Whether a picture can be drawn, or its error is known, once the asset and the clip are built.
fn is_enough(content: &BuiltContent, asset: &str, clip: Option<&str>) -> bool {
    match clip {
        Some(clip) => {
            content.has_failed(asset) || content.has_failed(clip) || open(&content.folder, asset, Some(clip)).is_ok()
        }
        None => content.has_failed(asset) || !is_clip(&content.folder, asset),
    }
}

/// Builds a project. Diagnostics name files as they are in the folder `beside`.
pub(crate) fn build(
    registry: &Registry,
    settings: &Settings,
    path: &Path,
    beside: &Path,
    shell: &Shell,
) -> Result<BuiltContent, Failure> {
    let mut remotes = Remotes::default();
    let (content, mut built) = run(registry, settings, Some(path), &[], &mut remotes, shell)?;
    built.iter_mut().for_each(|built| built.show_from(beside));
    print(&built, settings, &remotes, shell);
    Ok(content)
}

/// Builds the assets of a project that have these names, or all if there are no names. Prints no diagnostics.
fn run(
    registry: &Registry,
    settings: &Settings,
    path: Option<&Path>,
    assets: &[&str],
    remotes: &mut Remotes,
    shell: &Shell,
) -> Result<(BuiltContent, Vec<Built>), Failure> {
    let project = project::find(path, settings)?;
    let target = project::one_target(&project, settings);
    let here = ProjectArgs { path: Some(project.root().to_owned()) };
    let asset = assets.iter().map(|&asset| asset.to_owned()).collect();
    let args = BuildArgs { project: here, asset, ..BuildArgs::default() };
    let request = Request { fresh: Fresh::Reported, ..Request::first(None, remotes) };
    let built = build::build_targets(registry, settings, &args, request, shell)?;
    let failed = failed(built.iter().flat_map(|built| &built.report.assets));
    Ok((BuiltContent { folder: project.target_folder(&target), failed }, built))
}

/// Prints the diagnostics of a build, and waits for its uploads.
fn print(built: &[Built], settings: &Settings, remotes: &Remotes, shell: &Shell) {
    build::print_diagnostics_of(built, settings.appearance.message_format, shell);
    remotes.wait_for_uploads(shell);
}

/// Returns the sources of the failed assets, and their names. A name that a good asset has, too, means the good asset.
fn failed<'a>(assets: impl Iterator<Item = &'a AssetReport>) -> Vec<String> {
    let remaining = assets.filter(|asset| asset.status != Status::Removed);
    let (failed, good): (Vec<_>, Vec<_>) = remaining.partition(|asset| asset.status == Status::Failed);
    let good: BTreeSet<&str> = good.into_iter().map(|asset| asset.asset.as_str()).collect();
    let names = failed.iter().map(|asset| &asset.asset).filter(|name| !good.contains(name.as_str()));
    failed.iter().map(|asset| &asset.source).chain(names).cloned().collect()
}

/// Fails if a picture would replace a file that is none.
pub(crate) fn check_files(args: &PictureArgs) -> Result<(), Failure> {
    for path in [&args.png, &args.gif].into_iter().flatten() {
        must_not_be_standard_output(path)?;
    }
    if let Some(path) = &args.png {
        check_extension(path, "png", "--png")?;
        must_be_replaceable(path, b"\x89PNG", "a PNG image", "picture.png")?;
        must_not_be_source(path, MARK)?;
    }
    if let Some(path) = &args.gif {
        check_extension(path, "gif", "--gif")?;
        must_be_replaceable(path, b"GIF8", "a GIF image", "film.gif")?;
        must_not_be_source(path, MARK)?;
    }
    Ok(())
}

/// Draws an asset of a folder of built content into the files that the command line names.
pub(crate) fn draw(folder: &Path, asset: &str, args: &PictureArgs) -> Result<(), Failure> {
    let failed = |error: PictureError| Failure::other(message(&error), help(folder, asset, &error).as_deref());
    if is_texture(folder, asset) {
        must_be_still(asset, args)?;
    }
    let mut picture = open(folder, asset, args.clip.as_deref()).map_err(failed)?;
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

/// Opens a picture. The clip may also be the path of a source, which is the name of the clip with an extension.
fn open(folder: &Path, asset: &str, clip: Option<&str>) -> Result<Picture, PictureError> {
    let opened = Picture::open(folder, asset, clip);
    match (&opened, clip.and_then(source_stem)) {
        (Err(PictureError::NoSuchClip(_)), Some(stem)) => {
            // An error names the clip as the command line does.
            Picture::open(folder, asset, Some(&stem)).or(opened)
        }
        _ => opened,
    }
}

/// Returns the name that the asset of a source may have: its path without `./` and the extension.
fn source_stem(path: &str) -> Option<String> {
    let path = path.replace('\\', "/");
    let (stem, extension) = path.trim_start_matches("./").rsplit_once('.')?;
    (!extension.contains('/')).then(|| stem.to_owned())
}

/// Whether an asset is a texture, which does not move.
fn is_texture(folder: &Path, asset: &str) -> bool {
    type_of(folder, asset) == Some(ContentType::Texture)
}

/// Whether an asset is a clip, which needs a skeleton.
fn is_clip(folder: &Path, asset: &str) -> bool {
    type_of(folder, asset).is_some_and(ContentType::is_clip)
}

/// Returns the type of the content that has an asset's name.
fn type_of(folder: &Path, asset: &str) -> Option<ContentType> {
    let names = [Some(asset.to_owned()), source_stem(asset)];
    let bytes = names.iter().flatten().find_map(|name| content_file::read(&folder.join(format!("{name}.rmb"))).ok())?;
    peek(&AlignedBytes::from_slice(&bytes)).ok().map(|header| header.content_type)
}

/// Fails if an option has no effect on a texture.
fn must_be_still(asset: &str, args: &PictureArgs) -> Result<(), Failure> {
    if args.gif.is_some() {
        return Err(Failure::other(format!("{asset} is a texture, and textures do not move"), Some("use --png")));
    }
    let option = [("--clip", args.clip.is_some()), ("--bones", args.bones)].into_iter().find(|(_, is_given)| *is_given);
    match option {
        Some((option, _)) => {
            let message = format!("{option} has no effect, because {asset} is a texture");
            Err(Failure::other(message, Some(&format!("leave out {option}"))))
        }
        None => Ok(()),
    }
}

/// Returns the message of an error, with the option that it is about.
fn message(error: &PictureError) -> String {
    match error {
        PictureError::NoSuchClip(_) | PictureError::Misfit { .. } => format!("--clip: {error}"),
        PictureError::NoClip(_) => "--gif and --time need a clip".to_owned(),
        _ => error.to_string(),
    }
}

/// Returns what to do about an error.
fn help(folder: &Path, asset: &str, error: &PictureError) -> Option<String> {
    let clips = || Picture::clips_for(folder, asset).unwrap_or_default();
    Some(match error {
        PictureError::NoAsset(name) => near_asset(folder, name),
        PictureError::NoClip(_) => match clips().as_slice() {
            [] => listed(&[]),
            clips => format!("add --clip, such as --clip {}; {}", clips[0], listed(clips)),
        },
        PictureError::Misfit { .. } | PictureError::Fit(_) => listed(&clips()),
        PictureError::NoSuchClip(name) => {
            let clips = clips();
            near_clip(name, &clips).unwrap_or_else(|| listed(&clips))
        }
        PictureError::Time { duration, .. } => format!("choose a --time from 0 to {duration}"),
        _ => return None,
    })
}

/// Returns the question whether a clip with a similar name, or with a similar last part of its name, was meant.
fn near_clip(name: &str, clips: &[String]) -> Option<String> {
    // The clips of a scene have its name and a label.
    let scene = source_stem(name).map(|stem| format!("{}@", stem.rsplit('/').next().unwrap_or_default()));
    let labelled = |clip: &&String| scene.as_ref().is_some_and(|scene| last_part(clip).starts_with(scene.as_str()));
    if let Some(clip) = clips.iter().find(labelled) {
        return Some(format!("did you mean `{}`?", last_part(clip)));
    }
    // All the parts by which a clip can be named.
    let parts = |clip: &'_ String| clip.match_indices(['/', '@', '_']).map(|(at, _)| at + 1).collect::<Vec<_>>();
    let ends = clips.iter().flat_map(|clip| parts(clip).into_iter().map(|at| &clip[at..]));
    did_you_mean(name, clips.iter().map(String::as_str).chain(ends))
}

fn last_part(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or_default()
}

/// Lists the first clips that fit an asset.
fn listed(clips: &[String]) -> String {
    match clips {
        [] => "no clip in the content fits this asset".to_owned(),
        clips => format!("these clips fit: {} (`rigmill list` lists all assets)", first_names(clips)),
    }
}

/// Returns what to do about a name that no asset has.
fn near_asset(folder: &Path, name: &str) -> String {
    let files = WalkDir::new(folder).into_iter().flatten().filter(|entry| entry.file_type().is_file());
    let names: Vec<String> = files.filter_map(|file| asset_name(folder, file.path())).collect();
    let listed = || "see the names of all assets with `rigmill list`".to_owned();
    did_you_mean(name, names.iter().map(String::as_str)).unwrap_or_else(listed)
}

/// The name of the content in a file: its path without the extension, and without the part that a picture adds by itself.
fn asset_name(folder: &Path, file: &Path) -> Option<String> {
    let name = file.strip_prefix(folder).ok()?.to_str()?.strip_suffix(".rmb")?.replace('\\', "/");
    let part = [".model", ".skeleton"].into_iter().find_map(|part| name.strip_suffix(part));
    Some(part.map(str::to_owned).unwrap_or(name))
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
