/* Everything that a caller can do wrong, in C: each mistake gives an error, and what is right works afterwards. hostile CONTENT [ROUNDS] */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "rigmill.h"

static int failures;

static void expect(int line, const char *call, RigmillStatus found, RigmillStatus expected) {
    if (found == expected) return;
    failures++;
    printf("line %d: %s is %d, expected %d: %s\n", line, call, (int)found, (int)expected, rigmill_last_error());
}

#define EXPECT(status, call) expect(__LINE__, #call, call, RIGMILL_STATUS_##status)
#define CHECK(call) EXPECT(OK, call)

static RigmillContent content;
static RigmillContent memory;
static RigmillSkeleton skeleton;
static RigmillModel model;
static RigmillSkin skin;
static RigmillClip clip;
static RigmillMotion motion;
static RigmillCollision collision;
static RigmillPose pose;
static RigmillActions actions;
static RigmillPlayer player;
static RigmillCrowd crowd;
static RigmillCharacter character;
static RigmillMorph morph;
static RigmillPlayer pilot;

static uint32_t skinned_mesh(RigmillModel of) {
    RigmillModelInfo info;
    RigmillMesh mesh;
    CHECK(rigmill_model_info(of, &info));
    for (uint32_t number = 0; number < info.mesh_count; number++) {
        CHECK(rigmill_model_mesh(of, number, &mesh));
        if (mesh.skin_bone_count > 0) return number;
    }
    return 0;
}

static void open_all(const char *folder) {
    RigmillModel face;
    CHECK(rigmill_content_open(folder, &content));
    CHECK(rigmill_content_create(&memory));
    CHECK(rigmill_skeleton_load(content, "Models/Grund.skeleton", &skeleton));
    CHECK(rigmill_model_load(content, "Models/Grund.model", &model));
    CHECK(rigmill_skin_create(model, skinned_mesh(model), skeleton, &skin));
    CHECK(rigmill_clip_load(content, "Motion/Stroll", skeleton, &clip));
    CHECK(rigmill_motion_load(content, "Motion/Patrol", &motion));
    CHECK(rigmill_collision_load(content, "Models/Levels/Yard_Collision", &collision));
    CHECK(rigmill_pose_create(skeleton, &pose));
    CHECK(rigmill_actions_load(content, "Hero/Grund.actions", &actions));
    CHECK(rigmill_player_load(content, "Hero/Grund.actions", RIGMILL_RULES_STANDARD, &player));
    CHECK(rigmill_crowd_create(actions, 2, &crowd));
    CHECK(rigmill_crowd_add(crowd, &character));
    CHECK(rigmill_player_load(content, "Hero/Pilot.actions", RIGMILL_RULES_STANDARD, &pilot));
    CHECK(rigmill_model_load(content, "Models/Pilot.model", &face));
    CHECK(rigmill_morph_create(pilot, face, 0, &morph));
    CHECK(rigmill_model_close(face));
}

static void close_all(RigmillStatus expected) {
#define CLOSE(call) expect(__LINE__, #call, call, expected)
    CLOSE(rigmill_content_close(content));
    CLOSE(rigmill_content_close(memory));
    CLOSE(rigmill_skeleton_close(skeleton));
    CLOSE(rigmill_model_close(model));
    CLOSE(rigmill_skin_close(skin));
    CLOSE(rigmill_clip_close(clip));
    CLOSE(rigmill_motion_close(motion));
    CLOSE(rigmill_collision_close(collision));
    CLOSE(rigmill_pose_close(pose));
    CLOSE(rigmill_actions_close(actions));
    CLOSE(rigmill_player_close(player));
    CLOSE(rigmill_crowd_close(crowd));
    CLOSE(rigmill_morph_close(morph));
    CLOSE(rigmill_player_close(pilot));
#undef CLOSE
}

/* Room for any result. */
static union {
    max_align_t align;
    char bytes[1 << 16];
} room;

#define ROOM ((void *)room.bytes)

/* Every function that takes a handle, with this number as each of its handles; all other arguments are right. */
static void call_all(uint64_t id) {
    const RigmillContent content = { id };
    const RigmillSkeleton skeleton = { id };
    const RigmillModel model = { id };
    const RigmillSkin skin = { id };
    const RigmillClip clip = { id };
    const RigmillMotion motion = { id };
    const RigmillCollision collision = { id };
    const RigmillPose pose = { id };
    const RigmillActions actions = { id };
    const RigmillPlayer player = { id };
    const RigmillCrowd crowd = { id };
    const RigmillMorph morph = { id };
    const RigmillPlayOptions options = { 0, 0, 1, RIGMILL_ONCE };
    const RigmillTransform transform = { { 0 }, { 0, 0, 0, 1 }, { 1, 1, 1 } };
    const RigmillBlendLayer layer = { pose, 1, 0 };
    const RigmillAimBone bone = { 0, 1, 1 };
    const float point[3] = { 0, 1, 0 };
    RigmillTwoBoneIk limb;
    RigmillAimIk aim;
    RigmillPlace place;
    RigmillMatrix matrix = { { 1 } };
    size_t count;
    uint32_t number;
    float weights[64] = { 0 };
    CHECK(rigmill_two_bone_ik_default(&limb));
    CHECK(rigmill_aim_ik_default(&aim));
#define BAD(call) EXPECT(BAD_HANDLE, call)
    BAD(rigmill_content_insert(content, "a", (const uint8_t *)"a", 1));
    BAD(rigmill_content_type(content, "Motion/Stroll", &number));
    BAD(rigmill_content_reload(content, &count));
    BAD(rigmill_skeleton_load(content, "Models/Grund.skeleton", ROOM));
    BAD(rigmill_skeleton_bone_count(skeleton, &count));
    BAD(rigmill_skeleton_bone(skeleton, 0, ROOM));
    BAD(rigmill_skeleton_find(skeleton, "Root", &count));
    BAD(rigmill_skeleton_to_model(skeleton, &matrix, ROOM, 1));
    BAD(rigmill_model_load(content, "Models/Grund.model", ROOM));
    BAD(rigmill_model_info(model, ROOM));
    BAD(rigmill_model_bone(model, 0, ROOM));
    BAD(rigmill_model_mesh(model, 0, ROOM));
    BAD(rigmill_model_part(model, 0, 0, ROOM));
    BAD(rigmill_model_material(model, 0, ROOM));
    BAD(rigmill_model_texture(model, 0, 0, ROOM));
    BAD(rigmill_model_copy_vertices(model, 0, ROOM, 1000));
    BAD(rigmill_skin_create(model, 0, skeleton, ROOM));
    BAD(rigmill_skin_joint_count(skin, &count));
    BAD(rigmill_skin_matrices(skin, &matrix, 1, ROOM, 256));
    BAD(rigmill_clip_load(content, "Motion/Stroll", skeleton, ROOM));
    BAD(rigmill_clip_info(clip, ROOM));
    BAD(rigmill_clip_event(clip, 0, ROOM));
    BAD(rigmill_clip_movement(clip, 0, 1, &place));
    BAD(rigmill_motion_load(content, "Motion/Patrol", ROOM));
    BAD(rigmill_motion_duration(motion, ROOM));
    BAD(rigmill_motion_delta(motion, 0, 1, &place));
    BAD(rigmill_collision_load(content, "Models/Levels/Yard_Collision", ROOM));
    BAD(rigmill_collision_ray(collision, point, point, 1, 0, ROOM));
    BAD(rigmill_collision_sphere(collision, point, 1, ROOM));
    BAD(rigmill_collision_contacts(collision, point, 1, ROOM, 16, &count));
    BAD(rigmill_pose_create(skeleton, ROOM));
    BAD(rigmill_pose_reset(pose));
    BAD(rigmill_pose_bone(pose, 0, ROOM));
    BAD(rigmill_pose_set_bone(pose, 0, &transform));
    BAD(rigmill_pose_set_mask(pose, weights, 64));
    BAD(rigmill_pose_sample(pose, clip, 0, RIGMILL_ONCE));
    BAD(rigmill_pose_make_additive(pose, pose, pose));
    BAD(rigmill_pose_blend(pose, &layer, 1));
    BAD(rigmill_pose_to_model(pose, ROOM, 256));
    BAD(rigmill_actions_load(content, "Hero/Grund.actions", ROOM));
    BAD(rigmill_actions_layer_count(actions, &count));
    BAD(rigmill_actions_layer(actions, 0, ROOM));
    BAD(rigmill_actions_action(actions, 0, 0, ROOM));
    BAD(rigmill_actions_skeleton(actions, ROOM));
    BAD(rigmill_player_load(content, "Hero/Grund.actions", RIGMILL_RULES_STANDARD, ROOM));
    BAD(rigmill_player_copy(player, ROOM));
    BAD(rigmill_player_play(player, "body", "Idle"));
    BAD(rigmill_player_play_clip(player, clip, &options));
    BAD(rigmill_player_stop(player, "flinch", 0));
    BAD(rigmill_player_set_weight(player, "flinch", 1));
    BAD(rigmill_player_update(player, 0.1f));
    BAD(rigmill_player_matrices(player, ROOM, &count));
    BAD(rigmill_player_local_matrices(player, ROOM, &count));
    BAD(rigmill_player_movement(player, &place));
    BAD(rigmill_player_events(player, ROOM, 16, &count));
    BAD(rigmill_player_layer(player, "body", ROOM));
    BAD(rigmill_player_skeleton(player, ROOM));
    BAD(rigmill_player_add_breath(player, content, "Models/Grund.breath"));
    BAD(rigmill_player_add_spring_bones(player, content, "Models/Grund.spring"));
    BAD(rigmill_player_move_springs(player, &matrix));
    BAD(rigmill_player_reset_springs(player));
    BAD(rigmill_player_add_two_bone_ik(player, &limb, "L UpperArm", "L Forearm", "L Hand_NA", &count));
    BAD(rigmill_player_add_aim_ik(player, &aim, &bone, 1, &count));
    BAD(rigmill_player_set_limb_target(player, 0, point, 1));
    BAD(rigmill_player_set_aim_target(player, 0, point, 1));
    BAD(rigmill_player_limb_reached(player, 0, &number));
    BAD(rigmill_player_aim_reached(player, 0, &number));
    BAD(rigmill_crowd_create(actions, 1, ROOM));
    BAD(rigmill_crowd_reserve(crowd, 1));
    BAD(rigmill_crowd_add(crowd, ROOM));
    BAD(rigmill_crowd_remove(crowd, character));
    BAD(rigmill_crowd_characters(crowd, ROOM, 16, &count));
    BAD(rigmill_crowd_play(crowd, character, "body", "Idle"));
    BAD(rigmill_crowd_stop(crowd, character, "body", 0));
    BAD(rigmill_crowd_set_speed(crowd, character, "body", 1));
    BAD(rigmill_crowd_set_weight(crowd, character, "body", 1));
    BAD(rigmill_crowd_set_update_interval(crowd, character, 1));
    BAD(rigmill_crowd_update(crowd, 0.1f));
    BAD(rigmill_crowd_matrices(crowd, ROOM, &count));
    BAD(rigmill_crowd_character_matrices(crowd, character, ROOM, &count));
    BAD(rigmill_crowd_movement(crowd, character, &place));
    BAD(rigmill_crowd_events(crowd, character, ROOM, 16, &count));
    BAD(rigmill_crowd_layer(crowd, character, "body", ROOM));
    BAD(rigmill_crowd_add_breath(crowd, character, content, "Models/Grund.breath"));
    BAD(rigmill_crowd_add_spring_bones(crowd, character, content, "Models/Grund.spring"));
    BAD(rigmill_morph_create(player, model, 0, ROOM));
    BAD(rigmill_morph_target_count(morph, &count));
    BAD(rigmill_morph_target(morph, 0, ROOM));
    BAD(rigmill_morph_weights(morph, player, weights, 64));
    BAD(rigmill_morph_vertices(morph, weights, 64, ROOM, NULL, 1000));
#undef BAD
}

static void bad_handles(int rounds) {
    call_all(0);
    call_all(UINT64_MAX);
    /* A handle that was closed. */
    RigmillClip closed;
    CHECK(rigmill_clip_load(content, "Motion/Stroll", skeleton, &closed));
    CHECK(rigmill_clip_close(closed));
    EXPECT(BAD_HANDLE, rigmill_clip_close(closed));
    call_all(closed.id);
    srand(7);
    for (int round = 0; round < rounds; round++) {
        /* Far beyond how often any place was used. */
        uint64_t id = ((uint64_t)rand() << 33 | UINT64_C(1) << 60) ^ (uint64_t)rand() % 64;
        call_all(id);
    }
}

static void wrong_kinds(void) {
    RigmillMatrix matrix = { { 1 } };
    RigmillPlace place;
    size_t count;
    EXPECT(WRONG_KIND, rigmill_skeleton_bone_count((RigmillSkeleton){ player.id }, &count));
    EXPECT(WRONG_KIND, rigmill_player_update((RigmillPlayer){ crowd.id }, 0.1f));
    EXPECT(WRONG_KIND, rigmill_crowd_update((RigmillCrowd){ player.id }, 0.1f));
    EXPECT(WRONG_KIND, rigmill_model_mesh((RigmillModel){ collision.id }, 0, ROOM));
    EXPECT(WRONG_KIND, rigmill_collision_sphere((RigmillCollision){ model.id }, matrix.m, 1, ROOM));
    EXPECT(WRONG_KIND, rigmill_clip_movement((RigmillClip){ motion.id }, 0, 1, &place));
    EXPECT(WRONG_KIND, rigmill_motion_delta((RigmillMotion){ clip.id }, 0, 1, &place));
    EXPECT(WRONG_KIND, rigmill_pose_reset((RigmillPose){ skeleton.id }));
    EXPECT(WRONG_KIND, rigmill_pose_sample(pose, (RigmillClip){ motion.id }, 0, RIGMILL_ONCE));
    EXPECT(WRONG_KIND, rigmill_actions_layer_count((RigmillActions){ content.id }, &count));
    EXPECT(WRONG_KIND, rigmill_content_reload((RigmillContent){ actions.id }, &count));
    EXPECT(WRONG_KIND, rigmill_skin_joint_count((RigmillSkin){ morph.id }, &count));
    EXPECT(WRONG_KIND, rigmill_morph_target_count((RigmillMorph){ skin.id }, &count));
    /* Closing as another kind closes nothing. */
    EXPECT(WRONG_KIND, rigmill_content_close((RigmillContent){ player.id }));
    EXPECT(WRONG_KIND, rigmill_player_close((RigmillPlayer){ content.id }));
    CHECK(rigmill_player_update(player, 0.1f));
}

static void nulls(void) {
    const float point[3] = { 0, 1, 0 };
    size_t count = 7;
    EXPECT(NULL_POINTER, rigmill_content_open(NULL, ROOM));
    EXPECT(NULL_POINTER, rigmill_content_open("x", NULL));
    EXPECT(NULL_POINTER, rigmill_content_open_pack(NULL, 7, ROOM));
    EXPECT(CANNOT_LOAD, rigmill_content_open_pack(NULL, 0, ROOM));
    EXPECT(NULL_POINTER, rigmill_content_create(NULL));
    EXPECT(NULL_POINTER, rigmill_content_insert(memory, NULL, ROOM, 1));
    EXPECT(NULL_POINTER, rigmill_content_insert(memory, "a", NULL, 1));
    EXPECT(NULL_POINTER, rigmill_content_type(content, NULL, ROOM));
    EXPECT(NULL_POINTER, rigmill_content_type(content, "a", NULL));
    EXPECT(NULL_POINTER, rigmill_skeleton_load(content, NULL, ROOM));
    EXPECT(NULL_POINTER, rigmill_skeleton_load(content, "Models/Grund.skeleton", NULL));
    EXPECT(NULL_POINTER, rigmill_skeleton_find(skeleton, NULL, &count));
    EXPECT(NULL_POINTER, rigmill_skeleton_find(skeleton, "Root", NULL));
    EXPECT(NULL_POINTER, rigmill_skeleton_to_model(skeleton, NULL, ROOM, 64));
    EXPECT(NULL_POINTER, rigmill_skeleton_to_model(skeleton, ROOM, NULL, 64));
    EXPECT(BUFFER_TOO_SMALL, rigmill_skeleton_to_model(skeleton, NULL, NULL, 0));
    EXPECT(NULL_POINTER, rigmill_model_mesh(model, 0, NULL));
    EXPECT(NULL_POINTER, rigmill_model_copy_vertices(model, 0, NULL, 100000));
    EXPECT(NULL_POINTER, rigmill_skin_matrices(skin, NULL, 64, ROOM, 64));
    EXPECT(NULL_POINTER, rigmill_skin_matrices(skin, ROOM, 64, NULL, 64));
    EXPECT(NULL_POINTER, rigmill_collision_ray(collision, NULL, point, 1, 0, ROOM));
    EXPECT(NULL_POINTER, rigmill_collision_ray(collision, point, NULL, 1, 0, ROOM));
    EXPECT(NULL_POINTER, rigmill_collision_ray(collision, point, point, 1, 0, NULL));
    EXPECT(NULL_POINTER, rigmill_collision_contacts(collision, point, 1, NULL, 7, &count));
    EXPECT(NULL_POINTER, rigmill_collision_contacts(collision, point, 1, ROOM, 7, NULL));
    EXPECT(NULL_POINTER, rigmill_pose_blend(pose, NULL, 1));
    CHECK(rigmill_pose_blend(pose, NULL, 0));
    EXPECT(NULL_POINTER, rigmill_pose_set_bone(pose, 0, NULL));
    EXPECT(NULL_POINTER, rigmill_pose_set_mask(pose, NULL, 64));
    EXPECT(NULL_POINTER, rigmill_pose_to_model(pose, NULL, 64));
    EXPECT(NULL_POINTER, rigmill_player_load(content, "Hero/Grund.actions", RIGMILL_RULES_STANDARD, NULL));
    EXPECT(NULL_POINTER, rigmill_player_play(player, NULL, "Idle"));
    EXPECT(NULL_POINTER, rigmill_player_play(player, "body", NULL));
    EXPECT(NULL_POINTER, rigmill_player_play_clip(player, clip, NULL));
    EXPECT(NULL_POINTER, rigmill_player_matrices(player, NULL, &count));
    EXPECT(NULL_POINTER, rigmill_player_matrices(player, ROOM, NULL));
    EXPECT(NULL_POINTER, rigmill_player_events(player, NULL, 1, &count));
    EXPECT(NULL_POINTER, rigmill_player_movement(player, NULL));
    EXPECT(NULL_POINTER, rigmill_player_add_two_bone_ik(player, NULL, "a", "b", "c", &count));
    EXPECT(NULL_POINTER, rigmill_player_add_aim_ik(player, ROOM, NULL, 1, &count));
    EXPECT(NULL_POINTER, rigmill_two_bone_ik_mid_axis(NULL, ROOM, ROOM, ROOM));
    EXPECT(NULL_POINTER, rigmill_place_move(NULL, ROOM));
    EXPECT(NULL_POINTER, rigmill_crowd_create(actions, 1, NULL));
    EXPECT(NULL_POINTER, rigmill_crowd_add(crowd, NULL));
    EXPECT(NULL_POINTER, rigmill_crowd_characters(crowd, NULL, 1, &count));
    EXPECT(NULL_POINTER, rigmill_morph_weights(morph, pilot, NULL, 8));
    /* Pointers that are not aligned. */
    EXPECT(BAD_POINTER, rigmill_player_movement(player, (RigmillPlace *)(void *)(room.bytes + 1)));
    EXPECT(BAD_POINTER, rigmill_pose_to_model(pose, (RigmillMatrix *)(void *)(room.bytes + 2), 64));
    EXPECT(BAD_POINTER, rigmill_skeleton_bone_count(skeleton, (size_t *)(void *)(room.bytes + 4)));
}

static void sizes(void) {
    const float point[3] = { 0, 0, 0 };
    size_t count = 0;
    RigmillMatrix *matrices = ROOM;
    EXPECT(BUFFER_TOO_SMALL, rigmill_pose_to_model(pose, ROOM, 29));
    EXPECT(BUFFER_TOO_SMALL, rigmill_skin_matrices(skin, ROOM, 64, matrices + 100, 0));
    EXPECT(OUT_OF_RANGE, rigmill_skin_matrices(skin, ROOM, 0, matrices + 100, 64));
    EXPECT(BUFFER_TOO_SMALL, rigmill_model_copy_vertices(model, 0, ROOM, 1));
    EXPECT(BUFFER_TOO_SMALL, rigmill_pose_set_mask(pose, ROOM, 29));
    EXPECT(BUFFER_TOO_SMALL, rigmill_crowd_characters(crowd, ROOM, 1, &count));
    if (count != 3) expect(__LINE__, "the number of characters", (RigmillStatus)count, 3);
    EXPECT(BUFFER_TOO_SMALL, rigmill_collision_contacts(collision, point, 1e9f, ROOM, 1, &count));
    if (count < 2) expect(__LINE__, "the number of contacts", (RigmillStatus)count, 2);
    EXPECT(BUFFER_TOO_SMALL, rigmill_morph_weights(morph, pilot, ROOM, 0));
    EXPECT(OVERLAPPING_BUFFERS, rigmill_skeleton_to_model(skeleton, matrices, matrices + 1, 30));
    EXPECT(OVERLAPPING_BUFFERS, rigmill_skin_matrices(skin, matrices, 64, matrices + 63, 64));
    /* Lengths that no memory has. */
    EXPECT(BAD_POINTER, rigmill_skeleton_to_model(skeleton, ROOM, ROOM, SIZE_MAX));
    EXPECT(BAD_POINTER, rigmill_skeleton_to_model(skeleton, ROOM, ROOM, SIZE_MAX / 64 + 2));
    EXPECT(BAD_POINTER, rigmill_content_insert(memory, "a", ROOM, SIZE_MAX));
    EXPECT(OUT_OF_RANGE, rigmill_crowd_create(actions, SIZE_MAX, ROOM));
    EXPECT(OUT_OF_RANGE, rigmill_crowd_reserve(crowd, SIZE_MAX));
    EXPECT(OUT_OF_RANGE, rigmill_pose_blend(pose, ROOM, RIGMILL_MAX_BLENDED_POSES + 1));
    EXPECT(OUT_OF_RANGE, rigmill_skeleton_bone(skeleton, SIZE_MAX, ROOM));
    EXPECT(OUT_OF_RANGE, rigmill_model_mesh(model, SIZE_MAX, ROOM));
    EXPECT(OUT_OF_RANGE, rigmill_model_part(model, 0, SIZE_MAX, ROOM));
    EXPECT(OUT_OF_RANGE, rigmill_model_material(model, SIZE_MAX, ROOM));
    EXPECT(INVALID_ARGUMENT, rigmill_model_texture(model, 0, UINT32_MAX, ROOM));
    EXPECT(OUT_OF_RANGE, rigmill_clip_event(clip, SIZE_MAX, ROOM));
    EXPECT(OUT_OF_RANGE, rigmill_pose_bone(pose, 30, ROOM));
    EXPECT(OUT_OF_RANGE, rigmill_actions_layer(actions, SIZE_MAX, ROOM));
    EXPECT(OUT_OF_RANGE, rigmill_actions_action(actions, 0, SIZE_MAX, ROOM));
    EXPECT(OUT_OF_RANGE, rigmill_player_set_limb_target(player, 7, NULL, 1));
    EXPECT(OUT_OF_RANGE, rigmill_player_aim_reached(player, 7, ROOM));
    EXPECT(OUT_OF_RANGE, rigmill_morph_target(morph, SIZE_MAX, ROOM));
}

static void names(void) {
    static char endless[8192];
    static const char *bad[] = { "", "/", "..", "a/../b", "../Models/Grund.skeleton", "/etc/passwd", "a\\b", "a//b", "C:/x" };
    memset(endless, 'a', sizeof endless);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        RigmillStatus found = rigmill_skeleton_load(content, bad[i], ROOM);
        if (found != RIGMILL_STATUS_INVALID_ARGUMENT && found != RIGMILL_STATUS_NOT_FOUND) {
            expect(__LINE__, bad[i], found, RIGMILL_STATUS_INVALID_ARGUMENT);
        }
    }
    EXPECT(NOT_FOUND, rigmill_content_open("no such folder", ROOM));
    EXPECT(NOT_FOUND, rigmill_content_open("", ROOM));
    EXPECT(BAD_TEXT, rigmill_content_open("\xff\xfe", ROOM));
    EXPECT(BAD_TEXT, rigmill_skeleton_load(content, endless, ROOM));
    EXPECT(BAD_TEXT, rigmill_skeleton_find(skeleton, "\xc3", ROOM));
    EXPECT(NOT_FOUND, rigmill_skeleton_find(skeleton, "L Claf", ROOM));
    EXPECT(NOT_FOUND, rigmill_content_type(content, "nothing", ROOM));
    EXPECT(NOT_FOUND, rigmill_skeleton_load(content, "nothing", ROOM));
    EXPECT(CANNOT_LOAD, rigmill_skeleton_load(content, "Models/Grund.model", ROOM));
    EXPECT(CANNOT_LOAD, rigmill_player_load(content, "Models/Grund.model", RIGMILL_RULES_STANDARD, ROOM));
    EXPECT(INVALID_ARGUMENT, rigmill_player_load(content, "Hero/Grund.actions", 7, ROOM));
    EXPECT(NOT_FOUND, rigmill_player_play(player, "body", "Rnu"));
    EXPECT(NOT_FOUND, rigmill_player_play(player, "bodi", "Idle"));
    EXPECT(NOT_FOUND, rigmill_player_layer(player, "bodi", ROOM));
    EXPECT(INVALID_ARGUMENT, rigmill_player_stop(player, "body", 0));
    EXPECT(NOT_FOUND, rigmill_crowd_play(crowd, character, "body", "Rnu"));
    EXPECT(DOES_NOT_FIT, rigmill_player_add_breath(pilot, content, "Models/Grund.breath"));
    EXPECT(INVALID_ARGUMENT, rigmill_content_insert(content, "a", ROOM, 1));
    /* Files in memory that are no content. */
    CHECK(rigmill_content_insert(memory, "noise", ROOM, 1000));
    CHECK(rigmill_content_insert(memory, "nothing", NULL, 0));
    EXPECT(CANNOT_LOAD, rigmill_skeleton_load(memory, "noise", ROOM));
    EXPECT(CANNOT_LOAD, rigmill_model_load(memory, "nothing", ROOM));
    EXPECT(CANNOT_LOAD, rigmill_content_open_pack(ROOM, 1000, ROOM));
}

static void characters(void) {
    RigmillCharacter other = { { UINT32_MAX, UINT32_MAX, UINT32_MAX } }, removed;
    RigmillCrowd second;
    RigmillPlace place;
    EXPECT(BAD_HANDLE, rigmill_crowd_play(crowd, other, "body", "Idle"));
    CHECK(rigmill_crowd_add(crowd, &removed));
    CHECK(rigmill_crowd_remove(crowd, removed));
    EXPECT(BAD_HANDLE, rigmill_crowd_remove(crowd, removed));
    EXPECT(BAD_HANDLE, rigmill_crowd_movement(crowd, removed, &place));
    EXPECT(BAD_HANDLE, rigmill_crowd_add_breath(crowd, removed, content, "Models/Grund.breath"));
    CHECK(rigmill_crowd_create(actions, 1, &second));
    EXPECT(BAD_HANDLE, rigmill_crowd_play(second, character, "body", "Idle"));
    CHECK(rigmill_crowd_close(second));
    EXPECT(INVALID_ARGUMENT, rigmill_crowd_update(crowd, 1.0f / 0.0f));
    EXPECT(INVALID_ARGUMENT, rigmill_crowd_set_weight(crowd, character, "body", 2));
    for (uint32_t round = 0; round < 200; round++) {
        other = (RigmillCharacter){ { (uint32_t)rand() & 3, (uint32_t)rand() & 7, 100 + (uint32_t)rand() } };
        EXPECT(BAD_HANDLE, rigmill_crowd_play(crowd, other, "body", "Idle"));
    }
}

/* The same pose as what is read and what is written. */
static void twice(void) {
    RigmillBlendLayer layers[2] = { { pose, 1, 0 }, { pose, 1, 1 } };
    RigmillPose other;
    EXPECT(BUSY, rigmill_pose_blend(pose, layers, 2));
    EXPECT(BUSY, rigmill_pose_make_additive(pose, pose, pose));
    CHECK(rigmill_pose_create(skeleton, &other));
    CHECK(rigmill_pose_blend(other, layers, 2));
    CHECK(rigmill_pose_make_additive(other, pose, pose));
    CHECK(rigmill_pose_close(other));
}

static int rounds_of_threads;

static void *share(void *closes) {
    for (int round = 0; round < rounds_of_threads; round++) {
        RigmillPlayer own;
        RigmillPose at;
        size_t count;
        /* Anybody may read. */
        CHECK(rigmill_skeleton_bone_count(skeleton, &count));
        CHECK(rigmill_pose_create(skeleton, &at));
        CHECK(rigmill_pose_sample(at, clip, (float)round, RIGMILL_REPEAT));
        CHECK(rigmill_pose_close(at));
        /* Only one may change. */
        RigmillStatus status = rigmill_player_update(player, 0.01f);
        if (status != RIGMILL_STATUS_OK && status != RIGMILL_STATUS_BUSY) {
            expect(__LINE__, "an update by several threads", status, RIGMILL_STATUS_BUSY);
        }
        /* Handles come and go. */
        CHECK(rigmill_player_load(content, "Hero/Grund.actions", RIGMILL_RULES_STANDARD, &own));
        CHECK(rigmill_player_play(own, "body", "Stroll"));
        CHECK(rigmill_player_update(own, 0.1f));
        CHECK(rigmill_player_close(own));
        EXPECT(BAD_HANDLE, rigmill_player_update(own, 0.1f));
        if (closes != NULL) {
            /* The last of the threads takes it; the others find it busy or gone. */
            RigmillCrowd *shared = closes;
            status = rigmill_crowd_update(*shared, 0.01f);
            if (round == rounds_of_threads / 2) (void)rigmill_crowd_close(*shared);
            if (status != RIGMILL_STATUS_OK && status != RIGMILL_STATUS_BUSY && status != RIGMILL_STATUS_BAD_HANDLE) {
                expect(__LINE__, "an update of what others close", status, RIGMILL_STATUS_BUSY);
            }
        }
    }
    return NULL;
}

static void threads(int rounds) {
    pthread_t all[8];
    RigmillCrowd shared;
    rounds_of_threads = rounds;
    CHECK(rigmill_crowd_create(actions, 10, &shared));
    for (int i = 0; i < 8; i++) pthread_create(&all[i], NULL, share, i % 2 == 0 ? &shared : NULL);
    for (int i = 0; i < 8; i++) pthread_join(all[i], NULL);
    (void)rigmill_crowd_close(shared);
    EXPECT(BAD_HANDLE, rigmill_crowd_close(shared));
}

int main(int argc, char **argv) {
    const int rounds = argc > 2 ? atoi(argv[2]) : 100;
    open_all(argc > 1 ? argv[1] : "content/build/native");
    if (failures > 0) return 1;
    bad_handles(rounds);
    wrong_kinds();
    nulls();
    sizes();
    names();
    characters();
    twice();
    threads(rounds / 10 + 1);
    /* After all that everything works. */
    CHECK(rigmill_player_play(player, "body", "Stroll"));
    CHECK(rigmill_player_update(player, 0.1f));
    CHECK(rigmill_crowd_update(crowd, 0.1f));
    close_all(RIGMILL_STATUS_OK);
    close_all(RIGMILL_STATUS_BAD_HANDLE);
    printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
