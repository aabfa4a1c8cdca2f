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
        /// The maximum number of bones per vertex: 4 or 8. Rigmill keeps each vertex's largest weights, and scales them
        /// so that they add up to 1.
        weights: Weights = Weights::default(),
        /// If true, Rigmill computes tangents for meshes that have texture coordinates but no tangents.
        tangents: bool = true,
        /// If true, Rigmill sorts triangles to suit a GPU's vertex cache, exactly as XNA's pipeline does.
        /// `vertex_cache` also sorts vertices in the order in which the triangles use them, and puts meshes and their
        /// parts in XNA's order. Rigmill does not reorder meshes from `.xnb` files.
        vertex_cache: bool = false,
        /// The order of triangles if `vertex_cache` is false. "as_is" keeps the source's order. "cache" sorts triangles
        /// so that a GPU finds more vertices in its cache. "gpu" does the same as "cache", and also reduces overdraw.
        /// "cache" and "gpu" also sort vertices in the order in which the triangles use them. Rigmill does not reorder
        /// meshes from `.xnb` files.
        index_order: IndexOrder = IndexOrder::AsIs,
        /// The format of vertex positions: "f32" or "u16". "f32" stores 32-bit floats, and takes 12 bytes per position.
        /// "u16" stores 16-bit integers, and takes 8 bytes per position. The rounding error of "u16" is at most
        /// 1/131,070 of the mesh's largest dimension. With "u16", the `xna` and `gltf` targets store the rounded
        /// positions as floats.
        positions: PositionFormat = PositionFormat::F32,
        /// The format of normals and tangents: "f32" or "octahedral". "f32" stores 32-bit floats, and takes 12 bytes
        /// per normal and 16 bytes per tangent. "octahedral" stores two 16-bit integers, and takes 4 bytes per normal
        /// or tangent. The error of "octahedral" is at most 0.004 degrees for normals and 0.006 degrees for tangents.
        normals: NormalFormat = NormalFormat::F32,
        /// Whether Rigmill resets the root bone's transform to the identity: true, false or "auto". As in XNA, "auto"
        /// resets the root if it is a skeleton bone, but not if it is a mesh or a dummy. After a reset, the game must
        /// rotate and place the model itself.
        reset_root: ResetRoot = ResetRoot::Never,
        /// The factor by which Rigmill scales the whole scene (greater than 0).
        scale: ScaleFactor = ScaleFactor::default(),
        /// The scene's rotation about the x axis, in degrees. Positive angles are counter-clockwise when seen from the
        /// positive end of the axis. Rigmill applies `scale` first, then `rotation_z`, `rotation_x` and `rotation_y`.
        rotation_x: Degrees = Degrees::default(),
        /// The scene's rotation about the y axis, in degrees. Positive angles are counter-clockwise when seen from the
        /// positive end of the axis. Rigmill applies `scale` first, then `rotation_z`, `rotation_x` and `rotation_y`.
        rotation_y: Degrees = Degrees::default(),
        /// The scene's rotation about the z axis, in degrees. Positive angles are counter-clockwise when seen from the
        /// positive end of the axis. Rigmill applies `scale` first, then `rotation_z`, `rotation_x` and `rotation_y`.
        rotation_z: Degrees = Degrees::default(),
        /// If true, Rigmill stores the model's triangles in the XNA model's `Tag`, as RobotGame's `CollideProcessor`
        /// does. The `Tag` is a `Dictionary<string, object>` with the keys `BoundingSphere` and `Vertices`. `Vertices`
        /// lists each triangle's corners in model space, clockwise when seen from outside.
        collision_tag: bool = false,
        /// If true, Rigmill also builds a skeleton, called `NAME.skeleton`.
        skeleton: bool = true,
        /// If true, Rigmill also builds clips, called `NAME@CLIP`. Each animation that moves a node or changes a morph
        /// target's weight becomes a clip.
        animations: bool = true,
        /// If true, a clip contains one key for each bone that never leaves the bind pose. If false, a clip contains no
        /// keys for a bone that never leaves the bind pose: in the game, the previous clip continues to move it. Use
        /// false if your clips animate only part of the body, but your modelling program writes keys for all bones.
        hold_bones: bool = true,
        /// The name of a custom effect (shader) for all materials, including its path in the project, such as
        /// `"Effects/Glass"`. By default, each material keeps its effect from the source.
        effect: String = String::new(),
        /// The effect's parameters, as a list of `"NAME = FROM"` strings. NAME is the parameter's name, and FROM says
        /// where its value comes from. FROM can be one of the material's textures: `diffuse`, `normal`, `specular`,
        /// `emissive`, `opacity`, `roughness`, `metalness` or `occlusion`. For example, `"Texture = diffuse"` sets the
        /// parameter `Texture` to the diffuse texture. FROM can also be a custom property of the mesh's node. If the
        /// property has the same name as the parameter, write only `"NAME"`. If the property's value is the name of an
        /// image, the parameter becomes a texture. If the material or node does not have the value, Rigmill leaves out
        /// the parameter. If you do not set `effect`, each image becomes a texture of the material. For example, the
        /// image of the parameter `NormalMap` becomes the normal map.
        effect_parameters: EffectParameters = EffectParameters::default(),
        /// The compression of images that are stored inside the scene's file. Each of these images becomes a texture
        /// called `NAME.IMAGE.texture`. The values are the same as for the `texture` processor's `compression`
        /// parameter. Normal maps use "bc5", unless the value is "none" or "dxt". To compress images in separate files,
        /// set `compression` in a rule for these files.
        compression: Compression = Compression::None,
        /// The maximum number of pixels in all images inside the scene's file together (greater than 0). The default is
        /// 67,108,864 (four images of 4096 x 4096 pixels), plus 32 for each byte of the images.
        max_pixels: Option<PixelCount> = None,
        /// The label of a variant of the model's images, such as `"_0"`. If an image in a separate file has a variant with
        /// this label (see `variants` in rules), the model uses the variant instead of the image's main texture.
        texture_variant: String = String::new(),
        /// If set, Rigmill removes keys from clips, but moves no point of the model by more than this distance. The
        /// distance is in the scene's unit (usually metres), and at least 0.00001. By default, Rigmill keeps every key.
        max_error: Option<MaxError> = None,
        /// The distance from each bone at which Rigmill measures `max_error`, in the scene's unit (greater than 0).
        shell: Distance = Distance::default(),
        /// The root bone whose movement becomes a separate motion, called `NAME@CLIP.motion`. Rigmill removes this
        /// movement from the clip. Specify the bone's name, or a table of `motion` parameters such as `{ root = "Root",
        /// components = "ground" }`. By default, the movement stays in the clip.
        root_motion: Option<RootMotion> = None,
    }
}

rigmill_pipeline::params! {
    /// Parameters of the processor `model-with-clips`.
    pub struct ModelWithClipsParams {
        /// The clips to add to the model's own animations. List clip names, such as `Animation/Low@Run`, or globs of
        /// source files, such as `Animation/*.xnb`. Globs are relative to the project folder. In a glob, `{name}`
        /// stands for the last part of the model's name. For example, for the model `Models/Grund`,
        /// `Animation/{name}/*.xnb` becomes `Animation/Grund/*.xnb`.
        clips_from: Vec<String> = Vec::new(),
        /// The maximum number of bones per vertex: 4 or 8. Rigmill keeps each vertex's largest weights, and scales them
        /// so that they add up to 1.
        weights: Weights = Weights::default(),
        /// If true, Rigmill computes tangents for meshes that have texture coordinates but no tangents.
        tangents: bool = true,
        /// If true, Rigmill sorts triangles to suit a GPU's vertex cache, exactly as XNA's pipeline does.
        /// `vertex_cache` also sorts vertices in the order in which the triangles use them, and puts meshes and their
        /// parts in XNA's order. Rigmill does not reorder meshes from `.xnb` files.
        vertex_cache: bool = false,
        /// Whether Rigmill resets the root bone's transform to the identity: true, false or "auto". As in XNA, "auto"
        /// resets the root if it is a skeleton bone, but not if it is a mesh or a dummy. After a reset, the game must
        /// rotate and place the model itself.
        reset_root: ResetRoot = ResetRoot::Never,
        /// The name of a custom effect (shader) for all materials, including its path in the project, such as
        /// `"Effects/Glass"`. By default, each material keeps its effect from the source.
        effect: String = String::new(),
        /// The effect's parameters, as a list of `"NAME = FROM"` strings. NAME is the parameter's name, and FROM says
        /// where its value comes from. FROM can be one of the material's textures: `diffuse`, `normal`, `specular`,
        /// `emissive`, `opacity`, `roughness`, `metalness` or `occlusion`. For example, `"Texture = diffuse"` sets the
        /// parameter `Texture` to the diffuse texture. FROM can also be a custom property of the mesh's node. If the
        /// property has the same name as the parameter, write only `"NAME"`. If the property's value is the name of an
        /// image, the parameter becomes a texture. If the material or node does not have the value, Rigmill leaves out
        /// the parameter. If you do not set `effect`, each image becomes a texture of the material. For example, the
        /// image of the parameter `NormalMap` becomes the normal map.
        effect_parameters: EffectParameters = EffectParameters::default(),
        /// The factor by which Rigmill scales the whole scene (greater than 0). The clips in `clips_from` must have the
        /// same scale and rotation as the model.
        scale: ScaleFactor = ScaleFactor::default(),
        /// The scene's rotation about the x axis, in degrees. Positive angles are counter-clockwise when seen from the
        /// positive end of the axis. Rigmill applies `scale` first, then `rotation_z`, `rotation_x` and `rotation_y`.
        rotation_x: Degrees = Degrees::default(),
        /// The scene's rotation about the y axis, in degrees. Positive angles are counter-clockwise when seen from the
        /// positive end of the axis. Rigmill applies `scale` first, then `rotation_z`, `rotation_x` and `rotation_y`.
        rotation_y: Degrees = Degrees::default(),
        /// The scene's rotation about the z axis, in degrees. Positive angles are counter-clockwise when seen from the
        /// positive end of the axis. Rigmill applies `scale` first, then `rotation_z`, `rotation_x` and `rotation_y`.
        rotation_z: Degrees = Degrees::default(),
        /// The compression of images that are stored inside the scene's file. Each of these images becomes a texture
        /// called `NAME.IMAGE.texture`. The values are the same as for the `texture` processor's `compression`
        /// parameter. Normal maps use "bc5", unless the value is "none" or "dxt". To compress images in separate files,
        /// set `compression` in a rule for these files.
        compression: Compression = Compression::None,
        /// The maximum number of pixels in all images inside the scene's file together (greater than 0). The default is
        /// 67,108,864 (four images of 4096 x 4096 pixels), plus 32 for each byte of the images.
        max_pixels: Option<PixelCount> = None,
        /// The label of a variant of the model's images, such as `"_0"`. If an image in a separate file has a variant with
        /// this label (see `variants` in rules), the model uses the variant instead of the image's main texture.
        texture_variant: String = String::new(),
    }
}

rigmill_pipeline::params! {
    /// Parameters of the processor `clips`.
    pub struct ClipsParams {
        /// The factor by which Rigmill scales the whole scene (greater than 0).
        scale: ScaleFactor = ScaleFactor::default(),
        /// The scene's rotation about the x axis, in degrees. Positive angles are counter-clockwise when seen from the
        /// positive end of the axis. Rigmill applies `scale` first, then `rotation_z`, `rotation_x` and `rotation_y`.
        rotation_x: Degrees = Degrees::default(),
        /// The scene's rotation about the y axis, in degrees. Positive angles are counter-clockwise when seen from the
        /// positive end of the axis. Rigmill applies `scale` first, then `rotation_z`, `rotation_x` and `rotation_y`.
        rotation_y: Degrees = Degrees::default(),
        /// The scene's rotation about the z axis, in degrees. Positive angles are counter-clockwise when seen from the
        /// positive end of the axis. Rigmill applies `scale` first, then `rotation_z`, `rotation_x` and `rotation_y`.
        rotation_z: Degrees = Degrees::default(),
        /// If true, a clip contains one key for each bone that never leaves the bind pose. If false, a clip contains no
        /// keys for a bone that never leaves the bind pose: in the game, the previous clip continues to move it. Use
        /// false if your clips animate only part of the body, but your modelling program writes keys for all bones.
        hold_bones: bool = true,
        /// If set, Rigmill removes keys from clips, but moves no point of the model by more than this distance. The
        /// distance is in the scene's unit (usually metres), and at least 0.00001. By default, Rigmill keeps every key.
        max_error: Option<MaxError> = None,
        /// The distance from each bone at which Rigmill measures `max_error`, in the scene's unit (greater than 0).
        shell: Distance = Distance::default(),
        /// The root bone whose movement becomes a separate motion, called `NAME@CLIP.motion`. Rigmill removes this
        /// movement from the clip. Specify the bone's name, or a table of `motion` parameters such as `{ root = "Root",
        /// components = "ground" }`. By default, the movement stays in the clip.
        root_motion: Option<RootMotion> = None,
    }
}

rigmill_pipeline::params! {
    /// Parameters of the processor `skeleton`.
    pub struct SceneSkeletonParams {
        /// Whether Rigmill resets the root bone's transform to the identity: true, false or "auto". As in XNA, "auto"
        /// resets the root if it is a skeleton bone, but not if it is a mesh or a dummy.
        reset_root: ResetRoot = ResetRoot::Never,
        /// The factor by which Rigmill scales the whole scene (greater than 0).
        scale: ScaleFactor = ScaleFactor::default(),
        /// The scene's rotation about the x axis, in degrees. Positive angles are counter-clockwise when seen from the
        /// positive end of the axis. Rigmill applies `scale` first, then `rotation_z`, `rotation_x` and `rotation_y`.
        rotation_x: Degrees = Degrees::default(),
        /// The scene's rotation about the y axis, in degrees. Positive angles are counter-clockwise when seen from the
        /// positive end of the axis. Rigmill applies `scale` first, then `rotation_z`, `rotation_x` and `rotation_y`.
        rotation_y: Degrees = Degrees::default(),
        /// The scene's rotation about the z axis, in degrees. Positive angles are counter-clockwise when seen from the
        /// positive end of the axis. Rigmill applies `scale` first, then `rotation_z`, `rotation_x` and `rotation_y`.
        rotation_z: Degrees = Degrees::default(),
    }
}

rigmill_pipeline::params! {
    /// Parameters of the processor `collision`. The scene is scaled, then rotated about z, then x, then y.
    pub struct CollisionParams {
        /// The factor by which Rigmill scales the whole scene (greater than 0).
        scale: ScaleFactor = ScaleFactor::default(),
        /// The scene's rotation about the x axis, in degrees. Positive angles are counter-clockwise when seen from the
        /// positive end of the axis. Rigmill applies `scale` first, then `rotation_z`, `rotation_x` and `rotation_y`.
        rotation_x: Degrees = Degrees::default(),
        /// The scene's rotation about the y axis, in degrees. Positive angles are counter-clockwise when seen from the
        /// positive end of the axis. Rigmill applies `scale` first, then `rotation_z`, `rotation_x` and `rotation_y`.
        rotation_y: Degrees = Degrees::default(),
        /// The scene's rotation about the z axis, in degrees. Positive angles are counter-clockwise when seen from the
        /// positive end of the axis. Rigmill applies `scale` first, then `rotation_z`, `rotation_x` and `rotation_y`.
        rotation_z: Degrees = Degrees::default(),
    }
}

/// Implements the [`Placement`] of parameters that have a scale and a rotation.
macro_rules! placed {
    ($($params:ident)*) => {
        $(impl $params {
            pub(super) fn placement(&self) -> Placement {
                Placement::new(self.scale, [self.rotation_x, self.rotation_y, self.rotation_z])
            }
        })*
    };
}

placed! { ModelParams ModelWithClipsParams ClipsParams SceneSkeletonParams CollisionParams }
