/* Hands the generated parser to Python, through the stable ABI, and runs its table over tokens. */

#include <Python.h>

#include <stdlib.h>
#include <string.h>

#include "tree_sitter/parser.h"

const TSLanguage *tree_sitter_puppet(void);
void *tree_sitter_puppet_scanner(bool for_templates, bool is_greedy);

#ifdef _MSC_VER
static __declspec(thread) unsigned long all_recoveries;
#else
static _Thread_local unsigned long all_recoveries;
#endif

/* The scanner calls this at the end of a parse (see scanner/state.h). */
void puppet_tell_recoveries(uint32_t recoveries) { all_recoveries += recoveries; }

/* recoveries() -> int */
static PyObject *recoveries(PyObject *self, PyObject *unused) {
    (void)self;
    (void)unused;
    return PyLong_FromUnsignedLong(all_recoveries);
}

static void *template_scanner(void) { return tree_sitter_puppet_scanner(true, false); }
static void *greedy_scanner(void) { return tree_sitter_puppet_scanner(false, true); }
static void *greedy_template_scanner(void) { return tree_sitter_puppet_scanner(true, true); }

/* The same tables, with other scanners; by whether these are for templates, and whether they are greedy. */
static TSLanguage languages[2][2];

static void make_languages(void) {
    static void *(*const scanners[2][2])(void) = {{NULL, greedy_scanner}, {template_scanner, greedy_template_scanner}};
    for (unsigned template = 0; template < 2; template++) {
        for (unsigned greedy = 0; greedy < 2; greedy++) {
            languages[template][greedy] = *tree_sitter_puppet();
            if (scanners[template][greedy]) languages[template][greedy].external_scanner.create = scanners[template][greedy];
        }
    }
}

/* language(template: bool, greedy: bool) -> capsule */
static PyObject *language(PyObject *self, PyObject *arguments) {
    (void)self;
    int template, greedy;
    if (!PyArg_ParseTuple(arguments, "pp", &template, &greedy)) return NULL;
    return PyCapsule_New(&languages[template][greedy], "tree_sitter.Language", NULL);
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

/* Takes tokens one after the other, from the start of a text; `at` is how many were taken. */
static enum Result run(const TSLanguage *table, Stack *stack, const char *bytes, Py_ssize_t count, Py_ssize_t *at) {
    enum Result result = push(stack, 1) ? TAKEN : NO_MEMORY;
    for (*at = 0; result == TAKEN && *at < count;) {
        TSSymbol token;
        memcpy(&token, bytes + *at * 2, 2);
        result = take(table, stack, token);
        if (result == TAKEN) ++*at;
    }
    return result;
}

/* refusal(tokens: bytes) -> int: tokens are native 16-bit symbols. */
static PyObject *refusal(PyObject *self, PyObject *argument) {
    (void)self;
    char *bytes;
    Py_ssize_t size, at;
    if (PyBytes_AsStringAndSize(argument, &bytes, &size) < 0) return NULL;
    Stack stack = {0};
    enum Result result = run(tree_sitter_puppet(), &stack, bytes, size / 2, &at);
    free(stack.states);
    return result == NO_MEMORY ? PyErr_NoMemory() : PyLong_FromSsize_t(at);
}

/* accepted(tokens: bytes, candidates: bytes) -> list[bool]: which candidates may follow the tokens, which are all right themselves. */
static PyObject *accepted(PyObject *self, PyObject *arguments) {
    (void)self;
    PyObject *tokens, *candidates;
    char *bytes, *tried;
    Py_ssize_t size, count, at;
    if (!PyArg_ParseTuple(arguments, "SS", &tokens, &candidates)) return NULL;
    if (PyBytes_AsStringAndSize(tokens, &bytes, &size) < 0 || PyBytes_AsStringAndSize(candidates, &tried, &count) < 0) return NULL;
    const TSLanguage *table = tree_sitter_puppet();
    Stack stack = {0};
    PyObject *flags = PyList_New(0);
    enum Result result = flags ? run(table, &stack, bytes, size / 2, &at) : NO_MEMORY;
    for (Py_ssize_t i = 0; i < count / 2 && result != NO_MEMORY; i++) {
        TSSymbol token;
        memcpy(&token, tried + i * 2, 2);
        Stack copy = {malloc(stack.count * sizeof *stack.states), stack.count, stack.count};
        if (!copy.states) {
            result = NO_MEMORY;
            break;
        }
        memcpy(copy.states, stack.states, stack.count * sizeof *stack.states);
        enum Result taken = take(table, &copy, token);
        free(copy.states);
        if (taken == NO_MEMORY || PyList_Append(flags, taken == TAKEN ? Py_True : Py_False) < 0) result = NO_MEMORY;
    }
    free(stack.states);
    if (result != NO_MEMORY) return flags;
    Py_XDECREF(flags);
    return PyErr_NoMemory();
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
    {"language", language, METH_VARARGS, "The parser as a capsule for tree_sitter.Language."},
    {"refusal", refusal, METH_O, "The index of the first token that the parse table refuses; their number if none."},
    {"accepted", accepted, METH_VARARGS, "For each candidate, whether it may follow the tokens."},
    {"recoveries", recoveries, METH_NOARGS, "How often the parses in this thread began to recover from an error."},
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
    make_languages();
    return PyModuleDef_Init(&module);
}
