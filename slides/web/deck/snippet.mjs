// Code for a slide, taken from a file that is compiled elsewhere: `FILE#SELECTOR,SELECTOR…`.
//
//   name      what stands between two lines `// [name]`, or `// begin: name` and `// end: name`
//   name()    the definition of that function or kernel, with the comment right above it
//   name{}    the definition of that struct
//
// FILE may be a solution: then it is the whole that the build has put together. Or a mistake,
// solutions/NN-name/mistakes/SLUG.change: then it is the solution with the mistake in it.
import {spawnSync} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {basename, dirname, join} from 'node:path';

import {Problem} from './problems.mjs';

export const kProgram = 'autograder/course/course'; // in the build folder
const kMostLines = 18;
const kMostColumns = 96;
const kMarker = /^\s*\/\/ (?:\[([\w-]+)\]|(begin|end): ([\w-]+))\s*$/;

// {code, numbers, file}: the text without markers and common indentation, and for each of its lines
// the number that it has in the file (null for the empty ones between two parts). `course` has the
// course's folder, root, and where it was built, build.
export function take_snippet(course, reference) {
  const [file, selectors] = split_reference(reference);
  const lines = read_source(course, file).map((text, i) => ({text, number: i + 1}));
  const parts = selectors.split(',').map((selector) => dedent(select(lines, selector.trim(), file)));
  const joined = parts.flatMap((part, i) => (i === 0 ? part : [{text: '', number: null}, ...part]));
  return {
    code: joined.map(({text}) => text).join('\n'),
    numbers: joined.map(({number}) => number),
    file,
  };
}

// A whole file, without its markers.
export function take_whole(course, file) {
  const lines = read_source(course, file).map((text, i) => ({text, number: i + 1})).filter(({text}) => !kMarker.test(text));
  return {code: lines.map(({text}) => text).join('\n'), numbers: lines.map(({number}) => number), file};
}

export function split_reference(reference) {
  const [file, selectors] = reference.split('#');
  if (!selectors) throw new Problem(`“${reference}” names no part of the file: FILE#marker or FILE#function()`);
  return [file, selectors];
}

// Refuses what nobody in the last row can read.
export function check_size(code, reference) {
  const lines = code.split('\n');
  if (lines.length > kMostLines) {
    throw new Problem(`${reference} is ${lines.length} lines long; a slide holds ${kMostLines}`);
  }
  const longest = lines.reduce((a, b) => (b.length > a.length ? b : a));
  if (longest.length > kMostColumns) {
    throw new Problem(`${reference} is ${longest.length} columns wide; a slide holds ${kMostColumns}: ${longest.trim()}`);
  }
}

// Where a source is: of a solution, the whole.
export function place_of(course, file) {
  const is_solution = /^solutions\/[^/]+\/exercise\.cu$/.test(file);
  const path = join(is_solution ? course.build : course.root, file);
  if (existsSync(path)) return path;
  throw new Problem(`there is no file ${file}${is_solution ? ' in the build folder; build the course first' : ''}`);
}

// The lines of a source, or of a solution with a mistake.
function read_source(course, file) {
  const path = place_of(course, file);
  const text = file.endsWith('.change') ? solution_with(course, file) : readFileSync(path, 'utf8');
  return text.split('\n');
}

// The solution with the mistake in it: the course program makes it.
function solution_with(course, change) {
  const solution = place_of(course, change.replace(/mistakes\/[^/]*$/, 'exercise.cu'));
  const words = ['apply', join(course.root, change), solution];
  const ended = spawnSync(join(course.build, kProgram), words, {encoding: 'utf8'});
  if (ended.status === 0) return ended.stdout;
  throw new Problem(`${change} does not apply: ${ended.error?.message ?? ended.stderr.trim()}`);
}

// Calls use(folder, its parent) with a folder that has the solution with the mistake in it.
export function with_mistake(course, change, use) {
  const text = solution_with(course, change);
  const scratch = mkdtempSync(join(tmpdir(), 'course-slides-'));
  const copy = join(scratch, basename(dirname(dirname(change))));
  try {
    mkdirSync(copy);
    writeFileSync(join(copy, 'exercise.cu'), text);
    return use(copy, scratch);
  } finally {
    rmSync(scratch, {recursive: true, force: true});
  }
}

function select(lines, selector, file) {
  if (/^[\w:~]+\(\)$/.test(selector)) return definition(lines, selector.slice(0, -2), file, is_function);
  if (/^\w+\{\}$/.test(selector)) return definition(lines, selector.slice(0, -2), file, is_struct);
  return between_markers(lines, selector, file);
}

function between_markers(lines, name, file) {
  const places = lines.flatMap(({text}, i) => {
    const [, plain, , region] = text.match(kMarker) ?? [];
    return plain === name || region === name ? [i] : [];
  });
  if (places.length === 0) throw new Problem(`${file} has no marker // [${name}]`);
  if (places.length !== 2) {
    throw new Problem(`${file} has ${places.length} markers // [${name}]; there must be two, around the lines`);
  }
  const [begin, end] = places;
  return without_markers(lines.slice(begin + 1, end));
}

const without_markers = (lines) => lines.filter(({text}) => !kMarker.test(text));

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

// A definition starts at column 0 with its name before `(`, and is no call and no declaration.
const is_function = (name) => new RegExp(`^[A-Za-z_].*?\\b${escaped(name)}\\s*\\(|^${escaped(name)}\\s*\\(`);
const is_struct = (name) => new RegExp(`^(?:struct|class|union|enum(?: class)?)\\s+${escaped(name)}\\b`);

function definition(lines, name, file, starts) {
  for (let i = 0; i < lines.length; ++i) {
    if (!starts(name).test(lines[i].text)) continue;
    const end = end_of_definition(lines, i);
    if (end === null) continue; // a declaration
    let from = i;
    while (from > 0 && /^(template\b|\/\/(?! (?:\[|begin:|end:|----)))/.test(lines[from - 1].text)) --from;
    return without_markers(lines.slice(from, end + 1));
  }
  throw new Problem(`${file} has no definition of ${name}`);
}

// The line of the brace that closes the definition begun at `start`; null for a declaration.
function end_of_definition(lines, start) {
  let depth = 0;
  for (let i = start; i < lines.length; ++i) {
    const code = lines[i].text.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/\/.*$/g, '');
    for (const letter of code) {
      if (letter === ';' && depth === 0) return null;
      if (letter === '{') ++depth;
      if (letter === '}' && --depth === 0) return i;
    }
  }
  return null;
}

function dedent(lines) {
  while (lines.length && !lines[0].text.trim()) lines = lines.slice(1);
  while (lines.length && !lines.at(-1).text.trim()) lines = lines.slice(0, -1);
  const indents = lines.filter(({text}) => text.trim()).map(({text}) => text.match(/^ */)[0].length);
  const indent = Math.min(...indents);
  return lines.map(({text, number}) => ({text: text.slice(indent).trimEnd(), number}));
}

// `*|3|5-6` as lists of line numbers; null stands for all lines.
export function parse_steps(text, count) {
  return text.split('|').map((step) => {
    if (step.trim() === '*') return null;
    return step.split(',').flatMap((range) => {
      const [, first, last] = range.trim().match(/^(\d+)(?:-(\d+))?$/) ?? [];
      if (!first) throw new Problem(`lines="${text}": “${range}” is neither a line nor a range such as 5-6`);
      const from = Number(first);
      const to = Number(last ?? first);
      if (from < 1 || to > count || from > to) {
        throw new Problem(`lines="${text}": ${range.trim()} is out of range; the snippet has lines 1 to ${count}`);
      }
      return Array.from({length: to - from + 1}, (_, i) => from + i);
    });
  });
}
