//! [`Opened`]: opens the page in the user's browser.

use std::env;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use tempfile::NamedTempFile;

/// A page that was opened. Must be kept alive while the browser may still be starting.
#[derive(Debug)]
pub(super) struct Opened {
    /// A file that redirects to the page. It keeps the address secret: other users can see the arguments of programs, but
    /// cannot read this file.
    _redirect: NamedTempFile,
}

/// Opens an address in the user's browser. Returns `None` if there is no program to open it.
pub(super) fn open(address: &str) -> Option<Opened> {
    let mut redirect = tempfile::Builder::new().prefix("rigmill-view-").suffix(".html").tempfile().ok()?;
    redirect.write_all(page(address).as_bytes()).and_then(|()| redirect.flush()).ok()?;
    start(redirect.path()).then_some(Opened { _redirect: redirect })
}

/// Returns a page that redirects to an address, which must not contain characters that are special in HTML.
fn page(address: &str) -> String {
    format!(
        "<!doctype html>\n<meta charset=\"utf-8\">\n<meta name=\"referrer\" content=\"no-referrer\">\n\
         <meta http-equiv=\"refresh\" content=\"0; url={address}\">\n<title>Rigmill</title>\n<a href=\"{address}\">Rigmill</a>\n"
    )
}

fn start(page: &Path) -> bool {
    let opener = match env::consts::OS {
        "windows" => "explorer",
        "macos" => "open",
        _ => "xdg-open",
    };
    let mut command = Command::new(opener);
    match command.arg(page).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn() {
        // A thread waits for the process, so that it does not become a zombie.
        Ok(mut child) => thread::Builder::new().spawn(move || child.wait()).is_ok(),
        Err(_) => false,
    }
}
