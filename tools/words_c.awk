# words_c.awk: makes C of the files of web/locales, which have one line for each section and each key, and no line with two.
#     awk -v make=english -f tools/words_c.awk web/locales/en.json
# gives the English sentences of challenges, a row each: TES_LINE("key", "words").
#     awk -v make=tables -f tools/words_c.awk src/server/words/words.def web/locales/en.json web/locales/*.json
# gives for each language, and for each other form of address that its file has, the words of the keys in words.def and
# of the section `questions`; where a file lacks a line, English. A key of words.def that en.json lacks ends the build.
function fail(why) { print FILENAME ": " FNR ": " why > "/dev/stderr"; failed = 1; exit 1 }

# A string of JSON as one of C. Words need no escapes but of quotes and backslashes.
function literal(json) {
    sub(/,$/, "", json)
    if (json !~ /^".*"$/ || json ~ /\\[^"\\]/) fail("a line that can not be read: " json)
    gsub(/\?\?/, "?\\?", json)
    return json
}

FNR == 1 && FILENAME ~ /\.json$/ {
    tag = FILENAME
    sub(/.*\//, "", tag); sub(/\.json$/, "", tag)
    section = ""
    if (!(tag in known)) { known[tag] = 1; tags[++tag_count] = tag; of[tag] = tag }
    form = tag
}
/^WORD\([A-Z0-9_]+, "[^"]+"\)/ && FILENAME ~ /\.def$/ { split($0, part, "\""); keys[++key_count] = part[2]; next }
/^  "[a-z]+": "/ { at = index($0, ": "); head[tag, substr($1, 2, length($1) - 3)] = literal(substr($0, at + 2)); next }
/^  "[a-z]+": \{/ {
    section = substr($1, 2, length($1) - 3)
    form = tag
    if (section == "formal" || section == "informal") {
        form = tag "-x-" section
        if (!(form in of)) { of[form] = tag; forms[++form_count] = form }
    }
    next
}
/^    "/ {
    end = index($0, "\": ")
    key = substr($0, 6, end - 6)
    words[form, key] = literal(substr($0, end + 3))
    if (section == "questions" && tag == "en" && !((tag, key) in asked)) { asked[tag, key] = 1; keys[++key_count] = key; is_question[key] = 1 }
}

# The line of a key in a language; English where there is none.
function line_of(name, key) {
    if ((name, key) in words) return words[name, key]
    if ((of[name], key) in words) return words[of[name], key]
    if (("en", key) in words) return words["en", key]
    fail("words.def has the key " key ", which en.json has not")
}

function put_lines(name,   i) {
    gsub(/-/, "_", name)
    print "static const struct tes_slice lines_" name "[] = {"
    for (i = 1; i <= key_count; i++) print "    TES_SLICE_INIT(" line_of(names[name], keys[i]) "),"
    print "};\n"
}

function put_row(name,   plain, base) {
    plain = name
    gsub(/-/, "_", plain)
    base = of[name]
    print "    {TES_SLICE_INIT(\"" name "\"), TES_SLICE_INIT(\"" base "\"), TES_SLICE_INIT(" head[base, "language"] "), TES_SLICE_INIT(" \
        head[base, "direction"] "), lines_" plain "},"
}

END {
    if (failed) exit 1
    if (make == "english") {
        for (i = 1; i <= key_count; i++) print "TES_LINE(\"" keys[i] "\", " words["en", keys[i]] ")"
        exit
    }
    for (i = 1; i <= form_count; i++) tags[++tag_count] = forms[i]
    print "#include \"server/words/words.h\"\n"
    print "const char *const words_keys[] = {"
    for (i = 1; i <= key_count; i++) print "    \"" keys[i] "\","
    print "    NULL,\n};\n"
    for (i = 1; i <= tag_count; i++) { plain = tags[i]; gsub(/-/, "_", plain); names[plain] = tags[i]; put_lines(tags[i]) }
    print "const struct words words_all[] = {"
    for (i = 1; i <= tag_count; i++) put_row(tags[i])
    print "    {.lines = NULL},\n};"
}
