//! [`Subject`]: what a picture shows, with everything that it needs.

use std::sync::Arc;

use rigmill_runtime::clips::Clip;
use rigmill_runtime::content::{
    ClipWeights, CollisionMesh, ContentType, Font, Loadable, Model, Skeleton, Texture, TextureCube,
};
use rigmill_runtime::{Content, Matrix, PlayMode, matrix};

use super::error::PictureError;
use super::front::turn_to_front;
use super::morphs::Morphs;
use super::scene::{Corner, Paint, Scene, Triangle};
use super::shot::Up;
use super::texels::Level;
use super::{bones, model};
use crate::content::{Asset, Catalog, Shelf, list};
use crate::tab::{Poser, skeleton_of};

/// The colour of collision meshes.
const COLLISION: [f32; 3] = [0.15, 0.29, 0.38];

/// The extensions of the assets that a source `NAME` can become, in the order in which a picture looks for them.
const PARTS: [&str; 3] = ["", ".model", ".skeleton"];

/// An asset that has a picture.
#[derive(Debug)]
pub(super) enum Subject {
    /// A model, the clip that poses it, and its morph targets.
    Model(Arc<Model>, Option<Posing>, Morphs),
    /// Only bones.
    Skeleton(Arc<Skeleton>, Option<Posing>),
    Collision(Arc<CollisionMesh>),
    Texture(Arc<Texture>),
    Cube(Arc<TextureCube>),
    /// The texture of a font.
    Font(Arc<Font>),
}

/// A clip on a skeleton.
#[derive(Debug)]
pub(super) struct Posing {
    skeleton: Arc<Skeleton>,
    poser: Poser,
    /// The weights of morph targets that the clip animates.
    weights: Option<Arc<ClipWeights>>,
}

/// Finds and loads what a picture shows.
pub(super) struct Finder<'a> {
    content: &'a Content,
    assets: Vec<Arc<Asset>>,
}

impl<'a> Finder<'a> {
    pub(super) fn new(shelf: &'a Shelf) -> Result<Self, PictureError> {
        let mut catalog = Catalog::default();
        catalog.set_all(&list(shelf.folder(), &|_| None), 0);
        Ok(Self { content: shelf.content()?, assets: catalog.assets() })
    }

    /// Creates a finder that finds assets only by their full names, and no clips.
    pub(super) fn unlisted(shelf: &'a Shelf) -> Result<Self, PictureError> {
        Ok(Self { content: shelf.content()?, assets: Vec::new() })
    }

    /// Finds the asset called `name`, which is shown while a clip plays. `NAME`, or its source such as `NAME.fbx`, also finds
    /// `NAME.model` or `NAME.skeleton`. A clip can be given by the last part of its name.
    pub(super) fn find(&self, name: &str, clip: Option<&str>) -> Result<Subject, PictureError> {
        let name = self.whole_name(name)?;
        match self.content.content_type(&name) {
            Some(ContentType::Model) => Ok(Subject::of_model(self.load(&name)?, self.posing(&name, clip)?)),
            Some(ContentType::Skeleton) => Ok(Subject::Skeleton(self.load(&name)?, self.posing(&name, clip)?)),
            Some(ContentType::CollisionMesh) => Ok(Subject::Collision(self.load(&name)?)),
            Some(ContentType::Texture) => Ok(Subject::Texture(self.load(&name)?)),
            Some(ContentType::TextureCube) => Ok(Subject::Cube(self.load(&name)?)),
            Some(ContentType::Font) => Ok(Subject::Font(self.load(&name)?)),
            Some(of) if of.is_clip() => self.of_clip(&name),
            Some(of) => Err(PictureError::NoPicture { name, content_type: of.to_string() }),
            None => Err(PictureError::NoAsset(name)),
        }
    }

    /// Returns the names of the clips that can pose an asset, sorted.
    pub(super) fn clips_for(&self, name: &str) -> Result<Vec<String>, PictureError> {
        let name = self.whole_name(name)?;
        let Some(skeleton) = skeleton_of(self.content, &self.assets, &name) else { return Ok(Vec::new()) };
        let skeleton = self.load::<Skeleton>(&skeleton)?;
        let clips = self.assets.iter().filter(|asset| asset.of().is_some_and(ContentType::is_clip));
        let fitting = clips.filter(|clip| self.moved(&clip.name, &skeleton) > 0);
        let mut names: Vec<String> = fitting.map(|clip| clip.name.clone()).collect();
        names.sort();
        Ok(names)
    }

    fn load<T: Loadable>(&self, name: &str) -> Result<Arc<T>, PictureError> {
        Ok(self.content.load(name)?)
    }

    fn whole_name(&self, name: &str) -> Result<String, PictureError> {
        let stem = name.rsplit_once('.').map(|(stem, _)| stem);
        let mut names =
            [Some(name), stem].into_iter().flatten().flat_map(|name| PARTS.map(|part| format!("{name}{part}")));
        names.find(|it| self.content.content_type(it).is_some()).ok_or_else(|| PictureError::NoAsset(name.to_owned()))
    }

    /// Finds the clip that poses a model or a skeleton.
    fn posing(&self, shown: &str, clip: Option<&str>) -> Result<Option<Posing>, PictureError> {
        let Some(clip) = clip else { return Ok(None) };
        let skeleton = skeleton_of(self.content, &self.assets, shown);
        let skeleton = skeleton.ok_or_else(|| PictureError::NoSkeleton(shown.to_owned()))?;
        let clip = self.clip(clip, shown, &skeleton)?;
        self.pose(&skeleton, &clip).map(Some)
    }

    fn pose(&self, skeleton: &str, clip: &str) -> Result<Posing, PictureError> {
        let weights = format!("{clip}.weights");
        let weights = self.content.content_type(&weights).map(|_| self.load(&weights)).transpose()?;
        Ok(Posing { skeleton: self.load(skeleton)?, poser: Poser::load(self.content, skeleton, clip)?, weights })
    }

    /// Returns the clip with this name, the clip of the asset's source with this name or, failing that, the only fitting clip
    /// whose name ends with `/`, `@` or `_` followed by this name.
    fn clip(&self, name: &str, shown: &str, skeleton: &str) -> Result<String, PictureError> {
        let source = PARTS.iter().rev().find_map(|part| shown.strip_suffix(part)).unwrap_or(shown);
        let whole = [name.to_owned(), format!("{source}@{name}")];
        if let Some(whole) = whole.into_iter().find(|it| self.content.content_type(it).is_some()) {
            return Ok(whole);
        }
        let skeleton = self.load::<Skeleton>(skeleton)?;
        let ends =
            |asset: &&Arc<Asset>| asset.name.strip_suffix(name).is_some_and(|before| before.ends_with(['/', '@', '_']));
        let clips = self.assets.iter().filter(|asset| asset.of().is_some_and(ContentType::is_clip)).filter(ends);
        let clips: Vec<&Arc<Asset>> = clips.collect();
        let fits = |clip: &&Arc<Asset>| self.moved(&clip.name, &skeleton) > 0;
        let fitting: Vec<&Arc<Asset>> = clips.iter().copied().filter(fits).collect();
        match fitting[..] {
            [] => Err(match clips.first() {
                Some(clip) => PictureError::Misfit { clip: clip.name.clone(), asset: source.to_owned() },
                None => PictureError::NoSuchClip(name.to_owned()),
            }),
            [clip] => Ok(clip.name.clone()),
            [first, second, ..] => Err(PictureError::Ambiguous {
                name: name.to_owned(),
                first: first.name.clone(),
                second: second.name.clone(),
            }),
        }
    }

    /// Returns the number of the skeleton's bones that a clip moves; 0 if it does not fit.
    fn moved(&self, clip: &str, skeleton: &Skeleton) -> usize {
        let clip = Clip::load(self.content, clip, &skeleton.view());
        clip.ok().filter(|clip| clip.check(skeleton.view().len()).is_ok()).map_or(0, |clip| clip.moved_bones().len())
    }

    /// Finds the skeleton of which a clip moves the most bones, or the model of that skeleton. If there are several, the clip's
    /// path may name one of them.
    fn of_clip(&self, clip: &str) -> Result<Subject, PictureError> {
        let skeletons = self.assets.iter().filter(|asset| asset.of() == Some(ContentType::Skeleton));
        let model = |skeleton: &str| format!("{}.model", skeleton.strip_suffix(".skeleton").unwrap_or(skeleton));
        let has_model = |skeleton: &str| self.content.content_type(&model(skeleton)) == Some(ContentType::Model);
        let ranked = skeletons.filter_map(|asset| {
            let skeleton = self.content.load::<Skeleton>(&asset.name).ok()?;
            let moved = self.moved(clip, &skeleton);
            let still = skeleton.view().len().saturating_sub(moved);
            let is_named = names(clip, &asset.name);
            (moved > 0).then_some((moved, is_named, has_model(&asset.name), std::cmp::Reverse(still), &asset.name))
        });
        let (.., skeleton) = ranked.max().ok_or_else(|| PictureError::NoSkeleton(clip.to_owned()))?;
        let posing = Some(self.pose(skeleton, clip)?);
        match self.content.load(&model(skeleton)) {
            Ok(model) => Ok(Subject::of_model(model, posing)),
            Err(_) => Ok(Subject::Skeleton(self.load(skeleton)?, posing)),
        }
    }
}

impl Subject {
    fn of_model(model: Arc<Model>, posing: Option<Posing>) -> Self {
        let morphs = Morphs::new(&model, posing.as_ref().and_then(|posing| posing.weights.as_ref()));
        Self::Model(model, posing, morphs)
    }

    /// Returns the clip's duration in seconds; `None` without a clip.
    pub(super) fn duration(&self) -> Option<f32> {
        match self {
            Self::Model(_, posing, _) | Self::Skeleton(_, posing) => posing.as_ref().map(|it| it.poser.duration()),
            _ => None,
        }
    }

    /// Returns the number of points in a pose.
    pub(super) fn points(&self) -> usize {
        match self {
            Self::Model(model, ..) => model.view().meshes().map(|mesh| mesh.vertex_count()).sum(),
            Self::Skeleton(skeleton, _) => skeleton.view().len(),
            Self::Collision(mesh) => mesh.view().vertices().len(),
            _ => 0,
        }
    }

    /// Returns the yaw, in degrees, of a camera in front of the asset.
    pub(super) fn front(&self, up: Up) -> Result<f32, PictureError> {
        let place = |bone: &Matrix| up.upright(matrix::translation(bone));
        Ok(match self {
            Self::Model(model, ..) => {
                let places = model::at_bind(model);
                turn_to_front(model.view().bones().map(|bone| bone.name()).zip(places.iter().map(place)))
            }
            Self::Skeleton(skeleton, _) => {
                let places = bones::at_bind(skeleton)?;
                turn_to_front(skeleton.view().bones().map(|bone| bone.name()).zip(places.iter().map(place)))
            }
            _ => turn_to_front(std::iter::empty()),
        })
    }

    /// Returns the asset without its paints, and its bones, at a time of the clip.
    pub(super) fn scenes(&mut self, time: f32, mode: PlayMode) -> Result<[Scene; 2], PictureError> {
        match self {
            Self::Model(model, posing, morphs) => {
                morphs.show(model, time)?;
                let absolute = match posing {
                    Some(posing) => {
                        let Posing { skeleton, poser, .. } = posing;
                        let bones = poser.pose(time, mode)?;
                        let view = skeleton.view();
                        model::posed(model, |name| bones.get(view.find(name)?).copied())
                    }
                    None => model::at_bind(model),
                };
                let parents: Vec<_> = model.view().bones().map(|bone| bone.parent()).collect();
                let corners = model::corners(model, morphs, &absolute);
                let mesh = Scene { corners, triangles: model::triangles(model), paints: Vec::new() };
                Ok([mesh, bones::scene(&parents, &absolute)])
            }
            Self::Skeleton(skeleton, posing) => {
                let parents: Vec<_> = skeleton.view().bones().map(|bone| bone.parent()).collect();
                let absolute: Vec<Matrix> = match posing {
                    Some(posing) => posing.poser.pose(time, mode)?.to_vec(),
                    None => bones::at_bind(skeleton)?,
                };
                Ok([bones::scene(&parents, &absolute), Scene::default()])
            }
            Self::Collision(mesh) => Ok([collision(mesh), Scene::default()]),
            _ => Ok([Scene::default(), Scene::default()]),
        }
    }

    /// Returns the pixels of an asset that is an image; each side of a texture is no larger than `side`. Returns `None` for
    /// other assets.
    pub(super) fn pixels(&self, side: u32) -> Option<Level> {
        match self {
            Self::Texture(texture) => Level::of_texture(&texture.view(), side),
            Self::Cube(cube) => Level::of_cube(&cube.view(), side),
            Self::Font(font) => Level::of_texture(&font.view().texture(), side),
            _ => None,
        }
    }

    /// Returns the paints of the asset's surfaces. Textures are no larger than `side`.
    pub(super) fn paints(&self, content: &Content, side: u32) -> Option<Vec<Paint>> {
        match self {
            Self::Model(model, ..) => Some(model::paints(model, content, side)),
            _ => None,
        }
    }
}

/// Whether a folder, the file or the name of a clip contains the words of a skeleton's name.
fn names(clip: &str, skeleton: &str) -> bool {
    let stem = skeleton.strip_suffix(".skeleton").unwrap_or(skeleton);
    let wanted = words(stem.rsplit('/').next().unwrap_or(stem));
    wanted.len() > 2 && clip.split(['/', '@']).any(|part| words(part).contains(&wanted))
}

/// Returns the words of a name in lower case, with a space before and after each.
fn words(name: &str) -> String {
    let lower = name.to_lowercase();
    let words = lower.split(|it: char| !it.is_alphanumeric()).filter(|word| !word.is_empty());
    words.fold(" ".to_owned(), |all, word| format!("{all}{word} "))
}

fn collision(mesh: &CollisionMesh) -> Scene {
    let corner = |&position: &[f32; 3]| Corner { position, color: [1.0; 4], ..Corner::default() };
    let view = mesh.view();
    Scene {
        corners: view.vertices().iter().map(corner).collect(),
        triangles: view.triangles().iter().map(|&corners| Triangle { corners, paint: 0 }).collect(),
        paints: vec![Paint::plain(COLLISION)],
    }
}
