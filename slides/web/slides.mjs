// Makes the course's slides: HTML and PDF of every deck, the overview, the index.
//
//   node slides/web/slides.mjs --root COURSE --build BUILD [--out DIR] [--only NAME]... [--overview]
//                       [--no-pdf] [--check [--tried RECORD [--record]]]
//
// Slides are made from COURSE/slides/NN-name.md into BUILD/slides. What is wrong with a deck is said
// with file and line, all of it at once; then nothing is written for that deck and the exit is 1.
// --only makes some decks. --check tries in the browser what was made; with --overview only the
// overview and the index, which other runs do not try. RECORD lists what was tried before: decks that
// are as they were are neither printed nor tried again. --record adds what was found right to it.
import {existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {parseArgs} from 'node:util';
import {Graphviz} from '@hpcc-js/wasm-graphviz';

import {check_files, check_unchanged_files} from './browser/check_files.mjs';
import {with_chromium} from './browser/chromium.mjs';
import {split_by_record, Tried} from './browser/tried.mjs';
import {lesson_names, make_lesson_deck} from './deck/deck.mjs';
import {index_page} from './deck/index_page.mjs';
import {make_overview} from './deck/overview.mjs';
import {print_deck} from './deck/print.mjs';
import {Runs} from './deck/runs.mjs';

function options() {
  const {values} = parseArgs({
    options: {
      root: {type: 'string', default: '.'},
      build: {type: 'string', default: 'build'},
      out: {type: 'string'},
      only: {type: 'string', multiple: true},
      overview: {type: 'boolean', default: false},
      check: {type: 'boolean', default: false},
      'no-pdf': {type: 'boolean', default: false},
      tried: {type: 'string'},
      record: {type: 'boolean', default: false},
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

// Writes only what has changed, so that an unchanged deck is not printed again, and in one go, so
// that nobody sees half of it. True if written.
function write_if_changed(file, text) {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return false;
  const part = `${file}.${process.pid}`;
  writeFileSync(part, text);
  renameSync(part, file);
  return true;
}

// Makes decks one after the other, and keeps what is to be printed, tried and told.
class Slides {
  constructor({root, build, out}, graphviz) {
    Object.assign(this, {root, out, graphviz, runs: new Runs(root, build)});
    this.problems = [];
    this.decks = [];
    this.pages = [];
  }

  lesson(name) {
    const deck = make_lesson_deck({...this, file: `slides/${name}.md`});
    this.write(name, deck);
    return deck;
  }

  // What the overview and the index say of each lesson; a lesson without a deck is a problem.
  course() {
    const lessons = lesson_names(this.root).flatMap((name) => {
      if (!existsSync(join(this.root, 'slides', `${name}.md`))) {
        this.problems.push(`lessons/${name}: this lesson has no deck; write slides/${name}.md (see slides/README.md)`);
        return [];
      }
      const {lesson, minutes, exercise} = this.lesson(name);
      return lesson ? [{...lesson, minutes, exercise}] : [];
    });
    const overview = make_overview({...this, lessons});
    this.write('overview', overview);
    const index = join(this.out, 'index.html');
    write_if_changed(index, index_page(lessons, overview));
    this.pages.push(index);
  }

  write(name, {html, problems, minutes, count}) {
    this.problems.push(...problems);
    if (problems.length) return;
    const file = join(this.out, `${name}.html`);
    const pdf = join(this.out, `${name}.pdf`);
    const changed = write_if_changed(file, html);
    this.decks.push({html: file, pdf, count, stale: changed || !existsSync(pdf)});
    console.log(`${file}: ${count} slides, ${minutes} minutes`);
  }

  // Tries what is not on the record as it is. Gives the number of faults in the pages and in those
  // decks that to_check(deck) picks.
  async check({print, record, adds, to_check}) {
    const decks = split_by_record(this.decks.filter(to_check).map(({html}) => html), record);
    const pages = split_by_record(this.pages, record);
    const faults = check_unchanged_files(decks.unchanged, 'deck') + check_unchanged_files(pages.unchanged, 'page');
    const changed = [...decks.changed, ...pages.changed];
    if (!changed.length) return faults;
    const found = faults + await with_chromium(async (browser) => {
      if (print) await this.print(browser, ({html}) => pages.changed.length || changed.includes(html));
      return (await check_files(browser, decks.changed, 'deck')) +
        (pages.changed.length ? await check_files(browser, pages.changed, 'page') : 0);
    });
    if (adds && record && found === 0) record.add(changed);
    return found;
  }

  async print(browser, to_print) {
    for (const {html, pdf, count} of this.decks.filter((deck) => deck.stale && to_print(deck))) {
      await print_deck(browser, html, pdf, count);
    }
  }

  // Prints what has changed.
  async show() {
    if (this.decks.some(({stale}) => stale)) await with_chromium((browser) => this.print(browser, () => true));
  }
}

async function main() {
  const {only, check, overview, 'no-pdf': no_pdf, tried, record: adds, ...where} = options();
  mkdirSync(where.out, {recursive: true});
  const slides = new Slides(where, await Graphviz.load());
  if (overview || !only) slides.course();
  else deck_names(where.root, only).forEach((name) => slides.lesson(name));
  if (!slides.decks.length && !slides.problems.length) slides.problems.push(`there is no deck slides/${only}.md; slides/README.md says how to write it`);
  const to_check = ({html}) => !overview || html.endsWith('overview.html');
  const record = tried ? new Tried(tried) : null;
  let faults = 0;
  if (check) faults = await slides.check({print: !no_pdf, record, adds, to_check});
  else if (!no_pdf) await slides.show();
  slides.problems.forEach((problem) => console.error(problem));
  process.exitCode = slides.problems.length || faults ? 1 : 0;
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 2;
});
