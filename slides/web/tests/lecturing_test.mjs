// The page for lecturers is compared with the decks: a small course agrees with its page, and each way in
// which the two may differ is found, with the page's line.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import test from 'node:test';
import {fileURLToPath} from 'node:url';

import {compare_page} from '../lecturing/compare.mjs';

const kDeck = `---
lesson: 01-sample
exercise: 30
---

# Sample {minutes=1}

## After this lecture {minutes=1 .objectives}

## What does it print? {minutes=4 .question}

## It prints 128 {minutes=4 .answer}

\`\`\`output program="slides/programs/01/count.cu" schedule="eager" expect="128"
\`\`\`

## A rule {minutes=2.5}

## A real run {minutes=3 .timeline}

\`\`\`timeline lesson="01-sample" check="Runs" alt="One grid."
\`\`\`

## The same, with a mistake {minutes=3}

\`\`\`timeline lesson="01-sample" check="Fails" change="solutions/01-sample/mistakes/no-barrier.change" alt="One grid."
\`\`\`

## Who waits? {minutes=4 .question}

## The host {minutes=4 .answer}

## What has changed {minutes=2 .today}

## Two tasks {minutes=1 .exercise}

## Two sentences {minutes=1 .recap}
`;
const kOverview = `---
deck: overview
---

# The course {minutes=1}

## Begin {minutes=2.5 .exercise}
`;
const kPage = `# Lecturing

Show \`build/slides/index.html\`, or read \`slides/01-sample.md\`.

\`\`\`
./course check NN
\`\`\`

## Overview

4 minutes.

| Before this slide | Run | Look at |
|---|---|---|
| Begin | \`./course check 1\` | the first message |

## 01 Sample

31 minutes, 20 in the short version; the exercise takes 30 minutes.

| Before this slide | Run | Look at |
|---|---|---|
| It prints 128 | \`./course run --schedule eager slides/programs/01/count.cu\` | the number |
| A real run | \`./course trace 1 --from solutions --check Runs -o -\` | one grid |

Mistakes to expect: \`every-thread\`,
\`no-barrier\`.

**The short version leaves out**

- **The same, with a mistake**: say it.
- **Who waits?**, **The
  host**: say it, too.
`;

// A course of one lesson, with files changed or added: {path: text}.
function course(files = {}) {
  const root = mkdtempSync(join(tmpdir(), 'course-lecturing-'));
  test.after(() => rmSync(root, {recursive: true, force: true}));
  const all = {
    'course': '', 'docs/lecturing.md': kPage, 'slides/01-sample.md': kDeck, 'slides/overview.md': kOverview,
    'slides/README.md': '# Slides\n', 'slides/programs/01/count.cu': '', 'slides/programs/01/other.cu': '',
    'solutions/01-sample/mistakes/no-barrier.change': '', 'solutions/01-sample/mistakes/every-thread.change': '',
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), {recursive: true});
    writeFileSync(join(root, path), text);
  }
  return root;
}

function changed(text, from, to) {
  assert.ok(text.includes(from), `the sample has no ${from}`);
  return text.replace(from, to);
}

// The problems of a page or deck with `from` replaced, of which one must be at the line of `at`.
function finds(name, path, from, to, sentence, at) {
  test(`finds ${name}`, () => {
    const text = changed(path === 'docs/lecturing.md' ? kPage : kDeck, from, to);
    const page = path === 'docs/lecturing.md' ? text : kPage;
    const line = at ? page.slice(0, page.indexOf(at)).split('\n').length : 1;
    assert.ok(!at || page.includes(at), `the page has no ${at}`);
    const problems = compare_page(course({[path]: text}));
    assert.ok(problems.some((problem) => problem.startsWith(`docs/lecturing.md:${line}: `) && sentence.test(problem)),
      `expected line ${line} and ${sentence}; got:\n${problems.join('\n')}`);
  });
}

const page = (name, from, to, sentence, at) => finds(name, 'docs/lecturing.md', from, to, sentence, at);
const deck = (name, from, to, sentence, at) => finds(name, 'slides/01-sample.md', from, to, sentence, at);
const kHeading = '## 01 Sample';

test('a page that agrees has no problems', () => {
  assert.deepEqual(compare_page(course()), []);
});

test('the program prints the problems and ends with 1', () => {
  const program = fileURLToPath(new URL('../lecturing.mjs', import.meta.url));
  const run = (root) => spawnSync(process.execPath, [program, '--root', root], {encoding: 'utf8'});
  assert.deepEqual([run(course()).status, run(course()).stdout], [0, '']);
  const {status, stdout} = run(course({'docs/lecturing.md': '# Lecturing\n'}));
  assert.equal(status, 1);
  assert.match(stdout, /^docs\/lecturing\.md:1: the deck slides\/01-sample\.md has 0 sections/);
});

page('a deck without a section', kHeading, '## One', /slides\/01-sample\.md has 0 sections/);
page('the overview without a section', '## Overview', '## All', /slides\/overview\.md has 0 sections/);
page('a deck with two sections', '## Overview', '## 01 Sample', /slides\/01-sample\.md has 2 sections/);
page('a section without a deck', kHeading, '## 02 Sample', /no deck slides\/02/, '## 02 Sample');
page('another title', kHeading, '## 01 Samples', /title is “Sample”/, '## 01 Samples');
page('a slide to leave out that is not there', '**Who waits?**', '**Who waits**',
  /0 slides have the title “Who waits”/, '- **Who waits**');
page('a slide left out twice', '**Who waits?**', '**Who waits?**, **Who waits?**', /left out twice/, '- **Who waits?**');
deck('a title that two slides have', '## A rule', '## The host', /2 slides have the title “The host”/, '- **Who waits?**');
page('a short version that is too long', '- **The same, with a mistake**: say it.\n', '', /takes 22.5 minutes/, kHeading);
deck('a short version of half a minute too much', 'A rule {minutes=2.5', 'A rule {minutes=3.5',
  /short version takes 20.5 minutes/, kHeading);
deck('minutes that are not those of the deck', 'A rule {minutes=2.5', 'A rule {minutes=1',
  /must have the line “29 minutes, 18 in the short version; the exercise takes 30 minutes\.”/, kHeading);
deck('an exercise that takes longer', 'exercise: 30', 'exercise: 40', /the exercise takes 40 minutes/, kHeading);
page('a section without minutes', '31 minutes, ', 'About 31 minutes, ', /must have the line “31 minutes/, kHeading);
for (const [kind, title] of [['objectives', 'After this lecture'], ['today', 'What has changed'],
  ['exercise', 'Two tasks'], ['recap', 'Two sentences']]) {
  page(`a short version without .${kind}`, '**Who waits?**', `**${title}**, **Who waits?**`,
    new RegExp(`leaves out “${title}”, which is \\.${kind}`), kHeading);
}
page('a short version without a title', '**Who waits?**', '**Sample**, **Who waits?**', /has no title/, kHeading);
page('a short version without a question', '**Who waits?**', '**What does it print?**, **It prints 128**, **Who waits?**',
  /has no \.question/, kHeading);
page('a short version without a real run', '**Who waits?**', '**A real run**, **Who waits?**', /has no \.timeline/, kHeading);
page('an answer without its question', '**Who waits?**', '**What does it print?**, **Who waits?**',
  /leaves out “What does it print\?” and keeps “It prints 128”/, kHeading);
page('a question without its answer', '**Who waits?**', '**It prints 128**, **Who waits?**',
  /leaves out “It prints 128” and keeps “What does it print\?”/, kHeading);
page('a command with a file that is not there', '`slides/01-sample.md`', '`slides/02-sample.md`',
  /there is no slides\/02-sample\.md/, 'slides/02-sample.md');
page('a line of code with such a file', './course check NN', './courses check NN', /there is no \.\/courses/,
  './courses check NN');
page('a program that is not there', '01/count.cu', '01/counts.cu', /there is no slides\/programs\/01\/counts\.cu/,
  '| It prints 128');
page('a program that the slide does not show', '01/count.cu', '01/other.cu', /does not show/, '| It prints 128');
page('a schedule that the slide does not show', '--schedule eager', '--schedule late', /does not show/, '| It prints 128');
page('devices that the slide does not show', '--schedule eager', '--schedule eager --devices 2', /does not show/,
  '| It prints 128');
page('a check that the slide does not show', '--check Runs', '--check Walks', /does not show/, '| A real run');
page('a run of the solution where the slide shows a mistake', '| A real run | `./course trace 1 --from solutions --check Runs',
  '| The same, with a mistake | `./course trace 1 --from solutions --check Fails', /does not show/, '| The same, with');
page('a run before a slide that is not there', '| It prints 128 |', '| It prints 64 |', /no slide “It prints 64”/,
  '| It prints 64');
page('a command of another lesson', 'trace 1 ', 'trace 2 ', /another lesson's/, '| A real run');
page('a mistake that is not there', '`no-barrier`', '`no-fence`', /no solutions\/01-sample\/mistakes\/no-fence\.change/,
  'Mistakes to expect');
