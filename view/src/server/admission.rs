//! [`Admission`]: decides which requests are allowed.

use std::fmt::Write;

use constant_time_eq::constant_time_eq;

use super::http::{Refusal, Request};

/// The number of random bytes in a token.
const SECRET: usize = 16;

/// Decides whether a request comes from the page that this server gave to its user.
///
/// Other programs on the machine do not know the token, which is part of the address's path. Pages of other sites do not know
/// the token either, and they are rejected anyway: their origin is different, and if one of their host names resolves to
/// 127.0.0.1 (DNS rebinding), it is not the name of a loopback host.
#[derive(Debug)]
pub(crate) struct Admission {
    token: String,
}

impl Admission {
    /// Creates a new random token.
    pub(crate) fn new() -> Result<Self, getrandom::Error> {
        let mut secret = [0; SECRET];
        getrandom::fill(&mut secret)?;
        let mut token = String::new();
        for byte in secret {
            // Writing to a string cannot fail.
            let _ = write!(token, "{byte:02x}");
        }
        Ok(Self { token })
    }

    /// Returns the token, which is the first part of every path.
    pub(crate) fn token(&self) -> &str {
        &self.token
    }

    /// Returns the path after the token, if the request is allowed.
    pub(crate) fn admit<'a>(&self, request: &'a Request) -> Result<&'a str, Refusal> {
        if !is_loopback(&request.host) {
            return Err(Refusal::Host);
        }
        let own = format!("http://{}", request.host);
        if request.origin.as_ref().is_some_and(|origin| *origin != own) {
            return Err(Refusal::Origin);
        }
        let path = request.path.strip_prefix('/').unwrap_or_default();
        let (token, rest) = path.split_once('/').unwrap_or((path, ""));
        let foreign_site = request.fetch_site.as_ref().is_some_and(|site| site != "same-origin" && site != "none");
        // This allows a link in a user's file to open the page. Such a request can get only the page itself, without content.
        if foreign_site && !(request.opens_page && rest.is_empty()) {
            return Err(Refusal::Origin);
        }
        // The comparison takes constant time, regardless of how many digits are correct.
        if constant_time_eq(token.as_bytes(), self.token.as_bytes()) { Ok(rest) } else { Err(Refusal::Token) }
    }
}

/// Whether a `Host` names this machine. The port is ignored, because a tunnel can have a different port.
fn is_loopback(host: &str) -> bool {
    let (name, port) = host.rsplit_once(':').unwrap_or((host, "80"));
    (name == "127.0.0.1" || name == "localhost") && port.parse::<u16>().is_ok()
}
