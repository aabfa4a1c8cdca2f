//! [`Address`]: the address of a remote cache, parsed from its URL.

use std::fmt;
use std::path::PathBuf;

use http::Uri;
use percent_encoding::percent_decode_str;

use super::error::RemoteError;

/// The known schemes of URLs.
const SCHEMES: [&str; 5] = ["grpc", "grpcs", "http", "https", "file"];

/// The address of a remote cache.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Address {
    /// A server of the Remote Execution API.
    Grpc(Server),
    /// A server of Bazel's HTTP cache, and the path of its folders without a trailing slash.
    Http(Server, String),
    /// A folder.
    Folder(PathBuf),
}

/// A host and a port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Server {
    /// The host, without the brackets of an IPv6 address.
    pub(crate) host: String,
    pub(crate) port: u16,
    /// Whether connections use TLS.
    pub(crate) secure: bool,
}

impl Server {
    /// Returns the host and the port in the form of a URL.
    pub(crate) fn authority(&self) -> String {
        match self.host.contains(':') {
            true => format!("[{}]:{}", self.host, self.port),
            false => format!("{}:{}", self.host, self.port),
        }
    }
}

impl Address {
    /// Parses a URL, or the path of a folder.
    pub(crate) fn parse(url: &str) -> Result<Self, RemoteError> {
        let Some((scheme, rest)) = url.split_once("://") else {
            if let Some(scheme) =
                SCHEMES.into_iter().find(|scheme| url.split_once(':').is_some_and(|it| it.0 == *scheme))
            {
                return Err(RemoteError::Url(format!("two slashes must follow `{scheme}:`, as in {scheme}://")));
            }
            if let Some(scheme) =
                SCHEMES.into_iter().find(|scheme| url.split_once("//").is_some_and(|it| it.0 == *scheme))
            {
                return Err(RemoteError::Url(format!("a colon must follow `{scheme}`, as in {scheme}://")));
            }
            return if is_host_and_port(url) { Err(RemoteError::NoScheme(url.to_owned())) } else { folder(url) };
        };
        if scheme == "file" {
            return file(rest);
        }
        // A password may contain any character, so this check comes before any parsing.
        if rest.contains('@') {
            return Err(RemoteError::Password);
        }
        match scheme {
            "grpc" => Ok(Self::Grpc(server(url, false, None, "/")?.0)),
            "grpcs" => Ok(Self::Grpc(server(url, true, Some(443), "/")?.0)),
            "http" => server(url, false, Some(80), "").map(|(server, path)| Self::Http(server, path)),
            "https" => server(url, true, Some(443), "").map(|(server, path)| Self::Http(server, path)),
            _ => Err(RemoteError::Scheme(scheme.chars().take(20).collect())),
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |server: &Server| if server.secure { "s" } else { "" };
        match self {
            Self::Grpc(server) => write!(f, "grpc{}://{}", letter(server), server.authority()),
            Self::Http(server, path) => write!(f, "http{}://{}{path}", letter(server), server.authority()),
            Self::Folder(path) => write!(f, "{}", path.display()),
        }
    }
}

/// Parses the server of a URL and the path after it. If `only` is not empty, it is the only path that the scheme allows.
fn server(url: &str, secure: bool, port: Option<u16>, only: &str) -> Result<(Server, String), RemoteError> {
    let invalid = |why: &str| RemoteError::Url(why.to_owned());
    let uri: Uri = url.parse().map_err(|error: http::uri::InvalidUri| RemoteError::Url(error.to_string()))?;
    let host = uri.host().unwrap_or_default().trim_matches(['[', ']']);
    if host.is_empty() {
        return Err(invalid("the host is missing"));
    }
    if uri.query().is_some() || url.contains('#') {
        return Err(invalid("the URL must not have a query or a fragment"));
    }
    if !only.is_empty() && uri.path() != only && !uri.path().is_empty() {
        return Err(invalid("the URL must not have a path; set the instance separately"));
    }
    let port = match uri.port_u16() {
        Some(port) => port,
        // The parser skips what is not a port.
        None if has_port(&uri) => return Err(invalid("the port is not a number from 1 to 65535")),
        None => port.ok_or_else(|| invalid("the port is missing"))?,
    };
    Ok((Server { host: host.to_owned(), port, secure }, uri.path().trim_end_matches('/').to_owned()))
}

/// Whether a URL has anything as its port.
fn has_port(uri: &Uri) -> bool {
    let authority = uri.authority().map_or("", |authority| authority.as_str());
    authority.rsplit(']').next().is_some_and(|end| end.contains(':'))
}

/// Whether a text is an address without its scheme, such as `127.0.0.1:8080`. On Windows, a path begins with a single letter
/// and a colon.
fn is_host_and_port(text: &str) -> bool {
    let is_port = |port: &str| !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
    text.rsplit_once(':').is_some_and(|(host, port)| host.len() > 1 && !host.contains('/') && is_port(port))
}

fn folder(path: &str) -> Result<Address, RemoteError> {
    match path.is_empty() || path.contains('\0') {
        true => Err(RemoteError::Url("the text is neither a URL nor the path of a folder".to_owned())),
        false => Ok(Address::Folder(PathBuf::from(path))),
    }
}

/// Parses the folder of a `file` URL, given without its scheme.
fn file(rest: &str) -> Result<Address, RemoteError> {
    let Some(path) = rest.strip_prefix("localhost").unwrap_or(rest).strip_prefix('/') else {
        return Err(RemoteError::Url(
            "a file URL has three slashes and an absolute path, as in file:///cache".to_owned(),
        ));
    };
    let path = percent_decode_str(path).decode_utf8().map_err(|error| RemoteError::Url(error.to_string()))?;
    // On Windows, the path begins with a drive.
    folder(&if cfg!(windows) { path.into_owned() } else { format!("/{path}") })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grpc(host: &str, port: u16, secure: bool) -> Address {
        Address::Grpc(Server { host: host.to_owned(), port, secure })
    }

    #[test]
    fn the_scheme_decides_the_kind() {
        assert_eq!(Address::parse("grpc://cache:8980").unwrap(), grpc("cache", 8980, false));
        assert_eq!(Address::parse("grpcs://cache").unwrap(), grpc("cache", 443, true));
        assert_eq!(Address::parse("grpc://[::1]:9092/").unwrap(), grpc("::1", 9092, false));
        let http = |port, secure, path: &str| {
            Address::Http(Server { host: "cache".to_owned(), port, secure }, path.to_owned())
        };
        assert_eq!(Address::parse("http://cache").unwrap(), http(80, false, ""));
        assert_eq!(Address::parse("https://cache:8443/a/b/").unwrap(), http(8443, true, "/a/b"));
        assert_eq!(Address::parse("/mnt/cache").unwrap(), Address::Folder("/mnt/cache".into()));
        assert_eq!(Address::parse(r"\\share\cache").unwrap(), Address::Folder(r"\\share\cache".into()));
        let path = if cfg!(windows) { "mnt/a b" } else { "/mnt/a b" };
        assert_eq!(Address::parse("file:///mnt/a%20b").unwrap(), Address::Folder(path.into()));
    }

    #[test]
    fn a_url_that_cannot_work_is_an_error() {
        for url in [
            "",
            "grpc://",
            "grpc://cache",
            "grpc://cache:x",
            "grpc://cache:99999",
            "grpc://cache:1/main",
            "http://",
            "http://cache/?a",
            "http://cache/#a",
            "file://host/a",
            "file://",
            "http://ca che/",
            "gopher://cache",
            "file:///%ff",
            "http:/cache/a",
            "grpc:cache",
            "grpc:/cache:1",
        ] {
            assert!(Address::parse(url).is_err(), "{url}");
        }
    }

    #[test]
    fn a_password_is_refused_and_not_repeated() {
        for url in ["https://anna:s3cret@cache/", "grpc://s3cret@cache:1", "https://a:s3:cr@et s3cret@c"] {
            let error = Address::parse(url).unwrap_err();
            assert!(matches!(error, RemoteError::Password) && !error.to_string().contains("s3cret"), "{error}");
        }
    }

    #[test]
    fn an_address_is_shown_as_it_was_written() {
        for url in ["grpc://cache:1", "grpcs://[::1]:443", "http://cache:80/a", "/mnt/cache"] {
            assert_eq!(Address::parse(url).unwrap().to_string(), url);
        }
    }
}
