// The search of the built documentation, as a reader uses it: types what people type and looks at the
// first three results, goes through them by keyboard, and tries the open list's accessibility.
//
//   node slides/web/tests/search_test.mjs HTML SEARCHES
//
// HTML is the folder of the site; a line of SEARCHES is a query and, after two blanks or more, what it
// must find (docs/site/searches.txt).
import assert from 'node:assert/strict';
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';

import {accessibility_problems} from '../browser/accessibility.mjs';
import {with_chromium} from '../browser/chromium.mjs';
import {page_overflow} from '../browser/layout.mjs';
import {show_in, visit} from '../browser/visit.mjs';

const [html, searches] = process.argv.slice(2);
const kScreen = {width: 1280, height: 800, theme: 'light'};
const kPhone = {width: 390, height: 844, theme: 'light'};

const wanted = readFileSync(searches, 'utf8').split('\n')
  .map((line) => line.trim()).filter((line) => line && !line.startsWith('#'))
  .map((line) => line.split(/\s{2,}/))
  // Slides are found where decks have been built.
  .filter(([, pattern]) => !pattern.startsWith('slides/') || existsSync(join(html, 'slides', 'index.html')));

// Types a query into the empty field; gives the addresses of the results, as they stand in the page.
async function search(tab, query) {
  await tab.$eval('#search-field', (field) => { field.value = ''; });
  await tab.type('#search-field', query);
  await tab.waitForFunction((typed) => document.getElementById('search-panel').dataset.query === typed, {}, query);
  return tab.$$eval('#search-results a', (links) => links.map((link) => link.getAttribute('href')));
}

const matches = (found, pattern) =>
  (pattern.endsWith('*') ? found.startsWith(pattern.slice(0, -1)) : found === pattern);

const focused = (tab) => tab.evaluate(() => document.activeElement.getAttribute('href') ?? document.activeElement.id);

await with_chromium(async (browser) => {
  const open = (view, look, page = 'index.html') => {
    const problems = [];
    return visit(browser, join(html, page), view, (problem) => problems.push(problem), look)
      .then(() => assert.deepEqual(problems, []));
  };

  await test(`the first three results of ${wanted.length} queries`, () => open(kScreen, async (tab) => {
    const faults = [];
    for (const [query, pattern] of wanted) {
      const found = (await search(tab, query)).slice(0, 3);
      if (!found.some((url) => matches(url, pattern))) faults.push(`${query}: ${pattern} is not among ${found.join(', ')}`);
    }
    assert.ok(wanted.length >= 40);
    assert.deepEqual(faults, []);
  }));

  await test('a result shows its title, its kind and a piece of text', () => open(kScreen, async (tab) => {
    await search(tab, 'cudaErrorInvalidAddressSpace');
    const [title, kind, text] = await tab.$$eval('#search-results li:first-child span', (spans) => spans.map((span) => span.textContent));
    assert.equal(title, 'Error 717: cudaErrorInvalidAddressSpace');
    assert.equal(kind, 'error · Limits and errors');
    assert.match(text, /local or shared memory/);
  }));

  await test('what is not there is not found', () => open(kScreen, async (tab) => {
    assert.deepEqual(await search(tab, 'xyzzyplugh'), []);
    assert.equal(await tab.$eval('#search-state', (state) => state.textContent), 'Nothing found');
  }));

  await test('by keyboard: slash, arrows, Escape, Enter', () => open(kScreen, async (tab) => {
    await tab.keyboard.press('/');
    assert.equal(await focused(tab), 'search-field');
    const [first, second] = await search(tab, 'quadtree');
    await tab.keyboard.press('ArrowDown');
    assert.equal(await focused(tab), first);
    await tab.keyboard.press('ArrowDown');
    assert.equal(await focused(tab), second);
    await tab.keyboard.press('ArrowUp');
    await tab.keyboard.press('ArrowUp');
    assert.equal(await focused(tab), 'search-field');
    await tab.keyboard.press('Escape');
    assert.equal(await tab.$eval('#search-panel', (panel) => panel.hidden), true);
    await search(tab, 'M2');
    await Promise.all([tab.waitForNavigation(), tab.keyboard.press('Enter')]);
    assert.match(tab.url(), /rules\.html#rule-M2$/);
  }));

  for (const [name, view] of [['a screen', kScreen], ['a phone', kPhone]]) {
    await test(`the list on ${name}, light and dark`, () => open(view, async (tab) => {
      await search(tab, 'race');
      for (const theme of ['light', 'dark']) {
        await show_in(tab, theme);
        assert.deepEqual(await accessibility_problems(tab, null, '#search'), []);
        assert.deepEqual(await tab.evaluate(page_overflow), []);
      }
      const box = await tab.$eval('#search-panel', (panel) => panel.getBoundingClientRect().toJSON());
      assert.ok(box.left >= 0 && box.right <= view.width && box.bottom <= view.height, JSON.stringify(box));
    }, 'lesson-12-quadtree.html'));
  }
});
