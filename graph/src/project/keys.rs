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
    key("project", KeyKind::Table(PROJECT), "Settings of the whole project."),
    key(
        "rule",
        KeyKind::Tables(RULE),
        "A rule that changes how Rigmill builds some sources. If several rules match a source, the last rule that sets a key wins.",
    ),
    key("diagnostics", KeyKind::Table(DIAGNOSTICS), "Which warnings Rigmill reports."),
    key("cache", KeyKind::Table(CACHE), "Settings of the cache for build results."),
    key("execution", KeyKind::Table(EXECUTION), "Settings for building assets on other machines."),
];

pub(super) const PROJECT: &[ManifestKey] = &[
    key("name", KeyKind::Text, "The name of the project."),
    with_default(
        key("out", KeyKind::Text, "The output folder, relative to the project's folder. `--out` overrides this key."),
        "\"build\"",
    ),
    with_default(
        key("targets", KeyKind::Targets, "The targets to build. `--target` overrides this key."),
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
            "Whether different builds of your program may use each other's results, as long as their importers, processors and writers have the same versions. This key is for programs with their own stages.",
        ),
        "false",
    ),
    key(
        "unit",
        KeyKind::Unit,
        "The unit of length to which importers convert scenes: `metre`, or `file` for the file's own unit. A rule can set a different unit with the parameter `unit`.",
    ),
];

pub(super) const RULE: &[ManifestKey] = &[
    key(
        "match",
        KeyKind::Globs,
        "A glob, or a list of globs, that selects the sources for this rule. Globs match paths relative to the project's folder. `*` matches anything within a folder, `**` matches any folders, and `{a,b}` matches `a` or `b`.",
    ),
    key(
        "exclude",
        KeyKind::Excludes,
        "A glob, or a list of globs, that selects sources to which the rule does not apply. With `true`, Rigmill does not build the sources that `match` matches.",
    ),
    key("targets", KeyKind::Targets, "The targets to which the rule applies. Default: all targets."),
    key("importer", KeyKind::Importer, "The name of the importer. Default: the importer for the file extension."),
    key("processor", KeyKind::Processor, "The name of the processor. Default: the default processor of the importer."),
    key(
        "writer",
        KeyKind::Writer,
        "The name of the writer, for all targets that this writer supports. Default: the default writer of the target.",
    ),
    key(
        "output",
        KeyKind::Text,
        "The name of the asset, without an extension. `{path}` stands for the source's path without its extension, and `{name}` for the last part of that path.",
    ),
    key(
        "params",
        KeyKind::Params,
        "Parameters of the importer, the processor and the writer. Rigmill passes each parameter to every stage that has a parameter with this name.",
    ),
    key(
        "allow",
        KeyKind::Codes,
        "Codes of warnings, such as `R0121`, that Rigmill does not report for the rule's sources.",
    ),
    with_default(
        key(
            "isolate",
            KeyKind::Boolean,
            "Whether Rigmill builds each asset of the rule in a separate process, so that a crash fails only one asset and not the whole build.",
        ),
        "false",
    ),
];

pub(super) const DIAGNOSTICS: &[ManifestKey] =
    &[key("allow", KeyKind::Codes, "Codes of warnings that Rigmill does not report, such as `R0121`.")];

pub(super) const CACHE: &[ManifestKey] = &[key(
    "remote",
    KeyKind::Table(REMOTE_CACHE),
    "A cache that several machines share. The paths in this table are relative to the project's folder.",
)];

pub(super) const REMOTE_CACHE: &[ManifestKey] = &[
    key(
        "url",
        KeyKind::Text,
        "The address of the server. For a server with Bazel's Remote Execution API, write `grpc://HOST:PORT` or `grpcs://HOST:PORT`. For Bazel's HTTP cache, write an `http://` or `https://` address. `--remote-cache` overrides this key, and can also name a folder.",
    ),
    key(
        "instance",
        KeyKind::Text,
        "The name of the instance (a separate cache on the server). Set this key only if the server has several instances.",
    ),
    with_default(key("upload", KeyKind::Boolean, "Whether this machine uploads the results of its builds."), "true"),
    key(
        "headers",
        KeyKind::Text,
        "The path of a file with headers, one `Name: value` per line. Rigmill sends these headers with each request.",
    ),
    key(
        "certificate_authority",
        KeyKind::Text,
        "The path of a PEM file with the certificates that Rigmill trusts instead of the system's certificates.",
    ),
    key("client_certificate", KeyKind::Text, "The path of a PEM file with the certificate of this machine."),
    key("client_key", KeyKind::Text, "The path of a PEM file with the private key for `client_certificate`."),
];

pub(super) const EXECUTION: &[ManifestKey] = &[key(
    "remote",
    KeyKind::Table(REMOTE_EXECUTION),
    "The server that builds assets on other machines. `[cache.remote]` sets the instance, headers and certificates for this server.",
)];

pub(super) const REMOTE_EXECUTION: &[ManifestKey] = &[
    key(
        "url",
        KeyKind::Text,
        "The address of a server with Bazel's Remote Execution API: `grpc://HOST:PORT` or `grpcs://HOST:PORT`. `--remote-exec` overrides this key.",
    ),
    with_default(
        key(
            "jobs",
            KeyKind::Number(1, 1024),
            "The maximum number of assets that other machines build at the same time.",
        ),
        "32",
    ),
    key(
        "platform",
        KeyKind::TextTable,
        "The properties that a machine must have to build assets, such as `OSFamily = \"linux\"`.",
    ),
];
