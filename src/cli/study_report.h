/*
 * study_report.h: a study's figures for people, as a table, and for programs, as JSON or CSV.
 */
#ifndef CLI_STUDY_REPORT_H
#define CLI_STUDY_REPORT_H

#include "extras/study/tally.h"

enum study_form { STUDY_FORM_TABLE, STUDY_FORM_JSON, STUDY_FORM_CSV };

/* Prints to stdout; false where that failed. */
TES_MUST_CHECK bool study_report_print(struct study_tally *tally, enum study_form form);

#endif
