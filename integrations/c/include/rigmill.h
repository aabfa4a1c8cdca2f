/*
 * Rigmill's runtime for C, C++ and everything that calls C: loads built content and plays it.
 *
 * STATUS. Each function returns a RigmillStatus, and its results through pointers, which come last. If it returns anything but
 * RIGMILL_STATUS_OK, results are undefined, and rigmill_last_error() has a text for people. The few functions that cannot fail return
 * their result. Nothing is thrown into C, and nothing ends the program.
 *
 * HANDLES. A handle is a number in a struct. {0} is none. A handle that is zero, made up, closed, or of another kind gives an error, never
 * undefined behaviour, and so does closing it twice. Each handle that a function opens is closed by the function ..._close of its
 * kind, in any order: what it needs of other handles it keeps.
 *
 * POINTERS. Texts that you pass are UTF-8 with a NUL at the end. A pointer must not be NULL unless its function says so, and must be
 * aligned as its type is; an array of 0 items may be NULL. What can be checked is checked. That memory has the size that you state,
 * and is not changed by another thread during the call, is up to you. Buffers that are read and written in one call must not
 * overlap. Pointers that you get are for reading, and valid as long as the functions say.
 *
 * THREADS. Any thread may call any function. Content, skeletons, models, skins, clips, motions, collision meshes and action sets may be
 * used by several threads at once. Players, crowds, poses and morphs may be used by one thread at a time: if a second one comes, its call
 * changes nothing and fails with RIGMILL_STATUS_BUSY. No call waits for another. Closing a handle that another thread is using
 * fails so, too. Error texts are the thread's own.
 *
 * MEMORY. Playing allocates nothing: play, stop, update, matrices, movements, events, weights, samples, blends and queries. What opens or
 * closes a handle, adds something, or takes the name of an asset, may allocate; and rigmill_player_play_clip with the first clip that is
 * not of key frames, where the action set has none such.
 *
 * NUMBERS. Matrices are for row vectors, row by row, the translation last: absolute = local x absolute of the parent. Quaternions are x, y,
 * z, w. Times are seconds. Results are the same bits on every machine.
 */

#ifndef RIGMILL_H
#define RIGMILL_H

/* Made by cbindgen from integrations/c/src: do not edit. */

#include <stddef.h>
#include <stdint.h>

// The most characters of a crowd.
#define RIGMILL_MOST_CHARACTERS 65536

// The most bones of a chain that aims.
#define RIGMILL_MOST_AIMING_BONES 16

// A stream has nothing.
#define RIGMILL_FORMAT_NONE 0

// Two floats.
#define RIGMILL_FORMAT_FLOAT32X2 1

// Three floats.
#define RIGMILL_FORMAT_FLOAT32X3 2

// Four floats.
#define RIGMILL_FORMAT_FLOAT32X4 3

// Four whole numbers of 16 bits.
#define RIGMILL_FORMAT_UINT16X4 4

// Positions as four numbers of 16 bits that stand for 0 to 1: `box_min` + longest side of the box x number.
#define RIGMILL_FORMAT_UNORM16X4 5

// Directions as two numbers of 16 bits that stand for -1 to 1: points of an octahedron, as docs/format.md describes.
#define RIGMILL_FORMAT_OCTAHEDRAL 6

// Indices of 16 bits.
#define RIGMILL_FORMAT_UINT16 7

// Indices of 32 bits.
#define RIGMILL_FORMAT_UINT32 8

// The most poses that are blended in one call.
#define RIGMILL_MOST_BLENDED_POSES 16

// A clip stops at its end and holds its last pose.
#define RIGMILL_ONCE 0

// A clip begins anew at its end.
#define RIGMILL_REPEAT 1

// Clips are sampled and blended as their authors meant. The usual choice.
#define RIGMILL_RULES_STANDARD 0

// Clips are sampled and blended as Microsoft's RobotGame does, bit for bit, mistakes included.
#define RIGMILL_RULES_ROBOTGAME 1

// The version of the functions and structs that this header declares.
//
// It changes when a program that was compiled with an older header would misbehave. Functions may be added without a change.
#define RIGMILL_ABI_VERSION 1

// What a function returns. `rigmill_last_error` has the text of an error.
enum RigmillStatus
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // The function did what it should.
  RIGMILL_STATUS_OK = 0,
  // A pointer that must not be NULL is NULL.
  RIGMILL_STATUS_NULL_POINTER = 1,
  // A pointer is not aligned for its type, or its length is larger than memory.
  RIGMILL_STATUS_BAD_POINTER = 2,
  // A text is not UTF-8, or has no NUL within its first 4,096 bytes.
  RIGMILL_STATUS_BAD_TEXT = 3,
  // A handle is zero, was closed, or never existed; or a character is not in the crowd.
  RIGMILL_STATUS_BAD_HANDLE = 4,
  // A handle is of another kind than its type says.
  RIGMILL_STATUS_WRONG_KIND = 5,
  // Another thread is using the handle, or it is used twice in one call.
  RIGMILL_STATUS_BUSY = 6,
  // A buffer of the caller is too small.
  RIGMILL_STATUS_BUFFER_TOO_SMALL = 7,
  // A buffer that is read and one that is written overlap.
  RIGMILL_STATUS_OVERLAPPING_BUFFERS = 8,
  // There is no such file, asset, bone, layer or action.
  RIGMILL_STATUS_NOT_FOUND = 9,
  // A file cannot be read, is damaged, of another version, or holds something else.
  RIGMILL_STATUS_CANNOT_LOAD = 10,
  // A number counts something that does not exist.
  RIGMILL_STATUS_OUT_OF_RANGE = 11,
  // An argument has a value that is not allowed.
  RIGMILL_STATUS_INVALID_ARGUMENT = 12,
  // Things do not fit together, such as a clip and a skeleton.
  RIGMILL_STATUS_DOES_NOT_FIT = 13,
  // A clip cannot be played on.
  RIGMILL_STATUS_CANNOT_PLAY = 14,
  // There is not enough memory, or there are too many handles.
  RIGMILL_STATUS_OUT_OF_MEMORY = 15,
  // An error in Rigmill. The handle that was used can only be closed.
  RIGMILL_STATUS_INTERNAL = 16,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum RigmillStatus RigmillStatus;
#else
typedef int32_t RigmillStatus;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// The built content of a game: a folder, a pack, or files in memory. Assets are loaded from it by name, such as `Hero/Grund.actions`, and
// kept until it is closed. Closing it does not close what was loaded from it.
//
// Several threads may use it at once.
typedef struct RigmillContent {
  // The handle; 0 is none.
  uint64_t id;
} RigmillContent;

// The actions of a kind of character, with skeleton and clips: what crowds are made of. Several threads may use it at once.
typedef struct RigmillActions {
  // The handle; 0 is none.
  uint64_t id;
} RigmillActions;

// A text of content: UTF-8, **without** a NUL at its end. In C: `printf("%.*s", (int)text.length, text.data)`.
//
// It stays valid until the handle that it was asked of is closed.
typedef struct RigmillText {
  // The first byte; never NULL.
  const char *data;
  // The number of bytes.
  size_t length;
} RigmillText;

// A layer of an action set.
typedef struct RigmillActionLayer {
  // Its name.
  struct RigmillText name;
  // The number of its actions.
  uint32_t action_count;
  // 1 if its clips are added to the pose of the layers below, 0 if they replace it.
  uint32_t additive;
} RigmillActionLayer;

// An action: a clip and how it is played.
typedef struct RigmillAction {
  // Its name.
  struct RigmillText name;
  // The asset name of its clip.
  struct RigmillText clip;
  // The duration of its clip in seconds.
  float duration;
  // The time in the clip at which it starts, in seconds.
  float start_time;
  // Seconds of cross-fade from what played before.
  float blend_time;
  // Seconds of the clip a second.
  float time_scale;
  // `RIGMILL_ONCE` or `RIGMILL_REPEAT`.
  uint32_t mode;
  // 0.
  uint32_t reserved;
} RigmillAction;

// A skeleton. Several threads may use it at once.
typedef struct RigmillSkeleton {
  // The handle; 0 is none.
  uint64_t id;
} RigmillSkeleton;

// Many characters of one kind, in blocks of eight bones: several times as fast as players. One thread at a time; to use several threads,
// give each a crowd of its own: crowds of one action set share its clips.
typedef struct RigmillCrowd {
  // The handle; 0 is none.
  uint64_t id;
} RigmillCrowd;

// A character of a crowd. It stays valid while others come and go, and never means another character.
typedef struct RigmillCharacter {
  // Numbers without a meaning for the game.
  uint32_t numbers[3];
} RigmillCharacter;

// A matrix for row vectors, row by row: the translation is `m[12]`, `m[13]`, `m[14]`. The same layout as XNA's `Matrix`, and as a
// column-major matrix for column vectors.
typedef struct RigmillMatrix {
  // The cells, row by row.
  float m[16];
} RigmillMatrix;

// A rotation, then a translation, in double precision: where a character is, or how it moved.
typedef struct RigmillPlace {
  // x, y, z.
  double translation[3];
  // A quaternion x, y, z, w of unit length.
  double rotation[4];
} RigmillPlace;

// An event of a clip that the last update played.
//
// Its texts stay valid until the player or crowd is closed.
typedef struct RigmillEvent {
  // The layer whose clip it is of.
  struct RigmillText layer;
  // Its name, such as `footstep`.
  struct RigmillText name;
  // A text for the game; empty if the source has none.
  struct RigmillText text;
  // A number that stands for the name: 64-bit FNV-1a of its bytes.
  uint64_t id;
  // A number for the game; 0 if the source has none.
  float value;
  // Seconds from the beginning of the update to the event.
  float after;
  // 1 if its clip fades out: a game may leave such an event out.
  uint32_t fades_out;
  // 0.
  uint32_t reserved;
} RigmillEvent;

// What a layer of a character plays.
typedef struct RigmillLayerState {
  // The action that it played last; empty if there was none.
  struct RigmillText action;
  // 1 if its clip is at its end, and stays there.
  uint32_t finished;
  // How often its clip began anew during the last update.
  uint32_t passes;
} RigmillLayerState;

// A character that plays the actions of an action set, bone by bone. One thread at a time.
typedef struct RigmillPlayer {
  // The handle; 0 is none.
  uint64_t id;
} RigmillPlayer;

// How a limb of two bones bends so that its end reaches a target.
typedef struct RigmillTwoBoneIk {
  // The direction in which the mid joint points, in the model's space.
  float pole[3];
  // The axis of the mid joint in its own space: a positive rotation about it opens the angle between the bones.
  float mid_axis[3];
  // The part of the limb's length, 0 to 1, up to which the end follows the target exactly; 1 is not soft at all.
  float soften;
  // Radians by which the limb rotates away from the pole.
  float twist;
  // From 0, no correction, to 1, the whole correction.
  float weight;
} RigmillTwoBoneIk;

// How a bone turns so that an axis of it points at a target.
typedef struct RigmillAimIk {
  // The axis that points at the target, in the bone's space.
  float forward[3];
  // Where the ray along the forward axis begins, in the bone's space.
  float offset[3];
  // The axis that points towards the pole, in the bone's space; zeros let the bone roll freely.
  float up[3];
  // The direction to which the up axis points, in the model's space.
  float pole[3];
  // Radians by which the bone rotates away from the pole.
  float twist;
  // From 0, no correction, to 1, the whole correction.
  float weight;
} RigmillAimIk;

// How much a bone of a chain takes part in aiming.
typedef struct RigmillAimBone {
  // The number of the bone in the skeleton.
  uint32_t bone;
  // The part, 0 to 1, that it takes of the rotation that the bones before it left.
  float weight;
  // The most that it rotates away from its pose, in radians.
  float limit;
} RigmillAimBone;

// A model. Several threads may use it at once. Pointers into it stay valid until it is closed.
typedef struct RigmillModel {
  // The handle; 0 is none.
  uint64_t id;
} RigmillModel;

// The morph targets of a mesh, bound to the clips of a player. One thread at a time.
typedef struct RigmillMorph {
  // The handle; 0 is none.
  uint64_t id;
} RigmillMorph;

// A clip of any kind on the bones of a skeleton, with its root motion and its events. Several threads may use it at once.
typedef struct RigmillClip {
  // The handle; 0 is none.
  uint64_t id;
} RigmillClip;

// How a clip is played.
typedef struct RigmillPlayOptions {
  // Where in the clip it starts, in seconds.
  float start_time;
  // Seconds of cross-fade from the previous clip; 0 cuts.
  float blend_time;
  // Seconds of the clip a second: 1 is normal speed, 0 holds the pose, below 0 it plays backwards.
  float time_scale;
  // `RIGMILL_ONCE` or `RIGMILL_REPEAT`.
  uint32_t mode;
} RigmillPlayOptions;

// What a clip is like.
typedef struct RigmillClipInfo {
  // Seconds.
  float duration;
  // Frames a second; 0 for clips whose keys have times of their own.
  float frame_rate;
  // The number of bones of the skeleton that it is for.
  uint32_t bone_count;
  // The number of bones that it moves.
  uint32_t moved_bone_count;
  // The number of its events.
  uint32_t event_count;
  // 1 if it moves its root, else 0.
  uint32_t has_motion;
} RigmillClipInfo;

// A named moment of a clip.
typedef struct RigmillClipEvent {
  // Its name, such as `footstep`.
  struct RigmillText name;
  // A text for the game; empty if the source has none.
  struct RigmillText text;
  // A number that stands for the name: 64-bit FNV-1a of its bytes.
  uint64_t id;
  // Seconds from the clip's start.
  float time;
  // A number for the game; 0 if the source has none.
  float value;
} RigmillClipEvent;

// A collision mesh. Several threads may use it at once.
typedef struct RigmillCollision {
  // The handle; 0 is none.
  uint64_t id;
} RigmillCollision;

// What a ray met.
typedef struct RigmillHit {
  // 1 if the ray met a triangle; else 0, as is all the rest.
  uint32_t found;
  // The triangle's number in the mesh.
  uint32_t triangle;
  // 1 if the ray met the triangle's front: the side from which its corners go counter-clockwise.
  uint32_t front;
  // How far the ray went.
  float distance;
  // Where it met the triangle: x, y, z.
  float point[3];
  // The triangle's normal, of unit length, on its front.
  float normal[3];
} RigmillHit;

// A triangle that a sphere touches.
typedef struct RigmillContact {
  // 1 if the sphere touches a triangle; else 0, as is all the rest.
  uint32_t found;
  // The triangle's number in the mesh.
  uint32_t triangle;
  // From the sphere's centre to `point`.
  float distance;
  // The point of the triangle that is nearest to the sphere's centre: x, y, z.
  float point[3];
  // From `point` to the sphere's centre, of unit length: the way out.
  float normal[3];
} RigmillContact;

// What a model has.
typedef struct RigmillModelInfo {
  // The number of bones.
  uint32_t bone_count;
  // The number of meshes.
  uint32_t mesh_count;
  // The number of materials.
  uint32_t material_count;
  // The radius of a sphere around all of it, at bind.
  float radius;
  // The centre of the sphere: x, y, z.
  float center[3];
} RigmillModelInfo;

// A bone of a model.
typedef struct RigmillModelBone {
  // Its name.
  struct RigmillText name;
  // Its matrix relative to its parent, at bind.
  struct RigmillMatrix local;
  // The number of its parent, a bone before this one; -1 for a root.
  int32_t parent;
} RigmillModelBone;

// A material of a model.
typedef struct RigmillMaterial {
  // Its name.
  struct RigmillText name;
  // Base colour r, g, b, linear, and opacity.
  float base_color[4];
  // Emitted light r, g, b, linear.
  float emissive[3];
  // 0 for a dielectric to 1 for a metal.
  float metallic;
  // 0 for a mirror to 1 for a rough surface.
  float roughness;
  // 0 opaque, 1 masked by `alpha_cutoff`, 2 blended.
  uint32_t alpha_mode;
  // The least opacity of a point that is there, for the alpha mode 1.
  float alpha_cutoff;
  // 1 if it is seen from behind, too.
  uint32_t double_sided;
} RigmillMaterial;

// Items one after another, such as the positions of all vertices.
typedef struct RigmillStream {
  // The first item; NULL if there is none.
  const void *data;
  // The number of items in a set: vertices or indices.
  size_t count;
  // Bytes from one item to the next.
  uint32_t stride;
  // A `RIGMILL_FORMAT_…`.
  uint32_t format;
  // The number of sets, one behind the other: of texture coordinates, colours, joints and weights there may be several.
  uint32_t set_count;
  // 0.
  uint32_t reserved;
} RigmillStream;

// A mesh of a model. Its pointers stay valid until the model is closed.
typedef struct RigmillMesh {
  // Its name.
  struct RigmillText name;
  // x, y, z of each vertex.
  struct RigmillStream positions;
  // A normal for each vertex, or none.
  struct RigmillStream normals;
  // A tangent for each vertex, or none; w is 1 or -1: bitangent = w (normal x tangent).
  struct RigmillStream tangents;
  // Colours r, g, b, a, linear, or none.
  struct RigmillStream colors;
  // Texture coordinates u, v, or none; v points down.
  struct RigmillStream uvs;
  // Four joints for each vertex, which are numbers of `skin_bones`; none for a rigid mesh.
  struct RigmillStream joints;
  // The weights of the joints.
  struct RigmillStream weights;
  // Three indices for each triangle.
  struct RigmillStream indices;
  // The bones of the model that move the vertices; NULL for a rigid mesh.
  const uint32_t *skin_bones;
  // For each bone of the skin, the matrix from the mesh's space at bind to the bone's.
  const struct RigmillMatrix *inverse_binds;
  // The number of bones of the skin.
  size_t skin_bone_count;
  // The bone of the model to which the mesh is attached.
  uint32_t bone;
  // The number of vertices.
  uint32_t vertex_count;
  // The number of parts, each with a material.
  uint32_t part_count;
  // The number of morph targets.
  uint32_t target_count;
  // The smallest x, y, z of the vertices.
  float box_min[3];
  // The largest x, y, z of the vertices.
  float box_max[3];
} RigmillMesh;

// A part of a mesh that is drawn with one material.
typedef struct RigmillPart {
  // Its first index.
  uint32_t first_index;
  // The number of its indices.
  uint32_t index_count;
  // The number of its material in the model; -1 for none.
  int32_t material;
} RigmillPart;

// A vertex as most engines draw it: 56 bytes.
typedef struct RigmillVertex {
  // x, y, z.
  float position[3];
  // Of unit length; zeros if the mesh has none.
  float normal[3];
  // Texture coordinates of the first set; zeros if the mesh has none.
  float uv[2];
  // Numbers of `skin_bones`; zeros for a rigid mesh.
  uint16_t joints[4];
  // The weights of the joints; zeros for a rigid mesh.
  float weights[4];
} RigmillVertex;

// The skin of a mesh on a skeleton. Several threads may use it at once.
typedef struct RigmillSkin {
  // The handle; 0 is none.
  uint64_t id;
} RigmillSkin;

// How a root moves over time. Clips bring theirs along; this is for motions without a clip. Several threads may use it at once.
typedef struct RigmillMotion {
  // The handle; 0 is none.
  uint64_t id;
} RigmillMotion;

// The local transforms of all bones of a skeleton, and how much each bone counts when the pose is blended. One thread at a time.
typedef struct RigmillPose {
  // The handle; 0 is none.
  uint64_t id;
} RigmillPose;

// Scale, then rotation, then translation.
typedef struct RigmillTransform {
  // x, y, z.
  float translation[3];
  // A quaternion x, y, z, w of unit length.
  float rotation[4];
  // Factors along x, y, z.
  float scale[3];
} RigmillTransform;

// A pose that takes part in a blend.
typedef struct RigmillBlendLayer {
  // The pose.
  struct RigmillPose pose;
  // Its weight; 0 or less counts as 0. Weights need not add up to 1.
  float weight;
  // 0: blended with the others. 1: added to the blend of the others, for poses that `rigmill_pose_make_additive` made.
  uint32_t additive;
} RigmillBlendLayer;

// A bone of a skeleton.
typedef struct RigmillBone {
  // The name by which clips refer to it.
  struct RigmillText name;
  // Its pose relative to the parent while nothing moves it.
  struct RigmillTransform bind;
  // The number of its parent, a bone before this one; -1 for a root.
  int32_t parent;
} RigmillBone;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The text of the last error of a function that was called on this thread; empty if there was none.
//
// UTF-8 of at most 1,023 bytes. The pointer stays valid while the thread lives, the text until the next error of the thread.
const char *rigmill_last_error(void);

// Loads an action set by its asset name, with its skeleton and all its clips.
RigmillStatus rigmill_actions_load(struct RigmillContent content, const char *name, struct RigmillActions *actions);

// The number of layers.
RigmillStatus rigmill_actions_layer_count(struct RigmillActions actions, size_t *count);

// A layer by its number.
RigmillStatus rigmill_actions_layer(struct RigmillActions actions, size_t index, struct RigmillActionLayer *layer);

// An action of a layer, by their numbers.
RigmillStatus rigmill_actions_action(struct RigmillActions actions,
                                     size_t layer,
                                     size_t index,
                                     struct RigmillAction *action);

// The skeleton of the action set, as a handle of its own.
RigmillStatus rigmill_actions_skeleton(struct RigmillActions actions, struct RigmillSkeleton *skeleton);

// Closes an action set.
RigmillStatus rigmill_actions_close(struct RigmillActions actions);

// Makes a crowd of `len` characters, at bind.
RigmillStatus rigmill_crowd_create(struct RigmillActions actions, size_t len, struct RigmillCrowd *crowd);

// Makes room for more characters, so that adding them allocates nothing.
RigmillStatus rigmill_crowd_reserve(struct RigmillCrowd crowd, size_t more);

// Adds a character, at bind.
RigmillStatus rigmill_crowd_add(struct RigmillCrowd crowd, struct RigmillCharacter *character);

// Removes a character.
RigmillStatus rigmill_crowd_remove(struct RigmillCrowd crowd, struct RigmillCharacter character);

// All characters, in the order of `rigmill_crowd_matrices`. Writes as many as there is room for, and the number of all; if there are
// more, it fails with `RIGMILL_STATUS_BUFFER_TOO_SMALL`.
RigmillStatus rigmill_crowd_characters(struct RigmillCrowd crowd,
                                       struct RigmillCharacter *characters,
                                       size_t capacity,
                                       size_t *count);

// Plays an action of a layer on a character from its start, also where it plays already.
RigmillStatus rigmill_crowd_play(struct RigmillCrowd crowd,
                                 struct RigmillCharacter character,
                                 const char *layer,
                                 const char *action);

// Fades a layer of a character out within `seconds`; 0 cuts. What is below shows again.
RigmillStatus rigmill_crowd_stop(struct RigmillCrowd crowd,
                                 struct RigmillCharacter character,
                                 const char *layer,
                                 float seconds);

// Sets the speed of the clip that a layer of a character plays: seconds of the clip a second.
RigmillStatus rigmill_crowd_set_speed(struct RigmillCrowd crowd,
                                      struct RigmillCharacter character,
                                      const char *layer,
                                      float time_scale);

// Sets how much of a layer of a character shows, 0 to 1.
RigmillStatus rigmill_crowd_set_weight(struct RigmillCrowd crowd,
                                       struct RigmillCharacter character,
                                       const char *layer,
                                       float weight);

// Sets how often a character's pose is made: in every `interval`th update. Its clocks, root motion and events are not affected.
RigmillStatus rigmill_crowd_set_update_interval(struct RigmillCrowd crowd,
                                                struct RigmillCharacter character,
                                                uint32_t interval);

// Moves all characters on by `seconds`.
RigmillStatus rigmill_crowd_update(struct RigmillCrowd crowd, float seconds);

// The matrices of all bones of all characters, one character after another, relative to their models, in place. The pointer stays
// valid until characters are added, or the crowd is closed; the matrices change with each update.
RigmillStatus rigmill_crowd_matrices(struct RigmillCrowd crowd,
                                     const struct RigmillMatrix **matrices,
                                     size_t *count);

// The matrix of each bone of a character relative to the model, in place. The pointer stays valid until characters are added or
// removed.
RigmillStatus rigmill_crowd_character_matrices(struct RigmillCrowd crowd,
                                               struct RigmillCharacter character,
                                               const struct RigmillMatrix **matrices,
                                               size_t *count);

// How the clips moved a character's root in the last update. Ask before another action plays.
RigmillStatus rigmill_crowd_movement(struct RigmillCrowd crowd,
                                     struct RigmillCharacter character,
                                     struct RigmillPlace *movement);

// The events of a character that the last update played, layer by layer, each in order. Writes as many as there is room for, and the
// number of all; if there are more, it fails with `RIGMILL_STATUS_BUFFER_TOO_SMALL`.
RigmillStatus rigmill_crowd_events(struct RigmillCrowd crowd,
                                   struct RigmillCharacter character,
                                   struct RigmillEvent *events,
                                   size_t capacity,
                                   size_t *count);

// What a layer of a character plays.
RigmillStatus rigmill_crowd_layer(struct RigmillCrowd crowd,
                                  struct RigmillCharacter character,
                                  const char *layer,
                                  struct RigmillLayerState *state);

// Closes a crowd.
RigmillStatus rigmill_crowd_close(struct RigmillCrowd crowd);

// Adds a breath to a player, by the asset name of its settings. The character breathes whatever it does.
RigmillStatus rigmill_player_add_breath(struct RigmillPlayer player, struct RigmillContent content, const char *name);

// Adds chains of springs to a player, such as hair and coats, by the asset name of their settings.
RigmillStatus rigmill_player_add_spring_bones(struct RigmillPlayer player,
                                              struct RigmillContent content,
                                              const char *name);

// Tells all springs of a player how the model has moved through its world since the last update: the matrix from the model's space of
// then to that of now, which is the inverse of the movement.
RigmillStatus rigmill_player_move_springs(struct RigmillPlayer player,
                                          const struct RigmillMatrix *old_to_new);

// Stops all springs of a player: for a model that was put elsewhere.
RigmillStatus rigmill_player_reset_springs(struct RigmillPlayer player);

// Usual settings: pole y, mid axis z, not soft, no twist, weight 1.
RigmillStatus rigmill_two_bone_ik_default(struct RigmillTwoBoneIk *settings);

// The mid axis of a limb that is bent the right way, as in most bind poses: by the matrices of its three joints, relative to the model. Fails
// for a straight limb. `mid_axis` receives x, y, z.
RigmillStatus rigmill_two_bone_ik_mid_axis(const struct RigmillMatrix *start,
                                           const struct RigmillMatrix *mid,
                                           const struct RigmillMatrix *end,
                                           float *mid_axis);

// Usual settings: forward x, up and pole y, no offset, no twist, weight 1.
RigmillStatus rigmill_aim_ik_default(struct RigmillAimIk *settings);

// Adds a limb that reaches for a target, by the names of its bones, such as shoulder, elbow and hand. `index` receives the limb's number
// among those of the player. It does nothing before `rigmill_player_set_limb_target`.
RigmillStatus rigmill_player_add_two_bone_ik(struct RigmillPlayer player,
                                             const struct RigmillTwoBoneIk *settings,
                                             const char *start,
                                             const char *mid,
                                             const char *end,
                                             size_t *index);

// Adds a chain of bones that aims at a target: the bone that points first, then bones above it, such as head, neck, spine. `index`
// receives the chain's number among those of the player. It does nothing before `rigmill_player_set_aim_target`.
RigmillStatus rigmill_player_add_aim_ik(struct RigmillPlayer player,
                                        const struct RigmillAimIk *settings,
                                        const struct RigmillAimBone *bones,
                                        size_t bone_count,
                                        size_t *index);

// Sets the target of a limb from the next update on: x, y, z in the model's space. NULL leaves the pose as it is. `weight` is 0 to 1.
RigmillStatus rigmill_player_set_limb_target(struct RigmillPlayer player,
                                             size_t index,
                                             const float *target,
                                             float weight);

// Sets the target of an aiming chain from the next update on: x, y, z in the model's space. NULL leaves the pose as it is. `weight`
// is 0 to 1.
RigmillStatus rigmill_player_set_aim_target(struct RigmillPlayer player,
                                            size_t index,
                                            const float *target,
                                            float weight);

// Whether a limb's end reached its target in the last update: 1 or 0.
RigmillStatus rigmill_player_limb_reached(struct RigmillPlayer player, size_t index, uint32_t *reached);

// Whether an aiming chain pointed at its target in the last update: 1 or 0.
RigmillStatus rigmill_player_aim_reached(struct RigmillPlayer player, size_t index, uint32_t *reached);

// Adds a breath to a character of a crowd, by the asset name of its settings.
RigmillStatus rigmill_crowd_add_breath(struct RigmillCrowd crowd,
                                       struct RigmillCharacter character,
                                       struct RigmillContent content,
                                       const char *name);

// Adds chains of springs to a character of a crowd, by the asset name of their settings.
RigmillStatus rigmill_crowd_add_spring_bones(struct RigmillCrowd crowd,
                                             struct RigmillCharacter character,
                                             struct RigmillContent content,
                                             const char *name);

// Binds the morph targets of a mesh to the clips of a player. Fails for a mesh without targets.
RigmillStatus rigmill_morph_create(struct RigmillPlayer player,
                                   struct RigmillModel model,
                                   size_t mesh,
                                   struct RigmillMorph *morph);

// The number of targets.
RigmillStatus rigmill_morph_target_count(struct RigmillMorph morph, size_t *count);

// The name of a target.
RigmillStatus rigmill_morph_target(struct RigmillMorph morph, size_t index, struct RigmillText *name);

// The weight of each target after the last update of a player: the one that the targets were bound to, or a copy of it.
RigmillStatus rigmill_morph_weights(struct RigmillMorph morph,
                                    struct RigmillPlayer player,
                                    float *weights,
                                    size_t capacity);

// The vertices of the mesh at weights of its targets: three floats for each position, and for each normal. There is room for `capacity`
// vertices in each buffer; `normals` may be NULL.
RigmillStatus rigmill_morph_vertices(struct RigmillMorph morph,
                                     const float *weights,
                                     size_t weight_count,
                                     float *positions,
                                     float *normals,
                                     size_t capacity);

// Closes a morph.
RigmillStatus rigmill_morph_close(struct RigmillMorph morph);

// Loads an action set by its asset name, with its skeleton and all its clips, and makes a character of it, at bind.
//
// `rules` is `RIGMILL_RULES_STANDARD` or `RIGMILL_RULES_ROBOTGAME`.
RigmillStatus rigmill_player_load(struct RigmillContent content,
                                  const char *name,
                                  uint32_t rules,
                                  struct RigmillPlayer *player);

// Makes another character of the same kind, in the same state. The two share skeleton and clips.
RigmillStatus rigmill_player_copy(struct RigmillPlayer player, struct RigmillPlayer *copy);

// Plays an action of a layer from its start, also where it plays already.
RigmillStatus rigmill_player_play(struct RigmillPlayer player, const char *layer, const char *action);

// Plays a clip that is not in the action set, on all bones that it moves.
RigmillStatus rigmill_player_play_clip(struct RigmillPlayer player,
                                       struct RigmillClip clip,
                                       const struct RigmillPlayOptions *options);

// Fades an additive layer out within `seconds`; 0 cuts.
RigmillStatus rigmill_player_stop(struct RigmillPlayer player, const char *layer, float seconds);

// Sets how much of an additive layer is added, 0 to 1.
RigmillStatus rigmill_player_set_weight(struct RigmillPlayer player, const char *layer, float weight);

// Moves on by `seconds`.
//
// If a bone has an error, the other bones have moved on, and that one keeps its matrix.
RigmillStatus rigmill_player_update(struct RigmillPlayer player, float seconds);

// The matrix of each bone relative to the model, in place. The pointer stays valid until the player is closed; the matrices change with
// each update.
RigmillStatus rigmill_player_matrices(struct RigmillPlayer player,
                                      const struct RigmillMatrix **matrices,
                                      size_t *count);

// The matrix of each bone relative to its parent, in place. The pointer stays valid until the next call that adds a layer or
// updates.
RigmillStatus rigmill_player_local_matrices(struct RigmillPlayer player,
                                            const struct RigmillMatrix **matrices,
                                            size_t *count);

// How the clips moved the character's root in the last update. `rigmill_place_move` adds it to where the character is. Ask before
// another action plays.
RigmillStatus rigmill_player_movement(struct RigmillPlayer player,
                                      struct RigmillPlace *movement);

// The events that the last update played, layer by layer, each in order. Writes as many as there is room for, and the number of all; if
// there are more, it fails with `RIGMILL_STATUS_BUFFER_TOO_SMALL`. Ask before another action plays.
RigmillStatus rigmill_player_events(struct RigmillPlayer player,
                                    struct RigmillEvent *events,
                                    size_t capacity,
                                    size_t *count);

// What a layer plays.
RigmillStatus rigmill_player_layer(struct RigmillPlayer player, const char *layer, struct RigmillLayerState *state);

// The skeleton of a player, as a handle of its own.
RigmillStatus rigmill_player_skeleton(struct RigmillPlayer player, struct RigmillSkeleton *skeleton);

// Closes a player.
RigmillStatus rigmill_player_close(struct RigmillPlayer player);

// Loads a clip by its asset name, with the root motion and the events that belong to it.
RigmillStatus rigmill_clip_load(struct RigmillContent content,
                                const char *name,
                                struct RigmillSkeleton skeleton,
                                struct RigmillClip *clip);

// What a clip is like.
RigmillStatus rigmill_clip_info(struct RigmillClip clip, struct RigmillClipInfo *info);

// An event of a clip by its number, in order of time.
RigmillStatus rigmill_clip_event(struct RigmillClip clip, size_t index, struct RigmillClipEvent *event);

// How the clip moves its root from one time to another, in seconds: the pose at `to` as seen from the pose at `from`. Times may be beyond
// the ends of a clip that loops. A clip without root motion stays where it is.
RigmillStatus rigmill_clip_movement(struct RigmillClip clip,
                                    double from,
                                    double to,
                                    struct RigmillPlace *movement);

// Closes a clip.
RigmillStatus rigmill_clip_close(struct RigmillClip clip);

// Loads a collision mesh by its asset name.
RigmillStatus rigmill_collision_load(struct RigmillContent content,
                                     const char *name,
                                     struct RigmillCollision *collision);

// Finds the first triangle on a ray. `origin` and `direction` are x, y, z; the direction may have any length but 0.
//
// With `fronts_only` other than 0 the ray passes through triangles from behind.
RigmillStatus rigmill_collision_ray(struct RigmillCollision collision,
                                    const float *origin,
                                    const float *direction,
                                    float max_distance,
                                    uint32_t fronts_only,
                                    struct RigmillHit *hit);

// Finds the point of the mesh that is nearest to a sphere's centre, within its radius. `center` is x, y, z.
RigmillStatus rigmill_collision_sphere(struct RigmillCollision collision,
                                       const float *center,
                                       float radius,
                                       struct RigmillContact *contact);

// Finds every triangle that a sphere touches. Writes as many as there is room for, and the number of all; if there are more,
// it fails with `RIGMILL_STATUS_BUFFER_TOO_SMALL`.
RigmillStatus rigmill_collision_contacts(struct RigmillCollision collision,
                                         const float *center,
                                         float radius,
                                         struct RigmillContact *contacts,
                                         size_t capacity,
                                         size_t *count);

// Closes a collision mesh.
RigmillStatus rigmill_collision_close(struct RigmillCollision collision);

// Opens the content below a folder, such as `build/native`, or in a pack, such as `game.rmp`.
RigmillStatus rigmill_content_open(const char *path, struct RigmillContent *content);

// Opens a pack whose `length` bytes are in memory. They are copied.
RigmillStatus rigmill_content_open_pack(const uint8_t *bytes, size_t length, struct RigmillContent *content);

// Makes content without any file. `rigmill_content_insert` adds files that the engine has loaded.
RigmillStatus rigmill_content_create(struct RigmillContent *content);

// Adds the file of an asset to content that `rigmill_content_create` made, in place of the one that it had. The bytes are copied.
//
// `name` is the path of the file without `.rmb`.
RigmillStatus rigmill_content_insert(struct RigmillContent content,
                                     const char *name,
                                     const uint8_t *bytes,
                                     size_t length);

// The content type of an asset as a number of docs/format.md, by the first bytes of its file: 4 is a skeleton, 5 a model.
RigmillStatus rigmill_content_type(struct RigmillContent content,
                                   const char *name,
                                   uint32_t *content_type);

// Reads the files again that have changed since they were loaded, and counts them. Handles keep the old content: load by name
// again to get the new. Fails if a changed file cannot be loaded; the old content stays then.
RigmillStatus rigmill_content_reload(struct RigmillContent content,
                                     size_t *count);

// Closes content.
RigmillStatus rigmill_content_close(struct RigmillContent content);

// Loads a model by its asset name.
RigmillStatus rigmill_model_load(struct RigmillContent content, const char *name, struct RigmillModel *model);

// What a model has.
RigmillStatus rigmill_model_info(struct RigmillModel model, struct RigmillModelInfo *info);

// A bone by its number. Parents come before their children.
RigmillStatus rigmill_model_bone(struct RigmillModel model, size_t index, struct RigmillModelBone *bone);

// Closes a model: pointers into it are valid no more.
RigmillStatus rigmill_model_close(struct RigmillModel model);

// A material by its number.
RigmillStatus rigmill_model_material(struct RigmillModel model, size_t index, struct RigmillMaterial *material);

// The asset name of a material's texture for a use: 0 colour, 1 normals, 2 specular, 3 emissive, 4 opacity, 5 roughness,
// 6 metalness, 7 occlusion. `RIGMILL_STATUS_NOT_FOUND` if it has none.
RigmillStatus rigmill_model_texture(struct RigmillModel model,
                                    size_t material,
                                    uint32_t usage,
                                    struct RigmillText *asset);

// A mesh by its number.
RigmillStatus rigmill_model_mesh(struct RigmillModel model, size_t index, struct RigmillMesh *mesh);

// A part of a mesh by its number. Parts follow each other and cover all indices.
RigmillStatus rigmill_model_part(struct RigmillModel model, size_t mesh, size_t index, struct RigmillPart *part);

// Copies the vertices of a mesh, whatever their formats, into a vertex buffer with room for `capacity` of them.
RigmillStatus rigmill_model_copy_vertices(struct RigmillModel model,
                                          size_t mesh,
                                          struct RigmillVertex *vertices,
                                          size_t capacity);

// Binds the skin of a mesh to a skeleton, by the names of bones. Fails for a rigid mesh, which moves with its bone.
RigmillStatus rigmill_skin_create(struct RigmillModel model,
                                  size_t mesh,
                                  struct RigmillSkeleton skeleton,
                                  struct RigmillSkin *skin);

// The number of joints.
RigmillStatus rigmill_skin_joint_count(struct RigmillSkin skin, size_t *count);

// The matrix of each joint, from the mesh's space at bind to the model's: inverse bind x bone. `bones` has a matrix for each bone of the
// skeleton, relative to the model, such as `rigmill_player_matrices` gives.
RigmillStatus rigmill_skin_matrices(struct RigmillSkin skin,
                                    const struct RigmillMatrix *bones,
                                    size_t bone_count,
                                    struct RigmillMatrix *matrices,
                                    size_t capacity);

// Closes a skin.
RigmillStatus rigmill_skin_close(struct RigmillSkin skin);

// Loads a motion by its asset name.
RigmillStatus rigmill_motion_load(struct RigmillContent content, const char *name, struct RigmillMotion *motion);

// Seconds that a loop takes.
RigmillStatus rigmill_motion_duration(struct RigmillMotion motion, double *duration);

// How the root moves from one time to another, in seconds: its pose at `to` as seen from its pose at `from`.
RigmillStatus rigmill_motion_delta(struct RigmillMotion motion, double from, double to, struct RigmillPlace *movement);

// Closes a motion.
RigmillStatus rigmill_motion_close(struct RigmillMotion motion);

// The origin, without a rotation: where a character begins.
RigmillStatus rigmill_place_origin(struct RigmillPlace *place);

// Moves a place by a movement, as seen from the place: add what `rigmill_player_movement` returns to where the character is.
RigmillStatus rigmill_place_move(struct RigmillPlace *place,
                                 const struct RigmillPlace *movement);

// Makes a pose of a skeleton: at bind, and every bone counts 1.
RigmillStatus rigmill_pose_create(struct RigmillSkeleton skeleton, struct RigmillPose *pose);

// Puts all bones back to bind.
RigmillStatus rigmill_pose_reset(struct RigmillPose pose);

// The transform of a bone, relative to its parent.
RigmillStatus rigmill_pose_bone(struct RigmillPose pose, size_t bone, struct RigmillTransform *transform);

// Sets the transform of a bone, relative to its parent.
RigmillStatus rigmill_pose_set_bone(struct RigmillPose pose, size_t bone, const struct RigmillTransform *transform);

// Sets how much each bone counts when the pose is blended, from 0 to 1: a mask. `weights` has a number for each bone.
RigmillStatus rigmill_pose_set_mask(struct RigmillPose pose, const float *weights, size_t count);

// Samples a clip at a time, in seconds from its start. Bones that the clip does not move are at bind.
RigmillStatus rigmill_pose_sample(struct RigmillPose pose, struct RigmillClip clip, float time, uint32_t mode);

// Makes an additive pose: the difference of a pose from a reference. The three are different poses.
RigmillStatus rigmill_pose_make_additive(struct RigmillPose out, struct RigmillPose pose, struct RigmillPose reference);

// Blends up to `RIGMILL_MOST_BLENDED_POSES` poses by their weights and masks into another pose. Where the weights of a bone add up to
// less than 0.1, the bind pose takes the weight that is missing.
RigmillStatus rigmill_pose_blend(struct RigmillPose out,
                                 const struct RigmillBlendLayer *layers,
                                 size_t count);

// The matrix of each bone, relative to the model.
RigmillStatus rigmill_pose_to_model(struct RigmillPose pose, struct RigmillMatrix *matrices, size_t capacity);

// Closes a pose.
RigmillStatus rigmill_pose_close(struct RigmillPose pose);

// Loads a skeleton by its asset name.
RigmillStatus rigmill_skeleton_load(struct RigmillContent content, const char *name, struct RigmillSkeleton *skeleton);

// The number of bones.
RigmillStatus rigmill_skeleton_bone_count(struct RigmillSkeleton skeleton, size_t *count);

// A bone by its number. Parents come before their children.
RigmillStatus rigmill_skeleton_bone(struct RigmillSkeleton skeleton, size_t index, struct RigmillBone *bone);

// The number of the bone with this name.
RigmillStatus rigmill_skeleton_find(struct RigmillSkeleton skeleton, const char *name, size_t *index);

// Turns matrices relative to parents into matrices relative to the model. `local` has a matrix for each bone, and `matrices` room for
// as many; both are `count` long.
RigmillStatus rigmill_skeleton_to_model(struct RigmillSkeleton skeleton,
                                        const struct RigmillMatrix *local,
                                        struct RigmillMatrix *matrices,
                                        size_t count);

// Closes a skeleton.
RigmillStatus rigmill_skeleton_close(struct RigmillSkeleton skeleton);

// The `RIGMILL_ABI_VERSION` of the library. Compare it with that of the header before anything else.
uint32_t rigmill_abi_version(void);

// The version of Rigmill, such as `0.2.0`.
const char *rigmill_version(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* RIGMILL_H */
