// How a module's functions are named for JavaScript, and the host's for a module.
#pragma once

#define SORTID_JS_EXPORT(name) extern "C" __attribute__((export_name(#name)))
#define SORTID_JS_IMPORT(name) extern "C" __attribute__((import_module("host"), import_name(#name)))
