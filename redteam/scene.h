/*
 * scene.h: programs that try to answer questions about scenes, and how often they are right.
 *
 * The line that all of this stands on: an attack is given a `struct sight`, what every client has,
 * and nothing else. What is given the truth about a scene is called a shortcut and is no attack: it
 * tells how far one gets who sees everything and thinks little.
 */
#ifndef REDTEAM_SCENE_H
#define REDTEAM_SCENE_H

#include "challenge/types/scene_type.h"

#define NO_ANSWER (-1)

/* What a client sees: the picture with all that moves in it, and what the JSON says. */
struct sight {
    enum tes_question_id question;
    enum tes_difficulty difficulty;
    unsigned option_count;
    uint8_t options[TES_QUESTION_OPTIONS]; /* solids or numbers; nothing where they are pictures */
    int degrees, tilt;                     /* of the prompt */
    bool is_clockwise;
    bool is_right; /* the side that the prompt names */
    uint8_t reference;
    struct tes_view view;
    const struct tes_animation *pictures;
};

/* The number of the option that is taken for right; NO_ANSWER where the attack does not know. */
typedef int scene_attack(const struct sight *sight);

/* The same, by the truth. */
typedef int scene_shortcut(const struct tes_question_asked *truth);

struct scene_row {
    enum tes_question_id question;
    const char *name;
    scene_attack *attack; /* one of the two */
    scene_shortcut *shortcut;
};

/* Ends with a row without a name. */
extern const struct scene_row scene_guesses[], scene_shortcuts[], scene_attacks[];

/* The option of that word or number; NO_ANSWER where there is none. */
int scene_option(const uint8_t *options, unsigned count, unsigned value);

/* One challenge: makes it, and what a client sees of it, from a seed. Pictures are drawn only where
 * they are asked for. What is pointed to lives until the next call. */
struct sample {
    struct tes_challenge challenge;
    const struct tes_question_asked *truth;
    struct sight sight;
    int answer;
};
void scene_sample(uint64_t seed, enum tes_difficulty difficulty, struct sample *sample);
void scene_sample_draw(struct sample *sample);

/* The attacks that look at pictures. */
scene_attack scene_sun, scene_motion, scene_net, scene_polycube, scene_turn, scene_behind,
    scene_viewer, scene_visible, scene_turn_votes, scene_behind_votes, scene_viewer_votes,
    scene_visible_votes;

#endif
