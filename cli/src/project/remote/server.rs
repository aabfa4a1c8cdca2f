//! [`RemoteChoice`]: the remote cache, or the server of machines, that the user or the project chose.
//!
//! A project may come from an untrusted source, so its settings are restricted: it can refer only to files in the project,
//! headers and keys from the user's environment are sent only to a server that the user named, and the user's settings for such
//! a server take precedence.

use std::env;
use std::io::Read;
use std::path::Path;

use rigmill_graph::{
    Disk, GraphError, Links, Located, MANIFEST, Project, RealDisk, RemoteCache, SourceFile, read_file,
};
use rigmill_pipeline::{Diagnostic, SourcePath};

use crate::failure::{Failure, FileError};

/// The maximum size of a file with headers, certificates or keys, in bytes.
const LARGEST_FILE: u64 = 1 << 20;

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
}

// ---- named by the user ----

pub(super) fn user_choice(url: &str, manifest: Option<&RemoteCache>) -> Result<RemoteChoice, Failure> {
    let file = |name: &str| {
        let path = variable(name);
        path.map(|path| read_file(Path::new(&path), LARGEST_FILE).map_err(Failure::io("read", path))).transpose()
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
        certificate_authority: file("RIGMILL_REMOTE_CERTIFICATE_AUTHORITY")?,
        client_certificate: file("RIGMILL_REMOTE_CLIENT_CERTIFICATE")?,
        client_key: file("RIGMILL_REMOTE_CLIENT_KEY")?,
        by_user: true,
    })
}

#[allow(clippy::disallowed_methods, reason = "only the command line reads the environment")]
fn variable(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}

// ---- named by the project ----

/// Returns a server that the project names.
pub(super) fn at_server(project: &Project, url: &Located<String>) -> Result<RemoteChoice, Failure> {
    let nothing = RemoteCache::default();
    let remote = project.manifest().remote_cache.as_ref().unwrap_or(&nothing);
    if !["grpc://", "grpcs://", "http://", "https://"].iter().any(|scheme| url.value.starts_with(scheme)) {
        let help = "write a grpc://, grpcs://, http:// or https:// address; to use a folder, pass --remote-cache or set RIGMILL_REMOTE_CACHE";
        return Err(invalid(project, url, format!("`{}` is not the address of a server", url.value), help));
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
    })
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
    let mut diagnostic = Diagnostic::error("R0001", message).at(at.location.clone()).help(help);
    diagnostic.file = SourcePath::new(MANIFEST).ok();
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
    let diagnostic = Diagnostic::error("R0001", format!("line {line} {NOT_A_HEADER}")).help(HEADER_HELP);
    Failure::InFile(Box::new(FileError::new(&project.root().join(path), diagnostic)))
}

/// The error in the variable with headers.
fn faulty_variable(line: u32) -> Failure {
    Failure::other(format!("line {line} of {HEADERS} {NOT_A_HEADER}"), Some(HEADER_HELP))
}
