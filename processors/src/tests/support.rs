//! Helpers that several tests use.

use rigmill_dom::{AnimationSource, KeyFrameSource, Located, Position};
use rigmill_format::{AnimationSequence, Skeleton};
use rigmill_pipeline::{
    AssetError, AssetIndex, Diagnostic, Digest, DynValue, Params, ProcessContext, Processor, ProductInfo, Query,
    SourcePath, ValueType, nearest_assets,
};

use crate::{AnimationParams, AnimationProcessor};

/// The assets of a build: skeletons, by their names, and clips.
pub(super) struct Assets(pub &'static [&'static str]);

impl AssetIndex for Assets {
    fn product(&self, name: &str) -> Result<ProductInfo, AssetError> {
        if !self.0.contains(&name) {
            return Err(AssetError::Missing { name: name.to_owned() });
        }
        let skeleton = name.ends_with(".skeleton");
        let value_type = if skeleton { ValueType::of::<Skeleton>() } else { ValueType::of::<AnimationSequence>() };
        let (type_path, digest) = (value_type.path().to_owned(), Digest::of(name.as_bytes()));
        Ok(ProductInfo { name: name.to_owned(), type_path, digest })
    }

    fn value(&self, name: &str) -> Result<DynValue, AssetError> {
        Err(AssetError::Failed { name: name.to_owned() })
    }

    fn nearest(&self, name: &str) -> Vec<String> {
        nearest_assets(name, self.0.iter().copied()).into_iter().map(str::to_owned).collect()
    }
}

/// The result of a processor: its value, its dependencies and its diagnostics.
pub(super) struct Outcome<T> {
    pub(super) value: Option<T>,
    pub(super) asked: Vec<String>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl<T> Outcome<T> {
    /// Returns the value, and checks that there are no diagnostics.
    pub(super) fn clean(self) -> T {
        assert_eq!(self.diagnostics, []);
        self.value.unwrap()
    }

    /// Returns the diagnostics, one per line.
    pub(super) fn lines(&self) -> Vec<String> {
        let line = |found: &Diagnostic| {
            let location = found.location.as_ref().map(|it| format!(" {}:{}", it.line, it.column)).unwrap_or_default();
            let help = found.help.as_deref().unwrap_or("none");
            format!("{}[{}]{location}: {}; help: {help}", found.level.name(), found.code, found.message)
        };
        self.diagnostics.iter().map(line).collect()
    }
}

pub(super) fn process<P: Processor>(
    processor: &P,
    input: &P::Input,
    params: &P::Params,
    assets: &dyn AssetIndex,
) -> Outcome<P::Output> {
    process_source("Actors/Robot/source.file", processor, input, params, assets)
}

/// Runs a processor for the source with this path.
pub(super) fn process_source<P: Processor>(
    source: &str,
    processor: &P,
    input: &P::Input,
    params: &P::Params,
    assets: &dyn AssetIndex,
) -> Outcome<P::Output> {
    let source = SourcePath::new(source).unwrap();
    let mut ctx = ProcessContext::new(&source, assets);
    let value = processor.process(input, params, &mut ctx).ok();
    let (dependencies, diagnostics) = ctx.finish();
    let asked = dependencies.iter().filter_map(|dependency| match &dependency.query {
        Query::Reference(name) | Query::SourcesNamed(name) => Some(name.clone()),
        Query::ReferenceTo(source) => Some(source.to_string()),
        Query::Value(_) | Query::Nearest(_) => None,
        other => panic!("{other}"),
    });
    Outcome { value, asked: asked.collect(), diagnostics }
}

/// Runs the `animation` processor with the parameters of a manifest.
pub(super) fn animation(input: &AnimationSource, manifest: &str) -> Outcome<AnimationSequence> {
    let mut params = AnimationParams::default();
    for (name, value) in &manifest.parse::<toml::Table>().unwrap() {
        params.set(name, value).unwrap().unwrap();
    }
    let Outcome { value, asked, diagnostics } = process(&AnimationProcessor, input, &params, &Assets(&[]));
    Outcome { value: value.map(|made| made.clip), asked, diagnostics }
}

/// Returns a value with a position.
pub(super) fn at<T>(value: T, line: u32) -> Located<T> {
    Located::new(value, Position { line, column: 9 })
}

/// Returns a clip of these sequences that lasts one second.
pub(super) fn clip(sequences: Vec<KeyFrameSource>) -> AnimationSource {
    let count = i32::try_from(sequences.len()).unwrap();
    AnimationSource { key_frame_sequence_count: at(count, 2), duration: at(1.0, 3), sequences }
}

/// Returns a sequence of translations that lasts one second.
pub(super) fn moving(bone: &str, line: u32, keys: &[[f32; 3]]) -> KeyFrameSource {
    KeyFrameSource {
        bone_name: at(bone.to_owned(), line),
        key_count: at(i32::try_from(keys.len()).unwrap(), line + 1),
        duration: at(1.0, line + 2),
        key_interval: at(1.0 / (keys.len() as f32 - 1.0).max(1.0), line + 3),
        has_translation: at(true, line + 4),
        translation: at(keys.to_vec(), line + 5),
        ..KeyFrameSource::default()
    }
}

/// Returns a sequence of rotations that lasts one second.
pub(super) fn rotating(bone: &str, keys: &[[f32; 4]]) -> KeyFrameSource {
    KeyFrameSource {
        has_translation: at(false, 0),
        has_rotation: at(true, 0),
        translation: at(Vec::new(), 0),
        rotation: at(keys.to_vec(), 0),
        ..moving(bone, 1, &vec![[0.0; 3]; keys.len()])
    }
}
