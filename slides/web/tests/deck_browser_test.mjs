// The browser run passes a good deck and finds what is wrong on a slide; what is printed has a page
// for each slide. The decks are the sample of tests/course, with a slide spoilt.
import assert from 'node:assert/strict';
import {execFileSync, spawnSync} from 'node:child_process';
import {chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'node:test';
import {fileURLToPath} from 'node:url';

const web = fileURLToPath(new URL('..', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'course-decks-'));
cpSync(join(web, 'tests', 'course'), root, {recursive: true});
cpSync(join(root, 'solutions'), join(root, 'build', 'solutions'), {recursive: true});
// In place of the course program: puts the sample's mistake in, as `course apply` does.
mkdirSync(join(root, 'build', 'autograder', 'course'), {recursive: true});
writeFileSync(join(root, 'build', 'autograder', 'course', 'course'), '#!/bin/sh\ngrep -v __syncthreads "$3"\n');
chmodSync(join(root, 'build', 'autograder', 'course', 'course'), 0o755);
test.after(() => rmSync(root, {recursive: true, force: true}));
const out = join(root, 'build', 'slides');
const sample = readFileSync(join(root, 'slides', '01-sample.md'), 'utf8');

const run = (script, ...words) => {
  const ended = spawnSync(process.execPath, [join(web, script), ...words], {encoding: 'utf8'});
  return {status: ended.status, text: ended.stdout + ended.stderr};
};
const slides = (...words) => run('slides.mjs', '--root', root, '--build', join(root, 'build'), '--only', '01', ...words);

test('a good deck is made, printed and passes', () => {
  const {status, text} = slides('--check');
  assert.equal(status, 0, text);
  assert.match(text, /1 deck tried in the browser: nothing wrong/);
  const pdf = readFileSync(join(out, '01-sample.pdf'), 'latin1');
  assert.match(pdf, /\/StructTreeRoot/, 'the PDF is not tagged');
  assert.match(pdf, /\/Outlines/, 'the PDF has no outline');
  assert.equal(pdf.match(/\/Type \/Page\b/g).length, 8);
});

// The page with `what` on its second slide.
function spoilt(name, what) {
  const good = readFileSync(join(out, '01-sample.html'), 'utf8');
  const file = join(root, `${name}.html`);
  writeFileSync(file, good.replace('<li>to test', `${what}<li>to test`));
  return file;
}

const kFaults = {
  'too tall': ['<div style="height:900px">tower</div>', /slide 2 “What for”.* div “tower” is \d+ pixels too tall for the slide/],
  'too wide': ['<div style="width:1400px">wall</div>', /div “wall” is \d+ pixels too wide for the slide/],
  'cut off': ['<div style="height:20px;overflow:hidden">one<br>two<br>three</div>', /div “onetwothree” is \d+ pixels taller than its box/],
  'pale': ['<p style="color:#ccc;background:#fff">mist</p>', /breaks the accessibility rule color-contrast/],
  'out of its picture': ['<svg viewBox="0 0 40 20" width="40"><text x="30" y="10">label</text></svg>', /text “label” leaves its picture/],
  'small label': ['<figure><svg viewBox="0 0 40 20" width="40"><text x="1" y="15" font-size="9">x</text></svg></figure>', /text “x” in a figure is [\d.]+ pixels large; it needs 18/],
  'small rows': ['<figure class="trace"><svg viewBox="0 0 800 900" style="height:300px"><text x="1" y="15" font-size="12.5">y</text></svg></figure>', /text “y” in a figure is [\d.]+ pixels large; it needs 18/],
  'small code': ['<figure><pre style="font-size:12px">make</pre></figure>', /code “make” is [\d.]+ pixels large; it needs 22/],
  'small caption': ['<figure><figcaption style="font-size:9px">source</figcaption></figure>', /the caption “source” is [\d.]+ pixels large; it needs 18/],
  'half empty': ['<style>.content > ul { zoom: 0.5 !important }</style>', /slide 2 “What for”.* uses \d+ % of the height below its title/],
  'loud': ['<script>console.error("ouch")</script>', /writes an error to the console: ouch/],
  'calling': ['<img alt="A pixel" src="https://example.com/pixel.png">', /asks the network for https:\/\/example\.com/],
  'silent': ['<img src="data:image/svg+xml,<svg xmlns=\'http://www.w3.org/2000/svg\'/>">', /has no alt text for the picture/],
};

test('each fault on a slide is found, and named', async (outer) => {
  const files = Object.entries(kFaults).map(([name, [what]]) => spoilt(name.replaceAll(' ', '-'), what));
  const {status, text} = run('check.mjs', '--kind', 'deck', ...files);
  assert.equal(status, 1, text);
  for (const [name, [, words]] of Object.entries(kFaults)) {
    await outer.test(name, () => {
      const lines = text.split('\n').filter((line) => line.includes(`${name.replaceAll(' ', '-')}.html`));
      assert.match(lines.join('\n'), words);
    });
  }
});

test('a deck with too much on a slide fails its own check', () => {
  writeFileSync(join(root, 'slides', '01-sample.md'), sample.replace('- to test', '- to test\n'.repeat(30)));
  const {status, text} = slides('--check', '--no-pdf');
  assert.equal(status, 1, text);
  assert.match(text, /too tall for the slide/);
});

const course = (...words) => run('slides.mjs', '--root', root, '--build', join(root, 'build'), ...words);

test('overview and index are made from the lessons, and pass', () => {
  writeFileSync(join(root, 'slides', '01-sample.md'), sample);
  const {status, text} = course('--overview', '--check');
  assert.equal(status, 0, text);
  const overview = readFileSync(join(out, 'overview.html'), 'utf8');
  assert.match(overview, /<strong>Basics<\/strong>.*<span>01<\/span> <a href="01-sample\.html">A sample<\/a>/);
  assert.match(overview, /<td>Week 1<\/td><td>.*01 A sample.*<\/td><td>20 min<\/td><td>30 min<\/td>/);
  assert.match(readFileSync(join(out, 'index.html'), 'utf8'), /<a href="01-sample\.pdf">/);
});

test('a map that misses a lesson is refused', () => {
  const file = join(root, 'slides', 'overview.md');
  const good = readFileSync(file, 'utf8');
  writeFileSync(file, good.replace('01-01 Basics', '02-09 Others'));
  const {status, text} = course('--overview', '--no-pdf');
  writeFileSync(file, good);
  assert.equal(status, 1, text);
  assert.match(text, /lesson 01 is not in exactly one group of the map/);
});

test('a lesson without a deck is refused', () => {
  cpSync(join(root, 'lessons', '01-sample'), join(root, 'lessons', '02-more'), {recursive: true});
  const {status, text} = course('--no-pdf');
  rmSync(join(root, 'lessons', '02-more'), {recursive: true});
  assert.equal(status, 1, text);
  assert.match(text, /lessons\/02-more: this lesson has no deck; write slides\/02-more\.md/);
  assert.match(slides('--only', '02').text + course('--only', '02').text, /there is no deck slides\/02\.md/);
});

test('a bad deck is not made, and its problems are told', () => {
  writeFileSync(join(root, 'slides', '01-sample.md'), sample.replace('minutes=1', 'minute=1'));
  const {status, text} = slides('--no-pdf');
  assert.equal(status, 1, text);
  assert.match(text, /^slides\/01-sample\.md:6: slide “A sample” does not say how long it takes/m);
});

test('where Chromium is missing a sentence says so', {skip: process.platform !== 'linux'}, () => {
  const path = join(root, 'bin');
  execFileSync('mkdir', ['-p', path]);
  for (const tool of ['bash', 'node', 'env', 'dirname']) {
    execFileSync('ln', ['-sf', execFileSync('which', [tool], {encoding: 'utf8'}).trim(), join(path, tool)]);
  }
  const ask = (ci) => spawnSync(join(web, 'run'), ['check.mjs'], {encoding: 'utf8', env: {PATH: path, CI: ci}});
  assert.equal(ask('').status, 77);
  assert.match(ask('').stderr, /need npm chromium: apt-get install npm chromium/);
  assert.equal(ask('true').status, 1);
});
