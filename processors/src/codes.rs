//! The codes of the processors' diagnostics.

rigmill_pipeline::codes! {
    // Clips.
    KEY_COUNT = "R0070", "a bone has no keys";
    RENAME_CLASH = "R0071", "renaming gives two bones the same name";
    RENAME_UNKNOWN = "R0072", "a bone to rename is not in the clip";
    ROOT_UNKNOWN = "R0073", "the root bone is not in the clip";
    TOO_MANY_KEYS = "R0074", "resampling would create too many keys";

    // Action sets.
    MISSING_CLIP = "R0075", "a referenced clip does not exist";
    MISSING_SKELETON = "R0076", "an action set's skeleton does not exist";
    ASSET_NAME = "R0077", "an asset name is not valid";
    MORE_MISSING = "R0078", "an action set has more invalid references than are shown";
    OTHER_TYPE = "R0079", "an asset has the wrong type";

    // Scenes and textures.
    BONE_RENAMED = "R0120", "several nodes have the same name";
    MISSING_TEXTURE = "R0121", "a texture is missing";
    UV_SETS = "R0122", "a mesh has too many UV sets";
    NO_TRIANGLES = "R0123", "a collision mesh has no triangles";
    CLIP_RENAMED = "R0124", "several clips have the same name";
    NORMAL_MAP = "R0132", "a normal map is built as sRGB";
    ALPHA_LOST = "R0133", "a compressed format cannot store an image's alpha";
    EMBEDDED_IMAGE = "R0134", "an embedded image cannot be used";
    EMBEDDED_PIXELS = "R0135", "embedded images have too many pixels";

    // Root motion.
    MOTION_ROOT = "R0154", "a motion's root bone does not exist";
    MOTION_NO_CLIP = "R0155", "a scene has no animation that moves a bone";
    MOTION_TOO_LONG = "R0157", "a motion is too long";
    MOTION_INVALID = "R0158", "a number in a motion is too large";

    // Sampled and compressed clips, and clips of models.
    SAMPLED_SKELETON = "R0170", "a clip's skeleton cannot be used";
    SAMPLED_BONE = "R0171", "the skeleton lacks a bone that the clip moves";
    SAMPLED_KEYS = "R0172", "sampling would create too many keys";
    COMPRESS_BOUND = "R0174", "a clip cannot be compressed within its error bound";
    COMPRESS_REFUSED = "R0175", "a clip cannot be compressed";
    COMPRESS_BONE = "R0176", "an error bound is set for an unknown bone";
    MODEL_CLIPS = "R0177", "a model's clips cannot be used";
    MODEL_CLIP_BONE = "R0178", "a model lacks a bone that one of its clips moves";
    SAMPLED_CHANNEL = "R0179", "a sampled clip has no position or rotation for a bone";

    // XNB files and effects.
    XNB_OTHER_TYPE = "R0209", "a processor does not accept an XNB file's content";
    XNB_HALF = "R0212", "a model in an XNB file has meshes and a collision mesh";
    EFFECT_PARAMETER = "R0213", "an effect parameter is left out";

    // Game data.
    DATA_REFERENCE = "R0247", "game data refers to an asset that does not exist";
    DATA_OTHER_TYPE = "R0248", "game data refers to an asset of the wrong type";
    DATA_MORE_MISSING = "R0249", "game data has more wrong references than are shown";
    OTHER_UNIT = "R0274", "a clip and its skeleton use different units";

    // Sounds.
    SOUND_DAMAGED = "R0294", "part of a sound cannot be decoded";
    SOUND_TOO_LONG = "R0295", "a sound is too long";
    SOUND_CLIPPED = "R0296", "a sound is too loud and is clipped";
    SOUND_COMPRESSION = "R0297", "a sound is not an Ogg Vorbis file";
    SONG_FORMAT = "R0298", "a song is not an MP3 or Ogg Vorbis file";
    SONG_DURATION = "R0299", "a song's length is unknown or over 24 days";

    // Fonts.
    FONT_TOO_LARGE = "R0308", "a font does not fit into one texture";
    FONT_TEXTURE = "R0309", "the characters in a font texture cannot be found";

    // More codes for scenes.
    ROTATION_SHEARS = "R0312", "rotating a scene shears a node";
    EFFECT_MISSING = "R0316", "a model's effect is not in the project";
    EFFECT_MATERIALS = "R0317", "effect parameters create too many materials";

    // More codes for compressed clips.
    COMPRESS_JUMP = "R0318", "a clip exceeds its error bound between frames";

    // More codes for root motion.
    MOTION_GROUND = "R0328", "a bone above the root moves or has a non-uniform scale";

    // Action sets and events.
    EVENT_LATE = "R0348", "an event is after the end of its clip";
    LAYER_BONE = "R0349", "a layer in an action set lists an unknown bone";
    ACTION_BONE = "R0350", "an action's clip does not fit the skeleton";
    EVENTS_NAME = "R0351", "games cannot find the events of a clip";
    START_LATE = "R0352", "an action starts after the end of its clip";

    // More codes for images.
    DEPTH_LOST = "R0372", "a 16-bit image is rounded to 8 bits";

    // Cameras and lights.
    CAMERA_STILL = "R0373", "a camera or light does not move with its clip";

    // More codes for vertices.
    INFLUENCES_CUT = "R0380", "too many bones move a vertex";
    VERTEX_SETS = "R0381", "a mesh has too many colour sets or attributes";

    // Cube maps.
    CUBE_SHAPE = "R0395", "a picture has the wrong shape for a cube map";

    // More codes for normal maps.
    NORMAL_SRGB = "R0396", "sRGB is set for a normal map";

    // Pose layers.
    LAYER_BONES = "R0397", "the skeleton lacks a bone of a breath or spring file";
}
