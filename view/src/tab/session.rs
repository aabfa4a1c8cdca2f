//! [`Session`]: the conversation between a tab and the server over a WebSocket.
//!
//! The tab sends requests in JSON and receives responses in JSON. The server also notifies it of builds. Poses are sent as
//! little-endian numbers: u32 ticket, u32 number of bones, f32 time, u32 number of further figures; then for each figure 16 x
//! f32 for the placement of the model and 16 x f32 for each bone's matrix in model space; then one f32 for the weight of each
//! morph target of the first figure, mesh by mesh.

use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;

use rigmill_runtime::Content;
use rigmill_runtime::content::{AlignedBytes, CompressedClip, LoadError, Loadable, MakeError, Model, Skeleton};
use serde_json::{Value, json};

use super::ask::Ask;
use super::clips::{ClipIndex, details, skeleton_of};
use super::compare::compare;
use super::error::AskError;
use super::figures::{Figures, Posed};
use super::repertoire::TRIAL;
use super::settings::{layers_of, settings};
use super::sizes::SizeFacts;
use super::stock::Stock;
use super::tracks::track;
use crate::content::Shelf;
use crate::news::{News, Unread};
use crate::server::WebSocket;
use crate::toolchain::{Bounds, Toolchain};

/// The maximum number of changed assets that are sent individually.
const MAX_CHANGES: usize = 1000;

/// The axes that can point up; empty for none.
const AXES: [&str; 7] = ["", "x", "y", "z", "-x", "-y", "-z"];

/// The state that all sessions share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sources<'a> {
    pub(crate) shelf: &'a Shelf,
    pub(crate) news: &'a News,
    pub(crate) clips: &'a ClipIndex,
    pub(crate) toolchain: Option<&'a dyn Toolchain>,
}

/// A tab.
#[derive(Debug)]
pub(crate) struct Session<'a> {
    sources: Sources<'a>,
    /// The number of the last build that the tab knows.
    known: Option<u64>,
    playing: Option<Playing>,
}

/// The figures of the tab.
#[derive(Debug)]
struct Playing {
    skeleton: String,
    /// The number of the build that the content belongs to.
    number: Option<u64>,
    figures: Figures,
}

impl<'a> Session<'a> {
    pub(crate) fn new(sources: Sources<'a>) -> Self {
        Self { sources, known: None, playing: None }
    }

    /// Handles requests until the tab is closed or violates the protocol, or until `running` returns false. Reading from the
    /// stream must time out after a moment, so that builds are reported.
    pub(crate) fn run(mut self, mut socket: WebSocket, running: impl Fn() -> bool) {
        while running() {
            if let Some(unread) = self.sources.news.since(self.known) {
                self.known = Some(unread.number);
                if socket.send_text(&told(&unread).to_string()).is_err() {
                    return;
                }
            }
            let answer = match socket.read() {
                Ok(Some(ask)) => self.answer(&ask, &mut socket),
                Ok(None) => continue,
                Err(_) => return,
            };
            if answer.is_err() {
                return;
            }
        }
        socket.close();
    }

    fn answer(&mut self, ask: &str, socket: &mut WebSocket) -> io::Result<()> {
        let answer = match serde_json::from_str(ask) {
            Ok(Ask::Clips { shown }) => self.clips(&shown),
            Ok(Ask::Pose { skeleton, model, figures, ticket }) => {
                let pose = |(all, stock): (&mut Figures, Stock<'_>)| {
                    all.show(stock.content, model.as_deref())?;
                    all.pose(stock, &figures)
                };
                let posed = self.figures(&skeleton).and_then(pose);
                match posed {
                    Ok(posed) => return socket.send_binary(&packed(ticket, &posed)),
                    Err(error) => json!({ "tell": "no-pose", "ticket": ticket, "why": error.to_string() }),
                }
            }
            Ok(ask) => self.tell(ask).unwrap_or_else(|error| json!({ "tell": "no", "why": error.to_string() })),
            Err(error) => json!({ "tell": "misunderstood", "why": error.to_string() }),
        };
        socket.send_text(&answer.to_string())
    }

    fn clips(&self, shown: &str) -> Value {
        let found = self.sources.shelf.content().ok().and_then(|content| {
            let (_, assets) = self.sources.news.assets(self.sources.shelf);
            let name = skeleton_of(content, &assets, shown)?;
            let skeleton: Arc<Skeleton> = content.load(&name).ok()?;
            let view = skeleton.view();
            let bones: Vec<Value> =
                view.bones().map(|bone| json!({ "name": bone.name(), "parent": bone.parent() })).collect();
            let model: Option<Arc<Model>> = content.load(shown).ok();
            let mut clips = self.sources.clips.clips_of(content, &assets, (&name, &skeleton));
            clips.retain(|clip| clip.moves_something(model.as_deref()));
            Some((name, bones, clips))
        });
        let (skeleton, bones, clips) = found.map_or((None, Vec::new(), Vec::new()), |it| (Some(it.0), it.1, it.2));
        let fitting = clips.iter().filter(|clip| clip.is_for_skeleton());
        let moved: BTreeSet<usize> = fitting.flat_map(|clip| clip.moved.iter().copied()).collect();
        json!({ "tell": "clips", "shown": shown, "skeleton": skeleton, "bones": bones, "clips": clips, "moved": moved })
    }

    /// Handles all other requests. The response repeats the request's kind and the names in it.
    fn tell(&mut self, ask: Ask) -> Result<Value, AskError> {
        Ok(match ask {
            Ask::Remember { up } => {
                if let Some(toolchain) = self.sources.toolchain.filter(|_| AXES.contains(&up.as_str())) {
                    toolchain.remember_up_axis(&up);
                }
                json!({ "tell": "remember", "up": up })
            }
            Ask::Clip { skeleton, clip } => {
                let (figures, stock) = self.figures(&skeleton)?;
                let details = details(&figures.repertoire.clip(stock, &clip)?);
                json!({ "tell": "clip", "clip": clip, "details": details })
            }
            Ask::Actions { actions } => {
                let layers = layers_of(self.content()?, &actions)?;
                json!({ "tell": "actions", "actions": actions, "found": layers })
            }
            Ask::Layer { layer } => {
                let settings = settings(self.content()?, &layer)?;
                json!({ "tell": "layer", "layer": layer, "found": settings })
            }
            Ask::Track { skeleton, clip, bone } => {
                let (figures, stock) = self.figures(&skeleton)?;
                let track = track(stock, &mut figures.repertoire, &clip, bone)?;
                json!({ "tell": "track", "clip": clip, "bone": bone, "track": track })
            }
            Ask::Compare { skeleton, clip, with, shell } => {
                let (figures, stock) = self.figures(&skeleton)?;
                let repertoire = &mut figures.repertoire;
                let clips = [repertoire.clip(stock, &clip)?, repertoire.clip(stock, &with)?];
                let difference = compare(&repertoire.skeleton, clips, shell)?;
                let sizes = repertoire.compressed(stock, &clip)?.map(|clip| SizeFacts::new(&clip.view()));
                json!({ "tell": "compare", "clip": clip, "with": with, "difference": difference, "sizes": sizes })
            }
            Ask::Compress { skeleton, clip, error_mm, shell_cm } => {
                let (figures, stock) = self.figures(&skeleton)?;
                let bounds = Bounds { error_mm, shell_cm };
                let trial = stock.toolchain()?.compress(&clip, &skeleton, bounds).map_err(AskError::Toolchain)?;
                let file = AlignedBytes::from_slice(&trial.bytes);
                figures.repertoire.try_out(Arc::new(CompressedClip::from_bytes(file).map_err(MakeError::from)?))?;
                json!({ "tell": "compress", "clip": clip, "trial": TRIAL, "bytes": trial.bytes.len(), "rule": trial.rule })
            }
            Ask::Clips { .. } | Ask::Pose { .. } => Value::Null,
        })
    }

    fn content(&self) -> Result<&'a Content, LoadError> {
        self.sources.shelf.content()
    }

    /// Returns the figures of a skeleton in the content of the last build, and the source of their clips.
    fn figures(&mut self, skeleton: &str) -> Result<(&mut Figures, Stock<'a>), AskError> {
        let stock = Stock { content: self.content()?, toolchain: self.sources.toolchain };
        let number = self.known;
        let playing = match self.playing.take().filter(|it| it.skeleton == skeleton) {
            Some(playing) if playing.number == number => playing,
            before => {
                let mut figures = Figures::load(stock.content, skeleton)?;
                // After a new build, the trial clip continues to play.
                if let Some(before) = before {
                    figures.repertoire.take_trial(&before.figures.repertoire);
                }
                Playing { skeleton: skeleton.to_owned(), number, figures }
            }
        };
        Ok((&mut self.playing.insert(playing).figures, stock))
    }
}

/// Creates the message about a build. If `assets` is null, the tab must fetch the whole list.
fn told(unread: &Unread) -> Value {
    let changes = unread.changes.as_ref().filter(|it| it.assets.len() + it.gone.len() <= MAX_CHANGES);
    let (assets, gone) = (changes.map(|it| &it.assets), changes.map(|it| &it.gone));
    json!({ "tell": "build", "number": unread.number, "problems": &unread.problems[..], "assets": assets, "gone": gone })
}

/// Encodes poses as bytes.
fn packed(ticket: u32, posed: &Posed) -> Vec<u8> {
    let figures = posed.matrices.len() / (posed.bones + 1);
    // Both numbers are within the limits of a request.
    let [bones, further] = [posed.bones, figures.saturating_sub(1)].map(|it| u32::try_from(it).unwrap_or(u32::MAX));
    let mut bytes = Vec::with_capacity(16 + 64 * posed.matrices.len() + 4 * posed.weights.len());
    for word in [ticket, bones, posed.time.to_bits(), further] {
        bytes.extend(word.to_le_bytes());
    }
    for number in posed.matrices.iter().flatten().chain(&posed.weights) {
        bytes.extend(number.to_le_bytes());
    }
    bytes
}
