//! The results of a processor: one value, or several with labels.

use crate::{DynValue, Value};

/// One result of a processor, which is passed to a writer.
#[derive(Clone, Debug)]
pub struct Product {
    /// The text that follows the asset's name in the file name: "" for the asset's main file, or a label such as `.skeleton` or
    /// `@Run` for other files.
    pub label: String,
    /// The value to write.
    pub value: DynValue,
}

/// The result of a processor: a [`Value`], which becomes the asset's only product, or [`Labelled`] for several
/// products.
pub trait Products {
    /// Returns the products, in a fixed order.
    ///
    /// # Errors
    /// The error of serde if a value cannot be serialized.
    fn into_products(self) -> Result<Vec<Product>, String>;
}

impl<T: Value> Products for T {
    fn into_products(self) -> Result<Vec<Product>, String> {
        Ok(vec![Product { label: String::new(), value: DynValue::new(self)? }])
    }
}

/// Several products of one asset, each with its label.
#[derive(Debug, Default)]
pub struct Labelled {
    products: Vec<Product>,
    failure: Option<String>,
}

impl Labelled {
    /// Adds a product. `label` follows the asset's name in the file name: `.skeleton`, `@Run`, or "".
    pub fn push<T: Value>(&mut self, label: impl Into<String>, value: T) {
        match DynValue::new(value) {
            Ok(value) => self.products.push(Product { label: label.into(), value }),
            Err(error) => self.failure = Some(error),
        }
    }
}

impl Products for Labelled {
    fn into_products(self) -> Result<Vec<Product>, String> {
        match self.failure {
            Some(failure) => Err(failure),
            None => Ok(self.products),
        }
    }
}
