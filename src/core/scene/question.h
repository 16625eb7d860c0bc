/*
 * question.h: a question about a scene: what kinds/scene.c asks of the files that make one. Each is
 * a const row; questions.def lists them.
 */
#ifndef TES_QUESTION_H
#define TES_QUESTION_H

#include "core/scene/scene.h"
#include "core/select.h"

#define TES_QUESTION_OPTIONS 8

enum tes_question_id {
#define QUESTION(name, levels, form) TES_QUESTION_##name,
#include "core/scene/questions.def"
#undef QUESTION
    TES_QUESTION_COUNT
};

/* How options are shown: names of solids, numbers, or cells of the picture. */
enum tes_question_form { TES_QUESTION_SOLIDS, TES_QUESTION_NUMBERS, TES_QUESTION_PICTURES };

/* Something that stands in an option's cell: for questions whose options are scenes of their own.
 */
struct tes_question_pose {
    struct tes_vector axes[3];
    int8_t cubes[TES_SCENE_CUBES][3];
};

/* A ball's way: straight from each point to the next, at one speed. */
struct tes_motion {
    struct tes_vector points[3]; /* start, maybe a bounce, where it leaves the gate */
    uint8_t point_count;
    uint8_t hue;  /* of the ball: row of the renderer's colours */
    double speed; /* units a second */
};

/* A question as it was drawn. Everything that a sentence or a picture needs is here. */
struct tes_question_asked {
    struct tes_select select; /* which option is right */
    uint8_t id;               /* enum tes_question_id */
    uint8_t renderer;         /* enum tes_renderer: nothing of the scene depends on it */
    uint8_t option_count;
    uint8_t options[TES_QUESTION_OPTIONS]; /* solids, numbers, or what the question makes of them */
    uint8_t reference;                     /* the solid that the sentence names */
    int16_t degrees;                       /* how far to turn; 0 where nothing turns */
    int16_t tilt; /* how far to tilt, likewise; above 0 looks from higher */
    bool is_clockwise;
    struct tes_vector spot; /* where the viewer of the sentence stands, and which way it looks */
    double spot_turn;       /* in degrees, anticlockwise from +y */
    struct tes_scene scene;
    union {
        struct tes_question_pose poses[TES_QUESTION_OPTIONS];
        uint8_t nets[TES_QUESTION_OPTIONS][16];
        struct tes_motion motion;
        struct {
            uint8_t place; /* which one is asked for: see heard.c */
            bool walks;    /* to the other side, before it is asked */
        } heard;
    } shown;
};

struct tes_question {
    const char *name;

    /* Draws one, with the options in their final order and `select` set; `id` is there already.
     * False where it came out intersecting, ambiguous, too close, too small or too faint: then it
     * is thrown away and another one is drawn. */
    bool (*make)(struct tes_random *random, enum tes_difficulty difficulty,
                 struct tes_question_asked *question);

    /* The sentence, in English. */
    void (*ask)(const struct tes_question_asked *question, struct tes_buf *text);
};

/* The rows: tes_question_NAME for every row of questions.def. */
#define QUESTION(name, levels, form) extern const struct tes_question tes_question_##name;
#include "core/scene/questions.def"
#undef QUESTION

/* The question inside a challenge of kind `scene`. */
const struct tes_question_asked *tes_question_of(const struct tes_challenge *challenge);

enum tes_question_form tes_question_form(enum tes_question_id id);

/* "cube", "ball", "cylinder", "cone", "pyramid", "ring" */
const char *tes_question_solid_name(enum tes_solid solid);

/* ------------------------------------------------- what questions share */

/* The six solids in random order. */
void tes_question_solids(struct tes_random *random, uint8_t solids[TES_SOLID_COUNT]);

/* A thing of that solid with random size, height, material and hue, within what can be told apart;
 * at the origin. */
struct tes_thing tes_question_thing(struct tes_random *random, enum tes_solid solid);

/* Places things on the ground around the middle, none closer to another than `gap`; false where
 * there is no room. `radius` is how far from the middle they may stand. */
bool tes_question_place(struct tes_random *random, struct tes_scene *scene, double radius,
                        double gap);

/* Starts a scene: no things yet, ground, sun and looks drawn, camera around the middle. */
void tes_question_scene(struct tes_random *random, double above, struct tes_scene *scene);

/* Puts options in random order and notes where `right`, which is one of them, came to stand. */
void tes_question_shuffle(struct tes_random *random, struct tes_question_asked *question,
                          uint8_t right);

#endif
