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
        /// If true, Rigmill computes tangents for meshes that have texture coordinates but no tangents.
        tangents: bool = true,
        /// If true, Rigmill sorts triangles for the vertex cache of a GPU, exactly as XNA's pipeline does, and sorts
        /// vertices by their first use. Meshes from `.xnb` files always keep their order.
        vertex_cache: bool = false,
        /// The order of triangles if `vertex_cache` is false. "as_is" keeps the order of the source. "cache" sorts
        /// triangles so that a GPU finds more vertices in its cache. "gpu" does the same as "cache", and also reduces
        /// overdraw. With "cache" and "gpu", Rigmill also sorts vertices by their first use. Meshes from `.xnb` files
        /// always keep their order.
        index_order: IndexOrder = IndexOrder::AsIs,
        /// The format of the positions of vertices: "f32" or "u16". "f32" stores 32-bit floats, with 12 bytes per
        /// position. "u16" stores 16-bit integers, with 8 bytes per position. The error of "u16" is at most 1/131,070
        /// of the mesh's largest dimension. The `xna` and `gltf` targets store the rounded positions of "u16" as
        /// floats.
        positions: PositionFormat = PositionFormat::F32,
        /// The format of normals and tangents: "f32" or "octahedral". "f32" stores 32-bit floats, with 12 bytes per
        /// normal and 16 bytes per tangent. "octahedral" stores two 16-bit integers, with 4 bytes per normal or
        /// tangent. The error of "octahedral" is at most 0.004 degrees for normals and 0.006 degrees for tangents.
        normals: NormalFormat = NormalFormat::F32,
        /// Whether Rigmill sets the root bone's transform to the identity: true, false or "auto". As in XNA, "auto"
        /// resets a root that is a bone of a skeleton, but not a root that is a mesh or a dummy. After a reset, the
        /// game must rotate and place the model itself.
        reset_root: ResetRoot = ResetRoot::Never,
        /// The factor by which Rigmill scales the whole scene: above 0.
        scale: ScaleFactor = ScaleFactor::default(),
        /// The rotation of the scene about the x axis, in degrees. Positive angles are counter-clockwise when seen from
        /// the positive end of the axis. Rigmill applies `scale` first, and then `rotation_z`, `rotation_x` and
        /// `rotation_y`, in this order.
        rotation_x: Degrees = Degrees::default(),
        /// The rotation of the scene about the y axis, in degrees. Positive angles are counter-clockwise when seen from
        /// the positive end of the axis. Rigmill applies `scale` first, and then `rotation_z`, `rotation_x` and
        /// `rotation_y`, in this order.
        rotation_y: Degrees = Degrees::default(),
        /// The rotation of the scene about the z axis, in degrees. Positive angles are counter-clockwise when seen from
        /// the positive end of the axis. Rigmill applies `scale` first, and then `rotation_z`, `rotation_x` and
        /// `rotation_y`, in this order.
        rotation_z: Degrees = Degrees::default(),
        /// If true, Rigmill stores the model's triangles in the `Tag` of the XNA model, as RobotGame's
        /// `CollideProcessor` does. The `Tag` is a `Dictionary<string, object>` with the keys `BoundingSphere` and
        /// `Vertices`. `Vertices` has three corners per triangle, in model space. The corners are clockwise when seen
        /// from outside.
        collision_tag: bool = false,
        /// If true, Rigmill also makes a skeleton, `NAME.skeleton`.
        skeleton: bool = true,
        /// If true, Rigmill also makes clips, each with the name `NAME@CLIP`. An animation becomes a clip if it moves a
        /// node or changes the weight of a morph target.
        animations: bool = true,
        /// What Rigmill does with a bone that never leaves the bind pose in a clip. If true, the clip gets a single key
        /// for the bone. If false, the clip gets no keys for it, so in the game, the previous clip continues to move
        /// the bone. Use false if your clips animate only part of the body, but your modelling program writes keys for
        /// all bones.
        hold_bones: bool = true,
        /// The name of a custom effect (shader) for all materials, with its path in the project, such as
        /// `"Effects/Glass"`. By default, materials keep the effects that they have in the source.
        effect: String = String::new(),
        /// The parameters of the effect, each as `"NAME = FROM"`. NAME is the name of the parameter. FROM is the source
        /// of the parameter's value. FROM can be a texture of the material: `diffuse`, `normal`, `specular`,
        /// `emissive`, `opacity`, `roughness`, `metalness` or `occlusion`. For example, `"Texture = diffuse"` sets the
        /// parameter `Texture` to the diffuse texture. FROM can also be a custom property of the node that places the
        /// mesh. If the property has the same name as the parameter, write only `"NAME"`. If the value of a property is
        /// the name of an image, the parameter becomes a texture. If the material or node does not have the value,
        /// Rigmill leaves out the parameter. If you do not set `effect`, each image becomes a texture of the material.
        /// For example, the image of the parameter `NormalMap` becomes the normal map.
        effect_parameters: EffectParameters = EffectParameters::default(),
        /// The compression of images inside the scene's file, which become textures called `NAME.IMAGE.texture`. The
        /// values are the same as for the `compression` parameter of the `texture` processor. Normal maps get "bc5",
        /// unless the value is "none" or "dxt". To compress images in separate files, set `compression` in a rule for
        /// these images.
        compression: Compression = Compression::None,
        /// The maximum total number of pixels in the images inside the scene's file: above 0. The default is 67,108,864
        /// pixels, plus 32 pixels for each byte of the images. For comparison, four images of 4096 x 4096 have
        /// 67,108,864 pixels.
        max_pixels: Option<PixelCount> = None,
        /// If set, Rigmill removes keys from clips as long as no point of the model moves by more than this distance.
        /// The distance is in the scene's unit (usually metres), and at least 0.00001. By default, Rigmill keeps every
        /// key.
        max_error: Option<MaxError> = None,
        /// The distance from each bone at which Rigmill measures `max_error`, in the scene's unit: above 0.
        shell: Distance = Distance::default(),
        /// The root bone whose movement becomes a separate motion, called `NAME@CLIP.motion`. Rigmill removes the
        /// movement from the clip. Write the bone's name, or a table of parameters of the `motion` processor, such as
        /// `{ root = "Root", components = "ground" }`. By default, the movement stays in the clip.
        root_motion: Option<RootMotion> = None,
    }
}

rigmill_pipeline::params! {
    /// Parameters of the processor `model-with-clips`.
    pub struct ModelWithClipsParams {
        /// The clips that Rigmill adds to the model's own animations. List the names of clips, such as
        /// `Animation/Low@Run`, or globs of source files, such as `Animation/*.xnb`. Globs are relative to the project
        /// folder. `{name}` stands for the last part of the model's name. For example, `Animation/{name}/*.xnb` becomes
        /// `Animation/Grund/*.xnb` for the model `Models/Grund`.
        clips_from: Vec<String> = Vec::new(),
        /// The maximum number of bones per vertex: 4 or 8. Rigmill keeps the largest weights of each vertex, and scales
        /// them so that their sum is 1.
        weights: Weights = Weights::default(),
        /// If true, Rigmill computes tangents for meshes that have texture coordinates but no tangents.
        tangents: bool = true,
        /// If true, Rigmill sorts triangles for the vertex cache of a GPU, exactly as XNA's pipeline does, and sorts
        /// vertices by their first use. Meshes from `.xnb` files always keep their order.
        vertex_cache: bool = false,
        /// Whether Rigmill sets the root bone's transform to the identity: true, false or "auto". As in XNA, "auto"
        /// resets a root that is a bone of a skeleton, but not a root that is a mesh or a dummy. After a reset, the
        /// game must rotate and place the model itself.
        reset_root: ResetRoot = ResetRoot::Never,
        /// The name of a custom effect (shader) for all materials, with its path in the project, such as
        /// `"Effects/Glass"`. By default, materials keep the effects that they have in the source.
        effect: String = String::new(),
        /// The parameters of the effect, each as `"NAME = FROM"`. NAME is the name of the parameter. FROM is the source
        /// of the parameter's value. FROM can be a texture of the material: `diffuse`, `normal`, `specular`,
        /// `emissive`, `opacity`, `roughness`, `metalness` or `occlusion`. For example, `"Texture = diffuse"` sets the
        /// parameter `Texture` to the diffuse texture. FROM can also be a custom property of the node that places the
        /// mesh. If the property has the same name as the parameter, write only `"NAME"`. If the value of a property is
        /// the name of an image, the parameter becomes a texture. If the material or node does not have the value,
        /// Rigmill leaves out the parameter. If you do not set `effect`, each image becomes a texture of the material.
        /// For example, the image of the parameter `NormalMap` becomes the normal map.
        effect_parameters: EffectParameters = EffectParameters::default(),
        /// The factor by which Rigmill scales the whole scene: above 0. The clips in `clips_from` must have the same
        /// scale and rotation as the model.
        scale: ScaleFactor = ScaleFactor::default(),
        /// The rotation of the scene about the x axis, in degrees. Positive angles are counter-clockwise when seen from
        /// the positive end of the axis. Rigmill applies `scale` first, and then `rotation_z`, `rotation_x` and
        /// `rotation_y`, in this order.
        rotation_x: Degrees = Degrees::default(),
        /// The rotation of the scene about the y axis, in degrees. Positive angles are counter-clockwise when seen from
        /// the positive end of the axis. Rigmill applies `scale` first, and then `rotation_z`, `rotation_x` and
        /// `rotation_y`, in this order.
        rotation_y: Degrees = Degrees::default(),
        /// The rotation of the scene about the z axis, in degrees. Positive angles are counter-clockwise when seen from
        /// the positive end of the axis. Rigmill applies `scale` first, and then `rotation_z`, `rotation_x` and
        /// `rotation_y`, in this order.
        rotation_z: Degrees = Degrees::default(),
        /// The compression of images inside the scene's file, which become textures called `NAME.IMAGE.texture`. The
        /// values are the same as for the `compression` parameter of the `texture` processor. Normal maps get "bc5",
        /// unless the value is "none" or "dxt". To compress images in separate files, set `compression` in a rule for
        /// these images.
        compression: Compression = Compression::None,
        /// The maximum total number of pixels in the images inside the scene's file: above 0. The default is 67,108,864
        /// pixels, plus 32 pixels for each byte of the images. For comparison, four images of 4096 x 4096 have
        /// 67,108,864 pixels.
        max_pixels: Option<PixelCount> = None,
    }
}

rigmill_pipeline::params! {
    /// Parameters of the processor `clips`.
    pub struct ClipsParams {
        /// The factor by which Rigmill scales the whole scene: above 0.
        scale: ScaleFactor = ScaleFactor::default(),
        /// The rotation of the scene about the x axis, in degrees. Positive angles are counter-clockwise when seen from
        /// the positive end of the axis. Rigmill applies `scale` first, and then `rotation_z`, `rotation_x` and
        /// `rotation_y`, in this order.
        rotation_x: Degrees = Degrees::default(),
        /// The rotation of the scene about the y axis, in degrees. Positive angles are counter-clockwise when seen from
        /// the positive end of the axis. Rigmill applies `scale` first, and then `rotation_z`, `rotation_x` and
        /// `rotation_y`, in this order.
        rotation_y: Degrees = Degrees::default(),
        /// The rotation of the scene about the z axis, in degrees. Positive angles are counter-clockwise when seen from
        /// the positive end of the axis. Rigmill applies `scale` first, and then `rotation_z`, `rotation_x` and
        /// `rotation_y`, in this order.
        rotation_z: Degrees = Degrees::default(),
        /// What Rigmill does with a bone that never leaves the bind pose in a clip. If true, the clip gets a single key
        /// for the bone. If false, the clip gets no keys for it, so in the game, the previous clip continues to move
        /// the bone. Use false if your clips animate only part of the body, but your modelling program writes keys for
        /// all bones.
        hold_bones: bool = true,
        /// If set, Rigmill removes keys from clips as long as no point of the model moves by more than this distance.
        /// The distance is in the scene's unit (usually metres), and at least 0.00001. By default, Rigmill keeps every
        /// key.
        max_error: Option<MaxError> = None,
        /// The distance from each bone at which Rigmill measures `max_error`, in the scene's unit: above 0.
        shell: Distance = Distance::default(),
        /// The root bone whose movement becomes a separate motion, called `NAME@CLIP.motion`. Rigmill removes the
        /// movement from the clip. Write the bone's name, or a table of parameters of the `motion` processor, such as
        /// `{ root = "Root", components = "ground" }`. By default, the movement stays in the clip.
        root_motion: Option<RootMotion> = None,
    }
}

rigmill_pipeline::params! {
    /// Parameters of the processor `skeleton`.
    pub struct SceneSkeletonParams {
        /// Whether Rigmill sets the root bone's transform to the identity: true, false or "auto". As in XNA, "auto"
        /// resets a root that is a bone of a skeleton, but not a root that is a mesh or a dummy.
        reset_root: ResetRoot = ResetRoot::Never,
        /// The factor by which Rigmill scales the whole scene: above 0.
        scale: ScaleFactor = ScaleFactor::default(),
        /// The rotation of the scene about the x axis, in degrees. Positive angles are counter-clockwise when seen from
        /// the positive end of the axis. Rigmill applies `scale` first, and then `rotation_z`, `rotation_x` and
        /// `rotation_y`, in this order.
        rotation_x: Degrees = Degrees::default(),
        /// The rotation of the scene about the y axis, in degrees. Positive angles are counter-clockwise when seen from
        /// the positive end of the axis. Rigmill applies `scale` first, and then `rotation_z`, `rotation_x` and
        /// `rotation_y`, in this order.
        rotation_y: Degrees = Degrees::default(),
        /// The rotation of the scene about the z axis, in degrees. Positive angles are counter-clockwise when seen from
        /// the positive end of the axis. Rigmill applies `scale` first, and then `rotation_z`, `rotation_x` and
        /// `rotation_y`, in this order.
        rotation_z: Degrees = Degrees::default(),
    }
}

rigmill_pipeline::params! {
    /// Parameters of the processor `collision`. The scene is scaled, then rotated about z, then x, then y.
    pub struct CollisionParams {
        /// The factor by which Rigmill scales the whole scene: above 0.
        scale: ScaleFactor = ScaleFactor::default(),
        /// The rotation of the scene about the x axis, in degrees. Positive angles are counter-clockwise when seen from
        /// the positive end of the axis. Rigmill applies `scale` first, and then `rotation_z`, `rotation_x` and
        /// `rotation_y`, in this order.
        rotation_x: Degrees = Degrees::default(),
        /// The rotation of the scene about the y axis, in degrees. Positive angles are counter-clockwise when seen from
        /// the positive end of the axis. Rigmill applies `scale` first, and then `rotation_z`, `rotation_x` and
        /// `rotation_y`, in this order.
        rotation_y: Degrees = Degrees::default(),
        /// The rotation of the scene about the z axis, in degrees. Positive angles are counter-clockwise when seen from
        /// the positive end of the axis. Rigmill applies `scale` first, and then `rotation_z`, `rotation_x` and
        /// `rotation_y`, in this order.
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
