// Changes of one line, each of which a test must catch: tools/mutate makes them, one after the other, in a copy of the
// tree. A row is a name, a file, the text that is replaced (it must be there once), what takes its place, and the test:
// a C program ("unit/puzzle" is tests/unit/test_puzzle.c) or a file of Node's with the names of tests that will do
// ("browser/standalone", "one option").
//
// What belongs here is a rule that somebody relies on. A change that no caller can notice proves nothing.

/** @typedef {[name: string, file: string, from: string, to: string, test: string, only?: string]} Mutation */

/** @type {Mutation[]} */
export const MUTATIONS = [
  // -------------------------------------------------------------------- chance
  ["random-rounds", "src/core/random.c", "ROUNDS = 20", "ROUNDS = 8", "unit/random"],
  ["random-counter", "src/core/random.c", "random->state[COUNTER_AT]++;", "", "unit/random"],
  ["random-favour", "src/core/random.c", "while ((uint32_t)product < surplus)", "while ((uint32_t)product < surplus / 2)", "unit/random"],
  ["random-shuffle", "src/core/random.c", "tes_random_below(random, (uint32_t)left)", "tes_random_below(random, (uint32_t)count)", "unit/random"],

  // -------------------------------------------------------------- kinds, answers
  ["puzzle-inverse", "src/core/kinds/puzzle.c", "draft->second == TRANSFORMS[draft->first].inverse", "draft->second > COUNT_MOST", "unit/puzzle"],
  ["puzzle-two-results", "src/core/kinds/puzzle.c", "apply(second, apply(first, draft->start)) != draft->solution)", "apply(second, apply(first, draft->start)) == draft->start)", "unit/puzzle"],
  ["puzzle-one-tone", "src/core/kinds/puzzle.c", "has_both_tones(draft->after) && ", "", "unit/puzzle"],
  ["puzzle-active", "src/core/kinds/puzzle.c", "ACTIVE_MOST = 9,", "ACTIVE_MOST = 10,", "unit/puzzle"],
  ["puzzle-beyond-legend", "src/core/kinds/puzzle.c", "*transform < puzzle->transform_count", "*transform <= puzzle->transform_count", "unit/puzzle_answer"],
  ["puzzle-digits", "src/core/kinds/puzzle.c", "answer.at[i] > '0' + TES_PUZZLE_PINK", "answer.at[i] > '9'", "unit/puzzle_answer"],
  ["human-female", "src/core/kinds/human.c", "FEMALE_PERCENT = 55", "FEMALE_PERCENT = 50", "unit/sprites"],
  ["human-place", "src/core/kinds/human.c", "tes_random_shuffle(random, order, SQUARES);", "tes_random_shuffle(random, order, SQUARES - 1);", "unit/sprites"],
  ["predator-safe", "src/core/kinds/predator.c", "SAFE = 3,", "SAFE = 2,", "unit/sprites"],
  ["emotions-alike", "src/core/kinds/emotions.c", "(EMOTIONS[asked].near >> i & 1) == 0", "(EMOTIONS[asked].near >> i & 1) < 2", "unit/sprites"],
  ["spatial-symmetric", "src/core/kinds/spatial.c", "SYMMETRIC_PERCENT = 10,", "SYMMETRIC_PERCENT = 12,", "unit/spatial"],
  ["spatial-alike", "src/core/kinds/spatial.c", "FIGURE_MARGIN = 2,", "FIGURE_MARGIN = 1,", "unit/spatial"],
  ["spatial-direction", "src/core/kinds/spatial.c", "spatial->is_clockwise ? quarters : (QUARTERS - quarters) % QUARTERS", "quarters % QUARTERS", "unit/spatial"],
  ["select-twice", "src/core/select.c", " || is_selected[cell])", ")", "unit/sprites"],
  ["select-beyond", "src/core/select.c", "challenge->view.count - 1, &cell)", "challenge->view.count, &cell)", "unit/sprites"],
  ["answer-any", "src/core/challenge.c", "return is_right ? TES_OK : TES_INCORRECT;", "return is_right || given_length == right_length ? TES_OK : TES_INCORRECT;", "unit/puzzle_answer"],
  ["answer-long", "src/core/challenge.c", "if (answer_length > TES_ANSWER_MAX)", "if (answer_length > TES_ANSWER_MAX * 2)", "unit/puzzle_answer"],

  // --------------------------------------------------------------------- pictures
  ["studio-aligned", "src/draw/paint/studio.c", "return aligned(sizeof(struct tes_studio) + (size_t)width * height * sizeof(uint32_t));", "return sizeof(struct tes_studio) + (size_t)width * height * sizeof(uint32_t);", "unit/studio"],
  ["studio-apart", "src/draw/paint/studio.c", "(uint8_t *)studio + extra_offset(", "(uint8_t *)studio->colours + 0 * extra_offset(", "unit/studio"],

  // ---------------------------------------------------------------------- tokens
  ["token-last-byte", "src/token/seal.c", "raw + HEAD_BYTES + cipher_length, MAC_BYTES))", "raw + HEAD_BYTES + cipher_length, MAC_BYTES - 1))", "unit/token"],
  ["token-lengths", "src/token/seal.c", "put_u32(prefix, (uint32_t)length);", "put_u32(prefix, (uint32_t)(length & 1));", "unit/token"],
  ["token-seed", "src/token/seal.c", "mac_part(keys->generate, claims->seed, sizeof claims->seed)", "mac_part(keys->generate, claims->seed, sizeof claims->seed - 1)", "unit/token"],
  ["token-secret", "src/token/seal.c", "if (secret_length < TES_SECRET_MIN ||", "if (secret_length == 0 ||", "unit/token"],
  ["claims-short-bytes", "src/token/claims.c", "if (value.length != claim->most)", "if (value.length > claim->most)", "unit/token"],
  ["claims-leading-zero", "src/token/claims.c", "if (value.at[0] == 0)", "if (value.length > 8)", "unit/token"],
  ["keys-settle", "src/token/keys.c", "created_at_ms + TES_KEYS_SETTLED_MS > now_ms", "created_at_ms > now_ms", "unit/keys"],
  ["keys-retire", "src/token/keys.c", "created_at_ms + TES_KEYS_RETIRED_MS <= now_ms", "created_at_ms + 2 * TES_KEYS_RETIRED_MS <= now_ms", "unit/keys"],
  ["keys-readable", "src/token/keys.c", "O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600)", "O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0644)", "unit/keys"],

  // --------------------------------------------------------------- what is read
  ["base64-stray-bits", "src/base/codec.c", "(left == 3 ? 0xFFU : 0xFFFFU)", "(left == 3 ? 0x7FU : 0xFFFFU)", "unit/base_codec"],
  ["base64-rest", "src/base/codec.c", "if (text.length % 4 == 1 || written > size)", "if (written > size)", "unit/base_codec"],
  ["constant-time", "src/base/secret.c", "(difference | (left[i] ^ right[i]))", "(left[i] ^ right[i])", "unit/base_codec"],
  ["utf8-surrogates", "src/base/utf8.c", "(first == 0xED && second > 0x9F)", "(first == 0xED && second > 0xBF)", "unit/base_text"],
  ["number-overflow", "src/base/slice.c", "if (value > (most - digit) / 10 || digit > most)", "if (value > most / 10 || digit > most)", "unit/base_text"],
  ["fields-twice", "src/base/fields.c", " || tes_fields_find(fields, field.name) != NULL)", ")", "unit/json_read"],
  ["json-depth", "src/base/json_read.c", "#define DEPTH_MAX 8", "#define DEPTH_MAX 9", "unit/json_read"],
  ["json-half-character", "src/base/json_read.c", "if (low < 0xDC00 || low > 0xDFFF)", "if (low < 0)", "unit/json_read"],
  ["json-zero", "src/base/json_read.c", "else if (code <= 0 ||", "else if (code < 0 ||", "unit/json_read"],
  ["json-rest", "src/base/json_read.c", "if (is_good && reader.at == reader.end)", "if (is_good)", "unit/json_read"],
  ["http-two-hosts", "src/http/parser.c", "return is_first(&parser->has_host) &&", "return (is_first(&parser->has_host) || parser->has_host) &&", "unit/http_parser"],
  ["http-two-lengths", "src/http/parser.c", "return is_first(&parser->has_length) &&", "return (is_first(&parser->has_length) || parser->has_length) &&", "unit/http_parser"],
  ["http-coding", "src/http/parser.c", "return parser->has_length ? 400 : 501;", "return parser->has_length ? 0 : 501;", "unit/http_parser"],
  ["http-no-host", "src/http/parser.c", "if (!parser->has_host && !parser->is_http_1_0)", "if (!parser->has_host && parser->is_http_1_0)", "unit/http_parser"],
  ["http-bare-return", "src/http/parser.c", "if (bytes[i + 1] != '\\n')", "if (bytes[i + 1] == '\\r')", "unit/http_parser"],
  ["http-blank-before-colon", "src/http/parser.c", "|| line[name_length] != ':')", "|| (line[name_length] != ':' && line[name_length] != ' '))", "unit/http_parser"],
  ["http-close", "src/http/parser.c", "tes_slice_equal_nocase(tes_slice_trim(", "tes_slice_equal(tes_slice_trim(", "unit/http_parser"],
  ["html-quote", "src/serve/pages/template.c", "['\\''] = \"&#39;\",", "['\\''] = NULL,", "unit/template"],

  // ------------------------------------------------------------------- decisions
  ["botness-threshold", "src/decide/botness.c", "if (score < policy->risk_threshold)", "if (score <= policy->risk_threshold)", "unit/decide"],
  ["botness-rate", "src/decide/botness.c", "count * 2 >= limit ? 10 : 0", "count * 2 > limit ? 10 : 0", "unit/decide"],
  ["botness-outdated", "src/decide/botness.c", "major < BROWSERS[i].oldest", "major <= BROWSERS[i].oldest", "unit/decide"],
  ["verify-other-site", "src/serve/verify.c", "!tes_slice_equal(redeemed->claims.site, sitekey)", "redeemed->claims.site.length != sitekey.length", "api/verify"],
  ["verify-expired", "src/serve/verify.c", "if (visit->now_ms >= redeemed->claims.expires_at_ms)", "if (redeemed->claims.expires_at_ms == 0)", "api/verify"],
  ["verify-again", "src/serve/verify.c", "return VERIFY_DUPLICATE;", "return VERIFY_SUCCESS;", "api/verify"],
  ["verify-purpose", "src/serve/verify.c", "tes_open(visit->sealer, TES_PURPOSE_RESPONSE,", "tes_open(visit->sealer, TES_PURPOSE_CHALLENGE,", "api/verify"],
  ["gate-other-network", "src/serve/gate.c", "tes_slice_equal(claims->ip_bucket, visit->bucket)", "claims->ip_bucket.length == visit->bucket.length", "api/gate"],
  ["gate-expired", "src/serve/gate.c", "return visit->now_ms < claims->expires_at_ms &&", "return visit->now_ms > 0 &&", "api/gate"],
  ["gate-purpose", "src/serve/gate.c", "tes_open(visit->sealer, TES_PURPOSE_TICKET,", "tes_open(visit->sealer, TES_PURPOSE_CHALLENGE,", "api/gate"],
  ["judge-replayed", "src/serve/challenge/judge.c", "return VERDICT_REPLAYED;", "return VERDICT_PASS;", "api/single-use"],
  ["judge-too-fast", "src/serve/challenge/judge.c", "if (visit->now_ms < judged->claims.not_before_ms)", "if (judged->claims.not_before_ms == 0)", "api/answer"],
  ["judge-other-network", "src/serve/challenge/judge.c", "if (!tes_slice_equal(judged->claims.ip_bucket, visit->bucket))", "if (judged->claims.ip_bucket.length == 0)", "api/answer"],
  ["expiring-again", "src/store/expiring.c", "return ++entry->uses;", "return entry->uses;", "store/ledger"],
  ["expiring-full", "src/store/expiring.c", "while (entries < table->entries_max)", "while (entries <= table->entries_max)", "store/ledger"],
  ["ledger-older-under-log", "src/store/ledger_about.c", "log == about->log ? base : commits;", "log == about->log ? base * 0 : commits * 0;", "store/ledger_lost"],
  ["ledger-clock-ahead", "src/store/ledger.c", "now_ms > forgets_to_ms", "now_ms < 1", "store/ledger_clock"],
  ["ledger-opened-ahead", "src/store/ledger.c", "alive_at_ms > now_ms", "true", "store/ledger_clock"],
  ["counters-window", "src/store/counters.c", "now_s - now_s % order->window_s + order->window_s", "now_s + order->window_s", "store/counters"],
  ["counters-all-or-none", "src/store/counters.c", "used_up == COUNTERS_TAKEN && order->amount != 0", "order->amount != 0", "store/counters"],
  ["events-generation", "src/http/slots.c", "slot->generation++;", "", "unit/http_events"],
  ["queue-turns", "src/http/queue.c", "if (flow->served != NULL) {", "if (flow->served != NULL && flow->jobs == 0) {", "unit/http_queue"],
  ["user-proof-late", "src/serve/challenge/user_proof.c", " || expires_s <= now_s ||", " ||", "unit/user_proof"],
  ["budget-wrong-answer", "src/serve/challenge/judge.c", "visit->config->budget_wrong_answer - 1", "0", "api/budget", "counts as several"],
  ["budget-junk", "src/serve/app/budget.c", "return take(visit, BUDGET_JUNK, 1);", "return take(visit, BUDGET_ANSWER, 1);", "api/budget", "nobody is locked out"],

  // ------------------------------------------------------------------------ pages
  ["alone-clock-seed", "web/standalone/random.js", "return getRandomValues(new Bytes(count));", "return new Bytes(count).map((_, i) => (Date.now() * (i + 7)) >> 3);", "standalone/challenges", "chance"],
  ["alone-favour", "web/standalone/random.js", "} while (value >= even);", "} while (value < 0);", "browser/standalone-flow", "one to two seconds"],
  ["alone-too-fast", "web/standalone/session.js", "this.#answered < MEAN_ROUND_MIN_MS", "this.#answered <= MEAN_ROUND_MIN_MS", "standalone/session"],
  ["alone-distracted", "web/standalone/session.js", "this.#focusChanges > FOCUS_CHANGES_MAX", "this.#focusChanges >= FOCUS_CHANGES_MAX", "standalone/session"],
  ["alone-validate", "web/standalone/human.js", "return validate(challenge, answer);", "return false;", "browser/standalone", "HumanChallenge: from"],
  ["alone-get-answer", "web/standalone/predator.js", "return chosenAnswer(challenge);", "return String(challenge.type && \"\");", "browser/standalone", "PredatorChallenge: from"],
  ["alone-judge", "web/standalone/flow.js", "made.isRight(made.chosen);", "made.isRight(made.chosen) && made.type !== \"human\";", "browser/standalone-flow", "revealed: human"],
  ["alone-rule", "web/standalone/standalone.css", ".spatial-container .cells { max-width: min(var(--columns) * 126px, var(--fit)); }", "", "browser/standalone", "characters, rotated"],
  ["alone-ready", "web/standalone/challenge.js", "if (this.#challenge) this.#challenge.ready = this.#ready;", "if (this.#challenge) this.#challenge.ready = Promise.resolve();", "browser/standalone", "nobody has to wait"],
  ["alone-parse", "web/standalone/core.js", "setPrototypeOf(parse(readOutput(length)), null)", "setPrototypeOf(JSON.parse(readOutput(length)), null)", "browser/standalone-privacy"],
  ["alone-key", "web/standalone/random.js", "source.getRandomValues.bind(source);", "(/** @type {any} */ array) => source.getRandomValues(array);", "browser/standalone-privacy"],
  ["alone-sheets", "web/standalone/sprites.js", "drawImage(context, image, column * cell, row * cell, cell, cell, 0, 0, side, side);", "context.drawImage(image, column * cell, row * cell, cell, cell, 0, 0, side, side);", "browser/standalone-privacy"],
  ["alone-buttons", "web/standalone/standalone.css", "position: sticky; bottom: 0;", "", "browser/standalone-flow", "so are the buttons"],
  ["alone-stays", "web/standalone/flow.js", "stage.conclude(`${said} ${this.#text.say(\"alone-failed\")}`, tone);", "stage.element.remove();", "browser/standalone-flow", "so are the buttons"],
  ["reveal-scrolls", "web/ui/cells.js", "bringIntoView(cells.filter((_, index) => right.has(index)));", "", "browser/standalone", "scrolled to"],
  ["option-stays", "web/ui/cells.js", "if (was && keeps) return;", "", "browser/standalone", "one option at a time"],
  ["square-taken-back", "web/ui/cells.js", "if (was) chosen.delete(index);", "if (was) chosen.add(index);", "browser/standalone", "one square at a time"],
  ["one-at-a-time", "web/ui/cells.js", "if (single) chosen.clear();", "", "browser/standalone", "one (square|option) at a time"],
  ["timer-red", "web/ui/timer.js", "const RED_AT_S = 10;", "const RED_AT_S = 9;", "browser/standalone-flow", "in red at last"],
  ["widget-base", "web/widget/server.js", "medium.src = base + medium.src;", "medium.src = String(medium.src);", "browser/widget-page", "another origin|path of the site"],
  ["widget-credentials", "web/widget/server.js", "credentials: \"omit\",", "credentials: \"include\",", "browser/widget-page", "page of another origin"],
];
