//! [`WriteAction`]: a write action before it is looked up or run.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use rigmill_pipeline::{BoundParams, Diagnostic, Digest, ErasedWriter, WriterLookup, codes};

use super::task::Task;
use crate::records::{ActionKey, Failure, ProductRecord, WriterRecord};

/// A write action before it is looked up or run.
pub(super) struct WriteAction<'a> {
    pub(super) key: ActionKey,
    /// The output's path, relative to the target's folder.
    pub(super) path: String,
    pub(super) suffix: &'static str,
    /// The asset's name and the product's label. They are empty unless the writer uses them.
    pub(super) name: Cow<'a, str>,
    pub(super) label: &'a str,
    pub(super) params: BoundParams,
    pub(super) writer: Arc<dyn ErasedWriter>,
    pub(super) record: WriterRecord,
}

/// The result of a write action.
pub(super) struct Written {
    pub(super) bytes: Vec<u8>,
    pub(super) digest: Digest,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl<'a> Task<'a> {
    /// Returns the actions that write a product. There are none if the target skips products of this type.
    pub(super) fn write_actions<'p>(&self, product: &'p ProductRecord) -> Result<Vec<WriteAction<'p>>, Failure>
    where
        'a: 'p,
    {
        let checker = self.context.checker;
        let named = self.asset.recipe.writer.as_deref();
        match checker.registry.writer(named, &product.type_path, checker.target) {
            WriterLookup::Found(writer) => {
                writer.suffixes().iter().map(|suffix| self.write_action(Arc::clone(&writer), product, suffix)).collect()
            }
            WriterLookup::Skipped => Ok(Vec::new()),
            WriterLookup::Missing { others } => Err(self.no_writer(product, &others)),
        }
    }

    fn write_action<'p>(
        &self,
        writer: Arc<dyn ErasedWriter>,
        product: &'p ProductRecord,
        suffix: &'static str,
    ) -> Result<WriteAction<'p>, Failure>
    where
        'a: 'p,
    {
        let params = writer.bind(&self.asset.recipe.writer_params);
        let params = params.map_err(|error| self.input_failure(codes::INVALID_PARAMETER, error.to_string()))?;
        let path = self.output_path(writer.label(&product.label), suffix, writer.extension())?;
        let record =
            WriterRecord { id: writer.id(), params: params.canonical().to_vec(), type_path: product.type_path.clone() };
        let (name, label) = if writer.named() { (self.asset.name(), product.label.as_str()) } else { ("".into(), "") };
        let key = self
            .key("write")
            .stage(&record.id, &record.params)
            .text(self.context.checker.target)
            .text(&record.type_path)
            .text(suffix)
            .text(&name)
            .text(label)
            .digest(product.digest)
            .finish();
        Ok(WriteAction { key, path, suffix, name, label, params, writer, record })
    }

    fn output_path(&self, label: &str, suffix: &str, extension: &str) -> Result<String, Failure> {
        if label.contains(['/', '\\', '\0', ':', '\n', '\r']) || label.len() > 200 {
            let message = format!("the label {label:?} cannot be part of a file name");
            return Err(self.input_failure(codes::INVALID_LABEL, message));
        }
        let dot = if extension.is_empty() { "" } else { "." };
        Ok(format!("{}{label}{suffix}{dot}{extension}", self.asset.name()))
    }

    fn no_writer(&self, product: &ProductRecord, others: &[(String, &'static str)]) -> Failure {
        let name = product.type_path.rsplit("::").next().unwrap_or(&product.type_path);
        let target = self.context.checker.target;
        let (wanted, setting) = match &self.asset.recipe.writer {
            Some(writer) => (format!("no writer `{writer}`"), "writer"),
            None => ("no writer".to_owned(), "processor"),
        };
        let message = format!("{wanted} for the target `{target}` accepts {name}");
        let mut diagnostic = Diagnostic::error(codes::INCOMPATIBLE_STAGES, message).in_file(&self.asset.source);
        // The rule that sets the stage is the place of the error.
        diagnostic.parameter = Some(setting.into());
        diagnostic.help = Some(self.help_for_writers(name, others));
        Failure::new(Vec::new(), vec![diagnostic])
    }

    /// Returns the remedy if no writer of the target accepts a type, but `others`, each with its target, do.
    fn help_for_writers(&self, type_name: &str, others: &[(String, &'static str)]) -> String {
        if others.is_empty() {
            return format!("register a writer that accepts {type_name} with `Registry::with_writer`");
        }
        if self.asset.recipe.writer.is_some() {
            let others: Vec<_> = others.iter().map(|(name, target)| format!("`{name}` for {target}")).collect();
            return format!("choose a writer that accepts {type_name}: {}", others.join(", "));
        }
        let targets: BTreeSet<String> = others.iter().map(|(_, target)| format!("{target:?}")).collect();
        let targets = targets.into_iter().collect::<Vec<_>>().join(", ");
        format!("limit the rule to targets with a writer that accepts {type_name}: targets = [{targets}]")
    }
}
