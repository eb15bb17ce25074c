// How texts and queries are cut into words. The index is made with it and the page searches with it,
// so it may import nothing: its text is copied into the page.

// `cudaStreamTailLaunch` is found as it is written and by its parts, `use-after-free` too.
export function words_of(text) {
  const words = [];
  for (const [written] of text.matchAll(/[\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)*/gu)) {
    words.push(written);
    const parts = written.split(/[-_]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).filter((part) => part.length > 1);
    if (parts.length > 1) words.push(...parts);
  }
  return words.map((word) => word.toLowerCase());
}

// A query's words are whole: who types `out-of-bounds` does not look for `of`.
export function words_of_query(query) {
  return [...query.matchAll(/[\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)*/gu)].map(([word]) => word.toLowerCase());
}
