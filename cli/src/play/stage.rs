//! [`Stage`]: the state of a running script.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rigmill_pipeline::{Diagnostic, Location, Registry, codes};
use rigmill_processors::{MovedBone, UNIT_HELP, times, unit_ratio};
use rigmill_runtime::characters::AnimationBlender;
use rigmill_runtime::clips::BoneClip;
use rigmill_runtime::content::AnimationSequence;
use rigmill_runtime::error::PlayError;
use rigmill_runtime::{Matrix, PlayMode, PlayOptions, Rules, Transform};

use super::character::Character;
use super::compressed::CompressedClips;
use super::content::ContentFolder;
use super::curves::Curves;
use super::fonts::Fonts;
use super::json::{number, numbers, text};
use super::layers::LayeredPose;
use super::motion::Motions;
use super::only::Only;
use super::problem::{Problem, at};
use super::script::Command;
use super::sound;
use super::times::Times;
use crate::output::shell::{Shell, must_print};

/// The loaded clips and the blenders of a running script.
pub(crate) struct Stage<'a> {
    content: ContentFolder<'a>,
    rules: Rules,
    clips: BTreeMap<String, Arc<AnimationSequence>>,
    curves: Curves,
    compressed: CompressedClips,
    blenders: Vec<(String, AnimationBlender)>,
    only: Only,
    motions: Motions,
    fonts: Fonts,
    frame: u64,
    pose: Option<LayeredPose>,
    /// The clips whose unit was compared with the skeleton's.
    compared: BTreeSet<String>,
    character: Option<Character>,
    /// The line of the last `bones` without a later `play`, and of the last `play` without a later `step`.
    unplayed: Option<u32>,
    unstepped: Option<u32>,
    /// The warnings that have not been printed.
    warnings: Vec<Diagnostic>,
}

/// Indices of blenders with the matrices they evaluated.
type States = Vec<(usize, Result<Matrix, PlayError>)>;

impl<'a> Stage<'a> {
    /// A stage for a script in the folder `beside`.
    pub(crate) fn new(registry: &'a Registry, content: &Path, beside: PathBuf, rules: Rules, shell: &'a Shell) -> Self {
        Self {
            content: ContentFolder { registry, path: content.to_owned(), beside, shell },
            rules,
            clips: BTreeMap::new(),
            curves: Curves::default(),
            compressed: CompressedClips::default(),
            blenders: Vec::new(),
            only: Only::default(),
            motions: Motions::default(),
            fonts: Fonts::default(),
            frame: 0,
            pose: None,
            compared: BTreeSet::new(),
            character: None,
            unplayed: None,
            unstepped: None,
            warnings: Vec::new(),
        }
    }

    /// Runs the command of a line and prints its lines.
    pub(crate) fn perform(&mut self, line: u32, command: &Command, out: &mut impl Write) -> Result<(), Problem> {
        match command {
            Command::Clip { name, path } => {
                let clip = self.content.load(path).map_err(at(2))?;
                self.clips.insert(name.clone(), clip);
                Ok(())
            }
            Command::Curve { name, path } => self.curves.add_curves(name, path, &self.content),
            Command::Sampled { name, path } => self.curves.add_sampled(name, path, &self.content),
            Command::Compressed { name, path, skeleton } => self.compressed.load(name, (path, skeleton), &self.content),
            Command::Bones { clips } => {
                self.unplayed = Some(line);
                (1..).zip(clips).try_for_each(|(field, clip)| self.add_blenders(clip).map_err(at(field)))
            }
            Command::Only { bones } => {
                self.warn_of_missing_bones();
                self.only = Only::new(line, bones);
                Ok(())
            }
            Command::Play { clip, options } => {
                (self.unplayed, self.unstepped) = (None, Some(line));
                self.play(clip, options, out)
            }
            Command::Step { count, dt, every } => {
                self.unstepped = None;
                self.step(*count, *dt, *every, out)
            }
            Command::GetMatrix { clip, sequence } => self.get_matrix(clip, *sequence, out),
            Command::Sample { clip, times } if self.curves.has(clip) => {
                self.curves.sample(clip, *times, &self.only, out);
                Ok(())
            }
            Command::Sample { clip, times } if self.compressed.has(clip) => {
                self.compressed.sample(clip, *times, &self.only, out)
            }
            Command::Motion { name, path } => self.motions.load(name, path, &self.content),
            Command::Sound { name, path } => sound::print(name, path, &self.content, out),
            Command::Delta { motion, from, to, fixed } => self.motions.delta(motion, (*from, *to), *fixed, out),
            Command::Font { name, path } => self.fonts.load(name, path, &self.content),
            Command::Text { font, text } => self.fonts.text(font, text, out),
            Command::Sample { clip, times } => self.sample(clip, *times, out),
            Command::Skeleton { path } => {
                self.pose = Some(LayeredPose::load(&self.content, path)?);
                self.rest_at_bind();
                Ok(())
            }
            Command::Actions { folder, name } => {
                self.character = Some(Character::load(folder, name, self.rules, &self.content)?);
                Ok(())
            }
            Command::Model { name } => self.character()?.set_model(name).map_err(at(1)),
            Command::Act { layer, action } => self.character()?.act(layer, action),
            Command::Stop { layer, seconds } => self.character()?.stop(layer, *seconds),
            Command::Weight { layer, weight } => self.character()?.set_weight(layer, *weight),
            Command::Layer { kind, path } => {
                let missing =
                    || Problem::from("a layer needs a skeleton").help("load the skeleton with `skeleton` first");
                let pose = self.pose.as_mut().ok_or_else(missing)?;
                pose.add(*kind, &self.content, path)
            }
        }
    }

    /// The warnings since the last call.
    pub(crate) fn take_warnings(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.warnings)
    }

    /// Warns of each name of `only` that no bone had.
    pub(crate) fn warn_of_missing_bones(&mut self) {
        self.warnings.extend(self.only.warnings());
    }

    /// Adds the warnings that are certain only at the end of the script.
    pub(crate) fn warn_at_end(&mut self) {
        self.warn_of_missing_bones();
        let unused = [
            (
                self.unplayed,
                "no `play` comes after this `bones`",
                "add a `play` command, which plays a clip on these bones",
            ),
            (self.unstepped, "no `step` comes after this `play`", "add a `step` command, which prints the bones"),
        ];
        for (line, fact, help) in unused {
            let warning = line
                .map(|line| Diagnostic::warning(codes::PLAY_COMMAND_UNUSED, fact).at(Location::at(line, 1)).help(help));
            self.warnings.extend(warning);
        }
    }

    fn character(&mut self) -> Result<&mut Character, Problem> {
        let missing =
            || Problem::from("there is no character").help("load the action set of a character with `actions` first");
        self.character.as_mut().ok_or_else(missing)
    }

    fn clip(&self, name: &str) -> Result<Arc<AnimationSequence>, Problem> {
        self.clips.get(name).cloned().ok_or_else(|| Problem::not_loaded("clip", name, self.clips.keys()))
    }

    fn add_blenders(&mut self, clip: &str) -> Result<(), Problem> {
        let clip = self.clip(clip)?;
        for sequence in clip.view().sequences() {
            let bone = sequence.bone_name();
            if !self.blenders.iter().any(|(name, _)| name == bone) {
                self.blenders.push((bone.to_owned(), self.blender(bone)));
            }
        }
        Ok(())
    }

    /// A blender for a bone, with its bind pose if there is a skeleton.
    fn blender(&self, bone: &str) -> AnimationBlender {
        let bind = self.pose.as_ref().and_then(|pose| pose.bind(bone));
        AnimationBlender::with_bind_pose(self.rules, bind.unwrap_or(Transform::IDENTITY))
    }

    /// Gives idle blenders the bind poses of a skeleton that was loaded after them.
    fn rest_at_bind(&mut self) {
        let mut blenders = std::mem::take(&mut self.blenders);
        for (bone, blender) in blenders.iter_mut().filter(|(_, blender)| blender.bind_count() == 0) {
            *blender = self.blender(bone);
        }
        self.blenders = blenders;
    }

    fn play(&mut self, name: &str, options: &PlayOptions, out: &mut impl Write) -> Result<(), Problem> {
        let clip = self.clip(name).map_err(at(1))?;
        if self.rules == Rules::Standard && options.blend_time < 0.0 {
            let problem = Problem::from(format!("the blend time {} is negative", options.blend_time));
            return Err(at(3)(problem.help("write 0, or the number of seconds in which the clip fades in")));
        }
        self.warn_of_other_unit(name, &clip);
        let mode = match options.mode {
            PlayMode::Once => "Once",
            PlayMode::Repeat => "Repeat",
        };
        let (start, blend, scale) = (options.start_time, options.blend_time, options.time_scale);
        // The recorded traces print negative zero without its sign here, and only here.
        let [start, blend, scale] = [start, blend, scale].map(|value| number(value + 0.0));
        let (name, at) = (text(name), self.frame);
        must_print(writeln!(
            out,
            r#"{{"play":{name},"at":{at},"start":{start},"blend":{blend},"scale":{scale},"mode":"{mode}"}}"#
        ));
        self.bind(&clip, options)
    }

    /// Warns, once for each clip, if it is in a different unit than the skeleton.
    fn warn_of_other_unit(&mut self, name: &str, clip: &AnimationSequence) {
        let Some(pose) = self.pose.as_ref().filter(|_| self.compared.insert(name.to_owned())) else { return };
        let view = clip.view();
        let bones = view.sequences().filter_map(|sequence| {
            let (bind, is_root) = pose.bind_of(sequence.bone_name())?;
            Some(MovedBone { bind, is_root, translations: sequence.translation(), scales: sequence.scale() })
        });
        if let Some(ratio) = unit_ratio(bones) {
            let fact = format!(
                "the clip {name:?} and the skeleton use different units: in the clip, bones are {} as far from their parents as in the bind pose",
                times(ratio)
            );
            self.warnings.push(Diagnostic::warning(codes::CLIP_OTHER_UNIT, fact).help(UNIT_HELP));
        }
    }

    /// Binds each sequence to the blender of its bone. The original binds one by one and keeps what it has bound before an
    /// unknown
    /// bone; the standard rules check all bones first.
    fn bind(&mut self, clip: &Arc<AnimationSequence>, options: &PlayOptions) -> Result<(), Problem> {
        let view = clip.view();
        let blender =
            |blenders: &[(String, AnimationBlender)], bone: &str| blenders.iter().position(|(name, _)| name == bone);
        let unknown = |bone: &str| {
            Problem::from(format!(
                "no `bones` command before this `play` creates the bone {bone:?}, which the clip moves"
            ))
            .help("add a `bones` command with this clip above the `play` command")
        };
        if self.rules == Rules::Standard {
            let missing = view.sequences().find(|sequence| blender(&self.blenders, sequence.bone_name()).is_none());
            missing.map_or(Ok(()), |sequence| Err(unknown(sequence.bone_name())))?;
        }
        for (index, sequence) in view.sequences().enumerate() {
            let found = blender(&self.blenders, sequence.bone_name()).ok_or_else(|| unknown(sequence.bone_name()))?;
            let bone_clip = BoneClip::new(clip, index).ok_or("the clip has fewer sequences than its header states")?;
            self.blenders[found].1.add(bone_clip, options).map_err(Problem::new)?;
        }
        Ok(())
    }

    fn step(&mut self, count: u32, dt: f32, every: u32, out: &mut impl Write) -> Result<(), Problem> {
        if self.blenders.is_empty() && self.pose.is_none() && self.character.is_none() {
            let help = "load something that moves before `step`: use `bones` after `clip`, or `skeleton`, or `actions`";
            self.warnings
                .push(Diagnostic::warning(codes::PLAY_COMMAND_UNUSED, "there is nothing that `step` moves").help(help));
        }
        for update in 0..count {
            let print = update % every == 0;
            let states = self.update(dt);
            let hang = states.iter().find_map(|(bone, result)| match result {
                Err(error @ PlayError::Hang { .. }) => Some(format!("bone {:?}: {error}", self.blenders[*bone].0)),
                _ => None,
            });
            if let Some(character) = &mut self.character {
                let shows = |bone: &str| self.only.shows(&[bone]);
                character.step((self.frame, dt), print, shows, out)?;
            }
            // A script of a character alone has no blenders to print.
            let has_bones = self.character.is_none() || !self.blenders.is_empty() || self.pose.is_some();
            if has_bones && print || hang.is_some() {
                let mut bones = self.moved_bones(&states, print);
                bones.extend(self.resting_bones(&states).filter(|_| print));
                must_print(writeln!(out, r#"{{"f":{},"b":{{{}}}}}"#, self.frame, bones.join(",")));
            }
            if let Some(message) = hang {
                return Err(message.into());
            }
            self.frame += 1;
        }
        Ok(())
    }

    /// Advances the blenders and layers. Returns each playing blender's index and matrix.
    fn update(&mut self, dt: f32) -> States {
        let mut states = States::new();
        for (number, (bone, blender)) in self.blenders.iter_mut().enumerate() {
            if blender.bind_count() > 0 {
                let result = blender.evaluate(dt);
                if let (Some(pose), Ok(matrix)) = (&mut self.pose, &result) {
                    pose.set(bone, matrix);
                }
                states.push((number, result));
            }
        }
        if let Some(pose) = &mut self.pose {
            pose.apply(dt);
        }
        states
    }

    /// The bones that clips move. If `print` is false, only those that hang.
    fn moved_bones(&self, states: &States, print: bool) -> Vec<String> {
        let mut bones = Vec::new();
        for (number, result) in states {
            let (bone, blender) = &self.blenders[*number];
            if matches!(result, Err(PlayError::Hang { .. })) || print && self.only.shows(&[bone]) {
                let layered = self.pose.as_ref().and_then(|pose| pose.shown(bone));
                let shown = layered.map_or_else(|| result.clone(), |layered| result.clone().map(|_| *layered));
                bones.push(format!("{}:{}", text(bone), bone_state(&shown, blender)));
            }
        }
        bones
    }

    /// The skeleton's bones without a clip.
    fn resting_bones(&self, states: &States) -> impl Iterator<Item = String> {
        let moved = |bone: &str| states.iter().any(|(number, _)| self.blenders[*number].0 == bone);
        let bones = self.pose.iter().flat_map(LayeredPose::bones);
        let bones = bones.filter(move |(bone, _)| self.only.shows(&[bone]) && !moved(bone));
        bones.map(|(bone, matrix)| format!(r#"{}:{{"m":{},"s":[0,0,0,0]}}"#, text(bone), numbers(matrix)))
    }

    fn get_matrix(&mut self, clip: &str, sequence: usize, out: &mut impl Write) -> Result<(), Problem> {
        let clip = self.clip(clip).map_err(at(1))?;
        let view = clip.view();
        let missing =
            || format!("there is no sequence {sequence}: the clip has {} sequences, numbered from 0", view.len());
        let found = view.sequence(sequence).ok_or_else(|| at(2)(missing().into()))?;
        let bone = text(found.bone_name());
        for key in 0..i32::try_from(found.key_count()).unwrap_or(i32::MAX) {
            let matrix = matrix(&self.rules.get_matrix(&found, key));
            must_print(writeln!(out, r#"{{"getmatrix":{bone},"key":{key},"m":{matrix}}}"#));
        }
        Ok(())
    }

    fn sample(&mut self, clip: &str, times: Times, out: &mut impl Write) -> Result<(), Problem> {
        let names = self.clips.keys().chain(self.curves.names()).chain(self.compressed.names());
        let not_loaded = || at(1)(Problem::not_loaded("clip", clip, names));
        let clip = self.clips.get(clip).ok_or_else(not_loaded)?;
        let view = clip.view();
        for sequence in view.sequences() {
            if !self.only.shows(&[sequence.bone_name()]) {
                continue;
            }
            let bone = text(sequence.bone_name());
            for time in times.all() {
                let index = self.rules.key_index(&sequence, time, times.mode);
                let index_shown = match &index {
                    Ok(index) => format!("[{},{},{}]", index.first, index.second, number(index.fraction)),
                    Err(error) => format!("\"!{}\"", error.exception_name()),
                };
                let sampled = self.rules.sample_matrix(&sequence, time, times.mode);
                let (at, shown) = (number(time), matrix(&sampled));
                must_print(writeln!(out, r#"{{"sample":{bone},"t":{at},"ix":{index_shown},"m":{shown}}}"#));
                if let Err(error @ PlayError::Hang { .. }) = sampled {
                    return Err(format!("bone {bone}: {error}").into());
                }
            }
        }
        Ok(())
    }
}

fn bone_state(result: &Result<Matrix, PlayError>, blender: &AnimationBlender) -> String {
    let times = [blender.elapsed_time(), blender.first_local_time(), blender.second_local_time()].map(number);
    format!(r#"{{"m":{},"s":[{},{}]}}"#, matrix(result), blender.bind_count(), times.join(","))
}

fn matrix(result: &Result<Matrix, PlayError>) -> String {
    match result {
        Ok(matrix) => numbers(matrix),
        Err(error) => format!("\"!{}\"", error.exception_name()),
    }
}
