/* Plays what content/hero.play plays, and prints the same as `rigmill play`: hero CONTENT, the folder of a target or a pack. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "rigmill.h"

#define CHECK(call) do { if ((call) != RIGMILL_STATUS_OK) { fprintf(stderr, "%s\n", rigmill_last_error()); exit(1); } } while (0)
#define TEXT(text) (int)(text).length, (text).data

static void number(const char *before, float value) {
    printf("%s%.9g%s", before, value, value == 0 && signbit(value) ? ".0" : "");
}

static void print(int frame, const RigmillPlace *place, const RigmillMatrix *root, const RigmillMatrix *head) {
    printf("{\"f\":%d,\"place\":[", frame);
    for (int i = 0; i < 7; i++) number(i > 0 ? "," : "", (float)(i < 3 ? place->translation[i] : place->rotation[i - 3]));
    for (int i = 0; i < 16; i++) number(i > 0 ? "," : "],\"absolute\":{\"Root\":[", root->m[i]);
    for (int i = 0; i < 16; i++) number(i > 0 ? "," : "],\"Head_NA\":[", head->m[i]);
    printf("]}}\n");
}

int main(int argc, char **argv) {
    RigmillContent content;
    RigmillPlayer player;
    RigmillSkeleton skeleton;
    RigmillPlace place, movement;
    const RigmillMatrix *bones;
    size_t bone_count, root, head, event_count;
    RigmillEvent events[16];
    CHECK(rigmill_content_open(argc > 1 ? argv[1] : "content/build/native", &content));
    CHECK(rigmill_player_load(content, "Hero/Grund.actions", RIGMILL_RULES_STANDARD, &player));
    CHECK(rigmill_player_matrices(player, &bones, &bone_count));
    CHECK(rigmill_player_skeleton(player, &skeleton));
    CHECK(rigmill_skeleton_find(skeleton, "Root", &root));
    CHECK(rigmill_skeleton_find(skeleton, "Head_NA", &head));
    CHECK(rigmill_place_origin(&place));
    for (int frame = 0; frame < 180; frame++) {
        if (frame == 0) CHECK(rigmill_player_play(player, "body", "Stroll"));
        if (frame == 0) CHECK(rigmill_player_play(player, "arms", "Idle"));
        if (frame == 60) CHECK(rigmill_player_play(player, "arms", "Shoot"));
        if (frame == 60) CHECK(rigmill_player_set_weight(player, "flinch", 0.5f));
        if (frame == 60) CHECK(rigmill_player_play(player, "flinch", "Hit"));
        if (frame == 120) CHECK(rigmill_player_stop(player, "flinch", 0.1f));
        if (frame == 120) CHECK(rigmill_player_play(player, "body", "Idle"));
        CHECK(rigmill_player_update(player, 1.0f / 60.0f));
        CHECK(rigmill_player_movement(player, &movement));
        CHECK(rigmill_place_move(&place, &movement));
        CHECK(rigmill_player_events(player, events, 16, &event_count));
        for (RigmillEvent *it = events; it < events + event_count; it++) {
            printf("{\"event\":\"%.*s\",\"f\":%d,\"layer\":\"%.*s\"", TEXT(it->name), frame, TEXT(it->layer));
            number(",\"after\":", it->after);
            number(",\"value\":", it->value);
            printf(",\"text\":\"%.*s\",\"fades_out\":%s}\n", TEXT(it->text), it->fades_out ? "true" : "false");
        }
        if (frame % 20 == 0) print(frame, &place, &bones[root], &bones[head]);
    }
    return 0;
}
