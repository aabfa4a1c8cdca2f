//! [`Session`]: what a tab and the server say to each other over a WebSocket.
//!
//! The tab asks in JSON. It learns of builds unasked, and gets poses as numbers: u32 ticket, u32 bones, f32 time, u32 0, then
//! 16 x f32 for the place of the model, then 16 x f32 for each bone, relative to the model; all little-endian.

use std::io::ErrorKind;
use std::net::TcpStream;
use std::sync::Arc;

use rigmill_runtime::content::Skeleton;
use rigmill_runtime::{Matrix, PlayMode};
use serde::Deserialize;
use serde_json::{Value, json};
use tungstenite::{Bytes, Error, Message, WebSocket};

use super::clips::{clips_of, skeleton_of};
use super::poser::{PoseError, Poser};
use crate::content::Shelf;
use crate::news::{News, Unread};

/// The most changed assets that a tab learns of one by one.
const MAX_CHANGES: usize = 1000;

/// What a tab asks for.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase", deny_unknown_fields)]
enum Ask {
    /// The clips that fit an asset.
    Clips { shown: String },
    /// The pose of a skeleton in a clip, at a time in seconds. The answer has the same ticket.
    Pose { skeleton: String, clip: String, time: f32, looped: bool, ticket: u32 },
}

/// A tab.
#[derive(Debug)]
pub(crate) struct Session<'a> {
    shelf: &'a Shelf,
    news: &'a News,
    /// The number of the last build that the tab knows.
    known: Option<u64>,
    posing: Option<Posing>,
}

/// The clip that the tab plays.
#[derive(Debug)]
struct Posing {
    skeleton: String,
    clip: String,
    /// Of the build whose content it is.
    number: Option<u64>,
    poser: Poser,
}

impl<'a> Session<'a> {
    pub(crate) fn new(shelf: &'a Shelf, news: &'a News) -> Self {
        Self { shelf, news, known: None, posing: None }
    }

    /// Answers until the tab is closed or breaks a rule, or `running` says that the server ends. Reading from the stream must
    /// give up after a moment, so that builds are reported.
    pub(crate) fn run(mut self, mut socket: WebSocket<TcpStream>, running: impl Fn() -> bool) {
        while running() {
            if let Some(unread) = self.news.since(self.known) {
                self.known = Some(unread.number);
                if socket.send(text(&told(&unread))).is_err() {
                    return;
                }
            }
            let answer = match socket.read() {
                Ok(Message::Text(ask)) => self.answer(&ask),
                Ok(_) => continue,
                Err(Error::Io(error)) if is_pause(error.kind()) => continue,
                Err(_) => return,
            };
            if socket.send(answer).is_err() {
                return;
            }
        }
        // The tab may be gone.
        let _ = socket.close(None);
        let _ = socket.flush();
    }

    fn answer(&mut self, ask: &str) -> Message {
        match serde_json::from_str(ask) {
            Ok(Ask::Clips { shown }) => text(&self.clips(&shown)),
            Ok(Ask::Pose { skeleton, clip, time, looped, ticket }) => {
                let mode = if looped { PlayMode::Repeat } else { PlayMode::Once };
                self.pose(skeleton, clip, time, mode, ticket).unwrap_or_else(|error| {
                    text(&json!({ "tell": "no-pose", "ticket": ticket, "why": error.to_string() }))
                })
            }
            Err(error) => text(&json!({ "tell": "misunderstood", "why": error.to_string() })),
        }
    }

    fn clips(&self, shown: &str) -> Value {
        let found = self.shelf.content().ok().and_then(|content| {
            let (_, assets) = self.news.assets(self.shelf);
            let name = skeleton_of(content, &assets, shown)?;
            let skeleton: Arc<Skeleton> = content.load(&name).ok()?;
            let view = skeleton.view();
            let bones: Vec<Value> =
                view.bones().map(|bone| json!({ "name": bone.name(), "parent": bone.parent() })).collect();
            Some((name, bones, clips_of(content, &assets, &skeleton)))
        });
        let (skeleton, bones, clips) = found.map_or((None, Vec::new(), Vec::new()), |it| (Some(it.0), it.1, it.2));
        json!({ "tell": "clips", "shown": shown, "skeleton": skeleton, "bones": bones, "clips": clips })
    }

    fn pose(
        &mut self,
        skeleton: String,
        clip: String,
        time: f32,
        mode: PlayMode,
        ticket: u32,
    ) -> Result<Message, PoseError> {
        let number = self.known;
        let is_current = |it: &Posing| it.skeleton == skeleton && it.clip == clip && it.number == number;
        if !self.posing.as_ref().is_some_and(is_current) {
            let poser = Poser::load(self.shelf.content()?, &skeleton, &clip)?;
            self.posing = Some(Posing { skeleton, clip, number, poser });
        }
        let Some(Posing { poser, .. }) = &mut self.posing else { return Ok(Message::Binary(Bytes::new())) };
        let place = poser.place(time);
        Ok(Message::Binary(packed(ticket, time, &place, poser.pose(time, mode)?)))
    }
}

fn is_pause(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}

fn text(value: &Value) -> Message {
    Message::text(value.to_string())
}

/// What a tab learns of a build. With `assets` null it fetches the whole list.
fn told(unread: &Unread) -> Value {
    let changes = unread.changes.as_ref().filter(|it| it.assets.len() + it.gone.len() <= MAX_CHANGES);
    let (assets, gone) = (changes.map(|it| &it.assets), changes.map(|it| &it.gone));
    json!({ "tell": "build", "number": unread.number, "problems": &unread.problems[..], "assets": assets, "gone": gone })
}

/// A pose as bytes.
fn packed(ticket: u32, time: f32, place: &Matrix, bones: &[Matrix]) -> Bytes {
    // A skeleton has at most 65,535 bones.
    let count = u32::try_from(bones.len()).unwrap_or(u32::MAX);
    let head = [ticket, count, time.to_bits(), 0].into_iter();
    let numbers = [place].into_iter().chain(bones).flatten().map(|number| number.to_bits());
    head.chain(numbers).flat_map(u32::to_le_bytes).collect()
}
