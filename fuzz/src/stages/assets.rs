//! [`Assets`]: the other assets in a build.

use std::collections::BTreeMap;
use std::fs;
use std::io;

use rigmill_format::{Skeleton, Texture};
use rigmill_pipeline::{
    AssetError, AssetIndex, BoundParams, Digest, DynValue, ErasedImporter, ImportContext, ProcessContext, Product,
    ProductInfo, Registry, SourcePath, StageParams, TomlTable, ValueType, nearest,
};

use super::files::Files;
use crate::{parts, seeds};

/// The sources of the sample game that other assets refer to.
const SOURCES: [&str; 4] = [
    "Models/Grund.skeleton.toml",
    "Animation/Sampled/Sway.Animation",
    "Motion/Patrol.Animation",
    "Animation/Compressed/Salute.Animation",
];

/// Some products of the sample game. Any other name that looks like an image is a texture without a value.
pub(crate) struct Assets(BTreeMap<String, DynValue>);

impl Assets {
    pub(crate) fn new(registry: &Registry) -> Self {
        let mut products = BTreeMap::new();
        for name in SOURCES {
            let Ok(source) = SourcePath::new(name) else { continue };
            for product in built(registry, &source) {
                products.insert(format!("{}{}", source.asset_name(), product.label), product.value);
            }
        }
        Self(products)
    }

    /// Returns the skeleton of the sample game.
    pub(crate) fn skeleton(&self) -> Option<&Skeleton> {
        self.0.values().find_map(|value| value.get())
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

fn built(registry: &Registry, source: &SourcePath) -> Vec<Product> {
    let Ok(bytes) = fs::read(seeds::content().join(source.as_str())) else { return Vec::new() };
    let Some(importer) = registry.importer_for(source.file_name()) else { return Vec::new() };
    process(registry, importer.as_ref(), source, &parts::join(&bytes, &[])).unwrap_or_default()
}

fn process(
    registry: &Registry,
    importer: &dyn ErasedImporter,
    source: &SourcePath,
    input: &[u8],
) -> Option<Vec<Product>> {
    let files = Files::new(source, input);
    let value = importer.import(&mut ImportContext::new(source, &files), &defaults(importer)?).ok()?;
    let processor = registry.processor(importer.default_processor(), value.value_type())?;
    let none = Assets(BTreeMap::new());
    processor.process(&value, &defaults(processor.as_ref())?, &mut ProcessContext::new(source, &none)).ok()
}

fn defaults<S: StageParams + ?Sized>(stage: &S) -> Option<BoundParams> {
    stage.bind(&TomlTable::new()).ok()
}

impl AssetIndex for Assets {
    fn product(&self, name: &str) -> Result<ProductInfo, AssetError> {
        let is_texture = || !name.len().is_multiple_of(4);
        let value_type = match self.0.get(name) {
            Some(value) => value.value_type(),
            None if is_texture() => ValueType::of::<Texture>(),
            None => return Err(AssetError::Missing { name: name.to_owned() }),
        };
        let (type_path, digest) = (value_type.path().to_owned(), Digest::of(name.as_bytes()));
        Ok(ProductInfo { name: name.to_owned(), type_path, digest })
    }

    fn value(&self, name: &str) -> Result<DynValue, AssetError> {
        self.0.get(name).cloned().ok_or_else(|| AssetError::Missing { name: name.to_owned() })
    }

    fn nearest(&self, name: &str) -> Vec<String> {
        nearest(name, self.names()).into_iter().map(str::to_owned).collect()
    }

    fn sources_named(&self, name: &str) -> Vec<SourcePath> {
        SourcePath::new(&format!("{name}.png")).ok().filter(|_| name.len() % 4 == 1).into_iter().collect()
    }

    fn list(&self, pattern: &str) -> io::Result<Vec<SourcePath>> {
        let found = SOURCES.iter().filter(|_| pattern.contains('*')).filter_map(|source| SourcePath::new(source).ok());
        Ok(found.collect())
    }
}
