//! [`Admission`]: who may ask at all.

use std::fmt::Write;

use subtle::ConstantTimeEq;

use super::http::{Refusal, Request};

/// Random bytes of a token.
const SECRET: usize = 16;

/// Decides whether a request comes from the page that this server gave to its user.
///
/// Other programs of the machine do not know the token, which is in the path of the address. Pages of other sites neither know
/// it nor may ask: their origin is another one, and a name of theirs that leads to 127.0.0.1 (DNS rebinding) is not that of a
/// loopback host.
#[derive(Debug)]
pub(crate) struct Admission {
    token: String,
}

impl Admission {
    /// With a new token.
    pub(crate) fn new() -> Result<Self, getrandom::Error> {
        let mut secret = [0; SECRET];
        getrandom::fill(&mut secret)?;
        let mut token = String::new();
        for byte in secret {
            // Writing to a text cannot fail.
            let _ = write!(token, "{byte:02x}");
        }
        Ok(Self { token })
    }

    /// The first part of every path.
    pub(crate) fn token(&self) -> &str {
        &self.token
    }

    /// The path behind the token.
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
        // A file of the user's leads to the page. The page itself, without content, is all that such a request gets.
        if foreign_site && !(request.opens_page && rest.is_empty()) {
            return Err(Refusal::Origin);
        }
        // The time does not depend on how many digits are right.
        if bool::from(token.as_bytes().ct_eq(self.token.as_bytes())) { Ok(rest) } else { Err(Refusal::Token) }
    }
}

/// Whether a `Host` is this machine, by any port: that of a tunnel is another one.
fn is_loopback(host: &str) -> bool {
    let (name, port) = host.rsplit_once(':').unwrap_or((host, "80"));
    (name == "127.0.0.1" || name == "localhost") && port.parse::<u16>().is_ok()
}
