/* Prints how the structs of tessera.h lie in memory, for test_layout.py. */
#include <stdio.h>

#include "tessera.h"

#define SIZE(type)           printf("%s %zu\n", #type, sizeof(struct type))
#define OFFSET(type, member) printf("%s.%s %zu\n", #type, #member, offsetof(struct type, member))
#define NUMBER(name)         printf("%s %zu\n", #name, (size_t)(name))

int main(void)
{
#include "members.h"
    return 0;
}
