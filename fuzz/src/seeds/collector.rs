//! Creates seeds from sources, and from the results of stages.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use rigmill_codec_xnb::{Animation, DecodeOptions, decode, encode};
use rigmill_pipeline::{
    DynValue, ErasedImporter, ErasedProcessor, ImportContext, ProcessContext, Product, SourcePath, TomlTable,
    TomlValue, WriteContext,
};

use crate::harness::{Harness, content_name};
use crate::parts;
use crate::seeds::{LONGEST, Seed, content};
use crate::stages::{Assets, Files};

/// The maximum number of a processor's products that are written.
const WRITTEN: usize = 4;

/// Returns the sources in these folders that have at most `longest` bytes, and the results of stages for them.
#[must_use]
pub fn collect(harness: &Harness, folders: &[PathBuf], longest: u64) -> Vec<Seed> {
    let mut seeds = Collector { harness, assets: Assets::new(harness.registry()), found: BTreeSet::new() };
    folders.iter().flat_map(|folder| files(folder)).for_each(|path| seeds.add_file(&path, longest));
    seeds.found.into_iter().collect()
}

/// Returns all files below a folder, sorted. Returns none if the folder cannot be read.
fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let below = |path: PathBuf| if path.is_dir() { files(&path) } else { vec![path] };
    paths.into_iter().filter(|path| !path.ends_with("build")).flat_map(below).collect()
}

struct Collector<'a> {
    harness: &'a Harness,
    assets: Assets,
    found: BTreeSet<Seed>,
}

impl Collector<'_> {
    fn add_file(&mut self, path: &Path, longest: u64) {
        let is_short = fs::metadata(path).is_ok_and(|file| file.len() <= longest);
        let Some(name) = path.file_name().and_then(|name| name.to_str()).filter(|_| is_short) else { return };
        let Ok(bytes) = fs::read(path) else { return };
        let other = other_file(path).unwrap_or_default();
        self.add_source(name, &bytes, &other);
        if let Some(importer) = self.harness.registry().importer_for(name) {
            self.build(importer.as_ref(), name, &parts::join(&bytes, &other));
        }
    }

    /// Adds a source to all targets that read it.
    fn add_source(&mut self, name: &str, bytes: &[u8], other: &[u8]) {
        let importer = self.harness.registry().importer_for(name).map(|importer| importer.id().name);
        let both = parts::join(bytes, other);
        match importer.as_deref() {
            None if name == "rigmill.toml" => self.add("manifest", bytes),
            None if name.ends_with(".rmp") => self.add("pack", bytes),
            None => self.add("raw", &both),
            Some("fbx") => self.add("fbx-dom", &both),
            Some("gltf") => self.add("codec-gltf", bytes),
            Some("xnb") => self.add_xnb(bytes),
            Some("image") if bytes.starts_with(b"DDS ") => self.add("dds", &both),
            Some("msgpack") => self.add("codec-msgpack", bytes),
            Some("motion-deltas") => self.add("codec-motion", bytes),
            Some("curve-streams") => self.add("codec-curve-streams", &both),
            Some(_) => (),
        }
        importer.iter().for_each(|importer| self.add(importer, &both));
    }

    /// Adds an XNB file unchanged, and in uncompressed form.
    fn add_xnb(&mut self, bytes: &[u8]) {
        self.add("codec-xnb", bytes);
        let options = DecodeOptions {
            animation_reader: Animation::ROBOT_GAME_READER_TYPE,
            lenient: true,
            ..DecodeOptions::default()
        };
        let Ok(Ok(plain)) = decode(bytes, options).map(|decoded| encode(&decoded.file)) else { return };
        self.add("codec-xnb", &plain);
        self.add("xnb", &parts::join(&plain, &[]));
    }

    fn add(&mut self, target: &str, bytes: &[u8]) {
        if bytes.len() <= LONGEST && self.harness.target(target).is_some() {
            self.found.insert(Seed { target: target.to_owned(), bytes: bytes.to_vec() });
        }
    }

    /// Adds the results of processors and writers for a source.
    fn build(&mut self, importer: &dyn ErasedImporter, name: &str, input: &[u8]) {
        let Ok(source) = SourcePath::new(&format!("Models/{name}")) else { return };
        let files = Files::new(&source, input);
        let mut ctx = ImportContext::new(&source, &files);
        let Ok(params) = importer.bind(&TomlTable::new()) else { return };
        let Ok(value) = importer.import(&mut ctx, &params) else { return };
        for processor in self.harness.registry().processors().filter(|it| it.input() == importer.output()) {
            for product in self.process(processor.as_ref(), &source, &value).iter().take(WRITTEN) {
                self.write(product);
            }
        }
    }

    fn process(&self, processor: &dyn ErasedProcessor, source: &SourcePath, value: &DynValue) -> Vec<Product> {
        let skeleton = TomlValue::String("Models/Grund.skeleton".to_owned());
        let skeleton = TomlTable::from_iter([("skeleton".to_owned(), skeleton)]);
        let run = |params: &TomlTable| {
            let params = processor.bind(params).ok()?;
            processor.process(value, &params, &mut ProcessContext::new(source, &self.assets)).ok()
        };
        run(&TomlTable::new()).or_else(|| run(&skeleton)).unwrap_or_default()
    }

    fn write(&mut self, product: &Product) {
        let registry = self.harness.registry();
        for writer in registry.writers().filter(|writer| writer.input() == product.value.value_type()) {
            let Ok(params) = writer.bind(&TomlTable::new()) else { continue };
            let mut write = |suffix: &str| {
                let mut ctx = WriteContext::new("Models/Asset").labelled(&product.label);
                writer.write(&product.value, suffix, &params, &mut ctx).unwrap_or_default()
            };
            let files: Vec<Vec<u8>> = writer.suffixes().into_iter().map(&mut write).collect();
            let [file, others @ ..] = files.as_slice() else { continue };
            if let Ok(header) = rigmill_format::peek(file) {
                self.add(&content_name(header.content_type), file);
            } else {
                self.add_source(&format!("a.{}", writer.extension()), file, others.first().map_or(&[], Vec::as_slice));
            }
        }
    }
}

/// Returns the file that a source refers to: the sample game's font for a description, the index of curve streams, or the
/// schema of data.
fn other_file(path: &Path) -> Option<Vec<u8>> {
    if path.extension().is_some_and(|extension| extension == "spritefont") {
        return fs::read(content().join("Fonts/GrundDisplay.ttf")).ok();
    }
    let stem = path.file_stem()?.to_str()?;
    let index = path.with_file_name(format!("{stem}Index.txt"));
    let schema = path.with_file_name("unit.schema.toml");
    fs::read(index).or_else(|_| fs::read(schema)).ok()
}
