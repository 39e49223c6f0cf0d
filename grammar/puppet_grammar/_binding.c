/* Hands the generated parser to Python, through the stable ABI, and runs its table over tokens. */

#include <Python.h>

#include <stdlib.h>
#include <string.h>

#include "tree_sitter/parser.h"

const TSLanguage *tree_sitter_puppet(void);

static PyObject *language(PyObject *self, PyObject *unused) {
    (void)self;
    (void)unused;
    return PyCapsule_New((void *)tree_sitter_puppet(), "tree_sitter.Language", NULL);
}

/* What the parse table holds for a symbol in a state: the index of an action for a token, the next state for a rule, 0 for none. */
static uint16_t entry(const TSLanguage *table, TSStateId state, TSSymbol symbol) {
    if (state < table->large_state_count) return table->parse_table[(size_t)state * table->symbol_count + symbol];
    const uint16_t *data = &table->small_parse_table[table->small_parse_table_map[state - table->large_state_count]];
    for (uint16_t groups = *data++; groups > 0; groups--) {
        uint16_t value = *data++;
        for (uint16_t symbols = *data++; symbols > 0; symbols--) {
            if (*data++ == symbol) return value;
        }
    }
    return 0;
}

typedef struct {
    TSStateId *states;
    size_t count, room;
} Stack;

static int push(Stack *stack, TSStateId state) {
    if (stack->count == stack->room) {
        size_t room = stack->room ? stack->room * 2 : 256;
        TSStateId *states = realloc(stack->states, room * sizeof *states);
        if (!states) return 0;
        stack->states = states;
        stack->room = room;
    }
    stack->states[stack->count++] = state;
    return 1;
}

enum Result { TAKEN, REFUSED, NO_MEMORY };

/* Reduces as far as the token asks for, and shifts it. */
static enum Result take(const TSLanguage *table, Stack *stack, TSSymbol token) {
    for (;;) {
        TSStateId state = stack->states[stack->count - 1];
        if (token >= table->token_count) return REFUSED;
        uint16_t index = entry(table, state, token);
        if (index == 0) return REFUSED;
        const TSParseActionEntry *actions = &table->parse_actions[index];
        const TSParseAction *chosen = NULL;
        for (unsigned i = 0; i < actions->entry.count; i++) {
            const TSParseAction *action = &actions[1 + i].action;
            if (action->type == TSParseActionTypeShift && action->shift.repetition) continue;
            chosen = action;
            break;
        }
        if (!chosen || chosen->type == TSParseActionTypeRecover) return REFUSED;
        if (chosen->type == TSParseActionTypeAccept) return TAKEN;
        if (chosen->type == TSParseActionTypeShift) {
            if (chosen->shift.extra) return TAKEN;
            return push(stack, chosen->shift.state) ? TAKEN : NO_MEMORY;
        }
        if (chosen->reduce.child_count >= stack->count) return REFUSED;
        stack->count -= chosen->reduce.child_count;
        TSStateId next = entry(table, stack->states[stack->count - 1], chosen->reduce.symbol);
        if (!push(stack, next)) return NO_MEMORY;
    }
}

/* refusal(tokens: bytes) -> (index, state): tokens are native 16-bit symbols. */
static PyObject *refusal(PyObject *self, PyObject *argument) {
    (void)self;
    char *bytes;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(argument, &bytes, &size) < 0) return NULL;
    const TSLanguage *table = tree_sitter_puppet();
    Stack stack = {0};
    enum Result result = push(&stack, 1) ? TAKEN : NO_MEMORY;
    Py_ssize_t at = 0, count = size / 2;
    while (result == TAKEN && at < count) {
        TSSymbol token;
        memcpy(&token, bytes + at * 2, 2);
        result = take(table, &stack, token);
        if (result == TAKEN) at++;
    }
    unsigned state = stack.count ? stack.states[stack.count - 1] : 0;
    free(stack.states);
    if (result == NO_MEMORY) return PyErr_NoMemory();
    return Py_BuildValue("(nI)", at, state);
}

/* symbol(name: str) -> int: the number of a token by its name in the grammar; -1 when there is none. */
static PyObject *symbol(PyObject *self, PyObject *argument) {
    (void)self;
    PyObject *encoded = PyUnicode_AsUTF8String(argument);
    if (!encoded) return NULL;
    const char *name = PyBytes_AsString(encoded);
    const TSLanguage *table = tree_sitter_puppet();
    long found = -1;
    for (uint32_t i = 0; name && i < table->token_count && found < 0; i++) {
        if (strcmp(table->symbol_names[i], name) == 0) found = (long)i;
    }
    Py_DECREF(encoded);
    return PyLong_FromLong(found);
}

static PyMethodDef methods[] = {
    {"language", language, METH_NOARGS, "The parser as a capsule for tree_sitter.Language."},
    {"refusal", refusal, METH_O, "The index of the first token that the parse table refuses (their number if none), and the state before it."},
    {"symbol", symbol, METH_O, "The number of a token by its name in the grammar, -1 if there is none."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "_binding",
    .m_doc = "The generated parser.",
    .m_size = 0,
    .m_methods = methods,
};

PyMODINIT_FUNC PyInit__binding(void) {
    return PyModuleDef_Init(&module);
}
