// Tries HTML files in a real browser:
//
//   node web/check.mjs [--kind page|deck] [--jobs N] FILE...
//
// Each page is opened from disk, light and dark, and a page that is not a deck on a phone too; of a
// deck every slide is shown, at its first and its last step. Wrong is what overflows, what breaks
// WCAG A or AA, an error on the console, a request to the network, a dead link or anchor, a picture
// that is missing or has no alt text, a formula that could not be set. Every problem is a line; the
// exit code is 1 if there is one, and 2 if the run itself could not be done.
import {existsSync} from 'node:fs';
import {relative, resolve} from 'node:path';
import {parseArgs} from 'node:util';

import {load_axe, accessibility_problems} from './browser/accessibility.mjs';
import {with_chromium} from './browser/chromium.mjs';
import {broken_contents, page_overflow, slide_overflow} from './browser/layout.mjs';
import {link_problems} from './browser/links.mjs';
import {visit} from './browser/visit.mjs';

const kPageViews = [
  {width: 1280, height: 800, theme: 'light'},
  {width: 1280, height: 800, theme: 'dark'},
  {width: 390, height: 844, theme: 'light'},
];
const kDeckViews = [
  {width: 1280, height: 720, theme: 'light'},
  {width: 1280, height: 720, theme: 'dark'},
];

async function check_page(browser, file, complain) {
  for (const view of kPageViews) {
    const here = (problem) => complain(problem, `${view.theme}, ${view.width} pixels wide`);
    await visit(browser, file, view, here, async (tab) => {
      (await tab.evaluate(broken_contents)).forEach(here);
      (await tab.evaluate(page_overflow)).forEach(here);
      (await link_problems(tab, file)).forEach(here);
      await load_axe(tab);
      (await accessibility_problems(tab)).forEach(here);
    });
  }
}

// Every slide as [horizontal, vertical, last step, title].
function list_slides() {
  return window.Reveal.getSlides().map((slide) => {
    const {h, v} = window.Reveal.getIndices(slide);
    const steps = [...slide.querySelectorAll('.fragment')].map((step) => Number(step.dataset.fragmentIndex));
    return {h, v, last: Math.max(-1, ...steps), title: slide.querySelector('h1, h2, h3')?.textContent.trim() ?? ''};
  });
}

async function check_deck(browser, file, complain) {
  for (const view of kDeckViews) {
    await visit(browser, file, view, (problem) => complain(problem, view.theme), async (tab) => {
      const here = (problem) => complain(problem, view.theme);
      if (!(await tab.evaluate(() => Boolean(window.Reveal?.isReady())))) {
        return here('is not a deck: no slides were started');
      }
      await tab.evaluate(() => window.Reveal.configure({transition: 'none', backgroundTransition: 'none'}));
      (await tab.evaluate(broken_contents)).forEach(here);
      (await link_problems(tab, file)).forEach(here);
      await load_axe(tab);
      for (const slide of await tab.evaluate(list_slides)) {
        await check_slide(tab, slide, (problem) =>
          complain(problem, `slide ${slide.h + 1} “${slide.title}”, ${view.theme}`));
      }
    });
  }
}

async function check_slide(tab, {h, v, last}, complain) {
  for (const step of last < 0 ? [-1] : [-1, last]) {
    await tab.evaluate((...where) => window.Reveal.slide(...where), h, v, step);
    await tab.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    (await tab.evaluate(slide_overflow)).forEach(complain);
    (await accessibility_problems(tab, '.reveal .slides section.present')).forEach(complain);
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

async function check_files(browser, files, kind, jobs) {
  let count = 0;
  await each(files, jobs, async (name) => {
    const file = resolve(name);
    const views = new Map(); // problem -> where it shows, so that a problem of all views is one line
    const complain = (problem, where) => views.set(problem, [...(views.get(problem) ?? []), where]);
    if (!existsSync(file)) complain('does not exist', 'on disk');
    else await (kind === 'deck' ? check_deck : check_page)(browser, file, complain);
    for (const [problem, where] of views) {
      console.log(`${relative(process.cwd(), file)} (${[...new Set(where)].join('; ')}): ${problem}`);
      ++count;
    }
  });
  return count;
}

async function main() {
  const {values, positionals} = parseArgs({
    allowPositionals: true,
    options: {kind: {type: 'string', default: 'page'}, jobs: {type: 'string', default: '2'}},
  });
  if (positionals.length === 0 || !['page', 'deck'].includes(values.kind)) {
    throw new Error('usage: node web/check.mjs [--kind page|deck] [--jobs N] FILE...');
  }
  const problems = await with_chromium((browser) =>
    check_files(browser, positionals, values.kind, Number(values.jobs)));
  const tried = `${positionals.length} ${values.kind}${positionals.length === 1 ? '' : 's'}`;
  console.log(problems === 0 ? `${tried} tried in the browser: nothing wrong` : `${tried} tried in the browser: ${problems} problems`);
  process.exitCode = problems === 0 ? 0 : 1;
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 2;
});
