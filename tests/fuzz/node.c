/* What another server says of itself, from a store that anybody may have written to. */
#include <assert.h>

#include "server/cluster/node_agreement.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct nodes nodes;
    char text[NODE_TEXT_MAX], twice[NODE_TEXT_MAX];
    struct nodes_findings findings;
    struct tes_slice rest = {(const char *)data, size};
    nodes.count = 0;
    while (rest.length > 0 && nodes.count < NODES_MAX) {
        struct node *node = &nodes.items[nodes.count++], again;
        struct tes_buf buf = tes_buf_on(text, sizeof text), same = tes_buf_on(twice, sizeof twice);
        if (!node_text_read(tes_slice_cut(&rest, '\n'), node))
            continue;
        /* What was read can be said again, and means the same. */
        assert(node->key_count > 0 && node->key_count <= NODE_KEYS_MAX);
        node_text_write(node, &buf);
        assert(!buf.failed && node_text_read(tes_buf_done(&buf), &again));
        node_text_write(&again, &same);
        assert(tes_slice_equal(tes_buf_done(&buf), tes_buf_done(&same)));
    }
    for (size_t i = 0; i < nodes.count && i < 4; i++) {
        node_agreement_judge(&nodes, i, i, &findings);
        assert(findings.stranger <= NODES_NONE && findings.differs <= NODES_NONE);
        if (nodes.items[i].is_read)
            assert(node_agreement_lacking(&nodes, i, nodes.items[i].keys[0], 0) != i);
    }
    return 0;
}
