/** Ids that sort by the time they were made. */
module sortid {
  requires static org.jspecify;

  exports sortid;
}
