// The browser run finds what is wrong with a page, and nothing where nothing is: one page for each
// kind of fault. Usage: node slides/web/tests/check_test.mjs
import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'node:test';

const check = fileURLToPath(new URL('../check.mjs', import.meta.url));
const page = (name) => fileURLToPath(new URL(`pages/${name}.html`, import.meta.url));

function run(...words) {
  return new Promise((done) => {
    execFile(process.execPath, [check, ...words], (error, out, err) => {
      done({status: error ? error.code : 0, text: out + err});
    });
  });
}

test('a good page passes', async () => {
  const {status, text} = await run(page('good'), page('second'));
  assert.equal(status, 0, text);
  assert.match(text, /2 pages tried in the browser: nothing wrong/);
});

const kFaults = {
  'overflow': /overflow\.html .*pixels wider than the screen: p\.wide/,
  'contrast': /contrast\.html .*color-contrast/,
  'console': /console\.html .*writes an error to the console: the cat is on the keyboard/,
  'throws': /throws\.html .*throws: stumbled/,
  'network': /network\.html .*asks the network for https:\/\/example\.com\/pixel\.png/,
  'dead-link': /dead-link\.html .*there is no .*not-there\.html/,
  'dead-anchor': /dead-anchor\.html .*there is no #not-there in .*second\.html/,
  'missing-picture': /missing-picture\.html .*shows no picture for not-there\.svg/,
  'no-alt': /no-alt\.html .*has no alt text for the picture dot\.svg/,
  'bad-formula': /bad-formula\.html .*cannot set a formula: undefined control sequence/,
};

test('each fault is found, and named', async (outer) => {
  const {status, text} = await run(...Object.keys(kFaults).map(page));
  assert.equal(status, 1, text);
  for (const [name, words] of Object.entries(kFaults)) {
    await outer.test(name, () => assert.match(text, words));
  }
});

test('an anchor in the page itself is looked for, too', async () => {
  const {text} = await run(page('dead-anchor'));
  assert.match(text, /there is no #nor-here in .*dead-anchor\.html/);
});

test('a file that is not there is a problem', async () => {
  const {status, text} = await run(page('never-written'));
  assert.equal(status, 1, text);
  assert.match(text, /never-written\.html .*does not exist/);
});

delete process.env.COURSE_TEST_ALL;  // `course test --all` sets it for all tests, and this one too

test('of a page that is on the record only the links are followed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'course-tried-'));
  try {
    for (const name of ['good', 'second', 'dot.svg']) {
      const file = name.includes('.') ? name : `${name}.html`;
      cpSync(join(dirname(page('good')), file), join(folder, file));
    }
    const good = join(folder, 'good.html');
    const record = ['--tried', join(folder, 'tried.txt')];
    assert.match((await run(...record, '--record', good)).text, /1 page tried in the browser: nothing wrong/);
    const written = readFileSync(record[1], 'utf8');
    const again = await run(...record, '--record', good);
    assert.equal(readFileSync(record[1], 'utf8'), written, 'where nothing is tried, nothing is forgotten');
    assert.equal(again.status, 0, again.text);
    assert.equal(again.text, '1 page as when last tried in the browser: all links lead somewhere\n');
    process.env.COURSE_TEST_ALL = '1';
    assert.match((await run(...record, good)).text, /1 page tried in the browser/);
    delete process.env.COURSE_TEST_ALL;
    rmSync(join(folder, 'second.html'));
    const dead = await run(...record, good);
    assert.equal(dead.status, 1, dead.text);
    assert.match(dead.text, /good\.html .*there is no .*second\.html/);
    writeFileSync(good, readFileSync(good, 'utf8').replace('</body>', '<p>More.</p></body>'));
    assert.match((await run(...record, good)).text, /1 page tried in the browser/);
  } finally {
    rmSync(folder, {recursive: true});
  }
});

test('links in single quotes are followed, and pages that are gone leave the record', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'course-tried-'));
  try {
    for (const file of ['good.html', 'second.html', 'dot.svg'])
      cpSync(join(dirname(page('good')), file), join(folder, file));
    const [good, second, list] = ['good.html', 'second.html', 'tried.txt'].map((file) => join(folder, file));
    writeFileSync(good, readFileSync(good, 'utf8').replaceAll('href="second.html#here"', "href='second.html#here'"));
    await run('--tried', list, '--record', good, second);
    assert.match(readFileSync(list, 'utf8'), /second\.html/);
    rmSync(second);
    assert.match((await run('--tried', list, good)).text, /good\.html .*there is no .*second\.html/);
    writeFileSync(good, readFileSync(good, 'utf8').replaceAll("href='second.html#here'", "href='#top'"));
    await run('--tried', list, '--record', good);
    assert.doesNotMatch(readFileSync(list, 'utf8'), /second\.html/);
  } finally {
    rmSync(folder, {recursive: true});
  }
});

test('a page without slides is not a deck', async () => {
  const {status, text} = await run('--kind', 'deck', page('good'));
  assert.equal(status, 1, text);
  assert.match(text, /is not a deck/);
});
