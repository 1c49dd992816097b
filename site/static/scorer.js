// How the search ranks what it finds: headings that are the words asked for, then guides, then the reference; decisions and
// changes last. Sentences that a program says are most often an error's. A page that was opened from a folder may not read the
// others, so its results have no excerpts.
const weights = [[/^docs\/decisions\/|^CHANGELOG|^CONTRIBUTING/, 0.1], [/^docs\/errors/, 4], [/^reference\//, 0.5]];
var Scorer = {
  score: ([page, , , , score, , kind]) => {
    const weight = weights.find(([where]) => where.test(page))?.[1] ?? 1;
    if (kind !== 'title') return score * weight;
    return score >= Scorer.title ? score * 6 * Math.min(1, 2 * weight) : score * 2 * weight;  // all of a heading, or a part
  },
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
if (location.protocol === 'file:') DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
