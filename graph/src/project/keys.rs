//! [`ManifestKey`]: the keys of `rigmill.toml`. The parser and the schema use the same list.

/// A key of the manifest.
#[derive(Debug)]
pub struct ManifestKey {
    /// The key's name.
    pub name: &'static str,
    /// The values that the key accepts.
    pub kind: KeyKind,
    /// What the key does, in one or a few sentences.
    pub doc: &'static str,
    /// The key's default, as TOML; `None` if it has none.
    pub default: Option<&'static str>,
}

/// The values that a key accepts.
#[derive(Debug)]
pub enum KeyKind {
    /// `true` or `false`.
    Boolean,
    /// A whole number in a range, both ends included.
    Number(u16, u16),
    /// A string.
    Text,
    /// A list of strings.
    Texts,
    /// A table of strings with any keys.
    TextTable,
    /// A glob, or a list of globs.
    Globs,
    /// `true`, a glob, or a list of globs.
    Excludes,
    /// A list of warning codes.
    Codes,
    /// A list of targets.
    Targets,
    /// The name of an importer.
    Importer,
    /// The name of a processor.
    Processor,
    /// The name of a writer.
    Writer,
    /// A value of the importers' parameter `unit`.
    Unit,
    /// A table of stage parameters.
    Params,
    /// A table of tables of a processor's parameters, with any keys.
    Variants,
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

/// Returns the names of some keys.
pub(super) fn names(keys: &'static [ManifestKey]) -> Vec<&'static str> {
    keys.iter().map(|key| key.name).collect()
}

/// The keys of a manifest.
pub const MANIFEST_KEYS: &[ManifestKey] = &[
    key("project", KeyKind::Table(PROJECT), "Settings for the whole project."),
    key(
        "rule",
        KeyKind::Tables(RULE),
        "A rule that changes how Rigmill builds some sources. If several rules set the same key for a source, the last of them wins.",
    ),
    key("diagnostics", KeyKind::Table(DIAGNOSTICS), "Which warnings Rigmill reports."),
    key("cache", KeyKind::Table(CACHE), "Settings for the cache of build results."),
    key("execution", KeyKind::Table(EXECUTION), "Settings for building assets on other machines."),
];

pub(super) const PROJECT: &[ManifestKey] = &[
    key("name", KeyKind::Text, "The name of the project."),
    with_default(
        key("out", KeyKind::Text, "The output folder, relative to the project folder. `--out` overrides this key."),
        "\"build\"",
    ),
    with_default(
        key("targets", KeyKind::Targets, "The targets to build. `--target` overrides this key."),
        "[\"native\"]",
    ),
    with_default(
        key("follow_links", KeyKind::Boolean, "Whether Rigmill follows symbolic links that lead out of the project."),
        "false",
    ),
    with_default(
        key(
            "trust_stage_versions",
            KeyKind::Boolean,
            "Whether different builds of your program may share results if their importers, processors and writers have the same versions. This key is for programs with their own stages.",
        ),
        "false",
    ),
    key(
        "unit",
        KeyKind::Unit,
        "The unit of length in imported scenes: `metre`, or `file` for the file's own unit. A rule can override this key with the parameter `unit`.",
    ),
];

/// How to fix a key of a rule that is among the rule's parameters.
pub(crate) const OUT_OF_PARAMS: &str = "move this line above `[rule.params]`, or out of `params`";

/// Whether a rule has a key with this name.
pub(crate) fn is_key_of_rule(name: &str) -> bool {
    RULE.iter().any(|key| key.name == name)
}

pub(super) const RULE: &[ManifestKey] = &[
    key(
        "match",
        KeyKind::Globs,
        "A glob, or a list of globs, that selects the rule's sources by their paths, relative to the project folder. `*` matches any characters within a folder or file name, `**` matches any number of folders, and `{a,b}` matches `a` or `b`.",
    ),
    key(
        "exclude",
        KeyKind::Excludes,
        "A glob, or a list of globs, for sources to which the rule does not apply. With `true`, Rigmill does not build the sources that `match` selects.",
    ),
    key("targets", KeyKind::Targets, "The targets to which the rule applies. Default: all targets."),
    key("importer", KeyKind::Importer, "The name of the importer. Default: the importer for the file extension."),
    key("processor", KeyKind::Processor, "The name of the processor. Default: the importer's default processor."),
    key(
        "writer",
        KeyKind::Writer,
        "The name of the writer. Targets that have no writer with this name use their default writer.",
    ),
    key(
        "output",
        KeyKind::Text,
        "The name of the asset, without an extension. `{path}` stands for the source's path without its extension, and `{name}` for the last part of that path.",
    ),
    key(
        "params",
        KeyKind::Params,
        "Parameters of the importer, processor and writer. Each parameter applies to all of these stages that accept it.",
    ),
    key(
        "variants",
        KeyKind::Variants,
        "Further versions of the asset. Each key is a label, such as `_0`, which follows the asset's name. Each value is a table with the processor's parameters for this version, for which `params` does not apply to the processor.",
    ),
    key("allow", KeyKind::Codes, "The codes of the warnings to hide for the rule's sources, such as `R0121`."),
    with_default(
        key(
            "isolate",
            KeyKind::Boolean,
            "Whether Rigmill builds each of the rule's assets in a separate process. A crash then fails only one asset, not the whole build.",
        ),
        "false",
    ),
];

pub(super) const DIAGNOSTICS: &[ManifestKey] =
    &[key("allow", KeyKind::Codes, "The codes of the warnings to hide, such as `R0121`.")];

pub(super) const CACHE: &[ManifestKey] = &[key(
    "remote",
    KeyKind::Table(REMOTE_CACHE),
    "A cache that several machines share. The paths in this table are relative to the project folder.",
)];

pub(super) const REMOTE_CACHE: &[ManifestKey] = &[
    key(
        "url",
        KeyKind::Text,
        "The server's address. For a server with Bazel's Remote Execution API, write `grpc://HOST:PORT` or `grpcs://HOST:PORT`. For Bazel's HTTP cache, write an `http://` or `https://` address. `--remote-cache` overrides this key, and also accepts a folder.",
    ),
    key(
        "instance",
        KeyKind::Text,
        "The name of an instance (a separate cache on the server). Set this key only if the server has several instances.",
    ),
    with_default(key("upload", KeyKind::Boolean, "Whether this machine uploads its build results."), "true"),
    key(
        "headers",
        KeyKind::Text,
        "The path of a file with the headers that Rigmill sends with each request, one `Name: value` per line.",
    ),
    key(
        "certificate_authority",
        KeyKind::Text,
        "The path of a PEM file with the certificates that Rigmill trusts instead of the system's certificates.",
    ),
    key("client_certificate", KeyKind::Text, "The path of a PEM file with this machine's certificate."),
    key("client_key", KeyKind::Text, "The path of a PEM file with the private key for `client_certificate`."),
];

pub(super) const EXECUTION: &[ManifestKey] = &[key(
    "remote",
    KeyKind::Table(REMOTE_EXECUTION),
    "Remote execution, in which other machines build your assets. `[cache.remote]` sets the server's instance, headers and certificates.",
)];

pub(super) const REMOTE_EXECUTION: &[ManifestKey] = &[
    key(
        "url",
        KeyKind::Text,
        "The address of a server with Bazel's Remote Execution API: `grpc://HOST:PORT` or `grpcs://HOST:PORT`. `--remote-exec` overrides this key.",
    ),
    with_default(
        key("jobs", KeyKind::Number(1, 1024), "The maximum number of assets that other machines build in parallel."),
        "32",
    ),
    key(
        "platform",
        KeyKind::TextTable,
        "The properties that a machine must have to build assets, such as `OSFamily = \"linux\"`.",
    ),
];
