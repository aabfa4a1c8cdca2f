//! [`Sources`]: the project's folder.

mod clip;
mod model;
mod skeleton;
mod texture;

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::iter;
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// The number of clips, or of models with their textures, in a folder.
const ASSETS_A_FOLDER: u32 = 100;

/// The contents of a project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Clips.
    Clips,
    /// Clips, and a skeleton that all of them depend on.
    SharedSkeleton,
    /// Models, each with its own texture.
    Models,
}

/// A project's folder. Each source has its own serial number, so that it differs from all others.
pub(crate) struct Sources {
    root: PathBuf,
    kind: Kind,
    /// The number of clips or models.
    count: u32,
    /// The serial number for the next change.
    next: u32,
}

/// A source file.
pub(crate) struct SourceFile {
    /// The path, relative to the project's folder.
    pub(crate) path: String,
    pub(crate) need: Option<Need>,
}

/// A dependency of a source, as a path relative to the project's folder.
pub(crate) enum Need {
    /// The value of the other file. If it changes, both are built.
    Value(String),
    /// Only the existence of the other file.
    Reference(String),
}

/// A source that was just changed.
pub(crate) struct Changed {
    /// The path, relative to the project's folder.
    pub(crate) path: String,
    /// The name of the source's asset.
    pub(crate) asset: String,
    /// The number of assets that must be built.
    pub(crate) stale: u32,
    /// Some of the assets that must be built. Their outputs contain the mark afterwards.
    pub(crate) marked: Vec<String>,
    pub(crate) mark: Vec<u8>,
}

impl Sources {
    /// Creates the folder, which must not exist.
    pub(crate) fn create(root: PathBuf, kind: Kind, count: u32) -> Result<Self, Failure> {
        fs::create_dir(&root).map_err(Failure::at(&root))?;
        let sources = Self { root, kind, count, next: count };
        sources.write("rigmill.toml", manifest(kind).as_bytes())?;
        for index in (0..count).step_by(ASSETS_A_FOLDER as usize) {
            let folder = sources.root.join(folder(index));
            fs::create_dir(&folder).map_err(Failure::at(&folder))?;
        }
        for index in 0..count {
            sources.write_unit(index)?;
        }
        if kind == Kind::SharedSkeleton {
            sources.write(skeleton::PATH, skeleton::source(0).as_bytes())?;
        }
        Ok(sources)
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the number of assets.
    pub(crate) fn assets(&self) -> u32 {
        match self.kind {
            Kind::Clips => self.count,
            Kind::SharedSkeleton => self.count + 1,
            Kind::Models => self.count * 2,
        }
    }

    /// Returns the source of each asset. Dependencies come before their dependents.
    pub(crate) fn files(&self) -> impl Iterator<Item = SourceFile> {
        let shared =
            (self.kind == Kind::SharedSkeleton).then(|| SourceFile { path: skeleton::PATH.to_owned(), need: None });
        shared.into_iter().chain((0..self.count).flat_map(|index| self.unit(index)))
    }

    /// Returns the name of an asset with a typical output.
    pub(crate) fn sample(&self) -> String {
        changing_asset(self.kind, 0)
    }

    /// Returns the size of a clip, in bytes.
    pub(crate) fn clip_bytes() -> usize {
        clip::source(0).len()
    }

    /// Overwrites a clip or a texture in place, as most editors do. Each call changes a different one.
    pub(crate) fn change(&mut self) -> Result<Changed, Failure> {
        let serial = self.serial();
        // The step is prime, so that changes are spread over the folders.
        let index = u32::try_from(u64::from(serial) * 7919 % u64::from(self.count)).unwrap_or(0);
        self.change_at(index, serial)
    }

    fn change_at(&self, index: u32, serial: u32) -> Result<Changed, Failure> {
        self.write_changing(index, serial)?;
        let asset = changing_asset(self.kind, index);
        let mark = if self.kind == Kind::Models { texture::mark(serial) } else { clip::mark(serial) };
        Ok(Changed { path: changing_path(self.kind, index), stale: 1, marked: vec![asset.clone()], asset, mark })
    }

    /// Overwrites the clip of [`sample`](Self::sample).
    pub(crate) fn change_sample(&mut self) -> Result<Changed, Failure> {
        let serial = self.serial();
        self.change_at(0, serial)
    }

    /// Adds a skeleton with the clips' bones. Returns its name.
    pub(crate) fn add_skeleton(&self) -> Result<&'static str, Failure> {
        self.write(skeleton::PATH, skeleton::source(0).as_bytes())?;
        Ok(skeleton::ASSET)
    }

    /// Overwrites the skeleton that all clips share.
    pub(crate) fn change_skeleton(&mut self) -> Result<Changed, Failure> {
        let serial = self.serial();
        self.write(skeleton::PATH, skeleton::source(serial).as_bytes())?;
        Ok(Changed {
            path: skeleton::PATH.to_owned(),
            asset: skeleton::ASSET.to_owned(),
            stale: self.assets(),
            marked: [0, self.count - 1].map(|index| changing_asset(self.kind, index)).into(),
            mark: skeleton::mark(serial),
        })
    }

    /// Adds a comment to the manifest.
    pub(crate) fn comment(&self) -> Result<(), Failure> {
        add_comment(&self.root.join("rigmill.toml"))
    }

    fn serial(&mut self) -> u32 {
        let serial = self.next;
        self.next += 1;
        serial
    }

    /// Returns the sources of a clip, or of a model and its texture.
    fn unit(&self, index: u32) -> impl Iterator<Item = SourceFile> + use<> {
        let path = changing_path(self.kind, index);
        let model = (self.kind == Kind::Models)
            .then(|| SourceFile { path: model_path(index), need: Some(Need::Reference(path.clone())) });
        let need = (self.kind == Kind::SharedSkeleton).then(|| Need::Value(skeleton::PATH.to_owned()));
        iter::once(SourceFile { path, need }).chain(model)
    }

    fn write_unit(&self, index: u32) -> Result<(), Failure> {
        self.write_changing(index, index)?;
        if self.kind == Kind::Models {
            self.write(&model_path(index), model::source(&texture_file(index)).as_bytes())?;
        }
        Ok(())
    }

    /// Writes the clip or texture with an index.
    fn write_changing(&self, index: u32, serial: u32) -> Result<(), Failure> {
        let path = changing_path(self.kind, index);
        let bytes = match self.kind {
            Kind::Clips | Kind::SharedSkeleton => clip::source(serial).into_bytes(),
            Kind::Models => texture::source(serial).map_err(Failure::at(&self.root.join(&path)))?,
        };
        self.write(&path, &bytes)
    }

    fn write(&self, path: &str, bytes: &[u8]) -> Result<(), Failure> {
        let path = self.root.join(path);
        fs::write(&path, bytes).map_err(Failure::at(&path))
    }
}

/// Adds a line to a file in which `#` begins a comment.
pub(crate) fn add_comment(path: &Path) -> Result<(), Failure> {
    let added = OpenOptions::new().append(true).open(path).and_then(|mut file| file.write_all(b"# Nothing new.\n"));
    added.map_err(Failure::at(path))
}

fn manifest(kind: Kind) -> String {
    let project = "[project]\nname = \"benchmark\"\n";
    let rule = match kind {
        Kind::Clips => return project.to_owned(),
        // Of the processors that need a skeleton's value, this one has the least work.
        Kind::SharedSkeleton => format!(
            "match = \"**/*.Animation\"\nprocessor = \"sampled-clip\"\nparams = {{ rate = 4, skeleton = \"{}\" }}\n",
            skeleton::ASSET
        ),
        Kind::Models => "match = \"**/*.gltf\"\nprocessor = \"model\"\nparams = { skeleton = false }\n".to_owned(),
    };
    format!("{project}\n[[rule]]\n{rule}")
}

/// Returns the folder of a source, relative to the project's folder.
fn folder(index: u32) -> String {
    format!("f{:04}", index / ASSETS_A_FOLDER)
}

/// Returns the asset of the clip or texture with an index.
fn changing_asset(kind: Kind, index: u32) -> String {
    match kind {
        Kind::Clips | Kind::SharedSkeleton => format!("{}/clip{index:06}", folder(index)),
        Kind::Models => format!("{}/skin{index:06}", folder(index)),
    }
}

/// Returns the path of the clip or texture with an index.
fn changing_path(kind: Kind, index: u32) -> String {
    let extension = if kind == Kind::Models { "png" } else { "Animation" };
    format!("{}.{extension}", changing_asset(kind, index))
}

fn model_path(index: u32) -> String {
    format!("{}/model{index:06}.gltf", folder(index))
}

/// Returns the file name of a texture, as the model in the same folder refers to it.
fn texture_file(index: u32) -> String {
    format!("skin{index:06}.png")
}
