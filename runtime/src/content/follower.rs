//! [`Follower`]: reloads content that is built anew while the game runs.

use std::collections::BTreeSet;
use std::io::{self, BufRead, ErrorKind};
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, TryLockError, Weak};
use std::thread;

use super::library::{Content, Reload};
use super::message::Message;

/// The longest line that is read, in bytes. Of a longer one it is assumed that it tells of anything.
const MAX_LINE: usize = 64 * 1024;

/// How many assets are kept apart between two polls. With more, every loaded asset is looked at.
const MAX_ASSETS: usize = 1024;

/// Follows a `rigmill watch --message-format json` and reloads the content that it builds anew.
///
/// A thread reads the messages; nothing is reloaded before the game asks for it with
/// [`poll`](Self::poll), once a frame, say. The messages come from whatever the game reads them from:
/// the standard output of a `rigmill` that it starts, its own standard input, a socket.
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
///             // Handles stay what they were: whoever wants the new content loads it again.
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
/// Messages decide only when an asset is looked at, and only those that the game has loaded are:
/// whatever they say, no other file is opened. Lines that are no messages, and messages of other
/// kinds, are passed over.
#[derive(Debug)]
pub struct Follower {
    inbox: Arc<Inbox>,
}

/// What was read and not polled yet.
#[derive(Debug, Default)]
struct Inbox {
    /// Whether there is any, so that a poll for nothing costs one look.
    filled: AtomicBool,
    /// Whether no more will come.
    over: AtomicBool,
    news: Mutex<News>,
}

#[derive(Debug)]
enum News {
    Of(BTreeSet<String>),
    OfAnything,
}

impl Default for News {
    fn default() -> Self {
        Self::Of(BTreeSet::new())
    }
}

impl Follower {
    /// Begins to read messages, on a thread that ends with what it reads. A dropped follower's thread
    /// ends with the next line.
    ///
    /// Reading must block until there is something to read, as it does for pipes and sockets unless
    /// they are told otherwise: an error, one that it would block included, is taken for the end.
    ///
    /// # Errors
    /// The thread cannot be started.
    pub fn new(messages: impl BufRead + Send + 'static) -> io::Result<Self> {
        let inbox = Arc::new(Inbox::default());
        let reading = Reading { inbox: Arc::downgrade(&inbox) };
        thread::Builder::new().name("rigmill-follower".to_owned()).spawn(move || reading.run(messages))?;
        Ok(Self { inbox })
    }

    /// Reloads the loaded assets that have changed since the last poll, and tells which, as
    /// [`Content::reload_changed`] does. An asset whose files were removed is told as
    /// [`LoadError::NotFound`](crate::content::LoadError::NotFound); the old content stays.
    ///
    /// While there is no news, this neither allocates nor waits. Otherwise it reads the files of what
    /// it reloads.
    #[must_use = "it tells which content to load again"]
    pub fn poll(&mut self, content: &Content) -> Vec<Reload> {
        match self.inbox.take() {
            None => Vec::new(),
            Some(News::OfAnything) => content.reload_changed(),
            Some(News::Of(assets)) => assets.iter().flat_map(|asset| content.reload_changed_of(asset)).collect(),
        }
    }

    /// Whether no more messages will come: whoever wrote them has ended. What came before is still
    /// polled.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.inbox.over.load(Ordering::Acquire)
    }
}

impl Inbox {
    /// The news, if there are any and nobody is adding to them just now.
    fn take(&self) -> Option<News> {
        if !self.filled.load(Ordering::Acquire) {
            return None;
        }
        let mut news = match self.news.try_lock() {
            Ok(news) => news,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return None,
        };
        self.filled.store(false, Ordering::Release);
        Some(mem::take(&mut news))
    }

    fn put(&self, message: Message) {
        let mut news = self.news.lock().unwrap_or_else(PoisonError::into_inner);
        match (&mut *news, message) {
            (News::Of(assets), Message::Reload(asset)) if assets.len() < MAX_ASSETS => drop(assets.insert(asset)),
            _ => *news = News::OfAnything,
        }
        self.filled.store(true, Ordering::Release);
    }
}

/// The thread's side. Says that no more will come when it goes, however that happens.
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

/// Reads a line into `line` and tells whether it is all there; of one that is too long, only the
/// beginning is. `None` at the end.
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
        let room = MAX_LINE - line.len();
        line.extend_from_slice(&part[..part.len().min(room)]);
        whole &= part.len() <= room;
        let read = end.map_or(bytes.len(), |end| end + 1);
        messages.consume(read);
        if end.is_some() {
            return Ok(Some(whole));
        }
    }
}
