// Long lines of code in several rows, so that a slide shows them in large type: a comment at the end of
// a line goes above it, and what is still too long is broken where C++ is, as a rule, broken.

const kContinued = '    ';

// {code, numbers} as take_snippet() gives them, in rows of at most `most` columns where that is possible.
// `sources` has for each row the line that it is from, counted from 0; added rows have no number.
export function fit({code, numbers}, most) {
  const lines = joined(code.split('\n').map((text, source) => ({text, source})), most);
  const rows = [];
  for (let i = 0; i < lines.length;) {
    const comment = long_comment(lines, i, most);
    rows.push(...(comment.length ? words_of_lines(comment, most) : parts_of(lines[i], most)));
    i += comment.length || 1;
  }
  return {
    code: rows.map(({text}) => text).join('\n'),
    numbers: rows.map(({source, first}) => first ? numbers[source] : ''),
    sources: rows.map(({source}) => source),
  };
}

// A function's parameters in a line of their own belong to the line before, if that must be broken anyway.
function joined(lines, most) {
  return lines.reduce((whole, line) => {
    const before = whole.at(-1);
    const goes_on = before && before.text.length > most && /^\w.*,$/.test(before.text) && /^ {5}/.test(line.text);
    if (goes_on) before.text += ` ${line.text.trim()}`;
    else whole.push({...line});
    return whole;
  }, []);
}

function parts_of({text, source}, most) {
  const parts = rows_of(text, most);
  const first = Math.max(0, parts.findIndex((part) => !/^\s*\/\//.test(part)));
  return parts.map((part, i) => ({text: part, source, first: i === first}));
}

const indent_of = (text) => text.match(/^ */)[0];

// The lines of a comment that begins here, if it has several and one is too long.
function long_comment(lines, start, most) {
  const begin = `${indent_of(lines[start].text)}// `;
  let end = start;
  while (end < lines.length && lines[end].text.startsWith(begin)) ++end;
  const comment = lines.slice(start, end);
  return comment.length > 1 && comment.some(({text}) => text.length > most) ? comment : [];
}

// Their words in rows as long as may be. A row is from the line of its first word.
function words_of_lines(lines, most) {
  const indent = indent_of(lines[0].text);
  const rows = [];
  for (const {text, source} of lines) {
    for (const word of text.trim().slice(3).split(' ')) {
      const longer = rows.length ? `${rows.at(-1).text} ${word}` : '';
      if (longer && longer.length <= most) rows.at(-1).text = longer;
      else rows.push({text: `${indent}// ${word}`, source, first: rows.at(-1)?.source !== source});
    }
  }
  return rows;
}

function rows_of(text, most) {
  if (text.length <= most) return [text];
  const indent = indent_of(text);
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
