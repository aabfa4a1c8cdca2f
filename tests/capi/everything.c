/* What the examples leave out: pose layers, morph targets, collision, motions, clips, materials. A line of numbers each. everything CONTENT */
#include <stdio.h>
#include <stdlib.h>
#include "rigmill.h"

#define CHECK(call) do { if ((call) != RIGMILL_STATUS_OK) { fprintf(stderr, "%s: %s\n", #call, rigmill_last_error()); exit(1); } } while (0)

static RigmillContent content;

static void line(const char *name, const float *numbers, size_t count) {
    printf("%s", name);
    for (size_t i = 0; i < count; i++) printf(" %.9g", numbers[i]);
    printf("\n");
}

static void place(const char *name, const RigmillPlace *it) {
    printf("%s %.17g %.17g %.17g %.17g %.17g %.17g %.17g\n", name, it->translation[0], it->translation[1], it->translation[2],
           it->rotation[0], it->rotation[1], it->rotation[2], it->rotation[3]);
}

static void layers(void) {
    static RigmillMatrix absolute[64];
    RigmillPlayer player, copy;
    RigmillSkeleton skeleton;
    const RigmillMatrix *bones, *local;
    RigmillTwoBoneIk limb;
    RigmillAimIk aim;
    RigmillAimBone neck[2] = { { 0, 0.5f, 0.75f }, { 0, 1, 0.75f } };
    const float target[3] = { -0.5f, 1.3f, -0.3f }, seen[3] = { 3, 2, -4 };
    size_t count, start, mid, end, head, index;
    uint32_t reached[2];
    CHECK(rigmill_player_load(content, "Hero/Grund.actions", RIGMILL_RULES_STANDARD, &player));
    CHECK(rigmill_player_skeleton(player, &skeleton));
    CHECK(rigmill_player_matrices(player, &bones, &count));
    CHECK(rigmill_skeleton_find(skeleton, "L UpperArm", &start));
    CHECK(rigmill_skeleton_find(skeleton, "L Forearm", &mid));
    CHECK(rigmill_skeleton_find(skeleton, "L Hand_NA", &end));
    CHECK(rigmill_skeleton_find(skeleton, "Head_NA", &head));
    neck[0].bone = (uint32_t)head;
    CHECK(rigmill_skeleton_find(skeleton, "Neck_NA", &index));
    neck[1].bone = (uint32_t)index;
    CHECK(rigmill_player_add_breath(player, content, "Models/Grund.breath"));
    CHECK(rigmill_player_add_spring_bones(player, content, "Models/Grund.spring"));
    CHECK(rigmill_aim_ik_default(&aim));
    CHECK(rigmill_player_add_aim_ik(player, &aim, neck, 2, &index));
    CHECK(rigmill_player_set_aim_target(player, index, seen, 1));
    CHECK(rigmill_two_bone_ik_default(&limb));
    CHECK(rigmill_two_bone_ik_mid_axis(&bones[start], &bones[mid], &bones[end], limb.mid_axis));
    limb.soften = 0.95f;
    CHECK(rigmill_player_add_two_bone_ik(player, &limb, "L UpperArm", "L Forearm", "L Hand_NA", &index));
    CHECK(rigmill_player_set_limb_target(player, index, target, 1));
    CHECK(rigmill_player_play(player, "body", "Stroll"));
    for (int frame = 0; frame < 30; frame++) CHECK(rigmill_player_update(player, 1.0f / 60.0f));
    CHECK(rigmill_player_limb_reached(player, 0, &reached[0]));
    CHECK(rigmill_player_aim_reached(player, 0, &reached[1]));
    printf("reached %u %u\n", (unsigned)reached[0], (unsigned)reached[1]);
    line("hand", bones[end].m, 16);
    line("head", bones[head].m, 16);

    /* A copy goes its own way. */
    CHECK(rigmill_player_copy(player, &copy));
    CHECK(rigmill_player_set_limb_target(copy, 0, NULL, 1));
    CHECK(rigmill_player_update(copy, 1.0f / 60.0f));
    line("hand", bones[end].m, 16);
    CHECK(rigmill_player_matrices(copy, &bones, &count));
    line("copy", bones[end].m, 16);
    CHECK(rigmill_player_local_matrices(copy, &local, &count));
    CHECK(rigmill_skeleton_to_model(skeleton, local, absolute, count));
    line("copy", absolute[end].m, 16);
}

static void targets(void) {
    static float weights[16], positions[30000], normals[30000];
    RigmillPlayer pilot;
    RigmillModel model;
    RigmillMesh mesh;
    RigmillMorph morph;
    RigmillText name;
    size_t count;
    CHECK(rigmill_player_load(content, "Hero/Pilot.actions", RIGMILL_RULES_STANDARD, &pilot));
    CHECK(rigmill_model_load(content, "Models/Pilot.model", &model));
    CHECK(rigmill_model_mesh(model, 0, &mesh));
    CHECK(rigmill_morph_create(pilot, model, 0, &morph));
    CHECK(rigmill_morph_target_count(morph, &count));
    CHECK(rigmill_player_play(pilot, "face", "Talk"));
    for (int frame = 0; frame < 20; frame++) CHECK(rigmill_player_update(pilot, 1.0f / 60.0f));
    CHECK(rigmill_morph_weights(morph, pilot, weights, 16));
    for (size_t i = 0; i < count; i++) {
        CHECK(rigmill_morph_target(morph, i, &name));
        printf("target %.*s %.9g\n", (int)name.length, name.data, weights[i]);
    }
    CHECK(rigmill_morph_vertices(morph, weights, count, positions, normals, 10000));
    line("positions", positions, 3 * mesh.vertex_count);
    line("normals", normals, 3 * mesh.vertex_count);
}

static void clips(void) {
    RigmillSkeleton skeleton;
    RigmillClip clip;
    RigmillClipInfo info;
    RigmillClipEvent event;
    RigmillMotion motion;
    RigmillPlace movement;
    RigmillPose pose;
    RigmillTransform transform;
    double duration;
    CHECK(rigmill_skeleton_load(content, "Models/Grund.skeleton", &skeleton));
    CHECK(rigmill_clip_load(content, "Motion/Stroll", skeleton, &clip));
    CHECK(rigmill_clip_info(clip, &info));
    printf("clip %.9g %.9g %u %u %u %u\n", info.duration, info.frame_rate, (unsigned)info.bone_count, (unsigned)info.moved_bone_count,
           (unsigned)info.event_count, (unsigned)info.has_motion);
    for (uint32_t i = 0; i < info.event_count; i++) {
        CHECK(rigmill_clip_event(clip, i, &event));
        printf("event %.*s %.*s %016llx %.9g %.9g\n", (int)event.name.length, event.name.data, (int)event.text.length, event.text.data,
               (unsigned long long)event.id, event.time, event.value);
    }
    CHECK(rigmill_clip_movement(clip, 0.25, 7.5, &movement));
    place("movement", &movement);
    CHECK(rigmill_motion_load(content, "Motion/Patrol", &motion));
    CHECK(rigmill_motion_duration(motion, &duration));
    printf("duration %.17g\n", duration);
    CHECK(rigmill_motion_delta(motion, -1, 8, &movement));
    place("delta", &movement);

    /* A compressed clip, and a bone that the game sets. */
    CHECK(rigmill_clip_load(content, "Animation/Compressed/Salute", skeleton, &clip));
    CHECK(rigmill_pose_create(skeleton, &pose));
    CHECK(rigmill_pose_sample(pose, clip, 0.3f, RIGMILL_ONCE));
    for (size_t bone = 0; bone < info.bone_count; bone++) {
        CHECK(rigmill_pose_bone(pose, bone, &transform));
        line("translation", transform.translation, 3);
        line("rotation", transform.rotation, 4);
    }
    /* The last bone's transform for another bone. */
    transform.translation[1] = 7;
    CHECK(rigmill_pose_set_bone(pose, 12, &transform));
    CHECK(rigmill_pose_bone(pose, 12, &transform));
    line("set", transform.translation, 3);
    CHECK(rigmill_pose_reset(pose));
    CHECK(rigmill_pose_bone(pose, 12, &transform));
    line("bind", transform.translation, 3);
}

static void collisions(void) {
    static RigmillContact contacts[1000];
    RigmillCollision yard;
    RigmillHit hit;
    RigmillContact contact;
    size_t count;
    const float from[3] = { 0.3f, 5, -0.2f }, down[3] = { 0, -2, 0.1f }, up[3] = { 0, 1, 0 };
    CHECK(rigmill_collision_load(content, "Models/Levels/Yard_Collision", &yard));
    CHECK(rigmill_collision_ray(yard, from, down, 10, 0, &hit));
    printf("hit %u %u %u %.9g\n", (unsigned)hit.found, (unsigned)hit.triangle, (unsigned)hit.front, hit.distance);
    line("point", hit.point, 3);
    line("normal", hit.normal, 3);
    CHECK(rigmill_collision_ray(yard, from, up, 10, 0, &hit));
    printf("hit %u\n", (unsigned)hit.found);
    CHECK(rigmill_collision_sphere(yard, from, 6, &contact));
    printf("contact %u %u %.9g\n", (unsigned)contact.found, (unsigned)contact.triangle, contact.distance);
    CHECK(rigmill_collision_contacts(yard, from, 6, contacts, 1000, &count));
    for (size_t i = 0; i < count; i++) printf("contact %u %u %.9g\n", (unsigned)contacts[i].found, (unsigned)contacts[i].triangle, contacts[i].distance);
}

static void materials(void) {
    RigmillModel model;
    RigmillModelInfo info;
    RigmillMaterial material;
    RigmillText texture;
    CHECK(rigmill_model_load(content, "Models/Grund.model", &model));
    CHECK(rigmill_model_info(model, &info));
    printf("model %u %u %u %.9g\n", (unsigned)info.bone_count, (unsigned)info.mesh_count, (unsigned)info.material_count, info.radius);
    for (uint32_t i = 0; i < info.material_count; i++) {
        CHECK(rigmill_model_material(model, i, &material));
        printf("material %.*s %u\n", (int)material.name.length, material.name.data, (unsigned)material.alpha_mode);
        line("color", material.base_color, 4);
        for (uint32_t use = 0; use < 8; use++) {
            if (rigmill_model_texture(model, i, use, &texture) != RIGMILL_STATUS_OK) continue;
            printf("texture %u %.*s\n", (unsigned)use, (int)texture.length, texture.data);
        }
    }
}

int main(int argc, char **argv) {
    CHECK(rigmill_content_open(argc > 1 ? argv[1] : "content/build/native", &content));
    layers();
    targets();
    clips();
    collisions();
    materials();
    return 0;
}
