//! [`Figures`]: the figures of a tab, with the state that they keep between poses.

use std::sync::Arc;

use rigmill_runtime::content::Model;
use rigmill_runtime::{Content, Matrix, matrix};

use super::acting::Acting;
use super::ask::{ActionsAsk, FigureAsk, LayerAsk};
use super::error::{AskError, check_limit};
use super::mixer::{Mixer, Part};
use super::morphs;
use super::overlay::Overlay;
use super::repertoire::Repertoire;
use super::stock::Stock;

/// The maximum number of figures in a request, not counting crowds.
const MAX_FIGURES: usize = 8;

/// The maximum number of figures in a crowd.
const MAX_CROWD: usize = 512;

/// The maximum number of clips that are layered.
const MAX_PLAYS: usize = 8;

/// The maximum number of pose layers of a figure.
const MAX_LAYERS: usize = 8;

/// The maximum number of matrices in a response: 16 MiB.
const MAX_MATRICES: usize = 1 << 18;

/// The poses of some figures of one skeleton.
#[derive(Debug)]
pub(crate) struct Posed {
    /// The time of the first figure's first clip, or of its script, in seconds.
    pub(crate) time: f32,
    pub(crate) bones: usize,
    /// For each figure, the placement of the model, followed by each bone's matrix in model space.
    pub(crate) matrices: Vec<Matrix>,
    /// The weight of each morph target of the model, mesh by mesh, for the first figure.
    pub(crate) weights: Vec<f32>,
}

/// The state of a tab's figures. All have the same skeleton from the same build.
#[derive(Debug)]
pub(crate) struct Figures {
    pub(crate) repertoire: Repertoire,
    mixer: Mixer,
    /// The shown model with its name.
    model: Option<(String, Arc<Model>)>,
    kept: Vec<Kept>,
}

/// The state that a figure keeps between poses.
#[derive(Debug, Default)]
struct Kept {
    acting: Option<Acting>,
    /// The requested pose layers, and one overlay for each figure of the crowd.
    layers: Vec<LayerAsk>,
    overlays: Vec<Option<Overlay>>,
}

impl Figures {
    pub(crate) fn load(content: &Content, skeleton: &str) -> Result<Self, AskError> {
        let repertoire = Repertoire::load(content, skeleton)?;
        Ok(Self { mixer: Mixer::new(&repertoire.rig), repertoire, model: None, kept: Vec::new() })
    }

    /// Sets the model whose morph targets get weights; `None` for no model.
    pub(crate) fn show(&mut self, content: &Content, model: Option<&str>) -> Result<(), AskError> {
        if self.model.as_ref().map(|(name, _)| name.as_str()) != model {
            self.kept.clear();
            self.model = model.map(|name| Ok::<_, AskError>((name.to_owned(), content.load(name)?))).transpose()?;
        }
        Ok(())
    }

    /// Computes the requested poses.
    pub(crate) fn pose(&mut self, stock: Stock<'_>, asks: &[FigureAsk]) -> Result<Posed, AskError> {
        check(asks, self.repertoire.rig.bones())?;
        let (time, bones) = (time_of(asks), self.repertoire.rig.bones());
        let mut posed = Posed { time, bones, matrices: Vec::new(), weights: Vec::new() };
        self.kept.resize_with(asks.len(), Kept::default);
        for (number, ask) in asks.iter().enumerate() {
            match &ask.actions {
                Some(actions) => self.act(stock.content, number, (actions, &ask.layers), &mut posed)?,
                None => self.play(stock, number, ask, &mut posed)?,
            }
        }
        Ok(posed)
    }

    fn act(
        &mut self,
        content: &Content,
        number: usize,
        (actions, layers): (&ActionsAsk, &[LayerAsk]),
        posed: &mut Posed,
    ) -> Result<(), AskError> {
        let kept = &mut self.kept[number].acting;
        if !kept.as_ref().is_some_and(|acting| acting.is_for(actions, layers)) {
            *kept = Some(Acting::load(content, actions, layers, self.model.as_ref().map(|(_, model)| &**model))?);
        }
        let Some(acting) = kept else { return Ok(()) };
        let (place, bones) = acting.pose(actions)?;
        if bones.len() != posed.bones {
            return Err(AskError::Senseless("the actions belong to a different skeleton"));
        }
        posed.matrices.push(place);
        posed.matrices.extend_from_slice(bones);
        if number == 0 {
            posed.weights = acting.weights()?;
        }
        Ok(())
    }

    fn play(&mut self, stock: Stock<'_>, number: usize, ask: &FigureAsk, posed: &mut Posed) -> Result<(), AskError> {
        let Self { repertoire, mixer, model, kept } = self;
        let mut parts = Vec::with_capacity(ask.plays.len());
        for play in &ask.plays {
            let clip = repertoire.clip(stock, &play.clip)?;
            parts.push(Part::new(play, clip, &repertoire.skeleton)?);
        }
        if let Some((_, model)) = model.as_ref().filter(|_| number == 0) {
            posed.weights = morphs::weights(model, &parts)?;
        }
        let offsets = if ask.offsets.is_empty() { &[0.0] } else { ask.offsets.as_slice() };
        kept[number].prepare(stock.content, ask, offsets.len(), repertoire)?;
        for (&ahead, overlay) in offsets.iter().zip(&mut kept[number].overlays) {
            let overlay = overlay.as_mut().map(|overlay| (overlay, ask.step.unwrap_or(0.0)));
            let (skeleton, rig) = (&*repertoire.skeleton, &repertoire.rig);
            let place = parts.first().map_or(matrix::IDENTITY, |part| part.place(ahead));
            posed.matrices.push(place);
            posed.matrices.extend_from_slice(mixer.pose((skeleton, rig), &parts, ahead, overlay)?);
        }
        Ok(())
    }
}

impl Kept {
    /// Creates the overlays that are requested. Existing overlays continue, unless the request starts them again.
    fn prepare(
        &mut self,
        content: &Content,
        ask: &FigureAsk,
        crowd: usize,
        repertoire: &Repertoire,
    ) -> Result<(), AskError> {
        let goes_on = ask.step.is_some() && self.layers == ask.layers && self.overlays.len() == crowd;
        if !goes_on {
            let overlay = Overlay::load(content, &ask.layers, &repertoire.skeleton)?;
            self.layers.clone_from(&ask.layers);
            self.overlays = vec![overlay; crowd];
        }
        Ok(())
    }
}

fn check(asks: &[FigureAsk], bones: usize) -> Result<(), AskError> {
    check_limit("figures", asks.len(), MAX_FIGURES)?;
    for ask in asks {
        check_limit("clips", ask.plays.len(), MAX_PLAYS)?;
        check_limit("layers", ask.layers.len(), MAX_LAYERS)?;
        check_limit("figures of a crowd", ask.offsets.len(), MAX_CROWD)?;
        if ask.offsets.iter().any(|ahead| !ahead.is_finite()) {
            return Err(AskError::Senseless("the offsets of a crowd must be finite"));
        }
        if ask.actions.is_some() && !(ask.plays.is_empty() && ask.offsets.is_empty()) {
            return Err(AskError::Senseless(
                "a figure can play either clips or actions, and a crowd can play only clips",
            ));
        }
    }
    let figures: usize = asks.iter().map(|ask| ask.offsets.len().max(1)).sum();
    check_limit("matrices", figures * (bones + 1), MAX_MATRICES)
}

fn time_of(asks: &[FigureAsk]) -> f32 {
    let Some(first) = asks.first() else { return 0.0 };
    let of_clip = first.plays.first().map(|play| play.time);
    of_clip.or(first.actions.as_ref().map(|actions| actions.time)).unwrap_or(0.0)
}
