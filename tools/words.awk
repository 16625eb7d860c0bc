# words.awk: takes some sections out of a file of web/locales, as one line of JSON:
#     awk -v parts="widget more" [-v head=1] [-v own=1] -f tools/words.awk web/locales/de.json
# With `head`, what the language is called and which way it runs come first. With `own`, words that are their own keys are
# left out, as names of options are in English. A file has one line for each section and each key, and no line has two.
BEGIN { split(parts, list, " "); for (i in list) wanted[list[i]] = 1; printf "{" }
function put(line) { sub(/,$/, "", line); printf "%s%s", separator, line; separator = "," }
/^  "[a-z]+": "/ { if (head && $1 != "\"address\":") put(substr($0, 3)); next }
/^  "[a-z]+": \{/ { section = substr($1, 2, length($1) - 3); next }
/^    "/ {
    if (!(section in wanted)) next
    line = substr($0, 5)
    end = index(line, "\": \"")
    if (own && index(line, "\": " substr(line, 1, end)) == end) next
    put(line)
}
END { print "}" }
