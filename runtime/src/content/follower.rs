//! [`Follower`]: reloads content that is rebuilt while the game runs.

use std::collections::BTreeSet;
use std::io::{self, BufRead, ErrorKind};
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, TryLockError, Weak};
use std::thread;

use super::library::{Content, Reload};
use super::message::Message;

/// The maximum length of a line, in bytes. A longer line counts as a change of all assets.
const MAX_LINE: usize = 64 * 1024;

/// The maximum number of changed assets that are remembered between two polls. If more assets change, every loaded asset is
/// checked.
const MAX_ASSETS: usize = 1024;

/// Follows a `rigmill watch --message-format json` process, and reloads the content that it builds.
///
/// A thread reads the messages. Content is reloaded only when the game calls [`poll`](Self::poll), for example once per frame.
/// The game can read the messages from the standard output of a `rigmill` process that it starts, from its own standard input,
/// or from a socket.
///
/// ```no_run
/// use std::io::BufReader;
/// use std::process::{Command, Stdio};
///
/// use rigmill_runtime::Content;
/// use rigmill_runtime::content::{AnimationSequence, Follower};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut rigmill = Command::new("rigmill")
///     .args(["watch", "assets", "--message-format", "json"])
///     .stdout(Stdio::piped())
///     .spawn()?;
/// let messages = rigmill.stdout.take().ok_or("no pipe")?;
/// let mut follower = Follower::new(BufReader::new(messages))?;
///
/// let content = Content::open("assets/build/native")?;
/// let mut run = content.load::<AnimationSequence>("Animation/Run")?;
/// # let playing = false;
/// while playing {
///     for change in follower.poll(&content) {
///         match change.result {
///             // Existing handles keep the old content: load it again.
///             Ok(()) if change.name == "Animation/Run" => run = content.load(&change.name)?,
///             Ok(()) => {}
///             Err(error) => eprintln!("the old content stays: {error}"),
///         }
///     }
///     // … play `run` …
/// }
/// rigmill.kill()?;
/// # Ok(())
/// # }
/// ```
///
/// Messages only decide when an asset is checked. Only assets that the game has loaded are checked, so a message cannot make
/// the game open other files. Unknown messages, and lines that are not messages, are skipped.
#[derive(Debug)]
pub struct Follower {
    inbox: Arc<Inbox>,
}

/// Messages that were read but not yet polled.
#[derive(Debug, Default)]
struct Inbox {
    /// Whether there are changes. An empty poll only loads this flag.
    filled: AtomicBool,
    /// Whether the input has ended.
    over: AtomicBool,
    changes: Mutex<Changes>,
}

#[derive(Debug)]
enum Changes {
    Assets(BTreeSet<String>),
    Everything,
}

impl Default for Changes {
    fn default() -> Self {
        Self::Assets(BTreeSet::new())
    }
}

impl Follower {
    /// Starts a thread that reads messages until the input ends. If the follower is dropped earlier, the thread ends when it
    /// has read the next line.
    ///
    /// Reads must block until there is data, as pipes and sockets do by default. Any error, even `WouldBlock`, ends the thread.
    ///
    /// # Errors
    /// The thread cannot be started.
    pub fn new(messages: impl BufRead + Send + 'static) -> io::Result<Self> {
        let inbox = Arc::new(Inbox::default());
        let reading = Reading { inbox: Arc::downgrade(&inbox) };
        thread::Builder::new().name("rigmill-follower".to_owned()).spawn(move || reading.run(messages))?;
        Ok(Self { inbox })
    }

    /// Reloads the loaded assets that have changed since the last poll, and returns them like [`Content::reload_changed`]. If
    /// an asset's file was removed, its result is [`LoadError::NotFound`](crate::content::LoadError::NotFound), and the old
    /// content stays loaded.
    ///
    /// If nothing has changed, this method neither allocates memory nor blocks. Otherwise, it reads the files of the assets
    /// that it reloads.
    #[must_use = "it returns the content to load again"]
    pub fn poll(&mut self, content: &Content) -> Vec<Reload> {
        match self.inbox.take() {
            None => Vec::new(),
            Some(Changes::Everything) => content.reload_changed(),
            Some(Changes::Assets(assets)) => assets.iter().flat_map(|asset| content.reload_changed_of(asset)).collect(),
        }
    }

    /// Whether the input has ended. Messages that were read before can still be polled.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.inbox.over.load(Ordering::Acquire)
    }
}

impl Inbox {
    /// Takes the changes, unless there are none or the reader is adding to them right now.
    fn take(&self) -> Option<Changes> {
        if !self.filled.load(Ordering::Acquire) {
            return None;
        }
        let mut changes = match self.changes.try_lock() {
            Ok(changes) => changes,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return None,
        };
        self.filled.store(false, Ordering::Release);
        Some(mem::take(&mut changes))
    }

    fn put(&self, message: Message) {
        let mut changes = self.changes.lock().unwrap_or_else(PoisonError::into_inner);
        match (&mut *changes, message) {
            (Changes::Assets(assets), Message::Reload(asset)) if assets.len() < MAX_ASSETS => {
                assets.insert(asset);
            }
            _ => *changes = Changes::Everything,
        }
        self.filled.store(true, Ordering::Release);
    }
}

/// The reading thread's side of the inbox. Dropping it marks the end of the input.
struct Reading {
    inbox: Weak<Inbox>,
}

impl Reading {
    fn run(self, mut messages: impl BufRead) {
        let mut line = Vec::new();
        while let Ok(Some(whole)) = next_line(&mut messages, &mut line) {
            let message = if whole { Message::parse(&line) } else { Some(Message::ReloadAll) };
            let Some(inbox) = self.inbox.upgrade() else { return };
            message.into_iter().for_each(|message| inbox.put(message));
        }
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        if let Some(inbox) = self.inbox.upgrade() {
            inbox.over.store(true, Ordering::Release);
        }
    }
}

/// Reads a line into `line`, and returns whether the line is complete. A line that is too long is truncated. `None` at the end
/// of the input.
fn next_line(messages: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Option<bool>> {
    line.clear();
    let (mut whole, mut any) = (true, false);
    loop {
        let bytes = match messages.fill_buf() {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            result => result?,
        };
        if bytes.is_empty() {
            return Ok(any.then_some(whole));
        }
        any = true;
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let part = &bytes[..end.unwrap_or(bytes.len())];
        let space = MAX_LINE - line.len();
        line.extend_from_slice(&part[..part.len().min(space)]);
        whole &= part.len() <= space;
        let read = end.map_or(bytes.len(), |end| end + 1);
        messages.consume(read);
        if end.is_some() {
            return Ok(Some(whole));
        }
    }
}
