/* A blend tree of the engine's own: clips are sampled, blended, and move the vertices of a mesh. blend CONTENT */
#include <stdio.h>
#include <stdlib.h>
#include "rigmill.h"

#define CHECK(call) do { if ((call) != RIGMILL_STATUS_OK) { fprintf(stderr, "%s\n", rigmill_last_error()); exit(1); } } while (0)

static RigmillContent content;
static RigmillSkeleton skeleton;

/* A new pose of the skeleton: a clip at a time. */
static RigmillPose sample(const char *name, float time) {
    RigmillClip clip;
    RigmillPose pose;
    CHECK(rigmill_clip_load(content, name, skeleton, &clip));
    CHECK(rigmill_pose_create(skeleton, &pose));
    CHECK(rigmill_pose_sample(pose, clip, time, RIGMILL_REPEAT));
    CHECK(rigmill_clip_close(clip));
    return pose;
}

static void print(const char *what, const float *point) {
    printf("%s %.9g %.9g %.9g\n", what, point[0], point[1], point[2]);
}

/* Where a vertex is, moved by its four joints. A game leaves this to a shader. */
static void skin(const RigmillMesh *mesh, const RigmillMatrix *joints, size_t vertex, float *out) {
    const float *position = (const float *)mesh->positions.data + 3 * vertex;
    const uint16_t *joint = (const uint16_t *)mesh->joints.data + 4 * vertex;
    const float *weight = (const float *)mesh->weights.data + 4 * vertex;
    for (int axis = 0; axis < 3; axis++) {
        out[axis] = 0;
        for (int influence = 0; influence < 4; influence++) {
            const float *m = joints[joint[influence]].m;
            float moved = position[0] * m[axis] + position[1] * m[4 + axis] + position[2] * m[8 + axis] + m[12 + axis];
            out[axis] += weight[influence] * moved;
        }
    }
}

int main(int argc, char **argv) {
    RigmillPose blend, added;
    RigmillMatrix matrices[256], joints[256];
    RigmillModel model;
    RigmillModelInfo info;
    RigmillMesh mesh;
    RigmillSkin bones;
    size_t count, head;
    CHECK(rigmill_content_open(argc > 1 ? argv[1] : "content/build/native", &content));
    CHECK(rigmill_skeleton_load(content, "Models/Grund.skeleton", &skeleton));
    CHECK(rigmill_skeleton_bone_count(skeleton, &count));
    CHECK(rigmill_skeleton_find(skeleton, "Head_NA", &head));

    /* Three tenths of standing, seven tenths of running, and half a hit on top. */
    CHECK(rigmill_pose_create(skeleton, &blend));
    CHECK(rigmill_pose_create(skeleton, &added));
    CHECK(rigmill_pose_make_additive(added, sample("Animation/Players/Grund/Up_Damage", 0.1f),
                                     sample("Animation/Players/Grund/Up_Damage", 0)));
    RigmillBlendLayer layers[] = {
        { sample("Animation/Players/Grund/Low_Idle", 0.25f), 0.3f, 0 },
        { sample("Animation/Players/Grund/Low_Run", 0.4f), 0.7f, 0 },
        { added, 0.5f, 1 },
    };
    CHECK(rigmill_pose_blend(blend, layers, 3));
    CHECK(rigmill_pose_to_model(blend, matrices, 256));
    printf("bones %zu\n", count);
    print("head", &matrices[head].m[12]);

    /* The first mesh that has a skin. */
    CHECK(rigmill_model_load(content, "Models/Grund.model", &model));
    CHECK(rigmill_model_info(model, &info));
    for (uint32_t number = 0; number < info.mesh_count; number++) {
        CHECK(rigmill_model_mesh(model, number, &mesh));
        if (mesh.skin_bone_count == 0 || mesh.positions.format != RIGMILL_FORMAT_FLOAT32X3) continue;
        CHECK(rigmill_skin_create(model, number, skeleton, &bones));
        CHECK(rigmill_skin_matrices(bones, matrices, count, joints, 256));
        float vertex[3];
        skin(&mesh, joints, mesh.vertex_count - 1, vertex);
        printf("mesh %.*s, %zu indices of %u bytes\n", (int)mesh.name.length, mesh.name.data, mesh.indices.count,
               (unsigned)mesh.indices.stride);
        print("last vertex", vertex);
        break;
    }
    return 0;
}
