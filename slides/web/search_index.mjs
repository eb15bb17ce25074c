// Makes the search of the documentation, which works from disk, without a server:
//
//   node slides/web/search_index.mjs ENTRIES.json FOLDER
//
// ENTRIES.json is a list of what can be found: title, kind, page, url, text, keys, weight (see
// docs/site/search_entries.py). FOLDER gets minisearch.js with its license, and index.js, which sets a global: a page
// from disk may load a script, but must not fetch a file.
import MiniSearch from 'minisearch';
import {copyFileSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {dirname, join} from 'node:path';

import {packed_postings, postings_of} from './site/postings.mjs';
import {words_of, words_of_query} from './site/words.mjs';

const kMostBytes = 2_500_000;
const kFields = ['keys', 'title', 'text'];

// A string for a script; quotes of JSON need not be escaped in it.
const quoted = (text) => `'${text.replace(/[\\']/g, '\\$&')}'`;

function index_script(entries) {
  const index = new MiniSearch({fields: kFields, tokenize: words_of, processTerm: (term) => term});
  index.addAll(entries.map((entry, id) => ({id, ...entry})));
  // What many entries share is written once, by its number; keys that are the title are 0.
  const file_and_place = (url) => [url.split('#', 1)[0], url.slice(url.split('#', 1)[0].length)];
  const labels = [...new Set(entries.flatMap(({kind, page, url}) => [kind, page, file_and_place(url)[0]]))];
  const number = new Map(labels.map((label, at) => [label, at]));
  const shown = entries.map(({title, kind, page, url, text, keys, weight}) => {
    const [file, place] = file_and_place(url);
    return [title, number.get(kind), number.get(page), number.get(file), place, text, keys === title ? 0 : keys, weight];
  });
  const {index: terms, ...rest} = JSON.parse(JSON.stringify(index));
  return `// Made by slides/web/search_index.mjs: what the search box looks through.
${words_of}
${words_of_query}
${postings_of}
window.courseIndex = {
  fields: ${JSON.stringify(kFields)},
  labels: ${JSON.stringify(labels)},
  entries: ${JSON.stringify(shown)},
  index: ${quoted(JSON.stringify(rest))},
  terms: ${JSON.stringify(packed_postings(terms))},
  words_of, words_of_query, postings_of,
};
`;
}

const [entries_file, folder] = process.argv.slice(2);
const script = index_script(JSON.parse(readFileSync(entries_file, 'utf8')));
mkdirSync(folder, {recursive: true});
const library = join(dirname(createRequire(import.meta.url).resolve('minisearch')), '..', '..');
copyFileSync(join(library, 'dist', 'umd', 'index.js'), join(folder, 'minisearch.js'));
copyFileSync(join(library, 'LICENSE.txt'), join(folder, 'minisearch-license.txt'));
writeFileSync(join(folder, 'index.js'), script);
const bytes = Buffer.byteLength(script);
console.log(`the search index has ${Math.round(bytes / 1000)} KB`);
if (bytes > kMostBytes) {
  console.error(`the search index has more than ${kMostBytes / 1e6} MB, which a phone is slow to read`);
  process.exitCode = 1;
}
