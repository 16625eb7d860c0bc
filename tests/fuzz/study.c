/* Whatever stands in a line of a study's file: it is one of the lines that there are, or it is bad.
 * What is read as an answer is within its bounds. */
#include <string.h>

#include "extras/study/results.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct study_result result;
    struct tes_slice line = {(const char *)data, size};
    if (study_results_read(line, &result) != STUDY_LINE_RESULT)
        return 0;
    if (strlen(result.type) > STUDY_NAME_MAX || strlen(result.question) > STUDY_NAME_MAX ||
        result.ms < STUDY_MS_UNKNOWN || result.ms > STUDY_MS_MOST ||
        result.level >= STUDY_LEVEL_COUNT || result.outcome >= STUDY_OUTCOME_COUNT ||
        result.input >= STUDY_INPUT_COUNT || result.screen >= STUDY_SCREEN_COUNT)
        __builtin_trap();
    return 0;
}
