//! The codes of Rigmill's diagnostics, in ascending order. `docs/diagnostics.md` has an entry for each code.

use std::borrow::Cow;

use super::level::Level;

/// A kind of diagnostic.
///
/// ```
/// use rigmill_pipeline::codes;
///
/// assert_eq!(codes::find("R0012"), Some(codes::ANIMATION_LIST_LENGTH));
/// assert_eq!(codes::ANIMATION_LIST_LENGTH.title, "the length of a list does not match KeyCount");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code {
    /// The text that identifies the code, such as `R0012`.
    pub id: &'static str,
    /// The level of the diagnostics with this code; `None` if they can be errors or warnings.
    pub level: Option<Level>,
    /// The kind of problem. `docs/diagnostics.md` explains it below the heading with the identifier and the title.
    pub title: &'static str,
}

impl From<Code> for Cow<'static, str> {
    fn from(code: Code) -> Self {
        Self::Borrowed(code.id)
    }
}

impl PartialEq<Code> for Cow<'_, str> {
    fn eq(&self, code: &Code) -> bool {
        *self == code.id
    }
}

/// Returns Rigmill's own code with an identifier.
#[must_use]
pub fn find(id: &str) -> Option<Code> {
    ALL.binary_search_by_key(&id, |code| code.id).ok().map(|at| ALL[at])
}

/// Whether diagnostics with this code can have this level. Only Rigmill's own codes are `R` and a number.
pub(crate) fn is_level(id: &str, level: Level) -> bool {
    let is_of_other_stage = || id.strip_prefix('R').is_none_or(|number| number.parse::<u16>().is_err());
    find(id).map_or_else(is_of_other_stage, |code| code.level.is_none_or(|own| own == level))
}

const ERROR: Option<Level> = Some(Level::Error);
const WARNING: Option<Level> = Some(Level::Warning);
const EITHER: Option<Level> = None;

/// Defines a constant for each code, and the list of all codes.
macro_rules! codes {
    ($($name:ident = $id:literal, $level:ident, $title:literal;)*) => {
        $(
            #[doc = concat!($id, ": ", $title, ".")]
            pub const $name: Code = Code { id: $id, level: $level, title: $title };
        )*

        /// Every code, in ascending order.
        pub const ALL: &[Code] = &[$($name),*];
    };
}

codes! {
    MANIFEST_MALFORMED = "R0001", ERROR, "the manifest is malformed";
    UNKNOWN_NAME = "R0002", ERROR, "the manifest contains an unknown name";
    INVALID_PARAMETER = "R0003", ERROR, "a parameter is unknown, or its value is not valid";
    NOT_SERIALIZABLE = "R0004", ERROR, "a stage's result cannot be serialized";
    INCOMPATIBLE_STAGES = "R0005", ERROR, "stages are incompatible";
    OUTPUT_CONFLICT = "R0006", ERROR, "two sources would write the same file";
    STAGE_BUG = "R0007", ERROR, "a stage failed because of a bug";
    FILE_ACCESS = "R0008", ERROR, "a file cannot be read or written";
    INVALID_LABEL = "R0009", ERROR, "a label cannot be part of a file name";
    TEXT_ENCODING = "R0010", ERROR, "the text cannot be decoded";
    XML_MALFORMED = "R0011", ERROR, "the XML is malformed";
    ANIMATION_LIST_LENGTH = "R0012", ERROR, "the length of a list does not match KeyCount";
    XML_DOCTYPE = "R0013", ERROR, "a DOCTYPE is not allowed";
    ANIMATION_ROOT = "R0014", ERROR, "the root element is not AnimationSequence";
    ANIMATION_VALUE = "R0015", ERROR, "a value has the wrong type";
    ANIMATION_OUT_OF_RANGE = "R0016", ERROR, "a number is out of range";
    XML_LIMIT = "R0017", ERROR, "an XML file exceeds a limit";
    XML_UNDEFINED_ENTITY = "R0018", ERROR, "an entity is not defined";
    ANIMATION_KEY_COUNT = "R0019", ERROR, "KeyCount is less than 1";
    ANIMATION_TIME_ORDER = "R0020", ERROR, "key times are not in ascending order";
    ANIMATION_KEY_INTERVAL = "R0021", ERROR, "KeyInterval is not positive";
    ANIMATION_NOT_FINITE = "R0022", ERROR, "a number is not finite";
    ANIMATION_NEGATIVE_DURATION = "R0023", ERROR, "a duration is negative";
    ANIMATION_SEQUENCE_COUNT = "R0024", ERROR, "KeyFrameSequenceCount is wrong";
    ANIMATION_DUPLICATE_SEQUENCE = "R0025", ERROR, "two sequences move the same bone";
    ANIMATION_NIL = "R0026", ERROR, "a required value is nil";
    XML_MARKUP_IN_VALUE = "R0027", ERROR, "a value contains markup";
    ANIMATION_MORE_PROBLEMS = "R0028", EITHER, "an animation has more problems than are shown";
    XML_UNKNOWN_ELEMENT = "R0030", WARNING, "an unknown element is ignored";
    XML_STRAY_TEXT = "R0031", WARNING, "text between elements is ignored";
    XML_REPEATED_VALUE = "R0032", WARNING, "a repeated value is ignored";
    XML_AFTER_ROOT = "R0033", WARNING, "text or markup after the root element is ignored";
    ANIMATION_NO_BONE = "R0034", WARNING, "a sequence has no BoneName";
    ANIMATION_OVERLONG_KEYS = "R0035", WARNING, "the keys last much longer than the animation";
    LINK_OUTSIDE = "R0037", ERROR, "a symbolic link points outside the project";
    OUTPUT_FOLDER = "R0038", ERROR, "the output folder cannot be used";
    NOTHING_TO_BUILD = "R0039", WARNING, "there is nothing to build";
    NO_IMPORTER = "R0040", WARNING, "no importer accepts a file";
    GLOB_UNMATCHED = "R0041", WARNING, "a glob matches no file";
    NOTHING_TO_VERIFY = "R0042", ERROR, "there is nothing to verify";
    BROKEN_LINK = "R0043", WARNING, "a symbolic link is broken";
    IGNORE_FILE_LINK = "R0044", WARNING, "an ignore file is a symbolic link";
    IGNORE_LINE = "R0045", WARNING, "a line in an ignore file has no effect";
    FOREIGN_NAME = "R0046", WARNING, "a name is not valid on another system";
    LFS_POINTER = "R0047", ERROR, "a file is a Git LFS pointer";
    LINKED_FOLDER = "R0048", WARNING, "a linked folder is not searched";
    WRITER_UNUSED = "R0049", WARNING, "a rule's writer is not used";
    SKELETON_TOML = "R0050", ERROR, "a skeleton file is not valid TOML";
    SKELETON_KEY = "R0051", ERROR, "a skeleton has an unknown key";
    SKELETON_VALUE = "R0052", ERROR, "a value in a skeleton is missing or has the wrong type";
    SKELETON_OUT_OF_RANGE = "R0053", ERROR, "a number in a skeleton is out of range";
    SKELETON_UNKNOWN_PARENT = "R0054", ERROR, "a bone's parent is not above it";
    SKELETON_DUPLICATE_BONE = "R0055", ERROR, "two bones have the same name";
    ROTATION_ZERO = "R0056", ERROR, "a rotation is zero";
    SKELETON_LIMIT = "R0057", ERROR, "a skeleton exceeds a limit";
    SKELETON_MORE_PROBLEMS = "R0058", EITHER, "a skeleton has more problems than are shown";
    ACTIONS_TOML = "R0060", ERROR, "an action set file is not valid TOML";
    ACTIONS_KEY = "R0061", ERROR, "an action set has an unknown key";
    ACTIONS_VALUE = "R0062", ERROR, "a value in an action set is missing or has the wrong type";
    ACTIONS_OUT_OF_RANGE = "R0063", ERROR, "a number in an action set is out of range";
    ACTIONS_DUPLICATE_LAYER = "R0064", ERROR, "two layers have the same name";
    ACTIONS_DUPLICATE_ACTION = "R0065", ERROR, "two actions in a layer have the same name";
    ACTIONS_UNKNOWN_MODE = "R0066", ERROR, "a play mode is unknown";
    ACTIONS_NEGATIVE_BLEND = "R0067", ERROR, "a blend time is negative";
    ACTIONS_LIMIT = "R0068", ERROR, "an action set exceeds a limit";
    ACTIONS_MORE_PROBLEMS = "R0069", ERROR, "an action set has more problems than are shown";
    CLIP_NO_KEYS = "R0070", ERROR, "a bone has no keys";
    CLIP_RENAME_CLASH = "R0071", ERROR, "renaming gives two bones the same name";
    CLIP_RENAME_UNKNOWN = "R0072", WARNING, "a bone to rename is not in the clip";
    CLIP_ROOT_UNKNOWN = "R0073", ERROR, "the root bone is not in the clip";
    CLIP_TOO_MANY_KEYS = "R0074", ERROR, "resampling would create too many keys";
    REFERENCE_MISSING_CLIP = "R0075", ERROR, "a referenced clip does not exist";
    ACTIONS_MISSING_SKELETON = "R0076", ERROR, "an action set's skeleton does not exist";
    REFERENCE_NAME = "R0077", ERROR, "an asset name is not valid";
    ACTIONS_MORE_MISSING = "R0078", ERROR, "an action set has more invalid references than are shown";
    REFERENCE_OTHER_TYPE = "R0079", ERROR, "an asset has the wrong type";
    NESTED_MANIFEST = "R0080", WARNING, "a manifest in a subfolder has no effect";
    MISNAMED_IGNORE_FILE = "R0081", WARNING, "an ignore file has the wrong name";
    NO_LONGER_ASSET = "R0082", WARNING, "a file is no longer an asset";
    SETTING_OVERRIDDEN = "R0083", WARNING, "a later rule overrides a setting";
    CONTENT_INVALID = "R0090", ERROR, "content violates a rule of its content type";
    CONTENT_TOO_LARGE = "R0091", ERROR, "content is too large for its file";
    CONTENT_LOST = "R0092", EITHER, "a target cannot store all of the content";
    DATA_ROOT_TYPE = "R0093", ERROR, "game data cannot be written as its root type";
    DATA_FIELD_BY_FIELD = "R0094", ERROR, "game data cannot be written field by field";
    STATE_UNUSABLE = "R0101", WARNING, "the build state cannot be used";
    OUTPUT_NOT_REMOVED = "R0102", WARNING, "an output cannot be removed";
    RESULTS_DIFFER = "R0103", ERROR, "a stage returned different results for the same input";
    FILE_NAME = "R0104", WARNING, "a file's name cannot be used";
    CACHE_DAMAGED = "R0105", WARNING, "the object cache is damaged";
    STATE_NOT_SAVED = "R0106", ERROR, "the build state cannot be saved";
    DEPENDENCY_CYCLE = "R0107", ERROR, "assets depend on each other in a cycle";
    BUILDS_DIFFER = "R0108", ERROR, "two builds of an asset differ";
    SCENE_HIDDEN = "R0109", WARNING, "hidden parts of a scene are left out";
    FBX_UNREADABLE = "R0110", ERROR, "an FBX file cannot be read";
    FBX_LIMIT = "R0111", ERROR, "an FBX file exceeds a limit";
    FBX_NOT_FINITE = "R0112", ERROR, "a number in an FBX file is not finite";
    FBX_NO_TAKE = "R0113", ERROR, "a take is not in the FBX file";
    FBX_CLIP = "R0114", ERROR, "an FBX file cannot be cut into clips";
    FBX_DAMAGED = "R0115", WARNING, "an FBX file is partly damaged";
    FBX_LONG_TAKE = "R0116", WARNING, "most of a take has no keys";
    FBX_LEFT_OUT = "R0117", WARNING, "part of an FBX file is left out";
    FBX_DOM_UNSUPPORTED = "R0118", ERROR, "the fbx-dom importer does not support a feature";
    FBX_CURVE = "R0119", WARNING, "curves in an FBX file cannot be kept";
    SCENE_BONE_RENAMED = "R0120", WARNING, "several nodes have the same name";
    SCENE_MISSING_TEXTURE = "R0121", WARNING, "a texture is missing";
    MESH_UV_SETS = "R0122", WARNING, "a mesh has too many UV sets";
    COLLISION_NO_TRIANGLES = "R0123", WARNING, "a collision mesh has no triangles";
    SCENE_CLIP_RENAMED = "R0124", WARNING, "several clips have the same name";
    STREAM_TAIL = "R0125", WARNING, "extra bytes follow the clip in a curve-streams file";
    IMAGE_UNREADABLE = "R0130", ERROR, "an image cannot be read";
    IMAGE_LIMIT = "R0131", ERROR, "an image exceeds a limit";
    TEXTURE_NORMAL_MAP = "R0132", WARNING, "a normal map is built as sRGB";
    TEXTURE_ALPHA_LOST = "R0133", WARNING, "a compressed format cannot store an image's alpha";
    EMBEDDED_IMAGE = "R0134", WARNING, "an embedded image cannot be used";
    EMBEDDED_PIXELS = "R0135", ERROR, "embedded images have too many pixels";
    EFFECT_NOT_COMPILED = "R0136", ERROR, "an effect is not compiled";
    EFFECT_UNREADABLE = "R0137", ERROR, "a compiled effect cannot be read";
    EFFECT_UNKNOWN = "R0138", WARNING, "a compiled effect has an unknown format";
    GLTF_CURVE = "R0139", WARNING, "curves in a glTF file cannot be kept";
    GLTF_UNREADABLE = "R0140", ERROR, "a glTF file cannot be read";
    GLTF_LIMIT = "R0141", ERROR, "a glTF file exceeds a limit";
    GLTF_NOT_FINITE = "R0142", ERROR, "a number in a glTF file is not finite";
    GLTF_ACCESSOR = "R0143", ERROR, "an accessor in a glTF file is invalid";
    GLTF_EXTENSION = "R0144", ERROR, "a glTF file requires an unsupported extension";
    GLTF_BUFFER = "R0145", ERROR, "a glTF buffer cannot be read";
    GLTF_HIERARCHY = "R0146", ERROR, "the nodes in a glTF file do not form a tree";
    GLTF_LEFT_OUT = "R0147", WARNING, "part of a glTF file is left out";
    GLTF_NO_ANIMATION = "R0148", ERROR, "an animation is not in the glTF file";
    GLTF_CLIP = "R0149", ERROR, "a glTF file cannot be cut into clips";
    MOTION_LENGTH = "R0150", ERROR, "a motion file has an invalid length";
    MOTION_FLAG = "R0151", ERROR, "a motion file's first byte is not 0 or 1";
    MOTION_FRAME_RATE = "R0152", ERROR, "a motion file's frame rate is out of range";
    MOTION_NOT_FINITE = "R0153", ERROR, "a number in a motion file is not finite";
    MOTION_ROOT = "R0154", ERROR, "a motion's root bone does not exist";
    MOTION_NO_CLIP = "R0155", ERROR, "a scene has no animation that moves a bone";
    MOTION_TOO_LONG = "R0157", ERROR, "a motion is too long";
    MOTION_INVALID = "R0158", ERROR, "a number in a motion is too large";
    MOTION_DELTAS = "R0159", ERROR, "a motion cannot be written as deltas";
    STREAM_PAIR = "R0160", ERROR, "a clip's index file is missing";
    STREAM_LIMIT = "R0161", ERROR, "a curve-streams file is too large";
    STREAM_ENDS = "R0162", ERROR, "a curve-streams file ends too early";
    STREAM_COUNT = "R0163", ERROR, "a count in a curve-streams file is negative";
    STREAM_PATH = "R0164", ERROR, "a bone path in a curve-streams file is not valid";
    STREAM_KEY = "R0165", ERROR, "a key in a curve-streams file is not valid";
    MSGPACK_KIND = "R0166", ERROR, "a value in a MessagePack clip has the wrong type";
    MSGPACK_ENDS = "R0167", ERROR, "a MessagePack clip has the wrong length";
    MSGPACK_LIMIT = "R0168", ERROR, "a MessagePack clip is too large";
    MSGPACK_VALUE = "R0169", ERROR, "a value in a MessagePack clip is not valid";
    SAMPLED_SKELETON = "R0170", ERROR, "a clip's skeleton cannot be used";
    SAMPLED_BONE = "R0171", WARNING, "the skeleton lacks a bone that the clip moves";
    SAMPLED_KEYS = "R0172", ERROR, "sampling would create too many keys";
    STREAM_CONTENT_LOST = "R0173", WARNING, "curve streams cannot store all of a clip";
    COMPRESS_BOUND = "R0174", ERROR, "a clip cannot be compressed within its error bound";
    COMPRESS_REFUSED = "R0175", ERROR, "a clip cannot be compressed";
    COMPRESS_BONE = "R0176", WARNING, "an error bound is set for an unknown bone";
    MODEL_CLIPS = "R0177", ERROR, "a model's clips cannot be used";
    MODEL_CLIP_BONE = "R0178", WARNING, "a model lacks a bone that one of its clips moves";
    SAMPLED_CHANNEL = "R0179", WARNING, "a sampled clip has no position or rotation for a bone";
    BREATH_TOML = "R0180", ERROR, "a breath file is not valid TOML";
    BREATH_KEY = "R0181", ERROR, "a breath file has an unknown key";
    BREATH_VALUE = "R0182", ERROR, "a value in a breath file is missing or has the wrong type";
    BREATH_OUT_OF_RANGE = "R0183", ERROR, "a number in a breath file is out of range";
    BREATH_DUPLICATE = "R0184", ERROR, "a breath file names a bone twice";
    BREATH_UNKNOWN_EASING = "R0185", ERROR, "a breath file has an unknown easing";
    BREATH_LIMIT = "R0186", ERROR, "a breath file exceeds a limit";
    BREATH_MORE_PROBLEMS = "R0187", ERROR, "a breath file has more problems than are shown";
    SPRING_TOML = "R0190", ERROR, "a spring file is not valid TOML";
    SPRING_KEY = "R0191", ERROR, "a spring file has an unknown key";
    SPRING_VALUE = "R0192", ERROR, "a value in a spring file is missing or has the wrong type";
    SPRING_OUT_OF_RANGE = "R0193", ERROR, "a number in a spring file is out of range";
    SPRING_DUPLICATE = "R0194", ERROR, "two chains begin at the same bone";
    SPRING_UNKNOWN_COLLIDER = "R0195", ERROR, "a collider has an unknown axis or bound";
    SPRING_LIMIT = "R0196", ERROR, "a spring file exceeds a limit";
    SPRING_MORE_PROBLEMS = "R0197", ERROR, "a spring file has more problems than are shown";
    XNB_HEADER = "R0200", EITHER, "an XNB file's header is not valid";
    XNB_SIZE = "R0201", EITHER, "an XNB file has the wrong length";
    XNB_COMPRESSION = "R0202", ERROR, "an XNB file cannot be decompressed";
    XNB_ENDS = "R0203", ERROR, "an XNB file ends too early";
    XNB_READER = "R0204", EITHER, "an XNB file lists an unsupported type reader";
    XNB_VALUE = "R0205", EITHER, "a value in an XNB file is invalid";
    XNB_TRAILING = "R0206", EITHER, "an XNB file has extra bytes after its content";
    XNB_LIMIT = "R0207", ERROR, "an XNB file exceeds a limit";
    XNB_UNSUPPORTED = "R0208", ERROR, "an XNB file cannot be built";
    XNB_OTHER_TYPE = "R0209", ERROR, "a processor does not accept an XNB file's content";
    XNB_FOREIGN = "R0210", WARNING, "a value in an XNB file is converted to a different type";
    XNB_TAG = "R0211", WARNING, "a Tag in an XNB file is left out";
    XNB_HALF = "R0212", WARNING, "a model in an XNB file has meshes and a collision mesh";
    EFFECT_PARAMETER = "R0213", WARNING, "an effect parameter is left out";
    XNB_SURFACE = "R0214", WARNING, "a texture in an XNB file is converted to Color";
    XNB_VERTICES = "R0215", WARNING, "vertex data in an XNB file is left out";
    XNB_SHEAR = "R0216", WARNING, "a bone matrix in an XNB file contains shear";
    ROTATION_NOT_UNIT = "R0217", WARNING, "a rotation is not a unit quaternion";
    BREATH_NO_BONE = "R0218", WARNING, "a breath file sets angles for a body part without a bone";
    DATA_LIMIT = "R0230", ERROR, "game data exceeds a limit";
    DATA_SYNTAX = "R0231", ERROR, "game data is not valid TOML or JSON";
    DATA_VALUE = "R0232", ERROR, "a value in game data has the wrong type";
    DATA_OUT_OF_RANGE = "R0233", ERROR, "a number in game data is out of range";
    DATA_UNKNOWN_FIELD = "R0234", ERROR, "game data has an unknown field";
    DATA_MISSING_FIELD = "R0235", ERROR, "a required field is missing in game data";
    DATA_REPEATED = "R0236", ERROR, "game data contains a field or key twice";
    DATA_SHARED = "R0237", ERROR, "game data contains a shared resource";
    DATA_TYPE_NAME = "R0238", ERROR, "a type name in game data is not valid";
    DATA_ROOT = "R0239", ERROR, "game data has the wrong root element";
    DATA_ENUM = "R0240", ERROR, "game data has an unknown enum value";
    DATA_PATH = "R0241", ERROR, "a reference in game data is not a valid path";
    DATA_MORE_PROBLEMS = "R0242", ERROR, "game data has more problems than are shown";
    SCHEMA_FILE = "R0243", ERROR, "a schema is missing or cannot be used";
    SCHEMA_TOML = "R0244", ERROR, "a schema is not valid TOML";
    SCHEMA_KEY = "R0245", ERROR, "a schema has an unknown key";
    SCHEMA_VALUE = "R0246", ERROR, "a value in a schema is not valid";
    DATA_REFERENCE = "R0247", ERROR, "game data refers to an asset that does not exist";
    DATA_OTHER_TYPE = "R0248", ERROR, "game data refers to an asset of the wrong type";
    DATA_MORE_MISSING = "R0249", ERROR, "game data has more wrong references than are shown";
    DATA_FOREIGN = "R0250", WARNING, "game data does not support a type in XNA's XML";
    CONTENT_PROJECT_MALFORMED = "R0260", ERROR, "a content project is malformed";
    CONTENT_PROJECT_UNREADABLE = "R0261", ERROR, "a content project cannot be read";
    CONTENT_PROJECT_LEFT_OUT = "R0262", WARNING, "part of a content project is not converted";
    CONTENT_PROJECT_DIFFERENT = "R0263", WARNING, "part of a content project is converted differently";
    CONTENT_PROJECT_SKIPPED = "R0264", WARNING, "part of a content project is skipped";
    RAW_TOO_LARGE = "R0265", ERROR, "a file is too large to copy";
    BREATH_REST = "R0266", WARNING, "a breath file sets an angle or an easing for the rest";
    MOTION_PART_OF_FRAME = "R0267", WARNING, "a motion does not end on a whole frame";
    COMMAND_NOT_RUN = "R0273", ERROR, "the command could not run";
    CLIP_OTHER_UNIT = "R0274", WARNING, "a clip and its skeleton use different units";
    SOUND_UNREADABLE = "R0290", ERROR, "a sound cannot be read";
    SOUND_LIMIT = "R0291", ERROR, "a sound exceeds a limit";
    SOUND_LEFT_OUT = "R0292", WARNING, "part of a sound file is left out";
    XNB_SOUND = "R0293", WARNING, "a sound in an XNB file is converted to 16 bits";
    SOUND_DAMAGED = "R0294", EITHER, "part of a sound cannot be decoded";
    SOUND_TOO_LONG = "R0295", ERROR, "a sound is too long";
    SOUND_CLIPPED = "R0296", WARNING, "a sound is too loud and is clipped";
    SOUND_COMPRESSION = "R0297", ERROR, "a sound is not an Ogg Vorbis file";
    SONG_FORMAT = "R0298", ERROR, "a song is not an MP3 or Ogg Vorbis file";
    SONG_DURATION = "R0299", ERROR, "a song's length is unknown or over 24 days";
    FONT_DESCRIPTION = "R0300", ERROR, "a file is not a font description";
    FONT_VALUE = "R0301", ERROR, "a value in a font description is missing or has the wrong type";
    FONT_RANGE = "R0302", ERROR, "a value in a font description is out of range";
    FONT_LIMIT = "R0303", ERROR, "a font exceeds a limit";
    FONT_NOT_FOUND = "R0304", ERROR, "a font is not in the project";
    FONT_STYLE = "R0305", EITHER, "a font has the wrong style";
    FONT_UNREADABLE = "R0306", ERROR, "a font file cannot be read";
    FONT_CHARACTERS = "R0307", WARNING, "a font lacks characters";
    FONT_TOO_LARGE = "R0308", ERROR, "a font does not fit into one texture";
    FONT_TEXTURE = "R0309", ERROR, "the characters in a font texture cannot be found";
    IMAGE_MIPS = "R0310", WARNING, "the mipmaps in a DDS file are ignored";
    FBX_GEOMETRIC = "R0311", EITHER, "a geometric transform shears or flattens a node";
    SCENE_ROTATION_SHEARS = "R0312", WARNING, "rotating a scene shears a node";
    SCENE_EMPTY = "R0313", WARNING, "a scene is empty";
    SCENE_CLIP_RANGE = "R0314", WARNING, "a clip extends beyond its take";
    EFFECT_MISSING = "R0316", WARNING, "a model's effect is not in the project";
    EFFECT_MATERIALS = "R0317", ERROR, "effect parameters create too many materials";
    COMPRESS_JUMP = "R0318", WARNING, "a clip exceeds its error bound between frames";
    REMOTE_CACHE_UNUSED = "R0320", WARNING, "the remote cache is not used";
    REMOTE_DATA_WRONG = "R0321", WARNING, "the remote cache sent wrong data";
    NOT_UPLOADED = "R0322", WARNING, "results were not uploaded";
    NOT_EXECUTED = "R0323", WARNING, "assets are not built on other machines";
    MOTION_GROUND = "R0328", ERROR, "a bone above the root moves or has a non-uniform scale";
    EVENTS_TOML = "R0340", ERROR, "an events file is not valid TOML";
    EVENTS_KEY = "R0341", ERROR, "an events file has an unknown key";
    EVENTS_VALUE = "R0342", ERROR, "a value in an events file is missing or has the wrong type";
    EVENTS_OUT_OF_RANGE = "R0343", ERROR, "a number in an events file is out of range";
    EVENTS_TIME = "R0344", ERROR, "an event's time is missing or ambiguous";
    EVENTS_LIMIT = "R0345", ERROR, "an events file exceeds a limit";
    EVENTS_MORE_PROBLEMS = "R0346", ERROR, "an events file has more errors than are shown";
    SCENE_EVENTS = "R0347", WARNING, "events in a scene are left out";
    EVENTS_LATE = "R0348", WARNING, "an event is after the end of its clip";
    ACTIONS_LAYER_BONE = "R0349", ERROR, "a layer in an action set lists an unknown bone";
    ACTIONS_CLIP_BONE = "R0350", ERROR, "an action's clip does not fit the skeleton";
    EVENTS_NAME = "R0351", WARNING, "games cannot find the events of a clip";
    ACTIONS_START_LATE = "R0352", WARNING, "an action starts after the end of its clip";
    IMAGE_MORE = "R0370", WARNING, "only the first image in a file is imported";
    IMAGE_PROFILE = "R0371", WARNING, "a colour profile is not applied";
    TEXTURE_DEPTH_LOST = "R0372", WARNING, "a 16-bit image is rounded to 8 bits";
    SCENE_CAMERA_STILL = "R0373", WARNING, "a camera or light does not move with its clip";
    MESH_INFLUENCES = "R0380", WARNING, "too many bones move a vertex";
    MESH_VERTEX_SETS = "R0381", WARNING, "a mesh has too many colour sets or attributes";
    WARNINGS_DENIED = "R0385", ERROR, "warnings count as errors";
    CONTENT_DAMAGED = "R0386", ERROR, "a content file is damaged";
    CUBE_SHAPE = "R0395", ERROR, "a picture has the wrong shape for a cube map";
    TEXTURE_NORMAL_SRGB = "R0396", WARNING, "sRGB is set for a normal map";
    POSE_LAYER_BONE = "R0397", WARNING, "the skeleton lacks a bone of a breath or spring file";
    STAGE_CRASHED = "R0410", ERROR, "a stage crashed";
    INVALID_COMMAND_LINE = "R0411", ERROR, "the command line is not valid";
    MACHINE_PROBLEM = "R0412", EITHER, "there is a problem with this machine";
    CACHE_ENTRIES_DAMAGED = "R0413", ERROR, "the object cache contains damaged entries";
    PLAY_SCRIPT = "R0414", ERROR, "a play script contains an error";
    PLAY_COMMAND_UNUSED = "R0415", WARNING, "a command in a play script has no effect";
    NOT_SHOWN = "R0416", ERROR, "a file cannot be shown";
    CACHE_FOLDER = "R0417", WARNING, "the cache folder cannot be used";
    MISNAMED_MANIFEST = "R0418", WARNING, "a manifest has the wrong name";
    CACHE_IN_PROJECT = "R0419", WARNING, "the cache folder is inside the project";
    ENVIRONMENT_VARIABLE = "R0420", WARNING, "an environment variable is not recognized";
    SERVER_SETTING_UNUSED = "R0424", WARNING, "a server setting has no effect";
}
