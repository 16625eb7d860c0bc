/*
 * embed: writes files as C: `embed HEADER STRUCT TABLE -C ROOT FILE... [-C ROOT FILE...]` prints
 * the table that the header declares: its rows are path, bytes, hash. Paths in it are relative to
 * the ROOT before them; an empty one leaves them as they are.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Writes the bytes, and their FNV-1a hash, so that the server need not compute it for each
 * request. */
static void write_bytes(const char *path, unsigned index)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    printf("static const unsigned char bytes_%u[] = {", index);
    int c;
    unsigned long count = 0;
    uint64_t tag = UINT64_C(0xCBF29CE484222325);
    while ((c = getc(file)) != EOF) {
        printf("%s%d,", count++ % 24 == 0 ? "\n" : "", c);
        tag = (tag ^ (uint64_t)c) * UINT64_C(0x100000001B3);
    }
    printf("0};\n#define TAG_%u UINT64_C(0x%016" PRIX64 ")\n", index, tag);
    fclose(file);
}

int main(int argc, char **argv)
{
    if (argc < 7 || strcmp(argv[4], "-C") != 0) {
        fputs("usage: embed HEADER STRUCT TABLE -C ROOT FILE... [-C ROOT FILE...]\n", stderr);
        return 2;
    }
    printf("#include \"%s\"\n\n", argv[1]);
    for (int i = 4; i < argc; i++) {
        if (strcmp(argv[i], "-C") == 0)
            i++;
        else
            write_bytes(argv[i], (unsigned)i);
    }
    printf("const struct %s %s[] = {\n", argv[2], argv[3]);
    size_t root_length = 0;
    for (int i = 4; i < argc; i++) {
        if (strcmp(argv[i], "-C") == 0) {
            root_length = argv[++i] != NULL ? strlen(argv[i]) : 0;
            root_length += root_length > 0; /* the slash */
            continue;
        }
        printf("    {\"%s\", {(const char *)bytes_%d, sizeof bytes_%d - 1}, TAG_%d},\n",
               argv[i] + root_length, i, i, i);
    }
    puts("    {0},\n};");
    return 0;
}
