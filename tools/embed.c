/*
 * embed: writes files as C: `embed ROOT FILE...` prints the table that src/serve/assets.h declares.
 * Paths in it are relative to ROOT, sorted as they were given.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    while ((c = getc(file)) != EOF)
        printf("%s%d,", count++ % 24 == 0 ? "\n" : "", c);
    printf("0};\n");
    fclose(file);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fputs("usage: embed ROOT FILE...\n", stderr);
        return 2;
    }
    size_t root_length = strlen(argv[1]) + 1;
    puts("#include \"serve/assets.h\"\n");
    for (int i = 2; i < argc; i++)
        write_bytes(argv[i], (unsigned)i);
    puts("const struct asset assets[] = {");
    for (int i = 2; i < argc; i++)
        printf("    {\"%s\", {(const char *)bytes_%d, sizeof bytes_%d - 1}},\n",
               argv[i] + root_length, i, i);
    puts("    {0},\n};");
    return 0;
}
