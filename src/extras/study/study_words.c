#include "extras/study/study_words.h"

#define STUDY_WORD(name, text) text,
const char *const study_outcomes[] = {STUDY_OUTCOMES(STUDY_WORD) NULL};
const char *const study_inputs[] = {STUDY_INPUTS(STUDY_WORD) NULL};
const char *const study_screens[] = {STUDY_SCREENS(STUDY_WORD) NULL};
const char *const study_levels[] = {STUDY_LEVELS(STUDY_WORD) NULL};
#undef STUDY_WORD

bool study_word(const char *const *list, struct tes_slice word, unsigned *number)
{
    for (unsigned i = 0; list[i] != NULL; i++) {
        if (tes_slice_equal(tes_slice_of(list[i]), word)) {
            *number = i;
            return true;
        }
    }
    return false;
}
