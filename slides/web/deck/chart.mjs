// Charts of a table of measurements that is in the tree: a Markdown table below a heading, or CSV. Bars
// from 0, or dots on a logarithmic scale, which has no 0 for a bar to begin at.
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

import {Problem} from './problems.mjs';
import {plot, text_width} from './plot.mjs';

const kWidth = 1040;
const kSeries = [0, 1, 2, 3].map((i) => `var(--series-${i})`);

const cells = (line) => line.replace(/^\s*\||\|\s*$/g, '').split('|').map((cell) => cell.trim());
// An underscore inside a word is no markup.
const plain = (cell) => cell.replace(/[`*]|(?<!\w)_|_(?!\w)/g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');

// Rows as {column: cell}. `reference` is FILE.csv, or FILE.md#Heading for the first table below it.
export function read_table(root, reference) {
  const [file, heading] = reference.split('#');
  const path = join(root, file);
  if (!existsSync(path)) throw new Problem(`there is no file ${file}`);
  const lines = readFileSync(path, 'utf8').split('\n');
  const rows = file.endsWith('.csv')
    ? lines.filter((line) => line.trim()).map((line) => line.split(',').map((cell) => cell.trim()))
    : markdown_rows(lines, file, heading);
  const [names, ...rest] = rows;
  return rest.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i] ?? ''])));
}

function markdown_rows(lines, file, heading) {
  const is_start = (line) => line.startsWith('#') ? line.replace(/^#+\s*/, '') === heading : line.startsWith(`**${heading}`);
  const start = heading ? lines.findIndex(is_start) : 0;
  if (start < 0) throw new Problem(`${file} has no heading “${heading}”`);
  const first = lines.findIndex((line, i) => i >= start && /^\s*\|/.test(line));
  if (first < 0) throw new Problem(`${file} has no table below “${heading}”`);
  let end = first;
  while (end < lines.length && /^\s*\|/.test(lines[end])) ++end;
  return [first, ...Array.from({length: end - first - 2}, (_, i) => first + 2 + i)].map((i) => cells(lines[i]).map(plain));
}

function number_in(cell, which) {
  const numbers = [...cell.replace(/(\d),(?=\d{3})/g, '$1').matchAll(/-?\d+(?:\.\d+)?/g)].map(([text]) => Number(text));
  return numbers[which - 1] ?? null;
}

// attributes: data, label, value (columns parted by |), unit, scale (linear or log), rows (labels
// parted by |), number (which number of a cell), mark (the label of the row that matters). Gives an SVG.
export function chart(root, {data, label, value, unit = '', scale = 'linear', rows = '', number = '1', mark = ''}) {
  const table = read_table(root, data);
  const series = value.split('|').map((name) => name.trim());
  for (const name of [...label.split('+'), ...series].map((column) => column.trim())) {
    if (!(name in table[0])) throw new Problem(`the table of ${data} has no column “${name}”; it has ${Object.keys(table[0]).join(', ')}`);
  }
  const name_of = (row) => label.split('+').map((column) => row[column.trim()]).join(', ');
  const wanted = rows ? rows.split('|').map((text) => text.trim()) : null;
  const missing = wanted?.find((text) => !table.some((row) => name_of(row) === text));
  if (missing) throw new Problem(`the table of ${data} has no row “${missing}”`);
  const marks = mark ? mark.split('|').map((text) => text.trim()) : [];
  const unknown = marks.find((text) => !table.some((row) => name_of(row) === text));
  if (unknown) throw new Problem(`the table of ${data} has no row “${unknown}”`);
  const values = table.filter((row) => !wanted || wanted.includes(name_of(row))).flatMap((row) =>
    series.map((column) => ({name: name_of(row), column, value: number_in(row[column], Number(number))})))
    .filter(({value}) => value !== null)
    .map((one) => ({...one, words: `${one.value.toLocaleString('en', {maximumFractionDigits: 6})} ${unit}`.trim()}));
  if (values.length === 0) throw new Problem(`the table of ${data} has no numbers in “${value}”`);
  if (scale === 'log' && values.some((one) => one.value <= 0)) {
    throw new Problem(`“${value}” has numbers that are not above 0; a logarithmic scale has no place for them`);
  }
  return plot(specification(values.map((one) => ({...one, marked: marks.includes(one.name)})), series, unit, scale));
}

// The longest word and number take what they need of the width, the scale the rest.
function specification(values, series, unit, scale) {
  const widest = (of) => Math.max(...values.map((one) => text_width(of(one))));
  const several = series.length > 1;
  return {
    data: {values},
    width: Math.round(kWidth - widest(({name}) => name) - widest(({words}) => words) - 40),
    height: {step: several ? 26 : values.length <= 3 ? 64 : values.length <= 5 ? 48 : 36}, // few bars are thick
    encoding: {
      y: {field: 'name', sort: null, scale: {paddingInner: 0.2, paddingOuter: 0}},
      ...several && {yOffset: {field: 'column', sort: series}},
      color: several
        ? {field: 'column', scale: {domain: series, range: kSeries}, legend: {}}
        : {field: 'marked', scale: {domain: [false, true], range: [kSeries[0], kSeries[2]]}, legend: null},
      x: {field: 'value', type: 'quantitative', stack: null, ...scale === 'log' ? log_axis(values, unit) : {axis: null}},
    },
    layer: [
      ...scale === 'log' ? [
        {mark: {type: 'rule', color: 'var(--soft)', strokeDash: [1, 5]}, encoding: {x2: {value: 0}, color: null}},
        {mark: {type: 'point', size: 160}},
      ] : [{mark: 'bar'}],
      {mark: {type: 'text', dx: 12}, encoding: {text: {field: 'words'}, color: {value: 'var(--ink)'}}},
    ],
  };
}

// From one power of ten to another.
function log_axis(values, unit) {
  const powers = values.map(({value}) => Math.log10(value));
  const [first, last] = [Math.floor(Math.min(...powers)), Math.ceil(Math.max(...powers))];
  const ticks = Array.from({length: last - first + 1}, (_, i) => Number(`1e${first + i}`));
  return {
    scale: {type: 'log', domain: [ticks[0], ticks.at(-1)]},
    axis: {title: `${unit}, logarithmic scale`, values: ticks, format: ',~r'},
  };
}
