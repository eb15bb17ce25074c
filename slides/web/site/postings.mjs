// Which word is where, as short text: a third of MiniSearch's own JSON. The page unpacks it, so
// postings_of may import nothing: its text is copied into the page.

// `terms` is the `index` of a MiniSearch in JSON: [word, {field: {entry: how often}}], …. A line per
// word: the word, then for each field `field:entry,entry*how often,…`, where each entry is the distance
// from the one before. Numbers are in base 36.
export function packed_postings(terms) {
  const packed_field = ([field, entries]) => {
    const short = (number) => number.toString(36);
    let before = 0;
    const packed = Object.keys(entries).map(Number).sort((a, b) => a - b).map((entry) => {
      const step = entry - before;
      before = entry;
      return entries[entry] === 1 ? short(step) : `${short(step)}*${short(entries[entry])}`;
    });
    return `${field}:${packed.join(',')}`;
  };
  return terms.map(([term, fields]) => [term, ...Object.entries(fields).map(packed_field)].join('\t')).join('\n');
}

// The same from its text.
export function postings_of(packed) {
  return packed.split('\n').map((line) => {
    const [term, ...fields] = line.split('\t');
    return [term, Object.fromEntries(fields.map((field) => {
      const [number, list] = field.split(':');
      let entry = 0;
      return [number, Object.fromEntries(list.split(',').map((one) => {
        const [step, times] = one.split('*');
        entry += parseInt(step, 36);
        return [entry, times ? parseInt(times, 36) : 1];
      }))];
    }))];
  });
}
