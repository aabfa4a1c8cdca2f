//! [`ManifestKey`]: the keys of `rigmill.toml`. One list for its parser and its schema.

/// A key of the manifest.
#[derive(Debug)]
pub struct ManifestKey {
    /// Its name.
    pub name: &'static str,
    /// What values it takes.
    pub kind: KeyKind,
    /// What it does, in one or a few sentences.
    pub doc: &'static str,
    /// Its default, as TOML; `None` if it has none.
    pub default: Option<&'static str>,
}

/// What values a key takes.
#[derive(Debug)]
pub enum KeyKind {
    /// `true` or `false`.
    Boolean,
    /// A whole number in a range, both ends included.
    Number(u16, u16),
    /// A text.
    Text,
    /// A list of texts.
    Texts,
    /// A table of texts with any keys.
    TextTable,
    /// A glob, or a list of globs.
    Globs,
    /// `true`, a glob, or a list of globs.
    Excludes,
    /// A list of codes of warnings.
    Codes,
    /// A list of targets.
    Targets,
    /// The name of an importer.
    Importer,
    /// The name of a processor.
    Processor,
    /// The name of a writer.
    Writer,
    /// The parameter `unit` of the importers.
    Unit,
    /// The parameters of stages.
    Params,
    /// A table with these keys.
    Table(&'static [ManifestKey]),
    /// A list of tables with these keys.
    Tables(&'static [ManifestKey]),
}

const fn key(name: &'static str, kind: KeyKind, doc: &'static str) -> ManifestKey {
    ManifestKey { name, kind, doc, default: None }
}

const fn with_default(mut key: ManifestKey, default: &'static str) -> ManifestKey {
    key.default = Some(default);
    key
}

/// The names of some keys.
pub(super) fn names(keys: &'static [ManifestKey]) -> Vec<&'static str> {
    keys.iter().map(|key| key.name).collect()
}

/// The keys of a manifest.
pub const MANIFEST_KEYS: &[ManifestKey] = &[
    key("project", KeyKind::Table(PROJECT), "The project as a whole."),
    key(
        "rule",
        KeyKind::Tables(RULE),
        "How some sources are built. Several rules may match a source; for each key, the last one wins.",
    ),
    key("diagnostics", KeyKind::Table(DIAGNOSTICS), "Which warnings are reported."),
    key("cache", KeyKind::Table(CACHE), "The cache of build results."),
    key("execution", KeyKind::Table(EXECUTION), "Where stages run."),
];

pub(super) const PROJECT: &[ManifestKey] = &[
    key("name", KeyKind::Text, "The name of the project."),
    with_default(
        key("out", KeyKind::Text, "The output folder, relative to the project's folder. `--out` takes precedence."),
        "\"build\"",
    ),
    with_default(
        key("targets", KeyKind::Targets, "The targets to build. `--target` takes precedence."),
        "[\"native\"]",
    ),
    with_default(
        key(
            "follow_links",
            KeyKind::Boolean,
            "Whether to read sources through symbolic links that lead out of the project.",
        ),
        "false",
    ),
    with_default(
        key(
            "trust_stage_versions",
            KeyKind::Boolean,
            "Whether to reuse the results of another rigmill program if its stages have the same versions. For those who develop stages of their own.",
        ),
        "false",
    ),
    key(
        "unit",
        KeyKind::Unit,
        "The parameter `unit` of every importer that has one: the unit that scenes are converted to. A rule's parameter `unit` takes precedence.",
    ),
];

pub(super) const RULE: &[ManifestKey] = &[
    key(
        "match",
        KeyKind::Globs,
        "The sources that the rule applies to: a glob over their paths from the project's folder, or a list of globs. `*` matches anything within a folder, `**` any folders, `{a,b}` either.",
    ),
    key(
        "exclude",
        KeyKind::Excludes,
        "Globs of sources that the rule does not apply to; or `true` if the matching files are not assets.",
    ),
    key("targets", KeyKind::Targets, "The targets that the rule applies to. Default: all."),
    key("importer", KeyKind::Importer, "The importer. Default: the one for the file extension."),
    key("processor", KeyKind::Processor, "The processor. Default: the importer's own choice."),
    key(
        "writer",
        KeyKind::Writer,
        "The writer, for the targets that it supports. Default: the target's writer for what the processor makes.",
    ),
    key(
        "output",
        KeyKind::Text,
        "The name of the asset, without an extension. `{path}` stands for the source's path without its extension, `{name}` for the last part of that path.",
    ),
    key(
        "params",
        KeyKind::Params,
        "Parameters of the importer, the processor and the writer. Each goes to every stage that has a parameter of that name.",
    ),
    key("allow", KeyKind::Codes, "Codes of warnings about these sources that are not reported, such as `R0121`."),
    with_default(
        key(
            "isolate",
            KeyKind::Boolean,
            "Whether the stages run in a process of their own, so that a crash fails this asset and not the build.",
        ),
        "false",
    ),
];

pub(super) const DIAGNOSTICS: &[ManifestKey] =
    &[key("allow", KeyKind::Codes, "Codes of warnings that are not reported, such as `R0121`.")];

pub(super) const CACHE: &[ManifestKey] = &[key(
    "remote",
    KeyKind::Table(REMOTE_CACHE),
    "The cache that several machines share. Files are relative to the project's folder.",
)];

pub(super) const REMOTE_CACHE: &[ManifestKey] = &[
    key(
        "url",
        KeyKind::Text,
        "The server: `grpc://HOST:PORT` or `grpcs://` (Remote Execution API), or `http://` or `https://` (Bazel's HTTP cache). For a folder, use `--remote-cache`, which takes precedence.",
    ),
    key("instance", KeyKind::Text, "The name of the server's instance, if it has several."),
    with_default(key("upload", KeyKind::Boolean, "Whether builds upload their results."), "true"),
    key("headers", KeyKind::Text, "A file of headers to send with each call, one `Name: value` per line."),
    key("certificate_authority", KeyKind::Text, "A file of PEM certificates to trust instead of the system's."),
    key("client_certificate", KeyKind::Text, "The file of the PEM certificate that identifies this machine."),
    key("client_key", KeyKind::Text, "The file of that certificate's private key, in PEM."),
];

pub(super) const EXECUTION: &[ManifestKey] = &[key(
    "remote",
    KeyKind::Table(REMOTE_EXECUTION),
    "The machines that run stages. `[cache.remote]` says how to reach them: instance, headers, certificates.",
)];

pub(super) const REMOTE_EXECUTION: &[ManifestKey] = &[
    key(
        "url",
        KeyKind::Text,
        "The server: `grpc://HOST:PORT` or `grpcs://` (Remote Execution API). `--remote-exec` takes precedence.",
    ),
    with_default(
        key("jobs", KeyKind::Number(1, 1024), "The number of assets that other machines work on at the same time."),
        "32",
    ),
    key(
        "platform",
        KeyKind::TextTable,
        "Properties by which the server chooses machines, such as `OSFamily = \"linux\"`.",
    ),
];
