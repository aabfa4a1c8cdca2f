/* Counts what the library allocates once everything is loaded: nothing. allocations CONTENT */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include "rigmill.h"

/* The allocator of the program, which the library uses, too: glibc's own, and a counter. */
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

static size_t allocations;

void *malloc(size_t size) {
    allocations++;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    allocations++;
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
    allocations++;
    return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    allocations++;
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    allocations++;
    *memory = __libc_memalign(alignment, size);
    return *memory == NULL ? ENOMEM : 0;
}

#define CHECK(call) do { if ((call) != RIGMILL_STATUS_OK) { fprintf(stderr, "%s: %s\n", #call, rigmill_last_error()); exit(1); } } while (0)

static const char *folder;
static RigmillContent content;
static RigmillSkeleton skeleton;
static RigmillClip stroll, idle;
static RigmillCollision yard;
static RigmillPose poses[3];
static RigmillPlayer player, pilot;
static RigmillActions actions;
static RigmillCrowd crowd;
static RigmillCharacter characters[20];
static RigmillSkin skin;
static RigmillMorph morph;

static void load(void) {
    RigmillModel model;
    RigmillModelInfo info;
    RigmillTwoBoneIk limb;
    RigmillAimIk aim;
    RigmillAimBone neck = { 0, 1, 1 };
    size_t index, count;
    CHECK(rigmill_content_open(folder, &content));
    CHECK(rigmill_skeleton_load(content, "Models/Grund.skeleton", &skeleton));
    CHECK(rigmill_clip_load(content, "Motion/Stroll", skeleton, &stroll));
    CHECK(rigmill_clip_load(content, "Animation/Players/Grund/Low_Idle", skeleton, &idle));
    CHECK(rigmill_collision_load(content, "Models/Levels/Yard_Collision", &yard));
    for (int i = 0; i < 3; i++) CHECK(rigmill_pose_create(skeleton, &poses[i]));
    CHECK(rigmill_player_load(content, "Hero/Grund.actions", RIGMILL_RULES_STANDARD, &player));
    CHECK(rigmill_player_add_breath(player, content, "Models/Grund.breath"));
    CHECK(rigmill_player_add_spring_bones(player, content, "Models/Grund.spring"));
    CHECK(rigmill_two_bone_ik_default(&limb));
    CHECK(rigmill_player_add_two_bone_ik(player, &limb, "L UpperArm", "L Forearm", "L Hand_NA", &index));
    CHECK(rigmill_aim_ik_default(&aim));
    CHECK(rigmill_skeleton_find(skeleton, "Head_NA", &index));
    neck.bone = (uint32_t)index;
    CHECK(rigmill_player_add_aim_ik(player, &aim, &neck, 1, &index));
    CHECK(rigmill_actions_load(content, "Hero/Grund.actions", &actions));
    CHECK(rigmill_crowd_create(actions, 20, &crowd));
    CHECK(rigmill_crowd_characters(crowd, characters, 20, &count));
    CHECK(rigmill_crowd_reserve(crowd, 1));
    CHECK(rigmill_model_load(content, "Models/Grund.model", &model));
    CHECK(rigmill_model_info(model, &info));
    for (uint32_t mesh = 0; mesh < info.mesh_count; mesh++) {
        if (rigmill_skin_create(model, mesh, skeleton, &skin) == RIGMILL_STATUS_OK) break;
    }
    CHECK(rigmill_model_close(model));
    CHECK(rigmill_player_load(content, "Hero/Pilot.actions", RIGMILL_RULES_STANDARD, &pilot));
    CHECK(rigmill_model_load(content, "Models/Pilot.model", &model));
    CHECK(rigmill_morph_create(pilot, model, 0, &morph));
    CHECK(rigmill_model_close(model));
}

static void play(int frame) {
    static RigmillMatrix matrices[256], joints[256];
    static float vertices[30000];
    static RigmillContact contacts[64];
    const float target[3] = { -0.5f, 1.3f, -0.3f }, down[3] = { 0, -1, 0 };
    const RigmillMatrix *bones;
    RigmillPlace movement;
    RigmillEvent events[32];
    RigmillHit hit;
    RigmillLayerState state;
    RigmillCharacter more;
    RigmillBlendLayer layers[2] = { { poses[0], 0.3f, 0 }, { poses[1], 0.7f, 0 } };
    float weights[16];
    size_t count;
    if (frame % 50 == 0) {
        CHECK(rigmill_player_play(player, "body", frame % 100 == 0 ? "Stroll" : "Idle"));
        CHECK(rigmill_player_play(player, "flinch", "Hit"));
        CHECK(rigmill_player_play(pilot, "face", "Talk"));
        for (int i = 0; i < 20; i++) CHECK(rigmill_crowd_play(crowd, characters[i], "body", i % 2 ? "Stroll" : "Idle"));
        CHECK(rigmill_crowd_add(crowd, &more));
        CHECK(rigmill_crowd_remove(crowd, more));
    }
    CHECK(rigmill_player_set_limb_target(player, 0, target, 1));
    CHECK(rigmill_player_set_aim_target(player, 0, target, 1));
    CHECK(rigmill_player_update(player, 1.0f / 60.0f));
    CHECK(rigmill_player_movement(player, &movement));
    CHECK(rigmill_player_events(player, events, 32, &count));
    CHECK(rigmill_player_layer(player, "body", &state));
    CHECK(rigmill_player_matrices(player, &bones, &count));
    CHECK(rigmill_skin_matrices(skin, bones, count, joints, 256));
    CHECK(rigmill_crowd_update(crowd, 1.0f / 60.0f));
    CHECK(rigmill_crowd_movement(crowd, characters[3], &movement));
    CHECK(rigmill_crowd_events(crowd, characters[3], events, 32, &count));
    CHECK(rigmill_crowd_matrices(crowd, &bones, &count));
    CHECK(rigmill_pose_sample(poses[0], stroll, (float)frame / 60, RIGMILL_REPEAT));
    CHECK(rigmill_pose_sample(poses[1], idle, (float)frame / 60, RIGMILL_REPEAT));
    CHECK(rigmill_pose_blend(poses[2], layers, 2));
    CHECK(rigmill_pose_to_model(poses[2], matrices, 256));
    CHECK(rigmill_collision_ray(yard, target, down, 10, 0, &hit));
    CHECK(rigmill_collision_contacts(yard, target, 1.5f, contacts, 64, &count));
    CHECK(rigmill_player_update(pilot, 1.0f / 60.0f));
    CHECK(rigmill_morph_weights(morph, pilot, weights, 16));
    CHECK(rigmill_morph_target_count(morph, &count));
    CHECK(rigmill_morph_vertices(morph, weights, count, vertices, NULL, 10000));
}

int main(int argc, char **argv) {
    folder = argc > 1 ? argv[1] : "content/build/native";
    load();
    const size_t loaded = allocations;
    for (int frame = 0; frame < 300; frame++) play(frame);
    const size_t played = allocations - loaded;
    printf("%s while loading, %zu while playing\n", loaded > 100 ? "some" : "none", played);
    return loaded > 100 && played == 0 ? 0 : 1;
}
