// The contents of a slide, from Markdown to HTML: text, fences of all kinds, boxes.
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import MarkdownIt from 'markdown-it';

import {need, parse_attributes} from './attributes.mjs';
import {chart} from './chart.mjs';
import {bars_of, dark_rules, diagram, drawing} from './figures.mjs';
import {fit} from './fit.mjs';
import {escape_html, highlighted_lines, highlighted_ptx} from './highlight.mjs';
import {maths_rule, set_formula} from './maths.mjs';
import {Problem} from './problems.mjs';
import {rule_text} from './rules.mjs';
import {check_size, parse_steps, split_reference, take_snippet, take_whole} from './snippet.mjs';

const kCode = /^(cuda|cu|c\+\+|cpp|cxx|cc|c|h|hpp)$/;
const kLiteral = ['text', 'console', 'sh', 'toml', 'cmake', 'ptx'];
const kLooksLikeCode = /<<<.*>>>|__(global|device|shared|syncthreads)\w*|^\s*#include\b|[;{]\s*(\/\/.*)?$/m;
const kManyLines = 16; // more have less space between them
const [kColumns, kNumber, kSign] = [81, 6, 3]; // of rows that stay in the column of text at 22 pixels
const kWhole = 28; // letters of code in a text that stay in one line
const [kMostRows, kMostChanged] = [13, 9]; // of a mistake in its part of the file, and of one that is shown by its changes
const kBoxes = ['columns', 'reveal', 'rule', 'note', 'big'];

export class Renderer {
  // root: the course's folder; runs: what runs programs; problems: where they are noted.
  constructor({root, runs, graphviz, problems}) {
    Object.assign(this, {root, runs, graphviz, problems});
    this.figures = 0;
    this.codes = 0;
    this.dark = new Set();
    this.markdown = this.make_markdown();
  }

  // HTML of lines that begin at line number `first` of the deck.
  render(lines, first) {
    return this.blocks(lines, first);
  }

  inline(text, line) {
    const tokens = this.markdown.parseInline(text, {});
    tokens.forEach((token) => number_lines(token, line));
    return this.markdown.renderer.render(tokens, this.markdown.options, {});
  }

  // Text and boxes (::: name … :::) alternate; boxes may stand in boxes.
  blocks(lines, first) {
    let html = '';
    let text = [];
    let fence = null;
    const flush = (end) => {
      html += this.text(text, first + end - text.length);
      text = [];
    };
    for (let i = 0; i < lines.length; ++i) {
      const ticks = lines[i].match(/^ {0,3}(`{3,}|~{3,})/)?.[1];
      if (ticks) fence = fence ? (ticks.startsWith(fence) ? null : fence) : ticks;
      const opens = !fence && lines[i].match(/^:::\s*(\w+)\s*(.*)$/);
      if (!opens) {
        text.push(lines[i]);
        continue;
      }
      flush(i);
      const end = end_of_box(lines, i);
      if (end < 0) {
        this.problems.add(first + i, `the box ::: ${opens[1]} is not closed by a line :::`);
        return html;
      }
      html += this.problems.at(first + i, () =>
        this.box(opens[1], opens[2].trim(), lines.slice(i + 1, end), first + i + 1));
      i = end;
    }
    flush(lines.length);
    return html;
  }

  text(lines, first) {
    const tokens = this.markdown.parse(lines.join('\n'), {});
    tokens.forEach((token) => number_lines(token, first));
    return this.markdown.renderer.render(tokens, this.markdown.options, {});
  }

  box(name, words, lines, first) {
    if (!kBoxes.includes(name)) throw new Problem(`there is no box ::: ${name}; there are ${kBoxes.join(', ')}`);
    if (name === 'columns') return this.columns(words, lines, first);
    if (name === 'rule') return this.rule(words, lines, first);
    // reveal.js has a class `reveal` of its own, which cuts off what does not fit on paper.
    const classes = name === 'reveal' ? 'revealed fragment' : name;
    return `<div class="${classes}">${this.blocks(lines, first)}</div>\n`;
  }

  // `::: columns 3:2` with ||| between the parts.
  columns(words, lines, first) {
    const parts = [[]];
    const starts = [first];
    lines.forEach((line, i) => {
      if (line.trim() === '|||') {
        parts.push([]);
        starts.push(first + i + 1);
      } else {
        parts.at(-1).push(line);
      }
    });
    if (parts.length < 2) throw new Problem('::: columns needs a line ||| between its parts');
    const shares = words ? words.split(':').map(Number) : parts.map(() => 1);
    if (shares.length !== parts.length || shares.some((share) => !(share > 0))) {
      throw new Problem(`::: columns ${words} does not name a share for each of its ${parts.length} parts`);
    }
    const widths = shares.map((share) => `minmax(0, ${share}fr)`).join(' ');
    return `<div class="columns" style="grid-template-columns:${widths}">` +
      parts.map((part, i) => `<div>${this.blocks(part, starts[i])}</div>`).join('') + '</div>\n';
  }

  // A rule by its number, in the words of docs/rules.md unless the slide has words of its own.
  rule(number, lines, first) {
    const text = rule_text(this.root, number);
    const own = lines.some((line) => line.trim());
    const html = own ? this.blocks(lines, first) : `<p>${this.inline(text, first)}</p>`;
    return `<div class="rule"><span class="number">${escape_html(number)}</span><div>${html}</div></div>\n`;
  }

  make_markdown() {
    const markdown = new MarkdownIt({html: false, linkify: false});
    const rules = markdown.renderer.rules;
    // Each kind of token with a rule of ours: what is wrong with it is noted at its own line.
    const rule = (name, make) => {
      rules[name] = (tokens, i, options, env, self) =>
        this.problems.at(tokens[i].line, () => make(tokens[i], () => self.renderToken(tokens, i, options)));
    };
    markdown.inline.ruler.before('escape', 'maths', maths_rule);
    rule('maths', ({content, markup}) => set_formula(content, markup === '$$'));
    rule('fence', ({info, content}) => this.fence(info.trim(), content));
    rule('code_block', () => {
      throw new Problem('indented code: take it from a file by ```cuda snippet="FILE#…"');
    });
    rule('image', (token) => this.image(token.attrGet('src'), token.content));
    rule('link_open', (token, as_usual) => {
      const href = token.attrGet('href');
      if (!/^(https?:\/\/|#|[\w-]+\.html$)/.test(href)) {
        throw new Problem(`a slide cannot link to ${href}, since it is shown from elsewhere; write the path as \`code\``);
      }
      return as_usual();
    });
    // A list of + items comes up one by one.
    rules.list_item_open = (tokens, i) => tokens[i].markup === '+' ? '<li class="fragment">' : '<li>';
    rules.table_open = () => '<table>';
    // A short piece of code is not broken over two lines.
    rules.code_inline = (tokens, i) => {
      const {content} = tokens[i];
      return `<code${content.length <= kWhole ? ' class="whole"' : ''}>${escape_html(content)}</code>`;
    };
    return markdown;
  }

  fence(info, content) {
    const [, language, rest] = info.match(/^(\S*)\s*(.*)$/);
    const {classes, values} = parse_attributes(rest);
    if (classes.length) throw new Problem(`a fence has no .${classes[0]}`);
    if (kCode.test(language)) return this.code(language, values, content);
    const kinds = {
      mistake: () => this.mistake(values),
      diagnosis: () => this.diagnosis(values),
      output: () => this.output(values),
      timeline: () => this.timeline(values),
      dot: () => this.dot(values, content),
      chart: () => this.chart(values),
    };
    if (language in kinds) {
      if (language !== 'dot' && content.trim()) throw new Problem(`a fence ${language} is empty: the build fills it`);
      return kinds[language]();
    }
    return this.literal(language, values, content);
  }

  // Code, of a file that is compiled and tested elsewhere.
  code(language, values, content) {
    if (content.trim() || !values.snippet) {
      throw new Problem('C++ is typed into the slide; take it from a compiled file: ```cuda snippet="FILE#function()"');
    }
    const keys = ['snippet', 'lines?', 'skip?', 'numbers?', 'caption?'];
    const {snippet, lines, skip, numbers, caption} = need(values, 'a code fence', keys);
    const taken = take_snippet(this.runs, snippet);
    if (taken.file.startsWith('slides/programs/')) this.runs.output({program: taken.file});  // it must compile
    check_size(taken.code, snippet);
    const shown = fit(taken, kColumns - (numbers ? kNumber : 0));
    const html = highlighted_lines(shown.code);
    const all = html.map((line, i) => ({line, source: shown.sources[i] + 1, number: numbers ? shown.numbers[i] : null}));
    const rows = skip ? without(all, parse_steps(skip, taken.numbers.length)[0]) : all;
    const steps = lines ? parse_steps(lines, taken.numbers.length).map((step) => step && rows_from(rows, step)) : [];
    return this.code_block(rows, steps, caption ?? shown_file(taken.file));
  }

  code_block(rows, steps, caption) {
    const id = `code-${++this.codes}`;
    const size = size_class(rows);
    const signs = rows.some(({kind}) => kind);
    const code = rows.map(({line, number, kind}) =>
      `<span class="line${kind ? ` ${kind}` : ''}">` +
      (number === undefined || number === null ? '' : `<span class="lineno" aria-hidden="true">${number}</span>`) +
      `${signs ? `<span class="sign">${{added: '+', removed: '−'}[kind] ?? ' '}</span>` : ''}${line || ' '}</span>`).join('');
    const first = steps.length ? ` data-first="${step_text(steps[0])}"` : '';
    const fragments = steps.slice(1).map((step) =>
      `<span class="fragment step" data-code="${id}" data-lines="${step_text(step)}"></span>`).join('');
    return `<figure class="code ${size}"><pre id="${id}"${first}><code>${code}</code></pre>` +
      `<figcaption>${escape_html(caption)}</figcaption>${fragments}</figure>\n`;
  }

  // What a mistake changes in a part of the solution, with + and −. Without a part, the changed lines of
  // the whole, with their neighbors.
  mistake(values) {
    const {change, caption} = need(values, 'a fence mistake', ['change', 'caption?']);
    const [file, selector] = change.includes('#') ? split_reference(change) : [change, null];
    const solution = file.replace(/mistakes\/[^/]*$/, 'exercise.cu');
    const take = (from) => selector ? take_snippet(this.runs, `${from}#${selector}`) : take_whole(this.runs, from);
    const [right, wrong] = [solution, file].map((from) => fit(take(from), kColumns - kNumber - kSign));
    const all = difference(right, wrong);
    if (all.every(({kind}) => !kind)) throw new Problem(`${file} changes nothing in ${selector ?? 'the solution'}`);
    const rows = !selector ? changes(all, 1, kMostChanged) : all.length > kMostRows ? changes(all, 3, kMostRows) : all;
    check_size(rows.map(({text}) => text).join('\n'), change);
    return this.code_block(rows, [], caption ?? `the mistake: ${file.replace(/^.*\//, '').replace('.change', '')}`);
  }

  diagnosis(values) {
    const {change, check, show} = need(values, 'a fence diagnosis', ['change', 'check?', 'show?']);
    const message = this.runs.diagnosis({change, check});
    const lesson = change.split('/')[1].slice(0, 2);
    return this.terminal(`./course check ${lesson}`, pick_lines(message, show), 'terminal message');
  }

  output(values) {
    const keys = ['program', 'expect', 'schedule?', 'devices?', 'show?', 'arguments?', 'trace?'];
    const {program, schedule, show, expect, ...rest} = need(values, 'a fence output', keys);
    const words = [`./course run ${program}`, schedule && `--schedule ${schedule}`,
      rest.devices && `--devices ${rest.devices}`, rest.trace && `--trace ${rest.trace}`];
    const said = pick_lines(this.runs.output({program, schedule, ...rest}), show);
    const missing = expect.split('|').find((text) => !said.includes(text));
    if (missing) throw new Problem(`${program} does not print “${missing}” any more, but:\n${said}`);
    return this.terminal(words.filter(Boolean).join(' '), said);
  }

  terminal(command, text, kind = 'terminal') {
    return `<figure class="${kind}"><pre><code><span class="prompt">$ ${escape_html(command)}</span>\n` +
           `${escape_html(text)}</code></pre></figure>\n`;
  }

  // A real run, drawn: of a program, or of a check with a lesson's solution or a mistake.
  timeline(values) {
    const keys = ['alt', 'program?', 'lesson?', 'check?', 'change?', 'schedule?', 'devices?', 'view?', 'caption?'];
    const {alt, caption, ...what} = need_alt(values, 'a fence timeline', keys);
    if (Boolean(what.program) === Boolean(what.lesson)) {
      throw new Problem('a fence timeline needs program="…", or lesson="…" and check="…"');
    }
    if (what.lesson && !what.check) throw new Problem('a fence timeline of a lesson needs check="…"');
    if (what.lesson && what.devices) throw new Problem('a check says itself how many devices it needs: no devices="…"');
    const svg = what.program ? this.runs.picture_of_program(what) : this.runs.picture_of_check(what);
    return this.svg(svg, alt, caption);
  }

  image(source, alt) {
    if (!alt?.trim()) throw new Problem(`the picture ${source} has no alt text: ![what is to be seen](${source})`);
    const path = join(this.root, source);
    if (!existsSync(path)) throw new Problem(`there is no picture ${source}; paths begin at the course's folder`);
    if (source.endsWith('.svg')) return this.svg(readFileSync(path, 'utf8'), alt);
    const [, kind] = source.match(/\.(png|jpg|webp)$/) ?? [];
    if (!kind) throw new Problem(`${source} is no picture of a kind known here: svg, png, jpg, webp`);
    const data = readFileSync(path).toString('base64');
    return `<figure><img alt="${escape_html(alt)}" src="data:image/${kind.replace('jpg', 'jpeg')};base64,${data}"></figure>`;
  }

  svg(svg, alt, caption) {
    dark_rules(svg).forEach((rule) => this.dark.add(rule));
    return drawing(svg, alt, ++this.figures, caption);
  }

  // A timeline's bars as a decoration; nothing where there is no such picture.
  bars(source) {
    const path = join(this.root, source);
    if (!existsSync(path)) return '';
    const svg = readFileSync(path, 'utf8');
    dark_rules(svg).forEach((rule) => this.dark.add(rule));
    return bars_of(svg, ++this.figures);
  }

  dot(values, content) {
    const {alt, caption} = need_alt(values, 'a fence dot', ['alt', 'caption?']);
    return diagram(this.graphviz, content, alt, ++this.figures, caption);
  }

  chart(values) {
    const keys = ['alt', 'data', 'label', 'value', 'unit?', 'scale?', 'rows?', 'number?', 'mark?', 'caption?'];
    const {alt, caption, ...what} = need_alt(values, 'a fence chart', keys);
    const svg = chart(this.root, what);
    const text = caption ?? `Measured: ${what.data.replace('#', ', ')}`;
    return `<figure class="chart">${svg.replace('<svg', `<svg role="img" aria-label="${escape_html(alt)}"`)}` +
           `<figcaption>${escape_html(text)}</figcaption></figure>\n`;
  }

  literal(language, values, content) {
    if (!kLiteral.includes(language)) {
      const fences = ['cuda', 'mistake', 'diagnosis', 'output', 'timeline', 'dot', 'chart', ...kLiteral];
      throw new Problem(`there is no fence “${language}”; there are ${fences.join(', ')}`);
    }
    need(values, `a fence ${language}`, []);
    const code = content.trimEnd();
    if (['text', 'console'].includes(language) && kLooksLikeCode.test(code)) {
      throw new Problem('C++ is typed into the slide; take it from a compiled file: ```cuda snippet="FILE#function()"');
    }
    check_size(code, `this ${language}`);
    const html = language === 'ptx' ? highlighted_ptx(code) : escape_html(code);
    return `<figure class="terminal"><pre><code>${html}</code></pre></figure>\n`;
  }
}

// Gives a token, and those within it, the number of its line in the deck.
function number_lines(token, first) {
  let line = first + (token.map ? token.map[0] : 0);
  token.line = line;
  for (const child of token.children ?? []) {
    child.line = line;
    if (child.type === 'softbreak' || child.type === 'hardbreak') ++line;
  }
}

// The largest size at which all lines fit, numbers and signs included: 25 pixels, 22, or 20. Wide code
// leaves the column of text.
function size_class(rows) {
  const text = rows.map(({line}) => line.replace(/<[^>]*>/g, '').replace(/&\w+;/g, '_').length);
  const gutter = (rows.some(({number}) => number) ? kNumber : 0) + (rows.some(({kind}) => kind) ? kSign : 0);
  const columns = Math.max(...text) + gutter;
  if (columns <= 72 && rows.length <= 13) return 'large';
  const large = rows.length <= kManyLines;
  if (large && columns <= 88) return columns <= kColumns ? 'medium' : 'medium wide';
  return ['small', columns > 90 && 'wide', !large && 'long'].filter(Boolean).join(' ');
}

function end_of_box(lines, start) {
  let depth = 0;
  for (let i = start; i < lines.length; ++i) {
    if (/^:::\s*\w/.test(lines[i])) ++depth;
    if (/^:::\s*$/.test(lines[i]) && --depth === 0) return i;
  }
  return -1;
}

function need_alt(values, what, keys) {
  if (!values.alt?.trim()) throw new Problem(`${what} has no alt text: alt="what is to be seen"`);
  return need(values, what, keys);
}

// Rows in which each run of left-out lines is one row with three dots, except at the beginning and the end. What is
// left moves to the left.
function without(rows, lines) {
  const last = rows.findLastIndex(({source}) => !lines.includes(source));
  const dots = ({number}) => ({line: '<span class="hljs-comment">…</span>', source: null, number: number === null ? null : ''});
  const left = rows.flatMap((row, i) => {
    if (!lines.includes(row.source)) return [row];
    return i === 0 || i > last || lines.includes(rows[i - 1].source) || rows[0].source === row.source ? [] : [dots(row)];
  });
  const texts = left.filter(({source}) => source !== null).map(({line}) => line.replace(/<[^>]*>/g, '')).filter((text) => text.trim());
  const indent = Math.min(...texts.map((text) => text.match(/^ */)[0].length));
  return left.map((row) => row.source === null ? row : {...row, line: without_blanks(row.line, indent)});
}

// The numbers of the rows that show these lines.
function rows_from(rows, lines) {
  const shown = rows.flatMap(({source}, i) => (lines.includes(source) ? [i + 1] : []));
  if (shown.length) return shown;
  throw new Problem(`the lines ${lines.join(', ')} of a step are left out by skip="…"`);
}

// Of all rows of a difference, at most so many: those that are changed and their neighbors up to so far away, moved
// to the left.
function changes(rows, far, most) {
  const kept = rows.map(({text}, i) => text.trim() && rows.slice(Math.max(0, i - far), i + far + 1).some(({kind}) => kind));
  const picked = rows.flatMap((row, i) => {
    if (kept[i]) return [row];
    const between = kept.slice(0, i).some(Boolean) && kept.slice(i).some(Boolean) && kept[i - 1];
    return between && row.text.trim() ? [{line: '', text: '', number: '', gap: true}] : [];
  });
  // A row that only continues a line is none to begin with.
  const whole = picked.filter((row, i) => row.kind || row.gap || row.number || (i > 0 && !picked[i - 1].gap));
  const shown = whole.length > most ? [...whole.slice(0, most), {line: '', text: '', number: '', gap: true}] : whole;
  const indent = Math.min(...shown.filter(({gap}) => !gap).map(({text}) => text.match(/^ */)[0].length));
  return shown.map((row) => row.gap
    ? {...row, line: '<span class="hljs-comment">…</span>', text: '…'}
    : {...row, text: row.text.slice(indent), line: without_blanks(row.line, indent)});
}

// A line of HTML without so many of its first blanks, which tags may stand between.
function without_blanks(html, count) {
  let left = count;
  return html.replace(/^((?:<[^>]*>)*)( *)/, (all, tags, blanks) => {
    const cut = Math.min(left, blanks.length);
    left -= cut;
    return tags + blanks.slice(cut);
  });
}

const step_text = (step) => (step ? step.join(',') : '*');

const shown_file = (file) =>
  file.endsWith('.change') ? `${file.split('/')[1]}/exercise.cu with the mistake ${file.replace(/^.*\//, '').replace('.change', '')}` : file;

// show="1-3,5" of a message, one line for each of its own.
function pick_lines(text, show) {
  if (!show) return text;
  const lines = text.split('\n');
  return parse_steps(show, lines.length)[0].map((number) => lines[number - 1]).join('\n');
}

// Rows of two snippets side by side: the longest common subsequence is unchanged. Numbers are those
// of the wrong version, which the emulator's message speaks of.
function difference(right, wrong) {
  const [a, b] = [right.code.split('\n'), wrong.code.split('\n')];
  const [html_a, html_b] = [highlighted_lines(right.code), highlighted_lines(wrong.code)];
  const same = Array.from({length: a.length + 1}, () => new Array(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; --i) {
    for (let j = b.length - 1; j >= 0; --j) {
      same[i][j] = a[i] === b[j] ? same[i + 1][j + 1] + 1 : Math.max(same[i + 1][j], same[i][j + 1]);
    }
  }
  const rows = [];
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      rows.push({line: html_b[j], text: b[j], number: wrong.numbers[j]});
      ++i, ++j;
    } else if (j >= b.length || (i < a.length && same[i + 1][j] >= same[i][j + 1])) {
      rows.push({line: html_a[i], text: a[i], number: '', kind: 'removed'});
      ++i;
    } else {
      rows.push({line: html_b[j], text: b[j], number: wrong.numbers[j], kind: 'added'});
      ++j;
    }
  }
  return rows;
}
