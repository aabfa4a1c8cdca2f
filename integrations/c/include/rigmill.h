/*
 * Rigmill's runtime for C, C++ and every language that can call C. It loads built content and plays it.
 *
 * STATUS. Each function returns a RigmillStatus. It writes its results through pointers, which are its last arguments. If a function
 * returns anything but RIGMILL_STATUS_OK, its results are undefined, and rigmill_last_error() describes the error. The few functions
 * that cannot fail return their result directly. Nothing is thrown into C, and no error ends the program.
 *
 * HANDLES. A handle is a number in a struct. {0} is the null handle. A null, invented or closed handle, or a handle of the wrong kind,
 * causes an error, never undefined behaviour. Closing a handle twice is also an error. For each kind of handle there is a function
 * ..._close. You may close handles in any order: a handle keeps what it needs from other handles.
 *
 * POINTERS. Strings that you pass must be UTF-8 and end with a NUL byte. A pointer must not be NULL unless its function says so, and it
 * must have the alignment of its type. An array of 0 items may be NULL. Rigmill checks what it can. You must make sure that memory has
 * the size that you state, and that no other thread changes it during the call. The buffers of a call must not overlap if the call
 * writes to one of them. Pointers that a function returns are read-only, and valid as long as the function's description says.
 *
 * THREADS. Any thread may call any function. Several threads may use content, skeletons, models, skins, clips, motions, collision meshes
 * and action sets at the same time. Only one thread at a time may use a player, crowd, pose or morph: a second thread's call changes
 * nothing and fails with RIGMILL_STATUS_BUSY. No call waits for another call. Closing a handle that another thread is using also fails
 * with RIGMILL_STATUS_BUSY. Each thread has its own error text.
 *
 * MEMORY. Playing does not allocate memory: this includes play, stop, update, matrices, movements, events, weights, samples, blends and
 * queries. Functions that open or close a handle, that add something, or that take the name of an asset may allocate. So may
 * rigmill_player_play_clip, when it first plays a clip that does not consist of key frames and the action set has no such clip.
 *
 * NUMBERS. Matrices are for row vectors and stored row by row; the translation is in the last row. model space = local x model space of
 * the parent. Quaternions are x, y, z, w. Times are in seconds. Results have the same bits on every machine.
 */

#ifndef RIGMILL_H
#define RIGMILL_H

/* Made by cbindgen from integrations/c/src: do not edit. */

#include <stddef.h>
#include <stdint.h>

// The maximum number of characters in a crowd.
#define RIGMILL_MAX_CHARACTERS 65536

// The maximum number of bones in an aiming chain.
#define RIGMILL_MAX_AIMING_BONES 16

// The stream is empty.
#define RIGMILL_FORMAT_NONE 0

// Two floats.
#define RIGMILL_FORMAT_FLOAT32X2 1

// Three floats.
#define RIGMILL_FORMAT_FLOAT32X3 2

// Four floats.
#define RIGMILL_FORMAT_FLOAT32X4 3

// Four 16-bit integers.
#define RIGMILL_FORMAT_UINT16X4 4

// A position as four 16-bit integers, which represent 0 to 1: `box_min` + longest side of the box x number.
#define RIGMILL_FORMAT_UNORM16X4 5

// A direction as two 16-bit integers, which represent -1 to 1: a point of an octahedron, as described in docs/format.md.
#define RIGMILL_FORMAT_OCTAHEDRAL 6

// A 16-bit index.
#define RIGMILL_FORMAT_UINT16 7

// A 32-bit index.
#define RIGMILL_FORMAT_UINT32 8

// The maximum number of poses that are blended in one call.
#define RIGMILL_MAX_BLENDED_POSES 16

// A clip stops at its end and holds its last pose.
#define RIGMILL_ONCE 0

// A clip starts again at its end.
#define RIGMILL_REPEAT 1

// Clips are sampled and blended as their authors intended. This is the usual choice.
#define RIGMILL_RULES_STANDARD 0

// Clips are sampled and blended as in Microsoft's RobotGame, bit for bit, including its bugs.
#define RIGMILL_RULES_ROBOTGAME 1

// The version of the functions and structs that this header declares.
//
// It changes when a program that was compiled with an older header would no longer work correctly. New functions do not change
// it.
#define RIGMILL_ABI_VERSION 1

// The result of a function. For errors, `rigmill_last_error` returns a text.
enum RigmillStatus
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // The function succeeded.
  RIGMILL_STATUS_OK = 0,
  // A pointer that must not be NULL is NULL.
  RIGMILL_STATUS_NULL_POINTER = 1,
  // A pointer is not aligned for its type, or its length exceeds the address space.
  RIGMILL_STATUS_BAD_POINTER = 2,
  // A text is not UTF-8, or has no NUL within its first 4,096 bytes.
  RIGMILL_STATUS_BAD_TEXT = 3,
  // A handle is zero, was closed, or never existed; or a character is not in the crowd.
  RIGMILL_STATUS_BAD_HANDLE = 4,
  // A handle refers to an object of a different type.
  RIGMILL_STATUS_WRONG_KIND = 5,
  // Another thread is using the handle, or the handle is used twice in one call.
  RIGMILL_STATUS_BUSY = 6,
  // A buffer of the caller is too small.
  RIGMILL_STATUS_BUFFER_TOO_SMALL = 7,
  // A buffer that is read and a buffer that is written overlap.
  RIGMILL_STATUS_OVERLAPPING_BUFFERS = 8,
  // A file, asset, bone, layer or action does not exist.
  RIGMILL_STATUS_NOT_FOUND = 9,
  // A file cannot be read, is damaged, has a different version, or contains something else.
  RIGMILL_STATUS_CANNOT_LOAD = 10,
  // A number is out of range: no item has this number.
  RIGMILL_STATUS_OUT_OF_RANGE = 11,
  // An argument has a value that is not allowed.
  RIGMILL_STATUS_INVALID_ARGUMENT = 12,
  // Two things do not fit together, such as a clip and a skeleton.
  RIGMILL_STATUS_DOES_NOT_FIT = 13,
  // A clip cannot continue to play.
  RIGMILL_STATUS_CANNOT_PLAY = 14,
  // There is not enough memory, or there are too many handles.
  RIGMILL_STATUS_OUT_OF_MEMORY = 15,
  // A bug in Rigmill. Close the handle that you passed; every other use of it is an error.
  RIGMILL_STATUS_INTERNAL = 16,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum RigmillStatus RigmillStatus;
#else
typedef int32_t RigmillStatus;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// The built content of a game: a folder, a pack, or files in memory. Assets are loaded from it by name, such as
// `Hero/Grund.actions`, and stay loaded until it is closed. Closing it does not close handles of assets that were loaded from
// it.
//
// Several threads may use it at the same time.
typedef struct RigmillContent {
  // The handle; 0 means none.
  uint64_t id;
} RigmillContent;

// The actions of one type of character, with its skeleton and clips. Crowds are created from it. Several threads may use it at
// the same time.
typedef struct RigmillActions {
  // The handle; 0 means none.
  uint64_t id;
} RigmillActions;

// A text in content: UTF-8, **without** a terminating NUL. In C: `printf("%.*s", (int)text.length, text.data)`.
//
// It stays valid until the handle from which you got it is closed.
typedef struct RigmillText {
  // The first byte; never NULL.
  const char *data;
  // The number of bytes.
  size_t length;
} RigmillText;

// A layer of an action set.
typedef struct RigmillActionLayer {
  // The layer's name.
  struct RigmillText name;
  // The number of actions in the layer.
  uint32_t action_count;
  // 1 if the layer's clips are added to the pose of the layers below, 0 if they replace it.
  uint32_t additive;
} RigmillActionLayer;

// An action: a clip and its play options.
typedef struct RigmillAction {
  // The action's name.
  struct RigmillText name;
  // The asset name of the clip.
  struct RigmillText clip;
  // The duration of the clip in seconds.
  float duration;
  // The time in the clip at which it starts, in seconds.
  float start_time;
  // The duration of the cross-fade from the previous clip, in seconds.
  float blend_time;
  // The speed, in seconds of the clip per second.
  float time_scale;
  // `RIGMILL_ONCE` or `RIGMILL_REPEAT`.
  uint32_t mode;
  // Always 0.
  uint32_t reserved;
} RigmillAction;

// A skeleton. Several threads may use it at the same time.
typedef struct RigmillSkeleton {
  // The handle; 0 means none.
  uint64_t id;
} RigmillSkeleton;

// Many characters of one type, whose poses are computed in blocks of eight bones. This is several times as fast as players.
// Only one thread may use a crowd at a time. To use several threads, give each thread its own crowd: crowds of one action set
// share its clips.
typedef struct RigmillCrowd {
  // The handle; 0 means none.
  uint64_t id;
} RigmillCrowd;

// A character of a crowd. It stays valid while other characters are added and removed, and never refers to a different
// character.
typedef struct RigmillCharacter {
  // Internal numbers. They have no meaning for the game.
  uint32_t numbers[3];
} RigmillCharacter;

// A row-major matrix for row vectors: the translation is `m[12]`, `m[13]`, `m[14]`. It has the same memory layout as XNA's
// `Matrix`, and as a column-major matrix for column vectors.
typedef struct RigmillMatrix {
  // The elements, row by row.
  float m[16];
} RigmillMatrix;

// A rotation followed by a translation, in double precision: the place of a character, or its movement.
typedef struct RigmillPlace {
  // The translation x, y, z.
  double translation[3];
  // The rotation as a unit quaternion x, y, z, w.
  double rotation[4];
} RigmillPlace;

// An event of a clip that the last update played.
//
// Its texts stay valid until the player or crowd is closed.
typedef struct RigmillEvent {
  // The layer that played the clip.
  struct RigmillText layer;
  // The event's name, such as `footstep`.
  struct RigmillText name;
  // A string for the game; empty if the source has none.
  struct RigmillText text;
  // The hash of the name: 64-bit FNV-1a of its bytes.
  uint64_t id;
  // A number for the game; 0 if the source has none.
  float value;
  // The time from the beginning of the update to the event, in seconds.
  float after;
  // 1 if the event's clip is fading out, else 0. A game can ignore events of clips that fade out.
  uint32_t fades_out;
  // Always 0.
  uint32_t reserved;
} RigmillEvent;

// The state of a layer of a character.
typedef struct RigmillLayerState {
  // The name of the action that the layer played last; empty if it has played none.
  struct RigmillText action;
  // 1 if the layer's clip has reached its end and stays there, else 0.
  uint32_t finished;
  // The number of times that the layer's clip started again during the last update.
  uint32_t passes;
} RigmillLayerState;

// A character that plays the actions of an action set, bone by bone. Only one thread may use it at a time.
typedef struct RigmillPlayer {
  // The handle; 0 means none.
  uint64_t id;
} RigmillPlayer;

// Settings for bending a limb of two bones so that its end reaches a target.
typedef struct RigmillTwoBoneIk {
  // The direction in which the mid joint points, in model space.
  float pole[3];
  // The axis about which the mid joint bends, in the mid joint's space. A positive rotation about it opens the angle between
  // the two bones.
  float mid_axis[3];
  // The fraction of the limb's length, 0 to 1, up to which the end follows the target exactly. 1 turns softening off.
  float soften;
  // The angle by which the limb rotates away from the pole, in radians.
  float twist;
  // The share of the correction that is applied: from 0 (none) to 1 (all of it).
  float weight;
} RigmillTwoBoneIk;

// Settings for rotating a bone so that one of its axes points at a target.
typedef struct RigmillAimIk {
  // The axis that points at the target, in the bone's space.
  float forward[3];
  // The start of the ray along the forward axis: a point in the bone's space.
  float offset[3];
  // The axis that points towards the pole, in the bone's space. Zeros let the bone roll freely.
  float up[3];
  // The direction to which the up axis points, in model space.
  float pole[3];
  // The angle by which the bone rotates away from the pole, in radians.
  float twist;
  // The share of the correction that is applied: from 0 (none) to 1 (all of it).
  float weight;
} RigmillAimIk;

// The settings of one bone of an aiming chain.
typedef struct RigmillAimBone {
  // The number of the bone in the skeleton.
  uint32_t bone;
  // The share that this bone takes of the rotation that the bones before it left, 0 to 1.
  float weight;
  // The maximum angle by which the bone rotates away from its pose, in radians.
  float limit;
} RigmillAimBone;

// A model. Several threads may use it at the same time. Pointers into it stay valid until it is closed.
typedef struct RigmillModel {
  // The handle; 0 means none.
  uint64_t id;
} RigmillModel;

// The morph targets of a mesh, bound to the clips of a player. Only one thread may use it at a time.
typedef struct RigmillMorph {
  // The handle; 0 means none.
  uint64_t id;
} RigmillMorph;

// A clip of any type on the bones of a skeleton, with its root motion and its events. Several threads may use it at the same
// time.
typedef struct RigmillClip {
  // The handle; 0 means none.
  uint64_t id;
} RigmillClip;

// How a clip is played.
typedef struct RigmillPlayOptions {
  // The time in the clip at which it starts, in seconds.
  float start_time;
  // The duration of the cross-fade from the previous clip, in seconds. 0 means no cross-fade.
  float blend_time;
  // The speed, in seconds of the clip per second: 1 is normal speed, 0 holds the pose, and negative speeds play backwards.
  float time_scale;
  // `RIGMILL_ONCE` or `RIGMILL_REPEAT`.
  uint32_t mode;
} RigmillPlayOptions;

// Properties of a clip.
typedef struct RigmillClipInfo {
  // The duration in seconds.
  float duration;
  // The number of frames per second; 0 for clips whose keys have individual times.
  float frame_rate;
  // The number of bones of the skeleton that the clip is for.
  uint32_t bone_count;
  // The number of bones that the clip moves.
  uint32_t moved_bone_count;
  // The number of events of the clip.
  uint32_t event_count;
  // 1 if the clip has root motion, else 0.
  uint32_t has_motion;
} RigmillClipInfo;

// A named moment of a clip.
typedef struct RigmillClipEvent {
  // The event's name, such as `footstep`.
  struct RigmillText name;
  // A string for the game; empty if the source has none.
  struct RigmillText text;
  // The hash of the name: 64-bit FNV-1a of its bytes.
  uint64_t id;
  // The time from the clip's start, in seconds.
  float time;
  // A number for the game; 0 if the source has none.
  float value;
} RigmillClipEvent;

// A collision mesh. Several threads may use it at the same time.
typedef struct RigmillCollision {
  // The handle; 0 means none.
  uint64_t id;
} RigmillCollision;

// The hit of a ray.
typedef struct RigmillHit {
  // 1 if the ray hit a triangle. Otherwise 0, and all other fields are 0, too.
  uint32_t found;
  // The number of the triangle in the mesh.
  uint32_t triangle;
  // 1 if the ray hit the triangle's front: the side from which its corners are in counter-clockwise order.
  uint32_t front;
  // The distance from the ray's start.
  float distance;
  // The hit point x, y, z.
  float point[3];
  // The triangle's unit normal, on its front side.
  float normal[3];
} RigmillHit;

// A triangle that a sphere touches.
typedef struct RigmillContact {
  // 1 if the sphere touches a triangle. Otherwise 0, and all other fields are 0, too.
  uint32_t found;
  // The number of the triangle in the mesh.
  uint32_t triangle;
  // The distance from the sphere's center to `point`.
  float distance;
  // The point of the triangle that is nearest to the sphere's center: x, y, z.
  float point[3];
  // The unit vector from `point` to the sphere's center: the direction to push the sphere out.
  float normal[3];
} RigmillContact;

// Properties of a model.
typedef struct RigmillModelInfo {
  // The number of bones.
  uint32_t bone_count;
  // The number of meshes.
  uint32_t mesh_count;
  // The number of materials.
  uint32_t material_count;
  // The radius of a sphere around the whole model in its bind pose.
  float radius;
  // The center of the sphere: x, y, z.
  float center[3];
} RigmillModelInfo;

// A bone of a model.
typedef struct RigmillModelBone {
  // The bone's name.
  struct RigmillText name;
  // The bone's local matrix in the bind pose.
  struct RigmillMatrix local;
  // The number of the parent, which is lower than the bone's own; -1 for a root.
  int32_t parent;
} RigmillModelBone;

// A material of a model.
typedef struct RigmillMaterial {
  // The material's name.
  struct RigmillText name;
  // The base colour r, g, b, linear, and the opacity, 0 to 1.
  float base_color[4];
  // The emitted light r, g, b, linear.
  float emissive[3];
  // How metallic the surface is: from 0 for a dielectric to 1 for a metal.
  float metallic;
  // How rough the surface is: from 0 for a mirror to 1 for a rough surface.
  float roughness;
  // The alpha mode: 0 for opaque, 1 for masked by `alpha_cutoff`, 2 for blended.
  uint32_t alpha_mode;
  // The lowest opacity that is drawn in alpha mode 1.
  float alpha_cutoff;
  // 1 if the surface is visible from behind, too, else 0.
  uint32_t double_sided;
} RigmillMaterial;

// A list of items in memory, such as the positions of all vertices.
typedef struct RigmillStream {
  // The first item; NULL if the stream is empty.
  const void *data;
  // The number of items in each set: vertices or indices.
  size_t count;
  // The number of bytes from one item to the next.
  uint32_t stride;
  // The format of an item: one of `RIGMILL_FORMAT_…`.
  uint32_t format;
  // The number of sets, which are stored one after another. Texture coordinates, colours, joints and weights can have
  // several sets.
  uint32_t set_count;
  // Always 0.
  uint32_t reserved;
} RigmillStream;

// A mesh of a model. Its pointers stay valid until the model is closed.
typedef struct RigmillMesh {
  // The mesh's name.
  struct RigmillText name;
  // The position x, y, z of each vertex.
  struct RigmillStream positions;
  // The normal of each vertex; may be empty.
  struct RigmillStream normals;
  // The tangent of each vertex; may be empty. w is 1 or -1: bitangent = w (normal x tangent).
  struct RigmillStream tangents;
  // Colors r, g, b, a, linear; may be empty.
  struct RigmillStream colors;
  // Texture coordinates u, v; may be empty. v points down.
  struct RigmillStream uvs;
  // Four joints per vertex. Each is an index in `skin_bones`. Empty for a rigid mesh.
  struct RigmillStream joints;
  // The weights of the joints.
  struct RigmillStream weights;
  // Three indices per triangle.
  struct RigmillStream indices;
  // The bones of the model that move the vertices; NULL for a rigid mesh.
  const uint32_t *skin_bones;
  // The matrix of each skin bone, from the mesh's space to the bone's space in the bind pose.
  const struct RigmillMatrix *inverse_binds;
  // The number of skin bones.
  size_t skin_bone_count;
  // The bone of the model to which the mesh is attached.
  uint32_t bone;
  // The number of vertices.
  uint32_t vertex_count;
  // The number of parts. Each part has one material.
  uint32_t part_count;
  // The number of morph targets.
  uint32_t target_count;
  // The minimum x, y, z of the vertices.
  float box_min[3];
  // The maximum x, y, z of the vertices.
  float box_max[3];
} RigmillMesh;

// A part of a mesh that is drawn with one material.
typedef struct RigmillPart {
  // The number of the part's first index.
  uint32_t first_index;
  // The number of the part's indices.
  uint32_t index_count;
  // The number of the part's material in the model; -1 for none.
  int32_t material;
} RigmillPart;

// A vertex in the form that most engines draw: 56 bytes.
typedef struct RigmillVertex {
  // The position x, y, z.
  float position[3];
  // The unit normal; zeros if the mesh has no normals.
  float normal[3];
  // Texture coordinates of the first set; zeros if the mesh has none.
  float uv[2];
  // Indices in `skin_bones`; zeros for a rigid mesh.
  uint16_t joints[4];
  // The weights of the joints; zeros for a rigid mesh.
  float weights[4];
} RigmillVertex;

// The skin of a mesh, bound to a skeleton. Several threads may use it at the same time.
typedef struct RigmillSkin {
  // The handle; 0 means none.
  uint64_t id;
} RigmillSkin;

// The movement of a root over time. Clips include their own motion; this type is for motions without a clip. Several threads
// may use it at the same time.
typedef struct RigmillMotion {
  // The handle; 0 means none.
  uint64_t id;
} RigmillMotion;

// The local transforms of all bones of a skeleton, and the weight of each bone in blends. Only one thread may use it at a
// time.
typedef struct RigmillPose {
  // The handle; 0 means none.
  uint64_t id;
} RigmillPose;

// A transform: scale, then rotation, then translation.
typedef struct RigmillTransform {
  // The translation x, y, z.
  float translation[3];
  // The rotation as a unit quaternion x, y, z, w.
  float rotation[4];
  // The scale factors along x, y, z.
  float scale[3];
} RigmillTransform;

// A pose that takes part in a blend.
typedef struct RigmillBlendLayer {
  // The pose.
  struct RigmillPose pose;
  // The pose's weight. Negative values count as 0. Weights need not add up to 1.
  float weight;
  // 0 if the pose is blended with the others. 1 if it is added to the blend of the others; such a pose comes from
  // `rigmill_pose_make_additive`.
  uint32_t additive;
} RigmillBlendLayer;

// A bone of a skeleton.
typedef struct RigmillBone {
  // The bone's name, by which clips refer to it.
  struct RigmillText name;
  // The bone's local transform in the bind pose.
  struct RigmillTransform bind;
  // The number of the parent, which is lower than the bone's own; -1 for a root.
  int32_t parent;
} RigmillBone;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Returns the text of the last error that a function returned on this thread. Empty if there was no error.
//
// The text is UTF-8 of at most 1,023 bytes. The pointer is valid for the lifetime of the thread. The text is valid until the
// next error on this thread.
const char *rigmill_last_error(void);

// Loads an action set by its asset name, with its skeleton and all its clips.
RigmillStatus rigmill_actions_load(struct RigmillContent content, const char *name, struct RigmillActions *actions);

// Gets the number of layers.
RigmillStatus rigmill_actions_layer_count(struct RigmillActions actions, size_t *count);

// Gets a layer by its number.
RigmillStatus rigmill_actions_layer(struct RigmillActions actions, size_t index, struct RigmillActionLayer *layer);

// Gets an action of a layer by their numbers.
RigmillStatus rigmill_actions_action(struct RigmillActions actions,
                                     size_t layer,
                                     size_t index,
                                     struct RigmillAction *action);

// Gets a new handle of the action set's skeleton. Close it separately.
RigmillStatus rigmill_actions_skeleton(struct RigmillActions actions, struct RigmillSkeleton *skeleton);

// Closes an action set.
RigmillStatus rigmill_actions_close(struct RigmillActions actions);

// Creates a crowd of `len` characters in their bind pose.
RigmillStatus rigmill_crowd_create(struct RigmillActions actions, size_t len, struct RigmillCrowd *crowd);

// Reserves memory for `more` characters, so that adding them allocates no memory.
RigmillStatus rigmill_crowd_reserve(struct RigmillCrowd crowd, size_t more);

// Adds a character in its bind pose.
RigmillStatus rigmill_crowd_add(struct RigmillCrowd crowd, struct RigmillCharacter *character);

// Removes a character.
RigmillStatus rigmill_crowd_remove(struct RigmillCrowd crowd, struct RigmillCharacter character);

// Gets all characters, in the order of `rigmill_crowd_matrices`. Writes characters until the buffer is full, and the number of
// all characters. If the buffer is too small for all of them, fails with `RIGMILL_STATUS_BUFFER_TOO_SMALL`.
RigmillStatus rigmill_crowd_characters(struct RigmillCrowd crowd,
                                       struct RigmillCharacter *characters,
                                       size_t capacity,
                                       size_t *count);

// Plays an action of a layer on a character from its start, even if the action is already playing.
RigmillStatus rigmill_crowd_play(struct RigmillCrowd crowd,
                                 struct RigmillCharacter character,
                                 const char *layer,
                                 const char *action);

// Fades out a layer of a character within `seconds`, or removes it immediately if `seconds` is 0. Then the pose of the layers
// below is visible again.
RigmillStatus rigmill_crowd_stop(struct RigmillCrowd crowd,
                                 struct RigmillCharacter character,
                                 const char *layer,
                                 float seconds);

// Sets the speed of the clip that a layer of a character plays, in seconds of the clip per second.
RigmillStatus rigmill_crowd_set_speed(struct RigmillCrowd crowd,
                                      struct RigmillCharacter character,
                                      const char *layer,
                                      float time_scale);

// Sets the weight of a layer of a character, 0 to 1.
RigmillStatus rigmill_crowd_set_weight(struct RigmillCrowd crowd,
                                       struct RigmillCharacter character,
                                       const char *layer,
                                       float weight);

// Sets the number of updates per pose of a character: only every `interval`th update computes its pose. Its clocks, root
// motion and events do not change.
RigmillStatus rigmill_crowd_set_update_interval(struct RigmillCrowd crowd,
                                                struct RigmillCharacter character,
                                                uint32_t interval);

// Advances all characters by `seconds`.
RigmillStatus rigmill_crowd_update(struct RigmillCrowd crowd, float seconds);

// Gets the model-space matrices of all bones of all characters, one character after another, without copying them. The pointer
// stays valid until characters are added or the crowd is closed. The matrices change with each update.
RigmillStatus rigmill_crowd_matrices(struct RigmillCrowd crowd,
                                     const struct RigmillMatrix **matrices,
                                     size_t *count);

// Gets the model-space matrix of each bone of a character, without copying the matrices. The pointer stays valid until
// characters are added or removed, or the crowd is closed.
RigmillStatus rigmill_crowd_character_matrices(struct RigmillCrowd crowd,
                                               struct RigmillCharacter character,
                                               const struct RigmillMatrix **matrices,
                                               size_t *count);

// Gets the movement of a character's root by its clips in the last update. Call this before another action plays.
RigmillStatus rigmill_crowd_movement(struct RigmillCrowd crowd,
                                     struct RigmillCharacter character,
                                     struct RigmillPlace *movement);

// Gets the events of a character that the last update played, layer by layer, in order within a layer. Writes events until the
// buffer is full, and the number of all events. If the buffer is too small for all of them, fails with
// `RIGMILL_STATUS_BUFFER_TOO_SMALL`.
RigmillStatus rigmill_crowd_events(struct RigmillCrowd crowd,
                                   struct RigmillCharacter character,
                                   struct RigmillEvent *events,
                                   size_t capacity,
                                   size_t *count);

// Gets the state of a layer of a character.
RigmillStatus rigmill_crowd_layer(struct RigmillCrowd crowd,
                                  struct RigmillCharacter character,
                                  const char *layer,
                                  struct RigmillLayerState *state);

// Closes a crowd.
RigmillStatus rigmill_crowd_close(struct RigmillCrowd crowd);

// Adds a breath to a player, by the asset name of its settings. The character then breathes, regardless of what it plays.
RigmillStatus rigmill_player_add_breath(struct RigmillPlayer player,
                                        struct RigmillContent content,
                                        const char *name);

// Adds chains of springs to a player, for example for hair and coats, by the asset name of their settings.
RigmillStatus rigmill_player_add_spring_bones(struct RigmillPlayer player,
                                              struct RigmillContent content,
                                              const char *name);

// Moves all springs of a player when the model has moved through its world since the last update. The matrix transforms from
// the model space of the last update to the current model space, so it is the inverse of the movement.
RigmillStatus rigmill_player_move_springs(struct RigmillPlayer player,
                                          const struct RigmillMatrix *old_to_new);

// Resets all springs of a player. Call this after you teleport a model.
RigmillStatus rigmill_player_reset_springs(struct RigmillPlayer player);

// Gets the default settings: pole y, mid axis z, no softening, no twist, weight 1.
RigmillStatus rigmill_two_bone_ik_default(struct RigmillTwoBoneIk *settings);

// Computes the mid axis of a limb that is already bent the right way, as in most bind poses, from the model-space matrices of
// its three joints. Fails if the limb is straight. `mid_axis` receives x, y, z.
RigmillStatus rigmill_two_bone_ik_mid_axis(const struct RigmillMatrix *start,
                                           const struct RigmillMatrix *mid,
                                           const struct RigmillMatrix *end,
                                           float *mid_axis);

// Gets the default settings: forward x, up and pole y, no offset, no twist, weight 1.
RigmillStatus rigmill_aim_ik_default(struct RigmillAimIk *settings);

// Adds a limb that reaches for a target, by the names of its bones, such as shoulder, elbow and hand. `index` receives the
// number of the limb in the player. The limb has no effect until `rigmill_player_set_limb_target` is called.
RigmillStatus rigmill_player_add_two_bone_ik(struct RigmillPlayer player,
                                             const struct RigmillTwoBoneIk *settings,
                                             const char *start,
                                             const char *mid,
                                             const char *end,
                                             size_t *index);

// Adds a chain of bones that aims at a target. The first bone points at the target, and the bones above it follow, such as
// head, neck, spine. `index` receives the number of the chain in the player. The chain has no effect until
// `rigmill_player_set_aim_target` is called.
RigmillStatus rigmill_player_add_aim_ik(struct RigmillPlayer player,
                                        const struct RigmillAimIk *settings,
                                        const struct RigmillAimBone *bones,
                                        size_t bone_count,
                                        size_t *index);

// Sets the target of a limb from the next update on: x, y, z in model space. With NULL, the limb leaves the pose unchanged.
// `weight` is 0 to 1.
RigmillStatus rigmill_player_set_limb_target(struct RigmillPlayer player,
                                             size_t index,
                                             const float *target,
                                             float weight);

// Sets the target of an aiming chain from the next update on: x, y, z in model space. With NULL, the chain leaves the pose
// unchanged. `weight` is 0 to 1.
RigmillStatus rigmill_player_set_aim_target(struct RigmillPlayer player,
                                            size_t index,
                                            const float *target,
                                            float weight);

// Gets whether a limb's end reached its target in the last update: 1 or 0.
RigmillStatus rigmill_player_limb_reached(struct RigmillPlayer player, size_t index, uint32_t *reached);

// Gets whether an aiming chain pointed at its target in the last update: 1 or 0.
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

// Binds the morph targets of a mesh to the clips of a player. Fails if the mesh has no targets.
RigmillStatus rigmill_morph_create(struct RigmillPlayer player,
                                   struct RigmillModel model,
                                   size_t mesh,
                                   struct RigmillMorph *morph);

// Gets the number of targets.
RigmillStatus rigmill_morph_target_count(struct RigmillMorph morph, size_t *count);

// Gets the name of a target.
RigmillStatus rigmill_morph_target(struct RigmillMorph morph, size_t index, struct RigmillText *name);

// Gets the weight of each target after the last update of a player. The player must be the one to which the targets are bound,
// or a copy of it.
RigmillStatus rigmill_morph_weights(struct RigmillMorph morph,
                                    struct RigmillPlayer player,
                                    float *weights,
                                    size_t capacity);

// Computes the vertices of the mesh for given target weights: three floats per position and per normal. Each buffer has room
// for `capacity` vertices. `normals` may be NULL.
RigmillStatus rigmill_morph_vertices(struct RigmillMorph morph,
                                     const float *weights,
                                     size_t weight_count,
                                     float *positions,
                                     float *normals,
                                     size_t capacity);

// Closes the morph targets of a mesh.
RigmillStatus rigmill_morph_close(struct RigmillMorph morph);

// Loads an action set by its asset name, with its skeleton and all its clips, and creates a character in its bind pose.
//
// `rules` is `RIGMILL_RULES_STANDARD` or `RIGMILL_RULES_ROBOTGAME`.
RigmillStatus rigmill_player_load(struct RigmillContent content,
                                  const char *name,
                                  uint32_t rules,
                                  struct RigmillPlayer *player);

// Creates a copy of a player in the same state. The two players share the skeleton and clips.
RigmillStatus rigmill_player_copy(struct RigmillPlayer player, struct RigmillPlayer *copy);

// Plays an action of a layer from its start, even if the action is already playing.
RigmillStatus rigmill_player_play(struct RigmillPlayer player, const char *layer, const char *action);

// Plays a clip that is not in the action set, on all bones that the clip moves.
RigmillStatus rigmill_player_play_clip(struct RigmillPlayer player,
                                       struct RigmillClip clip,
                                       const struct RigmillPlayOptions *options);

// Fades out an additive layer within `seconds`, or removes it immediately if `seconds` is 0.
RigmillStatus rigmill_player_stop(struct RigmillPlayer player, const char *layer, float seconds);

// Sets how much of an additive layer is added, 0 to 1.
RigmillStatus rigmill_player_set_weight(struct RigmillPlayer player, const char *layer, float weight);

// Advances by `seconds`.
//
// If a bone has an error, that bone keeps its matrix, and all other bones have advanced.
RigmillStatus rigmill_player_update(struct RigmillPlayer player, float seconds);

// Gets the model-space matrix of each bone, without copying the matrices. The pointer stays valid until the player is closed.
// The matrices change with each update.
RigmillStatus rigmill_player_matrices(struct RigmillPlayer player,
                                      const struct RigmillMatrix **matrices,
                                      size_t *count);

// Gets the local matrix of each bone, without copying the matrices. The pointer stays valid until the next call that adds a
// pose layer or updates the player.
RigmillStatus rigmill_player_local_matrices(struct RigmillPlayer player,
                                            const struct RigmillMatrix **matrices,
                                            size_t *count);

// Gets the movement of the character's root by its clips in the last update. `rigmill_place_move` applies it to the place of
// the character. Call this before another action plays.
RigmillStatus rigmill_player_movement(struct RigmillPlayer player,
                                      struct RigmillPlace *movement);

// Gets the events that the last update played, layer by layer, in order within a layer. Writes events until the buffer is
// full, and the number of all events. If the buffer is too small for all of them, fails with
// `RIGMILL_STATUS_BUFFER_TOO_SMALL`. Call this before another action plays.
RigmillStatus rigmill_player_events(struct RigmillPlayer player,
                                    struct RigmillEvent *events,
                                    size_t capacity,
                                    size_t *count);

// Gets the state of a layer.
RigmillStatus rigmill_player_layer(struct RigmillPlayer player, const char *layer, struct RigmillLayerState *state);

// Gets a new handle of the player's skeleton. Close it separately.
RigmillStatus rigmill_player_skeleton(struct RigmillPlayer player, struct RigmillSkeleton *skeleton);

// Closes a player.
RigmillStatus rigmill_player_close(struct RigmillPlayer player);

// Loads a clip by its asset name, with its root motion and its events.
RigmillStatus rigmill_clip_load(struct RigmillContent content,
                                const char *name,
                                struct RigmillSkeleton skeleton,
                                struct RigmillClip *clip);

// Gets the properties of a clip.
RigmillStatus rigmill_clip_info(struct RigmillClip clip, struct RigmillClipInfo *info);

// Gets an event of a clip by its number. Events are in order of time.
RigmillStatus rigmill_clip_event(struct RigmillClip clip, size_t index, struct RigmillClipEvent *event);

// Gets the movement of the root from one time to another, in seconds: the pose at `to` relative to the pose at `from`. For a
// clip that loops, times may be outside the clip. A clip without root motion does not move.
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

// Finds the first triangle that a ray hits. `origin` and `direction` are x, y, z. The direction may have any length except 0.
//
// If `fronts_only` is not 0, the ray passes through triangles that it meets from behind.
RigmillStatus rigmill_collision_ray(struct RigmillCollision collision,
                                    const float *origin,
                                    const float *direction,
                                    float max_distance,
                                    uint32_t fronts_only,
                                    struct RigmillHit *hit);

// Finds the point of the mesh that is nearest to a sphere's center and within its radius. `center` is x, y, z.
RigmillStatus rigmill_collision_sphere(struct RigmillCollision collision,
                                       const float *center,
                                       float radius,
                                       struct RigmillContact *contact);

// Finds all triangles that a sphere touches. Writes contacts until the buffer is full, and the number of all contacts. If the
// buffer is too small for all of them, fails with `RIGMILL_STATUS_BUFFER_TOO_SMALL`.
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

// Opens a pack of `length` bytes in memory. The bytes are copied.
RigmillStatus rigmill_content_open_pack(const uint8_t *bytes, size_t length, struct RigmillContent *content);

// Creates content without any files. `rigmill_content_insert` adds files that the engine has loaded.
RigmillStatus rigmill_content_create(struct RigmillContent *content);

// Adds the file of an asset to content from `rigmill_content_create`, and replaces any earlier file of this asset. The bytes
// are copied.
//
// `name` is the path of the file without `.rmb`.
RigmillStatus rigmill_content_insert(struct RigmillContent content,
                                     const char *name,
                                     const uint8_t *bytes,
                                     size_t length);

// Gets the content type of an asset as a number from docs/format.md. Reads only the first bytes of the asset's file. For
// example, 4 is a skeleton and 5 is a model.
RigmillStatus rigmill_content_type(struct RigmillContent content,
                                   const char *name,
                                   uint32_t *content_type);

// Reloads the files that have changed since they were loaded, and counts them. Existing handles keep the old content: to get
// the new content, load it by its name again. Fails if a changed file cannot be loaded; in this case, its old content stays
// loaded.
RigmillStatus rigmill_content_reload(struct RigmillContent content,
                                     size_t *count);

// Closes content.
RigmillStatus rigmill_content_close(struct RigmillContent content);

// Loads a model by its asset name.
RigmillStatus rigmill_model_load(struct RigmillContent content, const char *name, struct RigmillModel *model);

// Gets the properties of a model.
RigmillStatus rigmill_model_info(struct RigmillModel model, struct RigmillModelInfo *info);

// Gets a bone by its number. Parents come before their children.
RigmillStatus rigmill_model_bone(struct RigmillModel model, size_t index, struct RigmillModelBone *bone);

// Closes a model. Pointers into it become invalid.
RigmillStatus rigmill_model_close(struct RigmillModel model);

// Gets a material by its number.
RigmillStatus rigmill_model_material(struct RigmillModel model, size_t index, struct RigmillMaterial *material);

// Gets the asset name of a material's texture for a use: 0 for colour, 1 normals, 2 specular, 3 emissive, 4 opacity, 5
// roughness, 6 metalness, 7 occlusion. Returns `RIGMILL_STATUS_NOT_FOUND` if the material has no such texture.
RigmillStatus rigmill_model_texture(struct RigmillModel model,
                                    size_t material,
                                    uint32_t usage,
                                    struct RigmillText *asset);

// Gets a mesh by its number.
RigmillStatus rigmill_model_mesh(struct RigmillModel model, size_t index, struct RigmillMesh *mesh);

// Gets a part of a mesh by its number. Parts are stored one after another and cover all indices.
RigmillStatus rigmill_model_part(struct RigmillModel model, size_t mesh, size_t index, struct RigmillPart *part);

// Copies the vertices of a mesh, in any format, to a vertex buffer with room for `capacity` vertices.
RigmillStatus rigmill_model_copy_vertices(struct RigmillModel model,
                                          size_t mesh,
                                          struct RigmillVertex *vertices,
                                          size_t capacity);

// Binds the skin of a mesh to a skeleton by the names of the bones. Fails for a rigid mesh, which moves with its bone.
RigmillStatus rigmill_skin_create(struct RigmillModel model,
                                  size_t mesh,
                                  struct RigmillSkeleton skeleton,
                                  struct RigmillSkin *skin);

// Gets the number of joints.
RigmillStatus rigmill_skin_joint_count(struct RigmillSkin skin, size_t *count);

// Computes the skinning matrix of each joint, from the mesh's space in the bind pose to model space: inverse bind x bone.
// `bones` has the model-space matrix of each bone of the skeleton, for example from `rigmill_player_matrices`.
RigmillStatus rigmill_skin_matrices(struct RigmillSkin skin,
                                    const struct RigmillMatrix *bones,
                                    size_t bone_count,
                                    struct RigmillMatrix *matrices,
                                    size_t capacity);

// Closes a skin.
RigmillStatus rigmill_skin_close(struct RigmillSkin skin);

// Loads a motion by its asset name.
RigmillStatus rigmill_motion_load(struct RigmillContent content, const char *name, struct RigmillMotion *motion);

// Gets the duration of one loop in seconds.
RigmillStatus rigmill_motion_duration(struct RigmillMotion motion, double *duration);

// Gets the movement of the root from one time to another, in seconds: its pose at `to` relative to its pose at `from`.
RigmillStatus rigmill_motion_delta(struct RigmillMotion motion, double from, double to, struct RigmillPlace *movement);

// Closes a motion.
RigmillStatus rigmill_motion_close(struct RigmillMotion motion);

// Gets the place at the origin without a rotation, where a character starts.
RigmillStatus rigmill_place_origin(struct RigmillPlace *place);

// Moves a place by a movement that is relative to the place. Use it to apply the result of `rigmill_player_movement` to the
// place of a character.
RigmillStatus rigmill_place_move(struct RigmillPlace *place,
                                 const struct RigmillPlace *movement);

// Creates a pose of a skeleton: the bind pose, with weight 1 for every bone.
RigmillStatus rigmill_pose_create(struct RigmillSkeleton skeleton, struct RigmillPose *pose);

// Resets all bones to the bind pose.
RigmillStatus rigmill_pose_reset(struct RigmillPose pose);

// Gets the local transform of a bone.
RigmillStatus rigmill_pose_bone(struct RigmillPose pose, size_t bone, struct RigmillTransform *transform);

// Sets the local transform of a bone.
RigmillStatus rigmill_pose_set_bone(struct RigmillPose pose, size_t bone, const struct RigmillTransform *transform);

// Sets the pose's mask: the weight of each bone in blends, from 0 to 1. `weights` has one number per bone.
RigmillStatus rigmill_pose_set_mask(struct RigmillPose pose, const float *weights, size_t count);

// Samples a clip at a time, in seconds from its start. Bones that the clip does not move get the bind pose.
RigmillStatus rigmill_pose_sample(struct RigmillPose pose, struct RigmillClip clip, float time, uint32_t mode);

// Makes an additive pose: the difference between a pose and a reference pose. All three must be different handles.
RigmillStatus rigmill_pose_make_additive(struct RigmillPose out, struct RigmillPose pose, struct RigmillPose reference);

// Blends up to `RIGMILL_MAX_BLENDED_POSES` poses by their weights and masks, into another pose. If the weights of a bone add
// up to less than 0.1, the bind pose gets the missing weight.
RigmillStatus rigmill_pose_blend(struct RigmillPose out,
                                 const struct RigmillBlendLayer *layers,
                                 size_t count);

// Computes the model-space matrix of each bone.
RigmillStatus rigmill_pose_to_model(struct RigmillPose pose, struct RigmillMatrix *matrices, size_t capacity);

// Closes a pose.
RigmillStatus rigmill_pose_close(struct RigmillPose pose);

// Loads a skeleton by its asset name.
RigmillStatus rigmill_skeleton_load(struct RigmillContent content, const char *name, struct RigmillSkeleton *skeleton);

// Gets the number of bones.
RigmillStatus rigmill_skeleton_bone_count(struct RigmillSkeleton skeleton, size_t *count);

// Gets a bone by its number. Parents come before their children.
RigmillStatus rigmill_skeleton_bone(struct RigmillSkeleton skeleton, size_t index, struct RigmillBone *bone);

// Gets the number of the bone with this name.
RigmillStatus rigmill_skeleton_find(struct RigmillSkeleton skeleton, const char *name, size_t *index);

// Converts local matrices to model-space matrices. `local` has one matrix per bone. `matrices` receives one matrix per bone.
// The length of both arrays is `count`.
RigmillStatus rigmill_skeleton_to_model(struct RigmillSkeleton skeleton,
                                        const struct RigmillMatrix *local,
                                        struct RigmillMatrix *matrices,
                                        size_t count);

// Closes a skeleton.
RigmillStatus rigmill_skeleton_close(struct RigmillSkeleton skeleton);

// Returns the `RIGMILL_ABI_VERSION` of the library. Before you call any other function, compare it with the header's version.
uint32_t rigmill_abi_version(void);

// Returns the version of Rigmill, such as `0.2.0`.
const char *rigmill_version(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* RIGMILL_H */
