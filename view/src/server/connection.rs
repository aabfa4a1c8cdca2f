//! Handles one connection.

use std::borrow::Cow;
use std::io;
use std::net::TcpStream;
use std::sync::Arc;
use std::time::Duration;

use percent_encoding::percent_decode_str;
use rigmill_runtime::Content;
use rigmill_runtime::content::{
    ActionSet, AnimationSequence, BreathSettings, ClipEvents, ClipWeights, CollisionMesh, ContentType, Data, Font,
    LoadError, Model, Motion, Skeleton, Sound, SpringSettings, Texture, TextureCube, UniformClip,
};
use serde_json::{Value, json};

use super::admission::Admission;
use super::http::{Kind, Refusal, Request, refuse, respond, switch_to_websocket};
use super::moving::moving;
use super::page;
use super::picture_folder::Form;
use super::thumbnails::Thumbnails;
use super::websocket::{WebSocket, accept_key};
use crate::content::{CompressedClipFile, CurveClipFile, SampledClipFile, Shelf};
use crate::news::News;
use crate::tab::{ClipIndex, Session, Sources};
use crate::toolchain::Toolchain;

/// The time for which a session waits for its tab before it checks for news.
const MOMENT: Duration = Duration::from_millis(5);

/// The response if an asset has no thumbnail.
const NO_PICTURE: &[u8] = br#"<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"/>"#;

/// The error message for a texture's source if there is no project.
const NO_SOURCES: &str = "there are no sources here: open the project instead of its built content";

/// The state that all connections share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) admission: Admission,
    pub(crate) shelf: Shelf,
    pub(crate) news: News,
    pub(crate) clips: ClipIndex,
    pub(crate) toolchain: Option<Arc<dyn Toolchain>>,
    pub(super) thumbnails: Thumbnails,
}

/// Reads and handles one request. A session continues while `running` returns true.
pub(crate) fn serve(shared: &Shared, mut stream: TcpStream, running: impl Fn() -> bool) -> io::Result<()> {
    let request = match Request::read(&mut stream) {
        Ok(request) => request,
        Err(refusal) => return refuse(&mut stream, &refusal),
    };
    match shared.admission.admit(&request) {
        Err(refusal) => refuse(&mut stream, &refusal),
        Ok("live") => converse(shared, &request, stream, running),
        Ok(path) => match answer(shared, &request, path, &mut stream) {
            Err(Trouble::Refusal(refusal)) => refuse(&mut stream, &refusal),
            Err(Trouble::Io(error)) => Err(error),
            Ok(()) => Ok(()),
        },
    }
}

enum Trouble {
    Refusal(Refusal),
    Io(io::Error),
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Self {
        Self::Refusal(refusal)
    }
}

impl From<LoadError> for Trouble {
    fn from(error: LoadError) -> Self {
        Self::Refusal(Refusal::Asset(error.to_string()))
    }
}

fn answer(shared: &Shared, request: &Request, path: &str, stream: &mut TcpStream) -> Result<(), Trouble> {
    let mut send = |json: &Value| respond(stream, &request.host, Kind::Json, json.to_string().as_bytes());
    match path {
        "assets" => {
            let (number, assets) = shared.news.assets(&shared.shelf);
            let up = shared.toolchain.as_ref().and_then(|toolchain| toolchain.up_axis());
            return Ok(send(&json!({ "number": number, "assets": assets, "up": up }))?);
        }
        "graph" => {
            let graph = shared.toolchain.as_ref().ok_or(Refusal::Unknown)?.graph().map_err(Refusal::Asset)?;
            return Ok(send(&json!(graph))?);
        }
        "moving" => return Ok(send(&json!(moving(&shared.shelf, &shared.news, &shared.clips)))?),
        _ => {}
    }
    if let Some(name) = path.strip_prefix("explain/") {
        return Ok(send(&explain(shared, &decoded(name)?))?);
    }
    if let Some(name) = path.strip_prefix("source/") {
        let toolchain = shared.toolchain.as_ref().ok_or_else(|| Refusal::Asset(NO_SOURCES.to_owned()))?;
        let pixels = toolchain.pixels(&decoded(name)?).map_err(Refusal::Asset)?;
        return Ok(respond(stream, &request.host, Kind::Bytes, &pixels)?);
    }
    for (folder, form, kind) in [("thumbnail/", Form::Still, Kind::Png), ("film/", Form::Film, Kind::Gif)] {
        if let Some(name) = path.strip_prefix(folder) {
            let file = shared.thumbnails.get(&shared.shelf, &shared.news, &decoded(name)?, form);
            let (kind, bytes) = file.as_deref().map_or((Kind::Svg, NO_PICTURE), |file| (kind, file));
            return Ok(respond(stream, &request.host, kind, bytes)?);
        }
    }
    if let Some(name) = path.strip_prefix("content/") {
        return send_asset(shared.shelf.content()?, &decoded(name)?, &request.host, stream);
    }
    let (kind, bytes) = page::file(path).ok_or(Refusal::Unknown)?;
    Ok(respond(stream, &request.host, kind, bytes)?)
}

fn decoded(name: &str) -> Result<Cow<'_, str>, Refusal> {
    percent_decode_str(name).decode_utf8().map_err(|_| Refusal::Unknown)
}

/// Returns what is known about how an asset is made: its last build in this run, and the toolchain's answer.
fn explain(shared: &Shared, name: &str) -> Value {
    let build = shared.news.build(name);
    let asset = build.as_ref().map_or(name, |build| &build.asset);
    // Several assets can have the same name.
    let asked = build.as_ref().map_or(name, |build| &build.source);
    let made = shared.toolchain.as_ref().map(|toolchain| toolchain.explain(asked));
    let (made, why_not) =
        made.map_or((None, None), |made| made.map_or_else(|why| (None, Some(why)), |it| (Some(it), None)));
    json!({ "name": name, "asset": asset, "build": build, "made": made, "unknown": why_not })
}

/// Sends the file of an asset of any type. The file was checked when it was loaded. If it is damaged now, the last valid
/// version is sent. A coded clip is sent in packed form, as the runtime reads it.
fn send_asset(content: &Content, name: &str, host: &str, stream: &mut TcpStream) -> Result<(), Trouble> {
    let mut send = |bytes: &[u8]| Ok(respond(stream, host, Kind::Bytes, bytes)?);
    match content.content_type(name).ok_or(Trouble::Refusal(Refusal::Unknown))? {
        ContentType::ActionSet => send(content.load::<ActionSet>(name)?.bytes()),
        ContentType::AnimationSequence => send(content.load::<AnimationSequence>(name)?.bytes()),
        ContentType::Breath => send(content.load::<BreathSettings>(name)?.bytes()),
        ContentType::ClipWeights => send(content.load::<ClipWeights>(name)?.bytes()),
        ContentType::ClipEvents => send(content.load::<ClipEvents>(name)?.bytes()),
        ContentType::CollisionMesh => send(content.load::<CollisionMesh>(name)?.bytes()),
        ContentType::CompressedClip => send(&content.load::<CompressedClipFile>(name)?.0),
        ContentType::Data => send(content.load::<Data>(name)?.bytes()),
        ContentType::Font => send(content.load::<Font>(name)?.bytes()),
        ContentType::Model => send(content.load::<Model>(name)?.bytes()),
        ContentType::Motion => send(content.load::<Motion>(name)?.bytes()),
        ContentType::Skeleton => send(content.load::<Skeleton>(name)?.bytes()),
        ContentType::Sound => send(content.load::<Sound>(name)?.bytes()),
        ContentType::SpringBones => send(content.load::<SpringSettings>(name)?.bytes()),
        ContentType::Texture => send(content.load::<Texture>(name)?.bytes()),
        ContentType::TextureCube => send(content.load::<TextureCube>(name)?.bytes()),
        ContentType::UniformClip => send(content.load::<UniformClip>(name)?.bytes()),
        ContentType::CurveClip => send(&content.load::<CurveClipFile>(name)?.0),
        ContentType::SampledClip => send(&content.load::<SampledClipFile>(name)?.0),
    }
}

/// Upgrades to a WebSocket. Browsers always send the origin of such a request; requests without an origin come from other
/// programs and are rejected.
fn converse(shared: &Shared, request: &Request, mut stream: TcpStream, running: impl Fn() -> bool) -> io::Result<()> {
    let Some(key) = request.websocket_key.as_ref().filter(|_| request.origin.is_some()) else {
        return refuse(&mut stream, &Refusal::Malformed);
    };
    switch_to_websocket(&mut stream, &accept_key(key))?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(MOMENT))?;
    let Shared { shelf, news, clips, toolchain, .. } = shared;
    Session::new(Sources { shelf, news, clips, toolchain: toolchain.as_deref() }).run(WebSocket::new(stream), running);
    Ok(())
}
