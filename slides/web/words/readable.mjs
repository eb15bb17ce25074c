// What people read in a file. Each function returns a text as long as the file and with the same lines:
// what is not read is blank, and code within a sentence is dots, so that no phrase reaches across it.

/** Keys of TOML whose strings are read. Comments are read, too. */
const kReadKeys = new Set(['title', 'summary', 'insight', 'what', 'text', 'choices', 'items', 'reason']);

/** `ranges` are what textlint takes for text: not code, addresses or HTML. `alt="…"` is read aloud. */
export function readable_markdown(text, ranges) {
  const alts = [...text.matchAll(/\balt="([^"\n]*)"/g)]
    .map(({0: {length}, index}) => [index + 'alt="'.length, index + length - 1]);
  return without_code(only(text, [...ranges, ...alts].sort(([a], [b]) => a - b)));
}

export function readable_toml(text) {
  const tokens = /#[^\n]*|"""[^]*?"""|'''[^]*?'''|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|^[ \t]*([\w-]+)[ \t]*=/gm;
  const ranges = [];
  let key = '';
  for (const {0: token, 1: named, index} of text.matchAll(tokens)) {
    const quotes = /^("""|'''|"|')/.exec(token)?.[0].length ?? 0;
    if (named) key = named;
    else if (!quotes) ranges.push([index + 1, index + token.length]);
    else if (kReadKeys.has(key)) ranges.push([index + quotes, index + token.length - quotes]);
  }
  return without_code(only(text, ranges));
}

/** String literals of several words; raw ones are programs and pictures. */
export function readable_cpp(text) {
  const tokens = new RegExp([
    /\/\/[^\n]*|\/\*[^]*?\*\//,                 // comments
    /^[ \t]*#[ \t]*include[^\n]*/,
    /\bR"([^(\s]*)\([^]*?\)\1"/,                // raw literals
    /(?<!\w)'(?:\\.|[^'\\\n])+'/,               // characters; in 1'000 there is none
    /"(?:\\.|[^"\\\n])*"/,
  ].map(({source}) => source).join('|'), 'gm');
  const ranges = [...text.matchAll(tokens)]
    .filter(([token]) => token.startsWith('"') && /[a-z]{2}/i.test(token) && token.includes(' '))
    .map(({0: token, index}) => [index + 1, index + token.length - 1]);
  return without_code(only(text, ranges)
    .replace(/\\(?:x[0-9a-f]{1,2}|[0-7]{1,3}|.)/gi, blank)
    .replace(/%[-+ #0]*[\d*]*(?:\.[\d*]+)?(?:hh?|ll?|z|j|t)?[a-z%](?![a-z])/gi, dots));
}

/** `text` with blanks for all that is outside of `ranges`. */
function only(text, ranges) {
  let kept = '';
  let end = 0;
  for (const [from, to] of ranges) {
    kept += blank(text.slice(end, from)) + text.slice(from, to);
    end = to;
  }
  return kept + blank(text.slice(end));
}

/** TOML and messages have no marks around code: it is known by its looks. */
const without_code = (text) => text.replace(new RegExp([
  /\$[^$\n]+\$/,                     // formulas
  /\{[^}\n]*\}/,                     // attributes of slides, what fmt replaces
  /[\w.:]*(?:_|::)[\w:]*/,
  /\b(?:[a-z][a-z0-9]*|[A-Z][a-z0-9]+)[A-Z]\w*/,
  /\b0x[0-9a-fA-F]+u?/,
  /\w+(?=\()/,
  /[\w.-]*\/\S*/,                    // paths
  /(?<![\w-])--?[a-z]\S*/,           // options
].map(({source}) => source).join('|'), 'g'), dots);

function blank(text) { return text.replace(/[^\n]/g, ' '); }
function dots(text) { return text.replace(/[^\n]/g, '·'); }
