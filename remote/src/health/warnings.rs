//! [`Warnings`]: collects warnings about the remote cache. Each kind of problem is reported once.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rigmill_pipeline::{Diagnostic, codes};
use rigmill_store::RemoteBlob;

use super::breaker::Opened;
use super::help::Help;
use crate::digest;
use crate::failure::Remedy;

/// How to build without a remote cache.
const WITHOUT: &str = "or pass --no-remote to build without the remote cache";

/// What is wrong with the bytes of a blob or of an action result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Damage {
    /// The blob has this number of bytes, or more.
    Size(u64),
    Content,
    /// The bytes are a malformed action result.
    Result(String),
}

/// The warnings since the last report.
#[derive(Debug)]
pub(crate) struct Warnings {
    /// The cache's name, as users know it.
    name: String,
    help: Help,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    pending: Vec<Diagnostic>,
    has_damage: bool,
    has_refused: bool,
}

impl Warnings {
    pub(crate) fn new(name: String, help: Help) -> Self {
        Self { name, help, state: Mutex::default() }
    }

    /// Returns what a user can do about a failed call.
    pub(crate) fn help(&self, remedy: Remedy) -> &str {
        self.help.text(remedy)
    }

    /// Notes that the breaker has opened.
    pub(crate) fn unusable(&self, opened: &Opened) {
        if opened.again {
            return;
        }
        let message = format!(
            "the remote cache {} is not used: {}; the build continues without the cache",
            self.name, opened.why
        );
        let help = format!("{}, {WITHOUT}", self.help.text(opened.remedy));
        self.state().pending.push(Diagnostic::warning(codes::REMOTE_CACHE_UNUSED, message).help(help));
    }

    /// Notes that a blob does not match its digest, or that an action result is malformed.
    pub(crate) fn damaged(&self, blob: RemoteBlob, damage: Damage) {
        let mut state = self.state();
        if std::mem::replace(&mut state.has_damage, true) {
            return;
        }
        let kind = if matches!(damage, Damage::Result(_)) { "action" } else { "blob" };
        let name = format!("{kind} {}/{}", &digest::hex(&blob.sha256)[..12], blob.size);
        let fact = match damage {
            Damage::Size(size) if size > blob.size => format!("received more than {} bytes", blob.size),
            Damage::Size(size) => format!("received {size} bytes, expected {}", blob.size),
            Damage::Result(why) => why,
            Damage::Content => "the SHA-256 hash of the received data is different".to_owned(),
        };
        let message = format!("the remote cache {} sent wrong data for {name}: {fact}", self.name);
        let help = "the outputs are correct, because this machine built the affected assets itself; check the server's disk and any proxy; Rigmill reports only the first case";
        state.pending.push(Diagnostic::warning(codes::REMOTE_DATA_WRONG, message).help(help));
    }

    /// Notes that the cache does not let this machine write.
    pub(crate) fn refused(&self, why: &str) {
        let mut state = self.state();
        if std::mem::replace(&mut state.has_refused, true) {
            return;
        }
        let message = format!("the remote cache {} does not accept uploads from this machine: {why}", self.name);
        let help = format!(
            "{}, or set `upload = false` under [cache.remote]; uploads need write access",
            self.help.text(Remedy::Access)
        );
        state.pending.push(Diagnostic::warning(codes::NOT_UPLOADED, message).help(help));
    }

    /// Notes that uploads were cancelled.
    pub(crate) fn given_up(&self, count: u64, why: &str, remedy: Remedy) {
        let (uploads, were) = if count == 1 { ("upload", "was") } else { ("uploads", "were") };
        let message = format!("{count} {uploads} to the remote cache {} {were} cancelled: {why}", self.name);
        let help = format!(
            "{}, or set `upload = false` under [cache.remote]; your outputs are complete, but other machines must build the missing results themselves",
            self.help.text(remedy)
        );
        self.state().pending.push(Diagnostic::warning(codes::NOT_UPLOADED, message).help(help));
    }

    /// Removes and returns the warnings.
    pub(crate) fn take(&self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.state().pending)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
