//! Tests in a real browser what `rigmill view` says about the movement of bones: counterparts, comparisons and measurements.
#![allow(clippy::disallowed_methods, reason = "a test's own measure; no output depends on it")]

use rigmill_runtime::Content;
use rigmill_runtime::clips::Clip;
use rigmill_runtime::content::Skeleton;

use crate::support::Project;
use crate::support::browser::Browser;
use crate::view::{View, click, joints, picture, sample};
use crate::view_first_look::{cube, different};

/// JavaScript that records the last request for a pose in `window.asked`.
const LISTEN: &str = "{ const send = WebSocket.prototype.send; WebSocket.prototype.send = function (text) { \
    const ask = JSON.parse(text); if (ask.ask === 'pose' && ask.ticket > 0) { window.asked = ask; } send.call(this, text); }; }";

#[test]
#[cfg_attr(not(chromium), ignore = "needs chromium")]
fn the_counterpart_of_a_clip_for_the_legs_plays_in_step_on_the_other_bones() {
    let project = sample();
    let view = View::start(&project.root());
    let mut browser = Browser::open(&format!("{}#clip=Animation/Players/Grund/Low_Run&time=0.2", view.address));
    let found =
        |clip: &str| format!("document.documentElement.dataset.counterpart === 'Animation/Players/Grund/{clip}'");
    browser.until(&found("Up_Run"));
    browser.until("Math.abs(document.documentElement.dataset.posed - 0.2) < 1e-6");
    let before = picture(&mut browser);
    browser.value(LISTEN);
    let button = "document.getElementById('counterpart')";
    assert_eq!(browser.value(&format!("{button}.textContent")), "+ Up_Run");
    browser.value(&format!("{button}.click()"));
    let plays = "window.asked?.figures[0].plays";
    browser.until(&format!("{plays}[1]?.clip === 'Animation/Players/Grund/Up_Run'"));
    assert_eq!(browser.value(&format!("{plays}[1].only_moved")), true);
    // Both are at the same fraction of their durations.
    let content = Content::open(project.root().join("build/native")).unwrap();
    let skeleton = content.load::<Skeleton>("Models/Grund.skeleton").unwrap();
    let duration = |name: &str| {
        let name = format!("Animation/Players/Grund/{name}");
        f64::from(Clip::load(&content, &name, &skeleton.view()).unwrap().duration())
    };
    let time = browser.value(&format!("{plays}[1].time")).as_f64().unwrap();
    let expected = 0.2 / duration("Low_Run") * duration("Up_Run");
    assert!((time - expected).abs() < 1e-6, "{time} s instead of {expected} s");
    let mut arms = 0;
    for _ in 0..100 {
        arms = different(&before, &picture(&mut browser)).len();
        if arms > 500 {
            break;
        }
    }
    assert!(arms > 500, "the arms do not move: {arms} pixels");

    // The next clip plays with its own counterpart, which the Mix panel can remove.
    browser.value("location.hash = '#show=Models/Grund.model&clip=Animation/Players/Grund/Low_TurnLeft'");
    browser.until(&found("Up_Idle"));
    browser.until(&format!("{plays}[1]?.clip === 'Animation/Players/Grund/Up_Idle'"));
    browser.value(&click("Remove"));
    browser.until(&format!("{plays}.length === 1"));
    assert_eq!(browser.value(&format!("{button}.getAttribute('aria-pressed')")), "false");

    // The legs are the counterpart of the arms.
    browser.value("location.hash = '#show=Models/Grund.model&clip=Animation/Players/Grund/Up_Run'");
    browser.until(&found("Low_Run"));
    browser.assert_no_failures();
}

/// Creates a project with a cube at one bone, and clips that move it by these distances along x within a second.
fn cubes(travels: &[(&str, f32)]) -> Project {
    let project = Project::new();
    for (name, travel) in travels {
        project.write(&format!("{name}.gltf"), cube(Some(*travel)));
    }
    project
}

/// Opens the model `Slow` with its clip at 0.5 s, and a side panel.
fn opened(view: &View, panel: &str) -> Browser {
    let mut browser = Browser::open(&format!("{}#show=Slow.model&clip=Slow@Go&time=0.5&panel={panel}", view.address));
    browser.until("document.documentElement.dataset.offered === 'Slow.model'");
    browser.until("document.documentElement.dataset.posed === '0.5'");
    browser
}

/// Returns JavaScript that selects an option of the drop-down list with this label.
fn select(panel: &str, label: &str, value: &str) -> String {
    format!(
        "{{ const list = [...document.querySelectorAll('[aria-label={panel}] .field')] \
         .find((it) => it.firstChild.textContent === '{label}').querySelector('select'); \
         list.value = '{value}'; list.dispatchEvent(new Event('change')); }}"
    )
}

/// Returns the number in a data attribute of the page.
fn data(browser: &mut Browser, name: &str) -> f64 {
    browser.value(&format!("Number(document.documentElement.dataset.{name})")).as_f64().unwrap()
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs chromium")]
fn two_clips_are_compared_in_millimetres_and_the_error_curve_leads_to_its_time() {
    let project = cubes(&[("Slow", 1.0), ("Fast", 1.01)]);
    let view = View::start(&project.root());
    let mut browser = opened(&view, "Compare");
    browser.until("[...document.querySelectorAll('[aria-label=Compare] option')].some((it) => it.value === 'Fast@Go')");
    browser.value(&select("Compare", "With", "Fast@Go"));
    // The clips diverge by 10 mm per second.
    browser.until("document.documentElement.dataset.largest !== undefined");
    browser.until("document.documentElement.dataset.error !== undefined");
    assert!((data(&mut browser, "largest") - 10.0).abs() < 1e-3);
    assert!((data(&mut browser, "error") - 5.0).abs() < 1e-3);
    let text = browser.value("document.querySelector('[aria-label=Compare] [role=status]').textContent");
    assert_eq!(text, "Largest error: 10.0 mm, Root at 1.000 s.");

    let plot = "document.querySelector('[aria-label=Compare] canvas')";
    browser.value(&format!(
        "{plot}.dispatchEvent(new MouseEvent('click', {{ clientX: {plot}.getBoundingClientRect().left + 0.8 * {plot}.clientWidth }}))"
    ));
    browser.until("Math.abs(document.documentElement.dataset.posed - 0.8) < 0.01");
    browser
        .until("Math.abs(document.documentElement.dataset.error - 10 * document.documentElement.dataset.posed) < 1e-3");

    // Side by side, there are two cubes.
    browser.value("document.getElementById('show-ground').click()");
    let one = picture(&mut browser);
    browser.value(&select("Compare", "Show it", "beside"));
    browser.until("document.getElementById('labels').textContent.includes('time line')");
    assert!(different(&one, &picture(&mut browser)).len() > 1000, "there is no second cube");
    browser.assert_no_failures();
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs chromium")]
fn speeds_paths_and_distances_are_measured_in_metres() {
    let project = cubes(&[("Slow", 1.0)]);
    let view = View::start(&project.root());
    let mut browser = opened(&view, "Measure");
    // One metre along the ground within a second, all of it in contact.
    browser.until("document.documentElement.dataset.speeds === '1.0000 1.0000'");
    assert_eq!(browser.value("document.documentElement.dataset.sliding"), "1.0000 1.0000 1.0000");
    assert_eq!(browser.value("document.documentElement.dataset.path"), "1.0000");
    assert_eq!(browser.value("document.documentElement.dataset.distance"), "0.500000");
    let text = "document.querySelector('[aria-label=Measure]').textContent";
    for part in ["1.00 m/s; slides 1.00 m/s on average, at most 1.00 m/s", "Root goes 1.000 m", "0.5000 m (x 0.5000"] {
        assert_eq!(browser.value(&format!("{text}.includes('{part}')")), true, "{part}: {}", browser.value(text));
    }
    browser.value("document.getElementById('show-ground').click(); document.getElementById('show-mesh').click()");
    for label in ["Trails of these bones", "Path of the root"] {
        let without = picture(&mut browser);
        let toggle = format!(
            "[...document.querySelectorAll('[aria-label=Measure] label')].find((it) => it.textContent.includes('{label}')).firstChild.click()"
        );
        browser.value(&toggle);
        assert!(different(&without, &picture(&mut browser)).len() > 50, "{label}: nothing is drawn");
        browser.value(&toggle);
        assert_eq!(different(&without, &picture(&mut browser)).len(), 0, "{label}: it stays");
    }
    browser.assert_no_failures();
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs chromium")]
fn poses_before_and_after_are_drawn_and_chosen_bones_are_measured() {
    let project = sample();
    let view = View::start(&project.root());
    let shown = "show=Models/Grund.skeleton&clip=Animation/Players/Grund/Low_Run&time=0.2&panel=Measure";
    let mut browser = Browser::open(&format!("{}#{shown}", view.address));
    // Both feet.
    browser.until("(document.documentElement.dataset.speeds ?? '').split(',').length === 2");
    let without = picture(&mut browser);
    browser.value(
        "{ const slider = [...document.querySelectorAll('[aria-label=Measure] .field')] \
         .find((it) => it.textContent.includes('Poses')).querySelector('input'); \
         slider.value = 2; slider.dispatchEvent(new Event('input')); }",
    );
    assert!(different(&without, &picture(&mut browser)).len() > 300, "no poses are drawn");

    let content = Content::open(project.root().join("build/native")).unwrap();
    let (places, _) = joints(&content, "Animation/Players/Grund/Low_Run");
    let skeleton = content.load::<Skeleton>("Models/Grund.skeleton").unwrap();
    let place = |bone: &str| places[skeleton.view().find(bone).unwrap()];
    for bone in ["L Foot", "R Foot"] {
        // A click in the picture has the same effect as this list.
        let choose = format!(
            "{{ const list = [...document.querySelectorAll('#display .field')] \
             .find((it) => it.firstChild.textContent === 'Bone').querySelector('select'); \
             list.value = [...list.options].find((it) => it.textContent === '{bone}').value; list.dispatchEvent(new Event('change')); }}"
        );
        browser.value(&choose);
    }
    let [left, right] = ["L Foot", "R Foot"].map(place);
    let expected = (0..3).map(|axis| (left[axis] - right[axis]).powi(2)).sum::<f64>().sqrt();
    let distance = data(&mut browser, "distance");
    assert!((distance - expected).abs() < 1e-4, "{distance} m instead of {expected} m");
    browser.assert_no_failures();
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs chromium")]
fn a_click_on_a_curve_jumps_to_the_key_of_the_source() {
    let project = sample();
    let view = View::start(&project.root());
    let mut browser =
        Browser::open(&format!("{}#clip=Animation/Compressed/Salute&time=0.5&panel=Curves", view.address));
    let note = "document.querySelector('[aria-label=Curves]').textContent";
    browser.until(&format!("/, \\d+ keys in the source/.test({note})"));
    // There are 30 keys per second: the key closest to 1.52 s is the 46th.
    let canvas = "document.querySelector('[aria-label=Curves] canvas')";
    let click = format!(
        "for (const kind of ['pointerdown', 'click']) {{ const x = {canvas}.getBoundingClientRect().left + 0.76 * {canvas}.clientWidth; \
         {canvas}.dispatchEvent(new PointerEvent(kind, {{ clientX: x }})); }}"
    );
    browser.value(&click);
    browser.until("Math.abs(document.documentElement.dataset.posed * 30 - 46) < 1e-3");
    browser.assert_no_failures();
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs chromium")]
fn a_clip_in_another_unit_stays_in_the_picture_and_is_reported() {
    let project = Project::new();
    let parent = |bone: usize| if bone == 0 { String::new() } else { format!("parent = \"B{}\"\n", bone - 1) };
    let skeleton =
        |bone: usize| format!("[[bone]]\nname = \"B{bone}\"\n{}translation = [0.25, 0.25, 0.0]\n", parent(bone));
    let sequence = |bone: usize| {
        format!(
            "<KeyFrameSequence><BoneName>B{bone}</BoneName><KeyCount>1</KeyCount><Duration>1</Duration>\
             <KeyInterval>0.5</KeyInterval><HasTranslation>true</HasTranslation><Translation><Vector3><X>25</X><Y>25</Y>\
             <Z>0</Z></Vector3></Translation></KeyFrameSequence>"
        )
    };
    project.write("Arm.skeleton.toml", (0..5).map(skeleton).collect::<String>());
    let sequences = (0..5).map(sequence).collect::<String>();
    project.write(
        "Centimetres.Animation",
        format!(
            "<AnimationSequence><KeyFrameSequenceCount>5</KeyFrameSequenceCount><Duration>1</Duration>\
             <KeyFrameSequences>{sequences}</KeyFrameSequences></AnimationSequence>"
        ),
    );
    let view = View::start(&project.root());
    let mut browser = Browser::open(&format!("{}#show=Arm.skeleton&clip=Centimetres&time=0.4", view.address));
    browser.until("document.documentElement.dataset.surveyed === 'Centimetres'");
    browser.until("document.getElementById('problems').textContent.includes('different units')");
    browser.value("document.getElementById('problems').style.display = 'none'");
    browser.value("document.getElementById('show-ground').click()");
    let with = picture(&mut browser);
    browser.value("document.getElementById('show-bones').click()");
    let bones = different(&with, &picture(&mut browser));
    let (width, height) = (with[0].len(), with.len());
    assert!(bones.len() > 50, "{} pixels", bones.len());
    let is_inside = bones.iter().all(|[x, y]| (2..width - 2).contains(x) && (2..height - 2).contains(y));
    assert!(is_inside, "the bones leave the picture");
    browser.assert_no_failures();
}
