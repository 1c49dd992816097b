/** What the compiler needs of JSpecify's annotations. Nothing of it is in the jar: tools read the real ones by their names. */
module org.jspecify {
  exports org.jspecify.annotations;
}
