// The English of the course: phrases for which docs/words has a better one, and misspelled words.
//   slides/web/run words.mjs [--strict] [FILE…]
//
// Read are all Markdown of the checkout, what people read in the TOML of lessons, solutions and site, and
// the messages in our C++; not code, quoted or in a line, and not addresses. One line per finding says
// FILE:LINE, what is there, and what to write.
//
// Texts and messages are held to all rules, docs/words/texts.yml and written.yml. Two pages that programs
// write are held to written.yml only, and may spell as docs/words/written.txt does: they show names of
// folders and programs. --strict holds them to all rules, too.
import {execFileSync} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';
import {dirname, join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';

import {find_phrases, read_rules} from './words/phrases.mjs';
import {readable_cpp, readable_markdown, readable_toml} from './words/readable.mjs';
import {find_misspelled, read_dictionary, words_of} from './words/spelling.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const words = (name) => join(root, 'docs', 'words', name);
const kRules = {
  texts: [read_rules(words('texts.yml')), read_rules(words('written.yml'))],
  written: [read_rules(words('written.yml'))],
};
const kSpelling = read_dictionary(words('spelling.txt'));
const kSpellingOfWritten = new Set(read_dictionary(words('written.txt')));

const kRead = [
  /\.md$/,
  /^lessons\/[^/]+\/(lesson|questions)\.toml$/,
  /^solutions\/[^/]+\/(answers|mutants)\.toml$/,
  /^docs\/site\/contents\.toml$/,
  /^autograder\/(checks|course|emulator|harness)\/.*\.(cpp|h)$/,
];
const kNotRead = [
  /^slides\/web\/tests\//,
  /^autograder\/.*(\/testing\/|\/tests\/.*\.(cpp|h)$|_test\.(cpp|h)$)/,
  // Assembler, lists of functions, fonts.
  /\/(kept_arguments|switch|seam)\.h$/,
  /\/(control_flow|imports|library_calls|memory_looks|svg)\.cpp$/,
];
/** Written by programs, with the names of folders and programs. */
const kWritten = [/^docs\/attacks\.md$/, /^autograder\/emulator\/report\/table\.md$/];

const is_one_of = (name, kinds) => kinds.some((kind) => kind.test(name));

function tracked() {
  const listed = execFileSync('git', ['-c', 'safe.directory=*', '-C', root, 'ls-files', '-z'], {maxBuffer: 1 << 28});
  return listed.toString().split('\0')
    .filter((name) => is_one_of(name, kRead) && !is_one_of(name, kNotRead) && existsSync(join(root, name)))
    .map((name) => ({name, path: join(root, name)}));
}

/** The readable lines of many files as one text: textlint takes long to begin a text. */
class Joined {
  text = '';
  #lines = [];

  /** In C++ a sentence may go on in the next literal: `goes_on`. */
  add(name, readable, goes_on = false) {
    readable.split('\n').forEach((line, number) => {
      const words = line.trim();
      if (!words) return;
      this.text += goes_on && !/^\p{Lu}/u.test(words) ? ' ' : '\n';
      this.#lines.push({start: this.text.length, name, line: number + 1});
      this.text += words;
    });
    this.text += '\n';
  }

  place(index) {
    let [low, high] = [0, this.#lines.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.#lines[middle].start <= index) low = middle;
      else high = middle - 1;
    }
    const {name, line} = this.#lines[low];
    return {name, line};
  }
}

/** All findings in `files`, {name, path} each. */
async function findings(files, strict) {
  const is_written = (name) => !strict && is_one_of(name, kWritten);
  const found = [];
  const joined = {'texts': new Joined(), 'written': new Joined()};  // what is not Markdown, for phrases
  const spelled = new Joined();
  for (const {name, path} of files) {
    const text = readFileSync(path, 'utf8');
    const kind = is_written(name) ? 'written' : 'texts';
    let readable;
    if (name.endsWith('.md')) {
      const {found: phrases, ranges} = await find_phrases(text, '.md', kRules[kind]);
      for (const {index, ...phrase} of phrases) {
        found.push({name, line: text.slice(0, index).split('\n').length, ...phrase});
      }
      joined[kind].add(name, readable_markdown(text, []));  // textlint skips what is read aloud of pictures
      readable = readable_markdown(text, ranges);
    } else {
      readable = name.endsWith('.toml') ? readable_toml(text) : readable_cpp(text);
      joined[kind].add(name, readable, !name.endsWith('.toml'));
    }
    spelled.add(name, readable);
  }
  for (const kind of ['texts', 'written']) {
    const {found: phrases} = await find_phrases(joined[kind].text, '.txt', kRules[kind]);
    for (const {index, ...phrase} of phrases) found.push({...joined[kind].place(index), ...phrase});
  }
  const all = words_of(spelled.text);
  const misspelled = await find_misspelled(all.map(({word}) => word), kSpelling);
  for (const {word, index} of all.filter(({word}) => misspelled.has(word))) {
    const {name, line} = spelled.place(index);
    if (kSpellingOfWritten.has(word.replace(/['’]s?$/, '')) && is_written(name)) continue;
    const instead = [misspelled.get(word).join(', '), 'or a word for docs/words/spelling.txt'];
    found.push({name, line, what: word, instead: instead.filter(Boolean).join(', ')});
  }
  return found;
}

const {values: {strict}, positionals} =
  parseArgs({allowPositionals: true, options: {strict: {type: 'boolean', default: false}}});
const files = positionals.length ? positionals.map((name) => ({name, path: resolve(name)})) : tracked();
const found = await findings(files, strict);
found.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.line - b.line));
for (const {name, line, what, instead} of found) console.log(`${name}:${line}: "${what}": ${instead}`);
const counted = (number, what) => `${number} ${what}${number === 1 ? '' : 's'}`;
console.log(`${counted(files.length, 'file')} read: ${counted(found.length || 'no', 'word')} to change`);
process.exitCode = found.length ? 1 : 0;
