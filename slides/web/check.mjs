// Tries HTML files in a real browser:
//
//   node slides/web/check.mjs [--kind page|deck] [--jobs N] [--phone WIDTH]
//                             [--tried RECORD [--record]] FILE...
//
// A folder stands for all the pages in it. RECORD lists pages that were tried before: of those that
// are as they were only the links are followed. --record adds what was found right to it.
//
// Each page is opened from disk, light and dark, and a page that is not a deck on a phone too; of a
// deck every slide is shown, at its first and its last step. Wrong is what overflows, what breaks
// WCAG A or AA, an error on the console, a request to the network, a dead link or anchor, a picture
// that is missing or has no alt text, a formula that could not be set. Every problem is a line; the
// exit code is 1 if there is one, and 2 if the run itself could not be done.
import {existsSync, readdirSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {parseArgs} from 'node:util';

import {check_files, check_unchanged_files} from './browser/check_files.mjs';
import {with_chromium} from './browser/chromium.mjs';
import {split_by_record, Tried} from './browser/tried.mjs';

// A folder's pages in its place.
function pages_of(name) {
  if (!existsSync(name) || !statSync(name).isDirectory()) return [name];
  const pages = readdirSync(name).filter((file) => file.endsWith('.html')).sort();
  return pages.map((file) => join(name, file));
}

async function main() {
  const {values, positionals} = parseArgs({
    allowPositionals: true,
    options: {
      kind: {type: 'string', default: 'page'},
      jobs: {type: 'string', default: '2'},
      phone: {type: 'string', default: '390'},  // pixels
      tried: {type: 'string'},
      record: {type: 'boolean', default: false},
    },
  });
  if (positionals.length === 0 || !['page', 'deck'].includes(values.kind)) {
    throw new Error('usage: node slides/web/check.mjs [--kind page|deck] [--jobs N] [--phone WIDTH] [--tried RECORD [--record]] FILE...');
  }
  const record = values.tried ? new Tried(values.tried) : null;
  const {changed, unchanged} = split_by_record(positionals.flatMap(pages_of), record);
  let problems = check_unchanged_files(unchanged, values.kind);
  if (changed.length) {
    problems += await with_chromium((browser) =>
      check_files(browser, changed, values.kind, Number(values.jobs), Number(values.phone)));
  }
  if (record && values.record && problems === 0) record.add(changed);
  process.exitCode = problems === 0 ? 0 : 1;
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 2;
});
