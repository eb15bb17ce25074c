// Makes the course's slides: HTML and PDF of every deck, the overview, the index.
//
//   node web/slides.mjs --root COURSE --build BUILD [--out DIR] [--only NAME]... [--no-pdf]
//                       [--check]
//
// Slides are made from COURSE/slides/NN-name.md into BUILD/slides. What is wrong with a deck is said
// with file and line, all of it at once; then nothing is written for that deck and the exit is 1.
// --check tries in the browser what was made, too.
import {existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {parseArgs} from 'node:util';
import {Graphviz} from '@hpcc-js/wasm-graphviz';

import {check_files} from './browser/check_files.mjs';
import {with_chromium} from './browser/chromium.mjs';
import {make_lesson_deck} from './deck/deck.mjs';
import {print_deck} from './deck/print.mjs';
import {Runs} from './deck/runs.mjs';

function options() {
  const {values} = parseArgs({
    options: {
      root: {type: 'string', default: '.'},
      build: {type: 'string', default: 'build'},
      out: {type: 'string'},
      only: {type: 'string', multiple: true},
      check: {type: 'boolean', default: false},
      'no-pdf': {type: 'boolean', default: false},
    },
  });
  const build = resolve(values.build);
  return {...values, root: resolve(values.root), build, out: resolve(values.out ?? join(build, 'slides'))};
}

function deck_names(root, only) {
  const names = readdirSync(join(root, 'slides'))
    .filter((name) => /^\d\d-.*\.md$/.test(name))
    .map((name) => name.replace('.md', ''))
    .sort();
  return only ? names.filter((name) => only.some((part) => name.includes(part))) : names;
}

// Writes only what has changed, so that an unchanged deck is not printed again. True if written.
function write_if_changed(file, text) {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return false;
  writeFileSync(file, text);
  return true;
}

async function main() {
  const {root, build, out, only, check, 'no-pdf': no_pdf} = options();
  const graphviz = await Graphviz.load();
  const runs = new Runs(root, build);
  mkdirSync(out, {recursive: true});
  const problems = [];
  const made = [];
  const to_print = [];
  for (const name of deck_names(root, only)) {
    const deck = make_lesson_deck({root, file: `slides/${name}.md`, runs, graphviz});
    problems.push(...deck.problems);
    if (deck.problems.length) continue;
    const [html, pdf] = [join(out, `${name}.html`), join(out, `${name}.pdf`)];
    made.push(html);
    const changed = write_if_changed(html, deck.html);
    if (!no_pdf && (changed || !existsSync(pdf))) to_print.push({html, pdf, count: deck.count});
    console.log(`${html}: ${deck.count} slides, ${deck.minutes} minutes`);
  }
  let faults = 0;
  if (to_print.length || check) {
    await with_chromium(async (browser) => {
      for (const {html, pdf, count} of to_print) await print_deck(browser, html, pdf, count);
      if (check && made.length) faults = await check_files(browser, made, 'deck');
    });
  }
  problems.forEach((problem) => console.error(problem));
  process.exitCode = problems.length || faults ? 1 : 0;
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 2;
});
