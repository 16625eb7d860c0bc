/*
 * question.h: what a question about a scene has to offer to types/scene_type.c. Each question is a
 * const row, made by one file; questions.def lists them.
 */
#ifndef TES_QUESTION_H
#define TES_QUESTION_H

#include "challenge/scene/scene.h"
#include "challenge/select.h"

#define TES_QUESTION_OPTIONS 8

enum tes_question_id {
#define QUESTION(name, levels, form, needs) TES_QUESTION_##name,
#include "challenge/scene/questions/questions.def"
#undef QUESTION
    TES_QUESTION_COUNT
};

/* How options are shown: names of solids, numbers, or cells of the picture. */
enum tes_question_form { TES_QUESTION_SOLIDS, TES_QUESTION_NUMBERS, TES_QUESTION_PICTURES };

/* What an option's cell shows, where every option is a scene of its own. */
struct tes_question_pose {
    struct tes_vector axes[3];
    int8_t cubes[TES_SCENE_CUBES][3];
};

/* The path of a ball: straight from each point to the next, at constant speed. */
struct tes_motion {
    struct tes_vector
        points[3]; /* the start, a bounce in some questions, the gate where it comes out */
    uint8_t point_count;
    uint8_t hue;  /* of the ball: row of hues.def */
    double speed; /* units a second */
};

/* One question as it is asked: all that its sentence and its picture need. */
struct tes_question_asked {
    struct tes_select select; /* which option is right */
    uint8_t id;               /* enum tes_question_id */
    uint8_t renderer;         /* enum tes_renderer: nothing of the scene depends on it */
    uint8_t solid_count;      /* how many there are to be, where the profile says so; 0: any */
    uint8_t option_count;
    uint8_t options[TES_QUESTION_OPTIONS]; /* solids, numbers, or what the question makes of them */
    uint8_t reference;                     /* the solid that the sentence names */
    int16_t degrees;                       /* how far to turn; 0 where nothing turns */
    int16_t tilt; /* how far to tilt, likewise; above 0 the camera goes up */
    bool is_clockwise;
    struct tes_vector
        spot; /* where the figure that the sentence speaks of stands, and which way it looks */
    double spot_turn; /* in degrees, anticlockwise from +y */
    struct tes_scene scene;
    union {
        struct tes_question_pose poses[TES_QUESTION_OPTIONS];
        uint8_t nets[TES_QUESTION_OPTIONS][16];
        struct tes_motion motion;
        struct {
            uint8_t place;    /* which one is asked for: see question_heard.c */
            bool walks;       /* whether the listener walks to the other side before the question */
            uint8_t words[3]; /* which wording of each part, where a language has several */
        } heard;
    } shown;
};

struct tes_question {
    const char *name;

    /* Makes one, with the options in their final order and `select` set; `id` and `solid_count` are
     * set already. False where solids intersect, the answer is not clear, or something is too
     * close, too small or too faint: then it is thrown away and another one is made. */
    bool (*make)(struct tes_random *random, enum tes_difficulty difficulty,
                 struct tes_question_asked *question);

    /* The sentence that asks it. */
    struct tes_instruction (*ask)(const struct tes_question_asked *question);

    /* The lowest level at which objects may hide parts of one another; 0: they never do. Never
     * TES_EASY. */
    enum tes_difficulty hides_from;
};

/* The rows: tes_question_NAME for every row of questions.def. */
#define QUESTION(name, levels, form, needs) extern const struct tes_question tes_question_##name;
#include "challenge/scene/questions/questions.def"
#undef QUESTION

/* The question inside a challenge of kind `scene`. */
const struct tes_question_asked *tes_question_of(const struct tes_challenge *challenge);

enum tes_question_form tes_question_form(enum tes_question_id id);

/* "cube", "ball", "cylinder", "cone", "pyramid", "ring" */
const char *tes_question_solid_name(enum tes_solid solid);

/* ------------------------------------------------- what questions share */

/* The six solids in random order. */
void tes_question_solids(struct tes_random *random, uint8_t solids[TES_SOLID_COUNT]);

/* A thing of that solid at the origin, with random size, height, material and hue; the sizes are
 * such that solids can be told apart. */
struct tes_thing tes_question_thing(struct tes_random *random, enum tes_solid solid);

/* Puts things at random places on the ground, at most `radius` from the middle and at least `gap`
 * from one another; false where there is no room. */
bool tes_question_place(struct tes_random *random, struct tes_scene *scene, double radius,
                        double gap);

/* Starts a scene without things: picks the key of its looks, the sun and the camera. */
void tes_question_scene(struct tes_random *random, double above, struct tes_scene *scene);

/* Puts the options in random order and sets `select` to the place of `right`, which is one of
 * them. */
void tes_question_shuffle(struct tes_random *random, struct tes_question_asked *question,
                          uint8_t right);

#endif
