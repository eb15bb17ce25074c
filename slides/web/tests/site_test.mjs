// What a reader does on a page of the built documentation beside reading: changes the theme, copies
// code, follows a line's number, goes through the contents, stops the animation of the front page, and
// finds the way to grading.
//
//   node slides/web/tests/site_test.mjs HTML
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';

import {with_chromium} from '../browser/chromium.mjs';
import {visit} from '../browser/visit.mjs';

const [html] = process.argv.slice(2);
const kLesson = 'lesson-03-memory-visibility.html';
const kCode = 'code-03-memory-visibility.html';
const is_dark = (tab) => tab.evaluate(() => document.documentElement.classList.contains('dark-mode'));

await with_chromium(async (browser) => {
  const open = async (page, look, width = 1280) => {
    const problems = [];
    await visit(browser, join(html, page), {width, height: 800, theme: 'light'}, (problem) => problems.push(problem), look);
    assert.deepEqual(problems, []);
  };

  await test('the chosen theme holds on the next page', () => open(kLesson, async (tab) => {
    assert.equal(await is_dark(tab), false);
    await tab.click('#theme');
    assert.equal(await is_dark(tab), true);
    await Promise.all([tab.waitForNavigation(), tab.click('.neighbors .after')]);
    assert.equal(await is_dark(tab), true);
    await tab.click('#theme');
    assert.equal(await is_dark(tab), false);
  }));

  await test('code is copied without the numbers of its lines', () => open(kCode, async (tab) => {
    // What the page gives to the clipboard, which a browser without a window may not have.
    await tab.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', {value: {writeText: async (text) => { window.copied = text; }}});
    });
    await tab.evaluate(() => document.querySelector('.source .copy').click());
    await tab.waitForFunction(() => window.copied);
    const skeleton = readFileSync(new URL('../../../lessons/03-memory-visibility/skeleton.cu', import.meta.url), 'utf8');
    assert.equal(await tab.evaluate(() => window.copied), skeleton);
  }));

  await test('a line has an address', () => open(kCode, async (tab) => {
    await tab.evaluate(() => document.querySelector('a.number[href="#skeleton-cu-L42"]').click());
    assert.match(tab.url(), /#skeleton-cu-L42$/);
    const top = await tab.$eval('.line:target', (line) => line.getBoundingClientRect().top);
    assert.ok(top >= 0 && top < 800, `the line is at ${top}`);
  }));

  await test('a solution is on no page of code', () => {
    const gap = /\/\/ begin: launch-after-all-writes[^]*?\/\/ end: launch-after-all-writes/;
    const text = readFileSync(join(html, kCode), 'utf8').replace(/<[^>]*>/g, '');
    assert.match(text.match(gap)[0], /TODO\(launch-after-all-writes\)/);
    assert.doesNotMatch(text.match(gap)[0], /double_all&lt;&lt;&lt;/);
  });

  await test('a launch graph: a kernel leads to its line, a wide graph scrolls in its own box', async () => {
    await open(kLesson, async (tab) => {
      const links = await tab.$$eval('.launch-graph .node a', (all) => all.map((link) => link.getAttribute('href')));
      assert.equal(links.length, 3);
      assert.ok(links.every((link) => link.startsWith(`${kCode}#skeleton-cu-L`)), links.join(' '));
      await Promise.all([tab.waitForNavigation(), tab.click('.launch-graph .node a')]);
      assert.match(await tab.$eval('.line:target', (line) => line.textContent), /__global__/);
    });
    await open('lesson-21-cross-device-events.html', async (tab) => {
      const [graph, card, page] = await tab.evaluate(() => [document.querySelector('svg.launch-graph'),
        document.querySelector('.diagram .picture'), document.documentElement].map((box) => box.getBoundingClientRect().width));
      assert.ok(graph > card && page <= 390, `graph ${graph}, card ${card}, page ${page}`);
      assert.equal(await tab.$eval('.diagram .picture', (box) => box.scrollWidth > box.clientWidth && box.tabIndex), 0);
    }, 390);
  });

  await test('on a phone no table of sentences is cut, and no button covers code', async () => {
    for (const page of ['contributing.html', 'limits-and-errors.html', 'tests-of-rules.html']) {
      await open(page, async (tab) => {
        const cut = await tab.$$eval('table.of-sentences td', (cells) => cells.filter((cell) =>
          cell.getBoundingClientRect().right > innerWidth || cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent));
        assert.deepEqual(cut, []);
        assert.ok(await tab.$$eval('table.of-sentences', (tables) => tables.length) > 0);
      }, 390);
    }
    await open('emulator.html', async (tab) => {
      const covered = await tab.$$eval('.copyable', (blocks) => blocks.filter((block) => {
        const code = document.createRange();
        code.selectNodeContents(block.querySelector('.line'));
        return block.querySelector('.copy').getBoundingClientRect().bottom > code.getBoundingClientRect().top;
      }).map((block) => block.textContent));
      assert.deepEqual(covered, []);
    }, 390);
  });

  await test('the way to a page stands above its title, and ends with it', async () => {
    for (const [page, way] of [[kCode, ['CUDA Dynamic Parallelism', 'Lessons', '03 Memory visibility', 'Code of lesson 03']],
                               ['group__given.html', ['CUDA Dynamic Parallelism', 'Reference', 'Given to every exercise']]]) {
      await open(page, async (tab) => {
        assert.deepEqual(await tab.$$eval('.breadcrumb li', (all) => all.map((item) => item.textContent)), way);
      });
    }
  });

  await test('the contents of a page: folded on a phone, open where there is room', async () => {
    for (const [width, opened] of [[390, false], [1600, true]]) {
      await open(kLesson, async (tab) => {
        assert.equal(await tab.$eval('.on-this-page details', (details) => details.open), opened);
        assert.ok((await tab.$$('.on-this-page a')).length >= 5);
      }, width);
    }
  });

  await test('the recorded session moves until the reader stops it', async () => {
    for (const [width, file] of [[1280, 'first-exercise.svg'], [390, 'first-exercise-narrow.svg']]) {
      await open('index.html', async (tab) => {
        const shows = (name) => tab.waitForFunction(
          (file) => document.querySelector('.session img').currentSrc.endsWith(`/${file}`), {}, name);
        const moves = async () => {
          const picture = await tab.$('.session img');
          const before = await picture.screenshot({encoding: 'base64'});
          await new Promise((done) => setTimeout(done, 3000));
          return before !== await picture.screenshot({encoding: 'base64'});
        };
        // A busy machine paints late, and the session has pauses.
        const comes_to = async (moving) => {
          for (let tries = 4; tries > 0; --tries) if (await moves() === moving) return true;
          return false;
        };
        assert.equal(await tab.$eval('.stop', (button) => button.checkVisibility()), false);
        assert.ok(await comes_to(false), 'the reader prefers reduced motion');
        await tab.emulateMediaFeatures([{name: 'prefers-reduced-motion', value: 'no-preference'}]);
        await tab.reload();
        await shows(file);
        assert.ok(await comes_to(true), 'nothing moves');
        await tab.click('.stop');
        await shows(`${file}#still`);
        assert.ok(await comes_to(false), 'the picture still moves');
        await tab.click('.stop');
        await shows(file);
      }, width);
    }
  });

  await test('grading is at most two clicks from the front page', () => open('index.html', async (tab) => {
    await Promise.all([tab.waitForNavigation(), tab.evaluate(() =>
      [...document.querySelectorAll('.ways a')].find((link) => link.textContent === 'I grade a class').click())]);
    assert.match(tab.url(), /instructors\.html#instructors--grading$/);
  }));
});
