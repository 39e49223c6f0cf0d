/* Hands the generated parser to Python, through the stable ABI. */

#include <Python.h>

typedef struct TSLanguage TSLanguage;

const TSLanguage *tree_sitter_puppet(void);

static PyObject *language(PyObject *self, PyObject *unused) {
    (void)self;
    (void)unused;
    return PyCapsule_New((void *)tree_sitter_puppet(), "tree_sitter.Language", NULL);
}

static PyMethodDef methods[] = {
    {"language", language, METH_NOARGS, "The parser as a capsule for tree_sitter.Language."},
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
