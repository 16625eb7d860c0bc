/* kit_table.h: how long a table is. */
#ifndef TES_KIT_TABLE_H
#define TES_KIT_TABLE_H

#define TES_TABLE_COUNT(table) ((unsigned)(sizeof(table) / sizeof *(table)))

/* The table and its length, for two arguments of a call. */
#define TES_TABLE_ALL(table) table, TES_TABLE_COUNT(table)

#endif
