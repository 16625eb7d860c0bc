# Writes the JSON compilation database of clang's tools from the commands that `make -n` prints. `folder` is where they run.
BEGIN { print "[" }
match($0, / -c [^ ]+/) {
    file = substr($0, RSTART + 4, RLENGTH - 4)
    command = $0
    gsub(/[\\"]/, "\\\\&", command)
    printf "%s  {\"directory\": \"%s\", \"file\": \"%s\",\n   \"command\": \"%s\"}", count++ ? ",\n" : "", folder, file, command
}
END { print "\n]" }
