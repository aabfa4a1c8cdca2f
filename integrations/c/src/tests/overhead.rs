//! Measures the cost of calls through C, compared with calls in Rust.

use std::path::Path;
use std::time::{Duration, Instant};

use rigmill_runtime::characters::CrowdActions;
use rigmill_runtime::{Content, Crowd, Player, Rules};

use crate::RigmillStatus;
use crate::boundary::table;
use crate::characters::actions::RigmillActions;
use crate::characters::crowd::{
    RigmillCrowd, rigmill_crowd_characters, rigmill_crowd_create, rigmill_crowd_play, rigmill_crowd_update,
};
use crate::characters::player::{RigmillPlayer, rigmill_player_play, rigmill_player_update};

const CHARACTERS: usize = 1000;
const DT: f32 = 1.0 / 60.0;

/// Run `rigmill build content`, then `cargo test --release -p rigmill-capi overhead -- --ignored --nocapture`.
#[test]
#[ignore = "measures, and needs the built sample game"]
fn overhead() {
    let content = Content::open(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content/build/native")).unwrap();
    let actions = CrowdActions::load(&content, "Hero/Grund.actions").unwrap();
    let (mut crowd, in_c) = (crowd(&actions), crowd_in_c(&actions));
    let [rust, c] = shortest(
        40,
        || crowd.update(DT).unwrap(),
        || {
            // SAFETY: the function takes no pointers.
            assert_eq!(unsafe { rigmill_crowd_update(in_c, DT) }, RigmillStatus::Ok);
        },
    );
    println!("update of {CHARACTERS} characters: {rust:?} in Rust, {c:?} through C");

    let mut player = Player::load(&content, "Hero/Grund.actions", Rules::Standard).unwrap();
    let in_c: RigmillPlayer = table::open(player.clone()).unwrap();
    let [rust, c] = shortest(
        2000,
        || player.play("body", "Stroll").unwrap(),
        || {
            // SAFETY: the texts end with a NUL.
            let status = unsafe { rigmill_player_play(in_c, c"body".as_ptr(), c"Stroll".as_ptr()) };
            assert_eq!(status, RigmillStatus::Ok);
        },
    );
    println!("play of an action: {rust:?} in Rust, {c:?} through C");
    let [rust, c] = shortest(
        2000,
        || player.update(DT).unwrap(),
        || {
            // SAFETY: the function takes no pointers.
            assert_eq!(unsafe { rigmill_player_update(in_c, DT) }, RigmillStatus::Ok);
        },
    );
    println!("update of a player: {rust:?} in Rust, {c:?} through C");
    table::close(in_c).unwrap();
}

fn crowd(actions: &CrowdActions) -> Crowd {
    let mut crowd = actions.crowd(CHARACTERS).unwrap();
    for character in crowd.characters().to_vec() {
        actions.play(&mut crowd, character, "body", "Stroll").unwrap();
        actions.play(&mut crowd, character, "arms", "Idle").unwrap();
    }
    crowd
}

fn crowd_in_c(actions: &CrowdActions) -> RigmillCrowd {
    let actions: RigmillActions = table::open(std::sync::Arc::new(actions.clone())).unwrap();
    let (mut crowd, mut count) = (RigmillCrowd { id: 0 }, 0);
    let mut all = vec![crate::characters::crowd::RigmillCharacter { numbers: [0; 3] }; CHARACTERS];
    // SAFETY: the pointers refer to variables of the right sizes, and the texts end with a NUL.
    unsafe {
        assert_eq!(rigmill_crowd_create(actions, CHARACTERS, &mut crowd), RigmillStatus::Ok);
        assert_eq!(rigmill_crowd_characters(crowd, all.as_mut_ptr(), CHARACTERS, &mut count), RigmillStatus::Ok);
        for character in all {
            for (layer, action) in [(c"body", c"Stroll"), (c"arms", c"Idle")] {
                let status = rigmill_crowd_play(crowd, character, layer.as_ptr(), action.as_ptr());
                assert_eq!(status, RigmillStatus::Ok);
            }
        }
    }
    crowd
}

/// The shortest time of each of the two functions, which run alternately.
fn shortest(rounds: usize, mut first: impl FnMut(), mut second: impl FnMut()) -> [Duration; 2] {
    let mut best = [Duration::MAX; 2];
    for _ in 0..rounds {
        let works: [&mut dyn FnMut(); 2] = [&mut first, &mut second];
        for (work, best) in works.into_iter().zip(&mut best) {
            let begun = Instant::now();
            work();
            *best = begun.elapsed().min(*best);
        }
    }
    best
}
