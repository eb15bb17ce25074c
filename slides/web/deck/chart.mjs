// Bars from a table of measurements that is in the tree: a Markdown table below a heading, or CSV.
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

import {Problem} from './problems.mjs';
import {escape_html} from './highlight.mjs';

const kWidth = 1040;
const kBar = 26;
const kGap = 8;

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
// parted by |), number (which number of a cell). Gives an SVG.
export function chart(root, {data, label, value, unit = '', scale = 'linear', rows = '', number = '1'}) {
  const table = read_table(root, data);
  const series = value.split('|').map((name) => name.trim());
  for (const name of [...label.split('+'), ...series].map((column) => column.trim())) {
    if (!(name in table[0])) throw new Problem(`the table of ${data} has no column “${name}”; it has ${Object.keys(table[0]).join(', ')}`);
  }
  const name_of = (row) => label.split('+').map((column) => row[column.trim()]).join(', ');
  const wanted = rows ? rows.split('|').map((text) => text.trim()) : null;
  const missing = wanted?.find((text) => !table.some((row) => name_of(row) === text));
  if (missing) throw new Problem(`the table of ${data} has no row “${missing}”`);
  const bars = table.filter((row) => !wanted || wanted.includes(name_of(row))).map((row) => ({
    name: name_of(row),
    values: series.map((column) => number_in(row[column], Number(number))),
  })).filter(({values}) => values.some((one) => one !== null));
  if (bars.length === 0) throw new Problem(`the table of ${data} has no numbers in “${value}”`);
  return draw(bars, series, unit, scale);
}

function draw(bars, series, unit, scale) {
  const all = bars.flatMap(({values}) => values).filter((one) => one !== null);
  const most = Math.max(...all);
  const least = Math.min(...all.filter((one) => one > 0));
  const left = 40 + 9.5 * Math.max(...bars.map(({name}) => name.length));
  const room = kWidth - left - 110;
  const floor = scale === 'log' ? Math.log10(least) - 0.35 : 0;
  const length = (one) => Math.max(3, scale === 'log'
    ? (Math.log10(one) - floor) / (Math.log10(most) - floor) * room
    : one / most * room);
  const legend = series.length > 1 ? 44 : 0;
  const group = series.length * (kBar + 2) + kGap + (series.length > 1 ? 6 : 0);
  const height = legend + bars.length * group + 4;
  const parts = series.length > 1 ? series.map((name, i) => legend_entry(name, i, series)) : [];
  bars.forEach(({name, values}, row) => {
    const top = legend + row * group;
    const middle = top + (series.length * (kBar + 2)) / 2 + 5;
    parts.push(`<text class="label" x="${left - 14}" y="${middle}" text-anchor="end">${escape_html(name)}</text>`);
    values.forEach((one, i) => {
      if (one === null) return;
      const y = top + i * (kBar + 2);
      parts.push(`<rect class="series-${i}" x="${left}" y="${y}" width="${length(one).toFixed(1)}" height="${kBar}" rx="4"/>`);
      parts.push(`<text class="value" x="${(left + length(one) + 10).toFixed(1)}" y="${y + 18}">${one.toLocaleString('en')}${unit ? ` ${escape_html(unit)}` : ''}</text>`);
    });
  });
  return `<svg viewBox="0 0 ${kWidth} ${height}" style="width:${kWidth}px" xmlns="http://www.w3.org/2000/svg">${parts.join('')}</svg>`;
}

function legend_entry(name, i, series) {
  const x = 40 + series.slice(0, i).reduce((sum, text) => sum + 56 + 9.5 * text.length, 0);
  return `<rect class="series-${i}" x="${x}" y="4" width="20" height="20" rx="4"/>` +
         `<text class="label" x="${x + 28}" y="20">${escape_html(name)}</text>`;
}
