//! Parameters of the processors of scenes.

use rigmill_format::{NormalFormat, PositionFormat};

use super::effect_params::EffectParameters;
use super::index_order::IndexOrder;
use super::placement::Placement;
use super::reset_root::ResetRoot;
use crate::motion::RootMotion;
use crate::numbers::{Degrees, Distance, MaxError, PixelCount, ScaleFactor, Weights};
use crate::texture::Compression;

rigmill_pipeline::params! {
    /// Parameters of the processor `model`.
    pub struct ModelParams {
        /// The maximum number of bones per vertex: 4 or 8. The largest weights are kept and normalized to add up to 1.
        weights: Weights = Weights::default(),
        /// Compute tangents for meshes that have texture coordinates and no tangents.
        tangents: bool = true,
        /// Order triangles for a GPU's vertex cache exactly as XNA's pipeline does, and order vertices by their first
        /// use. By default, triangles keep the order of the source. Meshes from content files always keep their order.
        vertex_cache: bool = false,
        /// The order of triangles without `vertex_cache`: "as_is" keeps that of the source; "cache" lets a GPU find
        /// more vertices in its cache; "gpu" also reduces overdraw. Vertices are ordered by their first use. Meshes
        /// from content files always keep their order.
        index_order: IndexOrder = IndexOrder::AsIs,
        /// How positions are stored: "f32", or "u16" for 16-bit numbers. These take 8 bytes instead of 12, with an error of
        /// at most half of 1/65,535 of the longest side of the mesh's box. Files of other targets have the rounded
        /// positions as floats.
        positions: PositionFormat = PositionFormat::F32,
        /// How normals and tangents are stored: "f32", or "octahedral" for two 16-bit numbers each. These take 4 bytes
        /// instead of 12 and 16, with errors of at most 0.004 and 0.006 degrees.
        normals: NormalFormat = NormalFormat::F32,
        /// Set the root bone's transform to the identity: true, false, or "auto". "auto" does it as XNA did: only if the
        /// root is a bone of a skeleton, not a mesh or a dummy. The game then rotates and places the model itself.
        reset_root: ResetRoot = ResetRoot::Never,
        /// A scale factor for the whole scene: above 0 and finite.
        scale: ScaleFactor = ScaleFactor::default(),
        /// Rotation about the x axis in degrees, counter-clockwise when seen from the axis's positive end; finite. The
        /// scene is scaled, then rotated about z, then x, then y.
        rotation_x: Degrees = Degrees::default(),
        /// Rotation about the y axis in degrees, likewise.
        rotation_y: Degrees = Degrees::default(),
        /// Rotation about the z axis in degrees, likewise.
        rotation_z: Degrees = Degrees::default(),
        /// Give the model a Tag with its triangles, as RobotGame's CollideProcessor does: a
        /// `Dictionary<string, object>` with `BoundingSphere` and `Vertices`: three corners per triangle, in model space,
        /// clockwise seen from outside.
        collision_tag: bool = false,
        /// Also make a skeleton, `NAME.skeleton`.
        skeleton: bool = true,
        /// Make a clip, `NAME@CLIP`, for each animation that moves something.
        animations: bool = true,
        /// Clips keep the bones that they only hold at the bind pose, each as a single key. If false, such a bone
        /// continues with the clip that it played before. Set this to false for clips of a part of the body, if the
        /// modelling program writes keys for all bones.
        hold_bones: bool = true,
        /// The asset name of a custom effect for all materials, such as `"Effects/Glass"`. Empty for none.
        effect: String = String::new(),
        /// The effect's parameters, in order, each as `"NAME = FROM"`. FROM is the use of one of the material's
        /// textures (`diffuse`, `normal`, `specular`, `emissive`, `opacity`, `roughness`, `metalness`, `occlusion`) or
        /// the name of a property of the node that places the mesh; `"NAME"` alone takes the property of that name. A
        /// property that names an image becomes a texture. Parameters that a material or node does not have are left
        /// out. Without an effect, the images become textures of the material, with the use that the parameter's name
        /// states: `NormalMap` becomes the normal map.
        effect_parameters: EffectParameters = EffectParameters::default(),
        /// The compression of textures from images inside the scene's file, `NAME.IMAGE.texture`: "none", "bc1", "bc3" or
        /// "bc7". Images in separate files have their own rules.
        compression: Compression = Compression::None,
        /// The maximum total number of pixels of the images inside the scene's file, above 0. By default 67,108,864
        /// (four images of 4096 x 4096), plus 32 for each byte of the images.
        max_pixels: Option<PixelCount> = None,
        /// Leave out keys of clips as long as no point of the model moves by more than this, in metres (or the scene's
        /// unit); at least 0.00001. By default, every key is kept.
        max_error: Option<MaxError> = None,
        /// How far from a bone the points are at which `max_error` is measured, in the same unit, above 0.
        shell: Distance = Distance::default(),
        /// The bone whose movement is taken out of the clip and becomes a Motion, `NAME@CLIP.motion`. Give its name, or
        /// a table of parameters of the processor `motion`, such as `{ root = "Root", components = "ground" }`. Unset
        /// keeps the clip unchanged.
        root_motion: Option<RootMotion> = None,
    }
}

rigmill_pipeline::params! {
    /// Parameters of the processor `model-with-clips`.
    pub struct ModelWithClipsParams {
        /// Assets whose clips are added to the model, by name (`Animation/Low@Run`) or by file patterns, relative to the
        /// project folder (`Animation/*.xnb`). `{name}` is the last part of the model's own name
        /// (`Animation/{name}/*.xnb`). The scene's own animations are always added.
        clips_from: Vec<String> = Vec::new(),
        /// The maximum number of bones per vertex: 4 or 8. The largest weights are kept and normalized to add up to 1.
        weights: Weights = Weights::default(),
        /// Compute tangents for meshes that have texture coordinates and no tangents.
        tangents: bool = true,
        /// Order triangles for a GPU's vertex cache exactly as XNA's pipeline does, and order vertices by their first
        /// use. By default, triangles keep the order of the source. Meshes from content files always keep their order.
        vertex_cache: bool = false,
        /// Set the root bone's transform to the identity: true, false, or "auto". "auto" does it as XNA did: only if the
        /// root is a bone of a skeleton, not a mesh or a dummy. The game then rotates and places the model itself.
        reset_root: ResetRoot = ResetRoot::Never,
        /// The asset name of a custom effect for all materials, such as `"Effects/Glass"`. Empty for none.
        effect: String = String::new(),
        /// The effect's parameters, in order, each as `"NAME = FROM"`. FROM is the use of one of the material's
        /// textures (`diffuse`, `normal`, `specular`, `emissive`, `opacity`, `roughness`, `metalness`, `occlusion`) or
        /// the name of a property of the node that places the mesh; `"NAME"` alone takes the property of that name. A
        /// property that names an image becomes a texture. Parameters that a material or node does not have are left
        /// out. Without an effect, the images become textures of the material, with the use that the parameter's name
        /// states: `NormalMap` becomes the normal map.
        effect_parameters: EffectParameters = EffectParameters::default(),
        /// A scale factor for the whole scene: above 0 and finite. Clips of other assets need the same scale and
        /// rotation.
        scale: ScaleFactor = ScaleFactor::default(),
        /// Rotation about the x axis in degrees, counter-clockwise when seen from the axis's positive end; finite. The
        /// scene is scaled, then rotated about z, then x, then y.
        rotation_x: Degrees = Degrees::default(),
        /// Rotation about the y axis in degrees, likewise.
        rotation_y: Degrees = Degrees::default(),
        /// Rotation about the z axis in degrees, likewise.
        rotation_z: Degrees = Degrees::default(),
        /// The compression of textures from images inside the scene's file, `NAME.IMAGE.texture`: "none", "bc1", "bc3" or
        /// "bc7". Images in separate files have their own rules.
        compression: Compression = Compression::None,
        /// The maximum total number of pixels of the images inside the scene's file, above 0. By default 67,108,864
        /// (four images of 4096 x 4096), plus 32 for each byte of the images.
        max_pixels: Option<PixelCount> = None,
    }
}

rigmill_pipeline::params! {
    /// Parameters of the processor `clips`.
    pub struct ClipsParams {
        /// A scale factor for the whole scene: above 0 and finite.
        scale: ScaleFactor = ScaleFactor::default(),
        /// Rotation about the x axis in degrees, counter-clockwise when seen from the axis's positive end; finite. The
        /// scene is scaled, then rotated about z, then x, then y.
        rotation_x: Degrees = Degrees::default(),
        /// Rotation about the y axis in degrees, likewise.
        rotation_y: Degrees = Degrees::default(),
        /// Rotation about the z axis in degrees, likewise.
        rotation_z: Degrees = Degrees::default(),
        /// Clips keep the bones that they only hold at the bind pose, each as a single key. If false, such a bone
        /// continues with the clip that it played before. Set this to false for clips of a part of the body, if the
        /// modelling program writes keys for all bones.
        hold_bones: bool = true,
        /// Leave out keys as long as no point of the model moves by more than this, in metres (or the scene's unit); at
        /// least 0.00001. By default, every key is kept.
        max_error: Option<MaxError> = None,
        /// How far from a bone the points are at which `max_error` is measured, in the same unit, above 0.
        shell: Distance = Distance::default(),
        /// The bone whose movement is taken out of the clip and becomes a Motion, `NAME@CLIP.motion`. Give its name, or
        /// a table of parameters of the processor `motion`, such as `{ root = "Root", components = "ground" }`. Unset
        /// keeps the clip unchanged.
        root_motion: Option<RootMotion> = None,
    }
}

rigmill_pipeline::params! {
    /// Parameters of the processor `skeleton`.
    pub struct SceneSkeletonParams {
        /// Set the root bone's transform to the identity: true, false, or "auto". "auto" does it as XNA did: only if the
        /// root is a bone of a skeleton, not a mesh or a dummy.
        reset_root: ResetRoot = ResetRoot::Never,
        /// A scale factor for the whole scene: above 0 and finite.
        scale: ScaleFactor = ScaleFactor::default(),
        /// Rotation about the x axis in degrees, counter-clockwise when seen from the axis's positive end; finite. The
        /// scene is scaled, then rotated about z, then x, then y.
        rotation_x: Degrees = Degrees::default(),
        /// Rotation about the y axis in degrees, likewise.
        rotation_y: Degrees = Degrees::default(),
        /// Rotation about the z axis in degrees, likewise.
        rotation_z: Degrees = Degrees::default(),
    }
}

rigmill_pipeline::params! {
    /// Parameters of the processor `collision`. The scene is scaled, then rotated about z, then x, then y.
    pub struct CollisionParams {
        /// A scale factor for the whole scene: above 0 and finite.
        scale: ScaleFactor = ScaleFactor::default(),
        /// Rotation about the x axis in degrees, counter-clockwise when seen from the axis's positive end; finite.
        rotation_x: Degrees = Degrees::default(),
        /// Rotation about the y axis in degrees, likewise.
        rotation_y: Degrees = Degrees::default(),
        /// Rotation about the z axis in degrees, likewise.
        rotation_z: Degrees = Degrees::default(),
    }
}

/// Gives parameters with a scale and a rotation their [`Placement`].
macro_rules! placed {
    ($($params:ident)*) => {
        $(impl $params {
            pub(super) fn placement(&self) -> Placement {
                Placement::of(self.scale, [self.rotation_x, self.rotation_y, self.rotation_z])
            }
        })*
    };
}

placed! { ModelParams ModelWithClipsParams ClipsParams SceneSkeletonParams CollisionParams }
