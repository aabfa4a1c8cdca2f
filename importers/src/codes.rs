//! The codes of the importers' diagnostics.

rigmill_pipeline::codes! {
    // XML animations: the text and its markup.
    ENCODING = "R0010", "the text cannot be decoded";
    MALFORMED_XML = "R0011", "the XML is malformed";
    LIST_LENGTH = "R0012", "the length of a list does not match KeyCount";
    DOCTYPE = "R0013", "a DOCTYPE is not allowed";

    // XML animations: their values.
    WRONG_ROOT = "R0014", "the root element is not AnimationSequence";
    VALUE = "R0015", "a value has the wrong type";
    OUT_OF_RANGE = "R0016", "a number is out of range";
    LIMIT = "R0017", "an XML file exceeds a limit";
    UNDEFINED_ENTITY = "R0018", "an entity is not defined";
    KEY_COUNT = "R0019", "KeyCount is less than 1";
    TIME_ORDER = "R0020", "key times are not in ascending order";
    KEY_INTERVAL = "R0021", "KeyInterval is not positive";
    NOT_FINITE = "R0022", "a number is not finite";
    NEGATIVE_DURATION = "R0023", "a duration is negative";
    SEQUENCE_COUNT = "R0024", "KeyFrameSequenceCount is wrong";
    DUPLICATE_SEQUENCE = "R0025", "two sequences move the same bone";
    NIL = "R0026", "a required value is nil";
    MARKUP_IN_VALUE = "R0027", "a value contains markup";
    MORE_PROBLEMS = "R0028", "an animation has more problems than are shown";

    // XML animations: what is ignored.
    UNKNOWN_ELEMENT = "R0030", "an unknown element is ignored";
    STRAY_TEXT = "R0031", "text between elements is ignored";
    REPEATED_VALUE = "R0032", "a repeated value is ignored";
    AFTER_ROOT = "R0033", "text or markup after the root element is ignored";

    // XML animations: what is probably a mistake.
    NO_BONE = "R0034", "a sequence has no BoneName";
    OVERLONG_KEYS = "R0035", "the keys last much longer than the animation";

    // Skeletons.
    SKELETON_TOML = "R0050", "a skeleton file is not valid TOML";
    SKELETON_KEY = "R0051", "a skeleton has an unknown key";
    SKELETON_VALUE = "R0052", "a value in a skeleton is missing or has the wrong type";
    SKELETON_OUT_OF_RANGE = "R0053", "a number in a skeleton is out of range";
    UNKNOWN_PARENT = "R0054", "a bone's parent is not above it";
    DUPLICATE_BONE = "R0055", "two bones have the same name";
    ZERO_ROTATION = "R0056", "a rotation is zero";
    SKELETON_LIMIT = "R0057", "a skeleton exceeds a limit";
    SKELETON_MORE_PROBLEMS = "R0058", "a skeleton has more problems than are shown";

    // Action sets.
    ACTIONS_TOML = "R0060", "an action set file is not valid TOML";
    ACTIONS_KEY = "R0061", "an action set has an unknown key";
    ACTIONS_VALUE = "R0062", "a value in an action set is missing or has the wrong type";
    ACTIONS_OUT_OF_RANGE = "R0063", "a number in an action set is out of range";
    DUPLICATE_LAYER = "R0064", "two layers have the same name";
    DUPLICATE_ACTION = "R0065", "two actions in a layer have the same name";
    UNKNOWN_MODE = "R0066", "a play mode is unknown";
    NEGATIVE_BLEND = "R0067", "a blend time is negative";
    ACTIONS_LIMIT = "R0068", "an action set exceeds a limit";
    ACTIONS_MORE_PROBLEMS = "R0069", "an action set has more problems than are shown";

    // FBX.
    HIDDEN = "R0109", "hidden parts of a scene are left out";
    FBX_UNREADABLE = "R0110", "an FBX file cannot be read";
    FBX_LIMIT = "R0111", "an FBX file exceeds a limit";
    FBX_NOT_FINITE = "R0112", "a number in an FBX file is not finite";
    FBX_NO_TAKE = "R0113", "a take is not in the FBX file";
    FBX_CLIP = "R0114", "an FBX file cannot be cut into clips";
    FBX_DAMAGED = "R0115", "an FBX file is partly damaged";
    FBX_LONG_TAKE = "R0116", "most of a take has no keys";
    FBX_LEFT_OUT = "R0117", "part of an FBX file is left out";
    FBX_DOM_UNSUPPORTED = "R0118", "the fbx-dom importer does not support a feature";
    FBX_CURVE = "R0119", "curves in an FBX file cannot be kept";
    STREAM_TAIL = "R0125", "extra bytes follow the clip in a curve-streams file";

    // Images and effects.
    IMAGE_UNREADABLE = "R0130", "an image cannot be read";
    IMAGE_LIMIT = "R0131", "an image exceeds a limit";
    EFFECT_NOT_COMPILED = "R0136", "an effect is not compiled";
    EFFECT_UNREADABLE = "R0137", "a compiled effect cannot be read";
    EFFECT_UNKNOWN = "R0138", "a compiled effect has an unknown format";

    // glTF.
    GLTF_CURVE = "R0139", "curves in a glTF file cannot be kept";
    GLTF_UNREADABLE = "R0140", "a glTF file cannot be read";
    GLTF_LIMIT = "R0141", "a glTF file exceeds a limit";
    GLTF_NOT_FINITE = "R0142", "a number in a glTF file is not finite";
    GLTF_ACCESSOR = "R0143", "an accessor in a glTF file is invalid";
    GLTF_EXTENSION = "R0144", "a glTF file requires an unsupported extension";
    GLTF_BUFFER = "R0145", "a glTF buffer cannot be read";
    GLTF_HIERARCHY = "R0146", "the nodes in a glTF file do not form a tree";
    GLTF_LEFT_OUT = "R0147", "part of a glTF file is left out";
    GLTF_NO_ANIMATION = "R0148", "an animation is not in the glTF file";
    GLTF_CLIP = "R0149", "a glTF file cannot be cut into clips";

    // Motion deltas.
    MOTION_LENGTH = "R0150", "a motion file has an invalid length";
    MOTION_FLAG = "R0151", "a motion file's first byte is not 0 or 1";
    MOTION_FRAME_RATE = "R0152", "a motion file's frame rate is out of range";
    MOTION_NOT_FINITE = "R0153", "a number in a motion file is not finite";

    // Curve streams.
    STREAM_PAIR = "R0160", "a clip's index file is missing";
    STREAM_LIMIT = "R0161", "a curve-streams file is too large";
    STREAM_ENDS = "R0162", "a curve-streams file ends too early";
    STREAM_COUNT = "R0163", "a count in a curve-streams file is negative";
    STREAM_PATH = "R0164", "a bone path in a curve-streams file is not valid";
    STREAM_KEY = "R0165", "a key in a curve-streams file is not valid";

    // MessagePack clips.
    MSGPACK_KIND = "R0166", "a value in a MessagePack clip has the wrong type";
    MSGPACK_ENDS = "R0167", "a MessagePack clip has the wrong length";
    MSGPACK_LIMIT = "R0168", "a MessagePack clip is too large";
    MSGPACK_VALUE = "R0169", "a value in a MessagePack clip is not valid";

    // Breaths.
    BREATH_TOML = "R0180", "a breath file is not valid TOML";
    BREATH_KEY = "R0181", "a breath file has an unknown key";
    BREATH_VALUE = "R0182", "a value in a breath file is missing or has the wrong type";
    BREATH_OUT_OF_RANGE = "R0183", "a number in a breath file is out of range";
    BREATH_DUPLICATE = "R0184", "a breath file names a bone twice";
    UNKNOWN_EASING = "R0185", "a breath file has an unknown easing";
    BREATH_LIMIT = "R0186", "a breath file exceeds a limit";
    BREATH_MORE_PROBLEMS = "R0187", "a breath file has more problems than are shown";

    // Spring bones.
    SPRING_TOML = "R0190", "a spring file is not valid TOML";
    SPRING_KEY = "R0191", "a spring file has an unknown key";
    SPRING_VALUE = "R0192", "a value in a spring file is missing or has the wrong type";
    SPRING_OUT_OF_RANGE = "R0193", "a number in a spring file is out of range";
    SPRING_DUPLICATE = "R0194", "two chains begin at the same bone";
    UNKNOWN_COLLIDER_KIND = "R0195", "a collider has an unknown axis or bound";
    SPRING_LIMIT = "R0196", "a spring file exceeds a limit";
    SPRING_MORE_PROBLEMS = "R0197", "a spring file has more problems than are shown";

    // XNB files.
    XNB_HEADER = "R0200", "an XNB file's header is not valid";
    XNB_SIZE = "R0201", "an XNB file has the wrong length";
    XNB_COMPRESSION = "R0202", "an XNB file cannot be decompressed";
    XNB_ENDS = "R0203", "an XNB file ends too early";
    XNB_READER = "R0204", "an XNB file lists an unsupported type reader";
    XNB_VALUE = "R0205", "a value in an XNB file is invalid";
    XNB_TRAILING = "R0206", "an XNB file has extra bytes after its content";
    XNB_LIMIT = "R0207", "an XNB file exceeds a limit";
    XNB_UNSUPPORTED = "R0208", "an XNB file cannot be built";
    XNB_FOREIGN = "R0210", "a value in an XNB file is converted to a different type";
    XNB_TAG = "R0211", "a Tag in an XNB file is left out";
    XNB_SURFACE = "R0214", "a texture in an XNB file is converted to Color";
    XNB_VERTICES = "R0215", "vertex data in an XNB file is left out";
    XNB_SHEAR = "R0216", "a bone matrix in an XNB file contains shear";

    // More codes for skeletons and breaths.
    LONG_ROTATION = "R0217", "a rotation is not a unit quaternion";
    BREATH_NO_BONE = "R0218", "a breath file sets angles for a body part without a bone";

    // Game data and its schemas.
    DATA_LIMIT = "R0230", "game data exceeds a limit";
    DATA_SYNTAX = "R0231", "game data is not valid TOML or JSON";
    DATA_VALUE = "R0232", "a value in game data has the wrong type";
    DATA_OUT_OF_RANGE = "R0233", "a number in game data is out of range";
    DATA_UNKNOWN_FIELD = "R0234", "game data has an unknown field";
    DATA_MISSING_FIELD = "R0235", "a required field is missing in game data";
    DATA_REPEATED = "R0236", "game data contains a field or key twice";
    DATA_SHARED = "R0237", "game data contains a shared resource";
    DATA_TYPE_NAME = "R0238", "a type name in game data is not valid";
    DATA_ROOT = "R0239", "game data has the wrong root element";
    DATA_ENUM = "R0240", "game data has an unknown enum value";
    DATA_PATH = "R0241", "a reference in game data is not a valid path";
    DATA_MORE_PROBLEMS = "R0242", "game data has more problems than are shown";
    SCHEMA_FILE = "R0243", "a schema is missing or cannot be used";
    SCHEMA_TOML = "R0244", "a schema is not valid TOML";
    SCHEMA_KEY = "R0245", "a schema has an unknown key";
    SCHEMA_VALUE = "R0246", "a value in a schema is not valid";
    DATA_FOREIGN = "R0250", "game data does not support a type in XNA's XML";
    RAW_TOO_LARGE = "R0265", "a file is too large to copy";
    BREATH_REST = "R0266", "a breath file sets an angle or an easing for the rest";

    // Sounds.
    SOUND_UNREADABLE = "R0290", "a sound cannot be read";
    SOUND_LIMIT = "R0291", "a sound exceeds a limit";
    SOUND_LEFT_OUT = "R0292", "part of a sound file is left out";
    XNB_SOUND = "R0293", "a sound in an XNB file is converted to 16 bits";

    // Fonts.
    FONT_DESCRIPTION = "R0300", "a file is not a font description";
    FONT_VALUE = "R0301", "a value in a font description is missing or has the wrong type";
    FONT_RANGE = "R0302", "a value in a font description is out of range";
    FONT_LIMIT = "R0303", "a font exceeds a limit";
    FONT_NOT_FOUND = "R0304", "a font is not in the project";
    FONT_STYLE = "R0305", "a font has the wrong style";
    FONT_UNREADABLE = "R0306", "a font file cannot be read";
    FONT_CHARACTERS = "R0307", "a font lacks characters";

    // More codes for images and FBX.
    IMAGE_MIPS = "R0310", "the mipmaps in a DDS file are ignored";
    FBX_GEOMETRIC = "R0311", "a geometric transform shears or flattens a node";

    // All scenes.
    SCENE_EMPTY = "R0313", "a scene is empty";
    CLIP_RANGE = "R0314", "a clip extends beyond its take";

    // Events.
    EVENTS_TOML = "R0340", "an events file is not valid TOML";
    EVENTS_KEY = "R0341", "an events file has an unknown key";
    EVENTS_VALUE = "R0342", "a value in an events file is missing or has the wrong type";
    EVENTS_OUT_OF_RANGE = "R0343", "a number in an events file is out of range";
    EVENTS_TIME = "R0344", "an event's time is missing or ambiguous";
    EVENTS_LIMIT = "R0345", "an events file exceeds a limit";
    EVENTS_MORE_PROBLEMS = "R0346", "an events file has more errors than are shown";
    SCENE_EVENTS = "R0347", "events in a scene are left out";

    // More codes for images.
    IMAGE_MORE = "R0370", "only the first image in a file is imported";
    IMAGE_PROFILE = "R0371", "a colour profile is not applied";
}
