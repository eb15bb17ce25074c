// Long lines of code in several rows, so that a slide shows them in large type: a comment at the end of
// a line goes above it, and what is still too long is broken where C++ is, as a rule, broken.

const kContinued = '    ';

// {code, numbers} as take_snippet() gives them, in rows of at most `most` columns where that is possible.
// `sources` has for each row the line that it is from, counted from 0; added rows have no number.
export function fit({code, numbers}, most) {
  const rows = code.split('\n').flatMap((text, source) => {
    const parts = rows_of(text, most);
    const first = Math.max(0, parts.findIndex((part) => !/^\s*\/\//.test(part)));
    return parts.map((part, i) => ({text: part, source, number: i === first ? numbers[source] : ''}));
  });
  return {
    code: rows.map(({text}) => text).join('\n'),
    numbers: rows.map(({number}) => number),
    sources: rows.map(({source}) => source),
  };
}

function rows_of(text, most) {
  if (text.length <= most) return [text];
  const indent = text.match(/^ */)[0];
  const [, head, comment] = text.match(/^(\s*[^\s/].*?)\s+\/\/ (.*)$/) ?? [];
  if (comment) return [...words_of(comment, indent, most), ...broken(head, indent, most)];
  const [, whole] = text.match(/^\s*\/\/ (.*)$/) ?? [];
  return whole ? words_of(whole, indent, most) : broken(text, indent, most);
}

function words_of(comment, indent, most) {
  const rows = [];
  for (const word of comment.split(' ')) {
    const longer = rows.length ? `${rows.at(-1)} ${word}` : '';
    if (longer && longer.length <= most) rows[rows.length - 1] = longer;
    else rows.push(`${indent}// ${word}`);
  }
  return rows;
}

function broken(text, indent, most) {
  if (text.length <= most) return [text];
  const after_condition = text.match(/^\s*(?:if|for|while) \(.*?\) (?=[\w*][^)]*\()/)?.[0].length;
  const places = after_condition && after_condition <= most ? [after_condition] : [...text.matchAll(/, | && | \|\| | = | \? |; | << /g)]
    .map((match) => match.index + (/^[,;=]| = /.test(match[0]) ? match[0].length : 1))
    .filter((at) => at <= most && at > indent.length + kContinued.length + 4);
  const at = places.at(-1);
  if (!at) return [text];
  return [text.slice(0, at).trimEnd(), ...broken(indent + kContinued + text.slice(at).trimStart(), indent, most)];
}
