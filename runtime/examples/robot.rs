//! Combines everything on one robot. It strolls over the yard by root motion, turns, shoots with its upper body, looks at a
//! target, keeps its feet on the ground while it stands, and reports its steps and shots. All SIMD levels give the same bits.
//!
//! `cargo run -p rigmill-runtime --example robot -- content/build/native`
#![allow(clippy::print_stdout, reason = "an example says what it does")]
#![allow(clippy::cast_possible_truncation, reason = "positions become single precision")]

use std::error::Error;
use std::f32::consts::FRAC_PI_4;
use std::fmt::Write;
use std::sync::Arc;

use rigmill_runtime::content::{CollisionMesh, EventId, Skeleton};
use rigmill_runtime::layers::{AimBone, AimIk, AimIkLayer, TwoBoneIk, TwoBoneIkLayer};
use rigmill_runtime::motion::RigidTransform;
use rigmill_runtime::{Content, Matrix, Player, Rules};

const FOOTSTEP: EventId = EventId::of("footstep");
const SHOT: EventId = EventId::of("shot");
const DT: f32 = 1.0 / 60.0;
/// The point at which the robot looks, in world space.
const TARGET: [f64; 3] = [-4.0, 1.5, -6.0];
const LEGS: [[&str; 3]; 2] = [["L Thigh", "L Calf", "L Foot"], ["R Thigh", "R Calf", "R Foot"]];

struct Robot {
    player: Player,
    yard: Arc<CollisionMesh>,
    /// The transform from model space to world space.
    place: RigidTransform,
    /// The bones of both feet, and their height above the ground in the bind pose.
    feet: [(usize, f32); 2],
}

impl Robot {
    fn load(content: &Content) -> Result<Self, Box<dyn Error>> {
        let mut player = Player::load(content, "Hero/Grund.actions", Rules::Standard)?;
        let skeleton = Arc::clone(player.model().skeleton());
        let bind: Vec<Matrix> = player.model().absolute().to_vec();
        // The robot faces -Z in the bind pose.
        let head = skeleton.view().find("Head_NA").map(|head| &bind[head]).ok_or("the robot has no head")?;
        let look = AimIk { forward: axis(head, [0.0, 0.0, -1.0]), up: axis(head, [0.0, 1.0, 0.0]), ..AimIk::default() };
        let part = |weight| AimBone { weight, limit: FRAC_PI_4 };
        let neck = [("Head_NA", part(0.5)), ("Neck_NA", part(1.0))];
        player.model_mut().add_layer(AimIkLayer::new(look, &neck, &skeleton.view())?);
        for leg in LEGS {
            let [hip, knee, foot] = numbers(&skeleton, leg)?;
            let mid_axis = TwoBoneIk::mid_axis_of([&bind[hip], &bind[knee], &bind[foot]]).unwrap_or([1.0, 0.0, 0.0]);
            // Knees point forward, and the robot faces -Z.
            let leg_ik = TwoBoneIk { mid_axis, pole: [0.0, 0.0, -1.0], ..TwoBoneIk::default() };
            player.model_mut().add_layer(TwoBoneIkLayer::new(leg_ik, leg, &skeleton.view())?);
        }
        let [[_, _, left], [_, _, right]] = [numbers(&skeleton, LEGS[0])?, numbers(&skeleton, LEGS[1])?];
        let feet = [left, right].map(|foot| (foot, bind[foot][13]));
        let yard = content.load("Models/Levels/Yard_Collision")?;
        Ok(Self { player, yard, place: RigidTransform::IDENTITY, feet })
    }

    fn update(&mut self, turn: f64, stands: bool) -> Result<(), Box<dyn Error>> {
        self.look();
        self.stand(stands);
        self.player.update(DT)?;
        // Half the angle is so small that its tangent is about equal to it.
        let half = 0.5 * turn * f64::from(DT);
        let cosine = 1.0 / (1.0 + half * half).sqrt();
        let turned = RigidTransform { rotation: [0.0, half * cosine, 0.0, cosine], ..RigidTransform::IDENTITY };
        self.place = self.place.then(&self.player.movement()).then(&turned);
        // The yard has ramps, so the robot's height follows the ground.
        let [x, y, z] = self.place.translation;
        self.place.translation[1] = self.ground([x, y, z]).unwrap_or(y);
        Ok(())
    }

    fn look(&mut self) {
        let target = self.in_model(TARGET);
        self.player.model_mut().layers_mut::<AimIkLayer>().for_each(|layer| layer.set_target(Some(target)));
    }

    /// Keeps both feet on the ground while the robot stands. While it walks, the clip moves the feet.
    fn stand(&mut self, stands: bool) {
        let targets = self.feet.map(|(foot, height)| {
            let [.., x, y, z, _] = self.player.model().absolute()[foot];
            let in_world = self.place.then(&at([x, y, z].map(f64::from))).translation;
            let ground = self.ground(in_world)?;
            Some(self.in_model([in_world[0], ground + f64::from(height), in_world[2]]))
        });
        for (layer, target) in self.player.model_mut().layers_mut::<TwoBoneIkLayer>().zip(targets) {
            layer.set_target(target.filter(|_| stands));
        }
    }

    /// The height of the ground below a point in world space.
    fn ground(&self, [x, y, z]: [f64; 3]) -> Option<f64> {
        let from = [x as f32, y as f32 + 1.0, z as f32];
        self.yard.ray(from, [0.0, -1.0, 0.0], 3.0).map(|hit| f64::from(from[1] - hit.distance))
    }

    fn in_model(&self, point: [f64; 3]) -> [f32; 3] {
        self.place.inverse().then(&at(point)).translation.map(|part| part as f32)
    }
}

fn at(translation: [f64; 3]) -> RigidTransform {
    RigidTransform { translation, ..RigidTransform::IDENTITY }
}

fn numbers(skeleton: &Skeleton, bones: [&str; 3]) -> Result<[usize; 3], Box<dyn Error>> {
    let find = |bone| skeleton.view().find(bone).ok_or_else(|| format!("the robot has no bone {bone:?}"));
    Ok([find(bones[0])?, find(bones[1])?, find(bones[2])?])
}

/// The direction in the bone's space that points in a direction in model space, when the bone has this matrix.
fn axis(bone: &Matrix, direction: [f32; 3]) -> [f32; 3] {
    [0, 4, 8].map(|row| (0..3).map(|column| bone[row + column] * direction[column]).sum())
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "content/build/native".to_owned());
    print!("{}", run(&Content::open(folder)?)?);
    Ok(())
}

pub(crate) fn run(content: &Content) -> Result<String, Box<dyn Error>> {
    let mut robot = Robot::load(content)?;
    let mut report = String::new();
    robot.player.play("body", "Idle")?;
    robot.player.play("arms", "Idle")?;
    let (mut checksum, mut frame) = (0_u64, 0);
    // Stands, strolls, turns left while strolling and shooting, and stands again.
    for (body, arms, turn) in [("Idle", "", 0.0), ("Stroll", "", 0.0), ("Stroll", "Shoot", 0.8), ("Idle", "Idle", 0.0)]
    {
        if robot.player.current("body") != Some(body) {
            robot.player.play("body", body)?;
        }
        if !arms.is_empty() {
            robot.player.play("arms", arms)?;
        }
        for _ in 0..90 {
            frame += 1;
            robot.update(turn, body == "Idle")?;
            for played in robot.player.events("body").chain(robot.player.events("arms")) {
                match played.event.id {
                    FOOTSTEP if !played.fades_out => writeln!(report, "frame {frame}: {} foot", played.event.text)?,
                    SHOT => writeln!(report, "frame {frame}: a shot")?,
                    _ => {}
                }
            }
            for part in robot.player.model().absolute().as_flattened() {
                checksum = checksum.rotate_left(5) ^ u64::from(part.to_bits());
            }
        }
        let [x, y, z] = robot.place.translation;
        let looks = robot.player.model_mut().layers_mut::<AimIkLayer>().all(|layer| layer.reached());
        writeln!(report, "{body}: at {x:.3} {y:.3} {z:.3} m, looks at the target: {looks}")?;
    }
    writeln!(report, "checksum {checksum:016x}")?;
    Ok(report)
}
