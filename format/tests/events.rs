//! The events of clips: ids, search by time, and rules.

use std::collections::BTreeMap;

use proptest::prelude::*;
use rigmill_format::{AlignedBytes, ClipEvent, ClipEvents, ClipEventsView, Content, EventId, MAX_EVENTS};

use crate::container::reseal;
use crate::samples::clip_events;

/// From the test vectors of the reference implementation, test_fnv.c.
#[test]
fn ids_are_fnv_1a() {
    let vectors = [
        ("", 0xcbf2_9ce4_8422_2325),
        ("a", 0xaf63_dc4c_8601_ec8c),
        ("foobar", 0x8594_4171_f739_67e8),
        ("chongo was here!\n", 0x4681_0940_eff5_f915),
    ];
    for (name, id) in vectors {
        assert_eq!(EventId::of(name), EventId(id), "{name:?}");
    }
}

#[test]
fn a_game_matches_events_by_constants() {
    const FOOTSTEP: EventId = EventId::of("footstep");
    let file = AlignedBytes::from_slice(&clip_events().encode().unwrap());
    let view = ClipEventsView::parse(&file).unwrap();
    let steps =
        view.events().filter(|event| matches!(event.id, FOOTSTEP)).map(|event| (event.time, event.value, event.text));
    assert_eq!(Vec::from_iter(steps), [(0.25, 1.5, "left"), (0.75, 1.0, "right")]);
    assert_eq!(view.event(2).map(|event| (event.name, event.text)), Some(("shot", "")));
    assert_eq!(view.event(4), None);
}

#[test]
fn events_are_found_by_time() {
    let file = AlignedBytes::from_slice(&clip_events().encode().unwrap());
    let view = ClipEventsView::parse(&file).unwrap();
    let times = [-1.0, 0.0, 0.1, 0.25, 0.5, 0.75, 0.8, f32::INFINITY];
    assert_eq!(times.map(|time| view.first_at_or_after(time)), [0, 0, 1, 1, 2, 2, 4, 4]);
    assert_eq!(times.map(|time| view.first_after(time)), [0, 1, 1, 2, 2, 4, 4, 4]);
}

#[track_caller]
fn problem(change: impl FnOnce(&mut Vec<ClipEvent>), expected: &str) {
    let mut clip = clip_events();
    change(&mut clip.events);
    let expected = format!("the events are not valid: {expected}");
    assert_eq!(clip.encode().unwrap_err().to_string(), expected);
}

#[test]
fn events_keep_their_rules() {
    problem(|e| e[0].time = -0.5, "the time of event 0 is -0.5 s, expected a finite value of at least 0");
    problem(|e| e[3].time = f32::NAN, "the time of event 3 is NaN s, expected a finite value of at least 0");
    problem(|e| e[2].time = 0.125, "event 2 is earlier than the previous event");
    problem(|e| e[1].value = f32::INFINITY, "the value of event 1 is inf, expected a finite value");
    problem(|e| e[1].name.clear(), "event name 2 is empty");
    problem(|e| *e = vec![e[0].clone(); MAX_EVENTS + 1], "found 65537 events, but at most 65536 are allowed");
    assert!(ClipEvents { events: vec![clip_events().events[0].clone(); MAX_EVENTS] }.encode().is_ok());
    assert!(ClipEvents::default().encode().is_ok());
}

/// The error of the file of [`clip_events`] with changed bytes in a section and a correct checksum.
fn reported(section: &[u8; 4], at: usize, bytes: &[u8]) -> String {
    let mut file = clip_events().encode().unwrap();
    let entry = file[48..48 + 3 * 24].chunks_exact(24).find(|entry| entry[..4] == *section).unwrap();
    let start = usize::try_from(u64::from_le_bytes(entry[8..16].try_into().unwrap())).unwrap() + at;
    file[start..start + bytes.len()].copy_from_slice(bytes);
    ClipEvents::decode(&reseal(file)).unwrap_err().to_string()
}

#[test]
fn damaged_tables_are_refused() {
    let id = |name| EventId::of(name).0.to_le_bytes();
    assert!(reported(b"NAMS", 0, &[0; 8]).contains("is 0000000000000000, which is not the hash of the name"));
    assert!(reported(b"EVNT", 4, &[3, 0, 0, 0]).contains("event 0 refers to event name 3, which does not exist"));
    // The only event named "shot" becomes a footstep.
    let footstep = clip_events().encode().unwrap();
    let footstep =
        ClipEventsView::parse(&AlignedBytes::from_slice(&footstep)).unwrap().names().position(|it| it.1 == "footstep");
    let number = u32::try_from(footstep.unwrap()).unwrap().to_le_bytes();
    assert!(reported(b"EVNT", 44, &number).contains("no event uses event name"));
    assert_ne!(id("shot"), id("footstep"));
}

fn events() -> impl Strategy<Value = ClipEvents> {
    let name = prop_oneof!["[a-c]", "\\PC{1,6}"];
    let event = (0_u32..0x7F80_0000, name, prop::num::f32::NORMAL | prop::num::f32::ZERO, "\\PC{0,4}");
    prop::collection::vec(event, 0..20).prop_map(|mut list| {
        list.sort_by_key(|event| event.0);
        let event = |(bits, name, value, text)| ClipEvent { time: f32::from_bits(bits), name, value, text };
        ClipEvents { events: list.into_iter().map(event).collect() }
    })
}

proptest! {
    #[test]
    fn events_return_as_they_were(clip in events(), time in 0_u32..0x7F80_0000) {
        let file = AlignedBytes::from_slice(&clip.encode().unwrap());
        prop_assert_eq!(&ClipEvents::decode(&file).unwrap(), &clip);
        let view = ClipEventsView::parse(&file).unwrap();
        let time = f32::from_bits(time);
        prop_assert_eq!(view.first_at_or_after(time), clip.events.iter().filter(|event| event.time < time).count());
        prop_assert_eq!(view.first_after(time), clip.events.iter().filter(|event| event.time <= time).count());
        let names: BTreeMap<_, _> = view.names().collect();
        prop_assert!(view.events().all(|event| names[&event.id] == event.name));
    }
}
