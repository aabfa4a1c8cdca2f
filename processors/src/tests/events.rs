//! The `events` processor.

use rigmill_dom::{ClipEventsSource, EventSource};
use rigmill_format::{AnimationSequence, ClipEvents, Content, Skeleton};
use rigmill_pipeline::{AssetError, AssetIndex, Digest, DynValue, NoParams, ProductInfo, ValueType, nearest_assets};

use super::support::{Outcome, at, process_source};
use crate::EventsProcessor;

const RUN: &str = "Actors/Robot/Run";
const BESIDE: &str = "Actors/Robot/Walk";
const SKELETON: &str = "Actors/Robot/Robot.skeleton";

/// Two clips of 0.75 s, and a skeleton.
struct Clips;

impl AssetIndex for Clips {
    fn product(&self, name: &str) -> Result<ProductInfo, AssetError> {
        let value_type = match name {
            RUN | BESIDE => ValueType::of::<AnimationSequence>(),
            SKELETON => ValueType::of::<Skeleton>(),
            _ => return Err(AssetError::Missing { name: name.to_owned() }),
        };
        let digest = Digest::of(name.as_bytes());
        Ok(ProductInfo { name: name.to_owned(), type_path: value_type.path().to_owned(), digest })
    }

    fn value(&self, name: &str) -> Result<DynValue, AssetError> {
        self.product(name)?;
        let clip = AnimationSequence { duration: 0.75, ..AnimationSequence::default() };
        DynValue::new(clip).map_err(|_| AssetError::Failed { name: name.to_owned() })
    }

    fn nearest(&self, name: &str) -> Vec<String> {
        let assets = [RUN, BESIDE, SKELETON, "Actors/Robot/Rn.events"];
        nearest_assets(name, assets.into_iter()).into_iter().map(str::to_owned).collect()
    }
}

/// Processes the events of a file with this name.
fn events_of(file: &str, clip: Option<&str>, times: &[f32]) -> Outcome<ClipEvents> {
    let event =
        |(line, &time)| EventSource { time: at(time, line), name: format!("event {line}"), ..EventSource::default() };
    let clip = clip.map(|clip| at(clip.to_owned(), 1));
    let source = ClipEventsSource { clip, events: (2..).zip(times).map(event).collect() };
    let source_path = format!("Actors/Robot/{file}.events.toml");
    process_source(&source_path, &EventsProcessor, &source, &NoParams::default(), &Clips)
}

fn events(clip: Option<&str>, times: &[f32]) -> Outcome<ClipEvents> {
    events_of(clip.unwrap_or("Walk"), clip, times)
}

#[test]
fn events_are_in_order_of_time_and_those_of_one_time_in_that_of_the_source() {
    let outcome = events(Some("Run"), &[0.5, 0.25, 0.0, 0.25, -0.0]);
    assert_eq!(outcome.asked, [RUN]);
    let clip = outcome.clean();
    let found: Vec<_> = clip.events.iter().map(|event| (event.time, &*event.name)).collect();
    assert_eq!(found, [(0.0, "event 4"), (0.0, "event 6"), (0.25, "event 3"), (0.25, "event 5"), (0.5, "event 2")]);
    clip.encode().unwrap();
}

#[test]
fn without_a_clip_the_events_are_of_the_asset_of_the_same_name() {
    assert_eq!(events(None, &[0.0]).asked, [BESIDE]);
}

#[test]
fn an_event_at_the_end_is_in_the_clip_and_one_after_it_is_reported() {
    let outcome = events(Some("Run"), &[0.7505, 0.75, 0.8, 0.9]);
    assert_eq!(
        outcome.lines(),
        ["warning[R0348] 4:9: event \"event 4\" is at 0.8 s, after the clip's end at 0.75 s, so it never happens; \
             and 1 more event; help: move the event to a time within the clip, or remove the event"]
    );
    assert_eq!(
        outcome.value.unwrap().events.iter().map(|event| event.time).collect::<Vec<_>>(),
        [0.75, 0.75, 0.8, 0.9]
    );
}

#[test]
fn events_that_a_game_does_not_find_with_their_clip_are_reported() {
    let warning = |file: &str, clip: &str| events_of(file, Some(clip), &[0.0]).lines().concat();
    assert_eq!(
        warning("Rnu", "Run"),
        "warning[R0351] 1:9: games look for the events of the clip `Actors/Robot/Run` in the asset `Actors/Robot/Run.events`, \
         but this file becomes the asset `Actors/Robot/Rnu.events`; help: rename the file to `Run.events.toml`, or set \
         `output = \"Actors/Robot/Run.events\"` in a rule for this file"
    );
    let moved = warning("Deep/Run", "../Run");
    assert!(moved.contains("help: move the file to `Actors/Robot/Run.events.toml`, or set"), "{moved}");
    assert_eq!([warning("Run", "Run"), warning("Run", "/Actors/Robot/Run")], [""; 2]);
}

#[test]
fn a_file_whose_name_is_not_that_of_its_clip_is_renamed() {
    assert_eq!(
        events_of("walk", None, &[0.0]).lines(),
        [
            "error[R0075]: these events belong to the clip `Actors/Robot/walk` because of the file's name, but there is no such \
             clip; help: for the clip `Actors/Robot/Walk`, rename the file to `Walk.events.toml`"
        ]
    );
    let unlike = events_of("Turn_Around_And_Jump_Twice", None, &[0.0]).lines().concat();
    assert!(unlike.ends_with("help: write the name of the clip at the top: clip = \"…\""), "{unlike}");
    let of_skeleton = events_of("Robot.skeleton", None, &[0.0]).lines().concat();
    assert!(
        of_skeleton.contains("because of the file's name, but the type of `Actors/Robot/Robot.skeleton` is Skeleton")
    );
    assert!(of_skeleton.starts_with("error[R0079]: "), "{of_skeleton}");
}

#[test]
fn the_clip_must_be_one_of_the_build() {
    let lines = |clip| events_of("Rn", Some(clip), &[0.0]).lines();
    // `Rn.events`, the asset itself, has the most similar name.
    assert_eq!(lines("Rn"), ["error[R0075] 1:9: there is no asset `Actors/Robot/Rn`; help: did you mean `Run`?"]);
    assert_eq!(
        lines("Run.fbx"),
        ["error[R0075] 1:9: there is no asset `Actors/Robot/Run.fbx`; help: did you mean `Run`?"]
    );
    let from_project = "error[R0075] 1:9: there is no asset `Actors/Robot/Actors/Robot/Run`; help: did you mean `Run`?";
    assert_eq!(lines("Actors/Robot/Run"), [from_project]);
    assert!(lines("Robot.skeleton")[0].starts_with(
        "error[R0079] 1:9: the type of `Actors/Robot/Robot.skeleton` is Skeleton, expected AnimationSequence, CompressedClip,"
    ));
    assert!(lines("../../../Run")[0].starts_with("error[R0077] 1:9: the name of the clip is not valid"));
}
