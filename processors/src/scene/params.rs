//! Parameters of the processors for scenes.

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
        /// The maximum number of bones per vertex: 4 or 8. Rigmill keeps the largest weights of each vertex, and scales
        /// them so that their sum is 1.
        weights: Weights = Weights::default(),
        /// Whether to compute tangents for meshes that have texture coordinates but no tangents.
        tangents: bool = true,
        /// Whether to sort triangles for a GPU's vertex cache, exactly as XNA's pipeline does. If true, Rigmill also
        /// sorts vertices by their first use. By default, triangles keep the order of the source. Meshes from content
        /// files always keep their order.
        vertex_cache: bool = false,
        /// The order of triangles if `vertex_cache` is false. "as_is" keeps the order of the source. "cache" lets a GPU
        /// find more vertices in its cache. "gpu" has the same effect as "cache", and also reduces overdraw. With
        /// "cache" and "gpu", Rigmill also sorts vertices by their first use. Meshes from content files always keep
        /// their order.
        index_order: IndexOrder = IndexOrder::AsIs,
        /// How the positions of vertices are stored: "f32" for 32-bit floats (12 bytes per position), or "u16" for
        /// 16-bit numbers (8 bytes). With "u16", the error is at most 1/131,070 of the bounding box's longest side.
        /// Targets other than `native` store the rounded positions as floats.
        positions: PositionFormat = PositionFormat::F32,
        /// How normals and tangents are stored: "f32" for 32-bit floats (12 bytes per normal, 16 per tangent), or
        /// "octahedral" for two 16-bit numbers (4 bytes per normal or tangent). With "octahedral", the error is at most
        /// 0.004 degrees for normals and 0.006 degrees for tangents.
        normals: NormalFormat = NormalFormat::F32,
        /// Whether to set the root bone's transform to the identity: true, false or "auto". "auto" does what XNA did:
        /// it resets the root only if the root is a bone of a skeleton, not a mesh or a dummy. After a reset, the game
        /// must rotate and place the model itself.
        reset_root: ResetRoot = ResetRoot::Never,
        /// The factor by which Rigmill scales the whole scene: above 0 and finite.
        scale: ScaleFactor = ScaleFactor::default(),
        /// The rotation of the scene about the x axis, in degrees. Positive angles are counter-clockwise when seen from
        /// the positive end of the axis. Rigmill first scales the scene, then rotates the scene about z, then about x,
        /// then about y.
        rotation_x: Degrees = Degrees::default(),
        /// The rotation of the scene about the y axis, in degrees. Positive angles are counter-clockwise. See
        /// `rotation_x` for the order of the three rotations.
        rotation_y: Degrees = Degrees::default(),
        /// The rotation of the scene about the z axis, in degrees. Positive angles are counter-clockwise. See
        /// `rotation_x` for the order of the three rotations.
        rotation_z: Degrees = Degrees::default(),
        /// Whether to store the model's triangles in the `Tag` of the XNA model, as RobotGame's `CollideProcessor`
        /// does. The `Tag` is a `Dictionary<string, object>` with the keys `BoundingSphere` and `Vertices`. `Vertices`
        /// has three corners per triangle, in model space, clockwise when seen from outside.
        collision_tag: bool = false,
        /// Whether to also make a skeleton, `NAME.skeleton`.
        skeleton: bool = true,
        /// Whether to make clips, each with the name `NAME@CLIP`. Rigmill makes a clip for each animation that moves a
        /// node or changes the weight of a morph target.
        animations: bool = true,
        /// Whether a clip stores a single key for each bone that never leaves the bind pose. If false, the clip leaves
        /// out these bones, and the clip that played before continues to move them. Set this to false if your clips
        /// animate only part of the body, but your modelling program writes keys for all bones.
        hold_bones: bool = true,
        /// The asset name of a custom effect (a shader) for all materials, such as `"Effects/Glass"`. If this parameter
        /// is empty, materials have no custom effect.
        effect: String = String::new(),
        /// The parameters of the effect, in order, each as `"NAME = FROM"`. NAME is the name of the parameter, and FROM
        /// is the source of its value. To use a texture of the material, write its use as FROM: `diffuse`, `normal`,
        /// `specular`, `emissive`, `opacity`, `roughness`, `metalness` or `occlusion`. To use a property of the node
        /// that places the mesh, write the name of the property as FROM. If the parameter and the property have the
        /// same name, write only `"NAME"`. If a property names an image, the parameter becomes a texture. If the
        /// material or node does not have the value, Rigmill leaves out the parameter. If `effect` is empty, images
        /// that properties name become textures of the material. The parameter's name then determines the use of the
        /// texture: for example, `NormalMap` becomes the normal map.
        effect_parameters: EffectParameters = EffectParameters::default(),
        /// The compression of textures that Rigmill makes from images inside the scene's file (`NAME.IMAGE.texture`).
        /// The `compression` parameter of the `texture` processor explains the values. Normal maps get "bc5", unless
        /// the value is "none" or "dxt". For images in separate files, set the compression in rules that match these
        /// files.
        compression: Compression = Compression::None,
        /// The maximum total number of pixels of all images inside the scene's file. Must be above 0. By default,
        /// 67,108,864 (four images of 4096 x 4096 pixels) plus 32 pixels for each byte of the image data in the file.
        max_pixels: Option<PixelCount> = None,
        /// The largest distance by which a point of the model may move when Rigmill removes keys of clips, in metres
        /// (or in the scene's unit). The distance must be at least 0.00001. By default, Rigmill keeps every key.
        max_error: Option<MaxError> = None,
        /// The distance between a bone and the points at which Rigmill measures `max_error`: above 0, in the unit of
        /// `max_error`.
        shell: Distance = Distance::default(),
        /// The bone whose movement Rigmill takes out of the clip and stores as a separate motion, `NAME@CLIP.motion`.
        /// Set this parameter to the name of the bone, or to a table of parameters of the `motion` processor, such as
        /// `{ root = "Root", components = "ground" }`. By default, the clip stays unchanged.
        root_motion: Option<RootMotion> = None,
    }
}

rigmill_pipeline::params! {
    /// Parameters of the processor `model-with-clips`.
    pub struct ModelWithClipsParams {
        /// The assets whose clips Rigmill adds to the model. List their names (such as `Animation/Low@Run`), or globs
        /// of their sources relative to the project folder (such as `Animation/*.xnb`). `{name}` stands for the last
        /// part of the model's own name, as in `Animation/{name}/*.xnb`. Rigmill also adds the scene's own animations.
        clips_from: Vec<String> = Vec::new(),
        /// The maximum number of bones per vertex: 4 or 8. Rigmill keeps the largest weights of each vertex, and scales
        /// them so that their sum is 1.
        weights: Weights = Weights::default(),
        /// Whether to compute tangents for meshes that have texture coordinates but no tangents.
        tangents: bool = true,
        /// Whether to sort triangles for a GPU's vertex cache, exactly as XNA's pipeline does. If true, Rigmill also
        /// sorts vertices by their first use. By default, triangles keep the order of the source. Meshes from content
        /// files always keep their order.
        vertex_cache: bool = false,
        /// Whether to set the root bone's transform to the identity: true, false or "auto". "auto" does what XNA did:
        /// it resets the root only if the root is a bone of a skeleton, not a mesh or a dummy. After a reset, the game
        /// must rotate and place the model itself.
        reset_root: ResetRoot = ResetRoot::Never,
        /// The asset name of a custom effect (a shader) for all materials, such as `"Effects/Glass"`. If this parameter
        /// is empty, materials have no custom effect.
        effect: String = String::new(),
        /// The parameters of the effect, in order, each as `"NAME = FROM"`. NAME is the name of the parameter, and FROM
        /// is the source of its value. To use a texture of the material, write its use as FROM: `diffuse`, `normal`,
        /// `specular`, `emissive`, `opacity`, `roughness`, `metalness` or `occlusion`. To use a property of the node
        /// that places the mesh, write the name of the property as FROM. If the parameter and the property have the
        /// same name, write only `"NAME"`. If a property names an image, the parameter becomes a texture. If the
        /// material or node does not have the value, Rigmill leaves out the parameter. If `effect` is empty, images
        /// that properties name become textures of the material. The parameter's name then determines the use of the
        /// texture: for example, `NormalMap` becomes the normal map.
        effect_parameters: EffectParameters = EffectParameters::default(),
        /// The factor by which Rigmill scales the whole scene: above 0 and finite. The clips of other assets must have
        /// the same scale and rotation.
        scale: ScaleFactor = ScaleFactor::default(),
        /// The rotation of the scene about the x axis, in degrees. Positive angles are counter-clockwise when seen from
        /// the positive end of the axis. Rigmill first scales the scene, then rotates the scene about z, then about x,
        /// then about y.
        rotation_x: Degrees = Degrees::default(),
        /// The rotation of the scene about the y axis, in degrees. Positive angles are counter-clockwise. See
        /// `rotation_x` for the order of the three rotations.
        rotation_y: Degrees = Degrees::default(),
        /// The rotation of the scene about the z axis, in degrees. Positive angles are counter-clockwise. See
        /// `rotation_x` for the order of the three rotations.
        rotation_z: Degrees = Degrees::default(),
        /// The compression of textures that Rigmill makes from images inside the scene's file (`NAME.IMAGE.texture`).
        /// The `compression` parameter of the `texture` processor explains the values. Normal maps get "bc5", unless
        /// the value is "none" or "dxt". For images in separate files, set the compression in rules that match these
        /// files.
        compression: Compression = Compression::None,
        /// The maximum total number of pixels of all images inside the scene's file. Must be above 0. By default,
        /// 67,108,864 (four images of 4096 x 4096 pixels) plus 32 pixels for each byte of the image data in the file.
        max_pixels: Option<PixelCount> = None,
    }
}

rigmill_pipeline::params! {
    /// Parameters of the processor `clips`.
    pub struct ClipsParams {
        /// The factor by which Rigmill scales the whole scene: above 0 and finite.
        scale: ScaleFactor = ScaleFactor::default(),
        /// The rotation of the scene about the x axis, in degrees. Positive angles are counter-clockwise when seen from
        /// the positive end of the axis. Rigmill first scales the scene, then rotates the scene about z, then about x,
        /// then about y.
        rotation_x: Degrees = Degrees::default(),
        /// The rotation of the scene about the y axis, in degrees. Positive angles are counter-clockwise. See
        /// `rotation_x` for the order of the three rotations.
        rotation_y: Degrees = Degrees::default(),
        /// The rotation of the scene about the z axis, in degrees. Positive angles are counter-clockwise. See
        /// `rotation_x` for the order of the three rotations.
        rotation_z: Degrees = Degrees::default(),
        /// Whether a clip stores a single key for each bone that never leaves the bind pose. If false, the clip leaves
        /// out these bones, and the clip that played before continues to move them. Set this to false if your clips
        /// animate only part of the body, but your modelling program writes keys for all bones.
        hold_bones: bool = true,
        /// The largest distance by which a point of the model may move when Rigmill removes keys of clips, in metres
        /// (or in the scene's unit). The distance must be at least 0.00001. By default, Rigmill keeps every key.
        max_error: Option<MaxError> = None,
        /// The distance between a bone and the points at which Rigmill measures `max_error`: above 0, in the unit of
        /// `max_error`.
        shell: Distance = Distance::default(),
        /// The bone whose movement Rigmill takes out of the clip and stores as a separate motion, `NAME@CLIP.motion`.
        /// Set this parameter to the name of the bone, or to a table of parameters of the `motion` processor, such as
        /// `{ root = "Root", components = "ground" }`. By default, the clip stays unchanged.
        root_motion: Option<RootMotion> = None,
    }
}

rigmill_pipeline::params! {
    /// Parameters of the processor `skeleton`.
    pub struct SceneSkeletonParams {
        /// Whether to set the root bone's transform to the identity: true, false or "auto". "auto" does what XNA did:
        /// it resets the root only if the root is a bone of a skeleton, not a mesh or a dummy.
        reset_root: ResetRoot = ResetRoot::Never,
        /// The factor by which Rigmill scales the whole scene: above 0 and finite.
        scale: ScaleFactor = ScaleFactor::default(),
        /// The rotation of the scene about the x axis, in degrees. Positive angles are counter-clockwise when seen from
        /// the positive end of the axis. Rigmill first scales the scene, then rotates the scene about z, then about x,
        /// then about y.
        rotation_x: Degrees = Degrees::default(),
        /// The rotation of the scene about the y axis, in degrees. Positive angles are counter-clockwise. See
        /// `rotation_x` for the order of the three rotations.
        rotation_y: Degrees = Degrees::default(),
        /// The rotation of the scene about the z axis, in degrees. Positive angles are counter-clockwise. See
        /// `rotation_x` for the order of the three rotations.
        rotation_z: Degrees = Degrees::default(),
    }
}

rigmill_pipeline::params! {
    /// Parameters of the processor `collision`. The scene is scaled, then rotated about z, then x, then y.
    pub struct CollisionParams {
        /// The factor by which Rigmill scales the whole scene: above 0 and finite.
        scale: ScaleFactor = ScaleFactor::default(),
        /// The rotation of the scene about the x axis, in degrees. Positive angles are counter-clockwise when seen from
        /// the positive end of the axis. Rigmill first scales the scene, then rotates the scene about z, then about x,
        /// then about y.
        rotation_x: Degrees = Degrees::default(),
        /// The rotation of the scene about the y axis, in degrees. Positive angles are counter-clockwise. See
        /// `rotation_x` for the order of the three rotations.
        rotation_y: Degrees = Degrees::default(),
        /// The rotation of the scene about the z axis, in degrees. Positive angles are counter-clockwise. See
        /// `rotation_x` for the order of the three rotations.
        rotation_z: Degrees = Degrees::default(),
    }
}

/// Implements the [`Placement`] of parameters that have a scale and a rotation.
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
