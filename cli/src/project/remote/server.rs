//! [`RemoteChoice`]: the remote cache, or the server of machines, that the user or the project chose.
//!
//! A project may come from an untrusted source, so its settings are restricted: it can refer only to files in the project,
//! headers and keys from the user's environment are sent only to a server that the user named, and the user's settings for such
//! a server take precedence.

use std::env;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use rigmill_disk::{Disk, Links, RealDisk, SourceFile, read_file};
use rigmill_graph::{GraphError, Located, Project, RemoteCache, in_manifest};
use rigmill_pipeline::{Diagnostic, Location, SourcePath, codes};

use crate::failure::{Failure, FileError};
use crate::output::printable::quoted;

/// The maximum size of a file with headers, certificates or keys, in bytes.
const LARGEST_FILE: u64 = 1 << 20;

/// The options that name a server.
pub(super) const CACHE_OPTION: &str = "--remote-cache";
pub(super) const EXEC_OPTION: &str = "--remote-exec";

/// The variable with headers for a server that the user names.
const HEADERS: &str = "RIGMILL_REMOTE_HEADERS";

const NOT_A_HEADER: &str = "is not a header";
const HEADER_HELP: &str = "write one header per line, such as `Authorization: Bearer TOKEN`";

/// The server to use, with its settings. It contains secrets, so it is never printed.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct RemoteChoice {
    pub(crate) url: String,
    pub(crate) instance: String,
    pub(crate) upload: bool,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) certificate_authority: Option<Vec<u8>>,
    pub(crate) client_certificate: Option<Vec<u8>>,
    pub(crate) client_key: Option<Vec<u8>>,
    /// Whether the user named the server (on the command line or in the environment) rather than the project.
    pub(crate) by_user: bool,
    /// Where the settings are.
    pub(crate) origin: Origin,
}

/// The settings of a server with their places, for messages.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The option that names the server. Its other settings are variables.
    Option(&'static str),
    /// The manifest of the project in this folder.
    Manifest { root: PathBuf, url: Location, keys: Vec<(&'static str, Location)> },
}

/// A setting of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Setting {
    #[cfg(feature = "remote")]
    Url,
    Headers,
    CertificateAuthority,
    ClientCertificate,
    ClientKey,
}

impl Setting {
    /// The name of the variable, and of the key in the manifest.
    pub(crate) const fn names(self) -> (&'static str, &'static str) {
        match self {
            #[cfg(feature = "remote")]
            Self::Url => ("RIGMILL_REMOTE_CACHE", "url"),
            Self::Headers => (HEADERS, "headers"),
            Self::CertificateAuthority => ("RIGMILL_REMOTE_CERTIFICATE_AUTHORITY", "certificate_authority"),
            Self::ClientCertificate => ("RIGMILL_REMOTE_CLIENT_CERTIFICATE", "client_certificate"),
            Self::ClientKey => ("RIGMILL_REMOTE_CLIENT_KEY", "client_key"),
        }
    }
}

#[cfg(feature = "remote")]
impl RemoteChoice {
    /// The failure for a setting that cannot be used, at the place of the setting.
    pub(crate) fn invalid(&self, setting: Setting, fact: &str, help: &str) -> Failure {
        let (variable_name, key) = setting.names();
        match &self.origin {
            Origin::Option(option) if setting == Setting::Url => {
                let variable_name = option_variable(option);
                let is_variable = variable(variable_name).as_deref() == Some(self.url.as_str());
                let name = if is_variable { variable_name } else { *option };
                Failure::other(format!("{name} {}: {fact}", shown(&self.url)), Some(help))
            }
            Origin::Option(_) => Failure::other(format!("{variable_name}: {fact}"), Some(help)),
            Origin::Manifest { root, url, keys } => {
                let found = keys.iter().find(|(name, _)| *name == key).map_or(url, |(_, location)| location);
                let message = match setting {
                    Setting::Url => format!("{}: {fact}", shown(&self.url)),
                    _ => format!("`{key}`: {fact}"),
                };
                let mut diagnostic = Diagnostic::error(codes::MANIFEST_MALFORMED, message).help(help);
                // A diagnostic with a location quotes its line, which may contain a password.
                if setting == Setting::Url && self.url.contains('@') {
                    diagnostic.message = format!("line {}: {}", found.line, diagnostic.message);
                } else {
                    diagnostic = diagnostic.at(found.clone());
                }
                diagnostic.file = SourcePath::new(rigmill_graph::MANIFEST).ok();
                GraphError::Manifest { root: root.clone(), diagnostics: vec![diagnostic] }.into()
            }
        }
    }

    /// How to set the credentials for the server.
    pub(crate) fn access_help(&self) -> String {
        const EXAMPLE: &str = "RIGMILL_REMOTE_HEADERS=\"Authorization: Bearer TOKEN\"";
        let unsent = Setting::CREDENTIALS.iter().map(|it| it.names().0).find(|name| variable(name).is_some());
        match (&self.origin, unsent) {
            (Origin::Option(_), _) if self.headers.is_empty() => format!("set {EXAMPLE}"),
            (Origin::Option(_), _) => "check the credentials in RIGMILL_REMOTE_HEADERS".to_owned(),
            (Origin::Manifest { .. }, Some(name)) => format!(
                "set RIGMILL_REMOTE_CACHE to the address of the server, too: {name} is not sent to a server that only rigmill.toml names"
            ),
            (Origin::Manifest { .. }, None) if self.headers.is_empty() => format!(
                "set `headers` under [cache.remote] to a file with the credentials, or set RIGMILL_REMOTE_CACHE and {EXAMPLE}"
            ),
            (Origin::Manifest { .. }, None) => {
                "check the credentials in the file that `headers` under [cache.remote] names".to_owned()
            }
        }
    }
}

impl RemoteChoice {
    /// Whether connections to the server are encrypted.
    pub(crate) fn is_encrypted(&self) -> bool {
        ["grpcs://", "https://"].iter().any(|scheme| self.url.starts_with(scheme))
    }
}

#[cfg(feature = "remote")]
impl Setting {
    /// The settings with which a server recognizes a machine.
    const CREDENTIALS: [Self; 3] = [Self::Headers, Self::ClientCertificate, Self::ClientKey];
}

/// Returns the variable of an option that names a server.
#[cfg(feature = "remote")]
fn option_variable(option: &str) -> &'static str {
    if option == EXEC_OPTION { "RIGMILL_REMOTE_EXEC" } else { Setting::Url.names().0 }
}

/// Returns an address for a message, unless it may contain a password.
fn shown(url: &str) -> String {
    if url.contains('@') { "this address".to_owned() } else { format!("`{url}`") }
}

// ---- named by the user ----

/// Returns the server that an option or its variable names.
pub(super) fn user_choice(
    option: &'static str,
    url: &str,
    manifest: Option<&RemoteCache>,
) -> Result<RemoteChoice, Failure> {
    let file = |setting: Setting| {
        let name = setting.names().0;
        let failed = |path: &str, error: io::Error| {
            let help = format!("check the path, and write the path of a PEM file: {name}=PATH");
            Failure::other(format!("{name}: cannot read {}: {error}", quoted(Path::new(path))), Some(&help))
        };
        let path = variable(name);
        path.map(|path| read_file(Path::new(&path), LARGEST_FILE).map_err(|error| failed(&path, error))).transpose()
    };
    let upload = match variable("RIGMILL_REMOTE_UPLOAD").as_deref() {
        None => manifest.and_then(|remote| remote.upload).unwrap_or(true),
        Some("true" | "1") => true,
        Some("false" | "0") => false,
        Some(_) => {
            let help = "write RIGMILL_REMOTE_UPLOAD=true or RIGMILL_REMOTE_UPLOAD=false";
            return Err(Failure::other("RIGMILL_REMOTE_UPLOAD is neither true nor false", Some(help)));
        }
    };
    Ok(RemoteChoice {
        url: url.to_owned(),
        instance: variable("RIGMILL_REMOTE_INSTANCE").unwrap_or_default(),
        upload,
        headers: headers(&variable(HEADERS).unwrap_or_default()).map_err(faulty_variable)?,
        certificate_authority: file(Setting::CertificateAuthority)?,
        client_certificate: file(Setting::ClientCertificate)?,
        client_key: file(Setting::ClientKey)?,
        by_user: true,
        origin: Origin::Option(option),
    })
}

#[allow(clippy::disallowed_methods, reason = "only the command line reads the environment")]
pub(super) fn variable(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}

// ---- named by the project ----

/// Returns a server that the project names.
pub(super) fn at_server(project: &Project, url: &Located<String>) -> Result<RemoteChoice, Failure> {
    let nothing = RemoteCache::default();
    let remote = project.manifest().remote_cache.as_ref().unwrap_or(&nothing);
    if !["grpc://", "grpcs://", "http://", "https://"].iter().any(|scheme| url.value.starts_with(scheme)) {
        let help = "write a grpc://, grpcs://, http:// or https:// address; to use a folder, pass --remote-cache or set RIGMILL_REMOTE_CACHE";
        return Err(invalid(project, url, format!("{} is not the address of a server", shown(&url.value)), help));
    }
    let file = |path: &Option<Located<String>>| path.as_ref().map(|path| file_of(project, path)).transpose();
    let lines = file(&remote.headers)?.unwrap_or_default();
    let faulty = |line| faulty_file(project, remote.headers.as_ref().map_or("", |path| &path.value), line);
    Ok(RemoteChoice {
        url: url.value.clone(),
        instance: remote.instance.clone().unwrap_or_default(),
        upload: remote.upload.unwrap_or(true),
        headers: headers(&String::from_utf8_lossy(&lines)).map_err(faulty)?,
        certificate_authority: file(&remote.certificate_authority)?,
        client_certificate: file(&remote.client_certificate)?,
        client_key: file(&remote.client_key)?,
        by_user: false,
        origin: Origin::Manifest { root: project.root().to_owned(), url: url.location.clone(), keys: located(remote) },
    })
}

/// Returns the keys of `[cache.remote]` that name files, with the locations of their values.
pub(super) fn located(remote: &RemoteCache) -> Vec<(&'static str, Location)> {
    let keys = [
        (Setting::Headers, &remote.headers),
        (Setting::CertificateAuthority, &remote.certificate_authority),
        (Setting::ClientCertificate, &remote.client_certificate),
        (Setting::ClientKey, &remote.client_key),
    ];
    let set = keys.into_iter().filter_map(|(setting, path)| Some((setting.names().1, path.as_ref()?.location.clone())));
    set.collect()
}

/// Reads a file in the project.
fn file_of(project: &Project, path: &Located<String>) -> Result<Vec<u8>, Failure> {
    let help = "write the path of a file in the project, relative to the project folder; for other files, set the variables RIGMILL_REMOTE_…";
    let failed = |error: String| invalid(project, path, format!("cannot read {}: {error}", path.value), help);
    let source = SourcePath::new(&path.value).map_err(|error| failed(error.to_string()))?;
    let source = SourceFile { root: project.root(), path: &source, links: Links::Within };
    let opened = RealDisk.open_source(&source).map_err(|error| failed(error.to_string()))?;
    let (file, _) = opened.ok_or_else(|| failed("there is no such file".to_owned()))?;
    let mut bytes = Vec::new();
    file.take(LARGEST_FILE).read_to_end(&mut bytes).map_err(|error| failed(error.to_string()))?;
    Ok(bytes)
}

fn invalid(project: &Project, at: &Located<String>, message: String, help: &str) -> Failure {
    let diagnostic = in_manifest(codes::MANIFEST_MALFORMED, message, at.location.clone()).help(help);
    GraphError::Manifest { root: project.root().to_owned(), diagnostics: vec![diagnostic] }.into()
}

/// Parses headers, one `Name: value` per line. An error is the number of a malformed line, from 1.
fn headers(text: &str) -> Result<Vec<(String, String)>, u32> {
    let lines = (1..).zip(text.lines().map(str::trim)).filter(|(_, line)| !line.is_empty());
    let header = |(number, line): (u32, &str)| {
        let (name, value) = line.split_once(':').ok_or(number)?;
        Ok((name.trim().to_owned(), value.trim().to_owned()))
    };
    lines.map(header).collect()
}

/// The error in a file with headers. Lines may be secret, and a diagnostic with a location quotes its line.
fn faulty_file(project: &Project, path: &str, line: u32) -> Failure {
    let diagnostic =
        Diagnostic::error(codes::MANIFEST_MALFORMED, format!("line {line} {NOT_A_HEADER}")).help(HEADER_HELP);
    Failure::InFile(Box::new(FileError::new(&project.root().join(path), diagnostic)))
}

/// The error in the variable with headers.
fn faulty_variable(line: u32) -> Failure {
    Failure::other(format!("line {line} of {HEADERS} {NOT_A_HEADER}"), Some(HEADER_HELP))
}
