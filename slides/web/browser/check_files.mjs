// Tries pages and decks in the browser, each in all its views, and tells what is wrong with them.
import {existsSync} from 'node:fs';
import {relative, resolve} from 'node:path';

import {accessibility_problems, slide_accessibility_problems} from './accessibility.mjs';
import {broken_contents, page_overflow, slide_overflow} from './layout.mjs';
import {half_empty_slide, small_text} from './legibility.mjs';
import {link_problems, link_problems_of_text} from './links.mjs';
import {show_in, visit} from './visit.mjs';

const kScreen = {width: 1280, height: 800, theme: 'light'};
const kDeckViews = [
  {width: 1280, height: 720, theme: 'light'},
  {width: 1280, height: 720, theme: 'dark'},
];

// Light, then dark as when the reader's system changes, and from the beginning on a phone.
async function check_page(browser, file, complain, phone) {
  const on_screen = (problem) => complain(problem, `light, ${kScreen.width} pixels wide`);
  const in_the_dark = (problem) => complain(problem, `dark, ${kScreen.width} pixels wide`);
  await visit(browser, file, kScreen, on_screen, async (tab) => {
    (await link_problems(tab, file)).forEach(on_screen);
    await check_view(tab, 'light', on_screen);
    await show_in(tab, 'dark');
    await check_view(tab, 'dark', in_the_dark);
  });
  const on_a_phone = (problem) => complain(problem, `light, ${phone} pixels wide`);
  await visit(browser, file, {width: phone, height: 844, theme: 'light'}, on_a_phone, (tab) =>
    check_view(tab, 'narrow', on_a_phone));
}

async function check_view(tab, view, complain) {
  (await tab.evaluate(broken_contents)).forEach(complain);
  (await tab.evaluate(page_overflow)).forEach(complain);
  (await accessibility_problems(tab, view)).forEach(complain);
}

// Every slide: where it is, its last step (-1 if it has none), its title.
function list_slides() {
  return window.Reveal.getSlides().map((slide) => {
    const {h, v} = window.Reveal.getIndices(slide);
    const steps = [...slide.querySelectorAll('.fragment')].map((step) => Number(step.dataset.fragmentIndex));
    const stepping = slide.querySelector('pre[data-first]') !== null;
    return {h, v, last: Math.max(-1, ...steps), stepping, title: slide.querySelector('h1, h2, h3')?.textContent.trim() ?? ''};
  });
}

async function check_deck(browser, file, complain) {
  for (const view of kDeckViews) {
    await visit(browser, file, view, (problem) => complain(problem, view.theme), async (tab) => {
      const here = (problem) => complain(problem, view.theme);
      if (!(await tab.evaluate(() => Boolean(window.Reveal?.isReady())))) {
        return here('is not a deck: no slides were started');
      }
      await tab.waitForSelector('[data-filled]');
      await tab.evaluate(() => window.Reveal.configure({transition: 'none', backgroundTransition: 'none'}));
      (await tab.evaluate(broken_contents)).forEach(here);
      (await link_problems(tab, file)).forEach(here);
      for (const slide of await tab.evaluate(list_slides)) {
        await check_slide(tab, slide, view.theme, (problem) =>
          complain(problem, `slide ${slide.h + 1} “${slide.title}”, ${view.theme}`));
      }
    });
  }
}

// Layout at the first and the last step; contrast and names at the last, which shows everything, and
// at the first too where code is lit up step by step.
async function check_slide(tab, {h, v, last, stepping}, theme, complain) {
  for (const step of last < 0 ? [-1] : [-1, last]) {
    await tab.evaluate((...where) => window.Reveal.slide(...where), h, v, step);
    await tab.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    (await tab.evaluate(slide_overflow)).forEach(complain);
    if (step === last && theme === 'light') {
      (await tab.evaluate(small_text)).forEach(complain);
      (await tab.evaluate(half_empty_slide)).forEach(complain);
    }
    if (step < last && !stepping) continue;
    (await slide_accessibility_problems(tab, theme)).forEach(complain);
  }
}

// Calls work on each item, `jobs` at a time.
async function each(items, jobs, work) {
  const left = [...items];
  const worker = async () => {
    while (left.length > 0) await work(left.shift());
  };
  await Promise.all(Array.from({length: Math.min(jobs, items.length)}, worker));
}

// Prints what is wrong with a file, and where it shows; gives the number of problems.
function tell(file, views) {
  for (const [problem, where] of views) {
    console.log(`${relative(process.cwd(), file)} (${[...new Set(where)].join('; ')}): ${problem}`);
  }
  return views.size;
}

const counted = (count, kind) => `${count} ${kind}${count === 1 ? '' : 's'}`;

// Tries the files, prints what is wrong and a last line; gives the number of problems. `phone` is the
// width of the smallest screen, in pixels.
export async function check_files(browser, files, kind, jobs = 2, phone = 390) {
  let count = 0;
  await each(files, jobs, async (name) => {
    const file = resolve(name);
    const views = new Map(); // problem -> where it shows, so that a problem of all views is one line
    const complain = (problem, where) => views.set(problem, [...(views.get(problem) ?? []), where]);
    if (!existsSync(file)) complain('does not exist', 'on disk');
    else await (kind === 'deck' ? check_deck : check_page)(browser, file, complain, phone);
    count += tell(file, views);
  });
  console.log(`${counted(files.length, kind)} tried in the browser: ${count === 0 ? 'nothing wrong' : counted(count, 'problem')}`);
  return count;
}

// Of files that are as they were when they were last tried only links can have died. Prints and gives
// the same.
export function check_unchanged_files(files, kind) {
  let count = 0;
  for (const file of files.map((name) => resolve(name))) {
    count += tell(file, new Map(link_problems_of_text(file).map((problem) => [problem, ['on disk']])));
  }
  if (files.length) console.log(`${counted(files.length, kind)} as when last tried in the browser: ${count === 0 ? 'all links lead somewhere' : counted(count, 'problem')}`);
  return count;
}
