// A good deck is made; each kind of fault in a deck is refused, with file and line and a sentence
// that says what to do. The decks are the sample of tests/course with one thing changed.
import assert from 'node:assert/strict';
import {
  chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import test from 'node:test';
import {fileURLToPath} from 'node:url';
import {Graphviz} from '@hpcc-js/wasm-graphviz';

import {make_lesson_deck} from '../deck/deck.mjs';
import {bars_of, lowered} from '../deck/figures.mjs';
import {fit} from '../deck/fit.mjs';
import {plot} from '../deck/plot.mjs';
import {Runs} from '../deck/runs.mjs';
import {parse_steps, take_snippet} from '../deck/snippet.mjs';

const graphviz = await Graphviz.load();
const root = mkdtempSync(join(tmpdir(), 'course-decks-'));
cpSync(fileURLToPath(new URL('course', import.meta.url)), root, {recursive: true});
const build = join(root, 'build');
cpSync(join(root, 'solutions'), join(build, 'solutions'), {recursive: true});
test.after(() => rmSync(root, {recursive: true, force: true}));
const file = 'slides/01-sample.md';
const sample = readFileSync(join(root, file), 'utf8');

// In place of the course program: puts the sample's mistake in, as `course apply` does, or runs `script`.
function course_program(script) {
  const folder = join(build, 'autograder', 'course');
  mkdirSync(folder, {recursive: true});
  writeFileSync(join(folder, 'course'), `#!/bin/sh
case "$1 $2" in
  apply*/does-not-apply.change) echo "$2:5: the text has no such line" >&2; exit 2 ;;
  apply*) grep -v __syncthreads "$3"; exit ;;
esac
${script}`);
  chmodSync(join(folder, 'course'), 0o755);
}
course_program('exit 2\n');

function make(text) {
  writeFileSync(join(root, file), text);
  return make_lesson_deck({root, file, runs: new Runs(root, build), graphviz});
}

// The deck with `from` replaced must be refused at the line where `to` stands, or where `line` does.
function refuses(name, from, to, sentence, line = null) {
  test(`refuses ${name}`, () => {
    assert.ok(sample.includes(from), `the sample has no ${from}`);
    const text = sample.replace(from, to);
    const at = text.slice(0, text.indexOf(line ?? to)).split('\n').length;
    const {problems} = make(text);
    assert.ok(problems.some((problem) => problem.startsWith(`${file}:${at}: `) && sentence.test(problem)),
              `expected line ${at} and ${sentence}; got:\n${problems.join('\n')}`);
  });
}

test('a good deck is made, the same each time', () => {
  const {html, problems, minutes, count} = make(sample);
  assert.deepEqual(problems, []);
  assert.equal(minutes, 20);
  assert.equal(count, 8);
  assert.equal(make(sample).html, html);
});

test('a chart takes its rows by name, underscores and all', () => {
  const {html, problems} = make(sample.replace('unit="ms"', 'unit="ms" rows="fire_and_forget"'));
  assert.deepEqual(problems, []);
  assert.match(html, />fire_and_forget</);
});

test('a chart on a logarithmic scale says so and has no bars', () => {
  const {html} = make(sample.replace('unit="ms"', 'unit="ms" scale="log"'));
  assert.match(html, />ms, logarithmic scale</);
  assert.match(html, />12.9 ms</);
});

test('a plot with a text over another is refused', () => {
  const texts = (x) => plot({
    data: {values: [{x: 1, words: 'first'}, {x, words: 'second'}]},
    width: 400, height: 40, mark: 'text',
    encoding: {x: {field: 'x', type: 'quantitative'}, text: {field: 'words'}},
  });
  assert.match(texts(2), />second</);
  assert.throws(() => texts(1.01), /“second” lies on “first”/);
});

test('a page carries all that it needs', () => {
  const {html} = make(sample);
  const body = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  const style = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, text]) => text).join('');
  assert.deepEqual(body.match(/(?:src|href)="(?!data:|#)[^"]*/g), null);
  assert.deepEqual(style.match(/url\((?!data:|#)[^)]{0,80}/g), null);
  assert.match(body, /class="katex"/);
  assert.match(body, /<aside class="notes">/);
  assert.match(body, /aria-label="a leads to b"/);
  assert.match(body, /A child sees what its <em>launching thread<\/em> wrote\.<\/p>/);
});

const fonts_of = (html) => [...html.matchAll(/font-family:(KaTeX_\w+);[^}]*src:url\(data/g)].map(([, name]) => name);

test('only the fonts that formulas use go along', () => {
  assert.deepEqual(new Set(fonts_of(make(sample).html)), new Set(['KaTeX_Main', 'KaTeX_Math']));
  assert.deepEqual(fonts_of(make(sample.replace(' and $n \\le 3$', '')).html), []);
});

test('long code is broken into rows, each with the line that it is from', () => {
  const lines = ['// A comment that is longer than a row has room for, and', '// its end.',
    'const int first = 1;  // why it is one', 'call(the_first_argument, the_second_one);', 'short();'];
  const {code, numbers, sources} = fit({code: lines.join('\n'), numbers: [7, 8, 9, 10, 11]}, 32);
  assert.deepEqual(code.split('\n'), [
    '// A comment that is longer than', '// a row has room for, and its', '// end.', '// why it is one',
    'const int first = 1;', 'call(the_first_argument,', '    the_second_one);', 'short();']);
  assert.deepEqual(sources, [0, 0, 1, 2, 2, 3, 3, 4]);
  assert.deepEqual(numbers, [7, '', 8, '', 9, 10, '', 11]);
});

test('parameters in a line of their own are broken with the line before', () => {
  const {code, sources} = fit({code: 'void work(int* values, const int* starts,\n          int count) {', numbers: [1, 2]}, 30);
  assert.deepEqual(code.split('\n'), ['void work(int* values,', '    const int* starts,', '    int count) {']);
  assert.deepEqual(sources, [0, 0, 0]);
});

test('lines left out are three dots, but not at the beginning and the end', () => {
  const {html, problems} = make(sample.replace('lines="*|2|3-4"', 'lines="*|2" skip="1,3,5"'));
  assert.deepEqual(problems, []);
  const shown = html.match(/<pre id="code-1".*?<\/pre>/s)[0].replace(/<[^>]*>/g, '\n').split('\n').filter((text) => text.trim());
  assert.equal(shown[0].trimEnd(), shown[0].trim());
  assert.equal(shown.filter((text) => text === '…').length, 1);
});

test('a cover has the bars of the lesson\'s run, without words', () => {
  const timeline = '<svg viewBox="0 0 800 200"><style>@media (prefers-color-scheme:dark){}</style><title id="t">x</title><g class="heading">\n<text>run</text>\n</g>\n<text>row</text>\n' +
    '<rect x="300" width="9"/>\n<g class="legend">\n<path d="M16 150H782"/>\n<text>key</text>\n</g>\n</svg>';
  const art = bars_of(timeline, 1);
  assert.match(art, /<figure class="trace art" aria-hidden="true">.*viewBox="228 66 562 78".*<rect x="300"/s);
  assert.doesNotMatch(art, /<text/);
  assert.equal(bars_of('<svg viewBox="0 0 9 9"/>', 1), '');
});

const part = (selector) => take_snippet({root, build}, `solutions/01-sample/exercise.cu#${selector}`);

test('snippets are functions, structs and what stands between markers', () => {
  assert.match(part('child()').code, /^\/\/ Writes what it is told\.\n__global__ void child.*\}$/);
  assert.equal(part('declared_first()').code, '__global__ void declared_first(int* x) { *x = 3; }');
  assert.equal(part('Pair{}').code, 'struct Pair {\n  int first, second;\n};');
  assert.equal(part('write').code, '*x = 1;');
  assert.match(part('launch').code, /^__syncthreads\(\);\nif \(threadIdx/);
  assert.match(part('parent()').code, /^__global__ void parent\(int\* x\) \{\n {2}\*x = 1;\n {2}__sync.*\n {2}if .*\n\}$/);
  assert.deepEqual(part('parent()').numbers, [13, 15, 18, 19, 21]);
  assert.deepEqual(part('write,child()').numbers, [15, null, 10, 11]);
});

test('a snippet of a mistake has the mistake in it', () => {
  const {code} = take_snippet({root, build}, 'solutions/01-sample/mistakes/no-barrier.change#launch');
  assert.doesNotMatch(code, /__syncthreads/);
});

test('steps are lists of lines', () => {
  assert.deepEqual(parse_steps('*|2|1,3-4', 4), [null, [2], [1, 3, 4]]);
});

const code = 'snippet="solutions/01-sample/exercise.cu#parent()" lines="*|2|3-4"';
const snippet = (what) => `snippet="solutions/01-sample/exercise.cu#${what}"`;

refuses('an unknown marker', code, snippet('nowhere'), /has no marker \/\/ \[nowhere\]/);
refuses('a marker without its pair', code, snippet('alone'), /has 1 markers \/\/ \[alone\]; there must be two/);
refuses('an unknown function', code, snippet('nothing()'), /has no definition of nothing/);
refuses('an unknown file', code, 'snippet="solutions/02/exercise.cu#f()"', /there is no file solutions\/02/);
refuses('a whole file', code, 'snippet="solutions/01-sample/exercise.cu"', /names no part of the file/);
refuses('steps beyond the end', 'lines="*|2|3-4"', 'lines="*|2|3-7"', /3-7 is out of range; the snippet has lines 1 to 5/);
refuses('steps that are none', 'lines="*|2|3-4"', 'lines="two"', /“two” is neither a line nor a range/);
refuses('code that is too wide', code, snippet('wide()'), /columns wide; a slide holds 96/);
refuses('code that is too long', code, snippet('longest()'), /19 lines long; a slide holds 18/);
refuses('C++ in a code fence', `\`\`\`cuda ${code}\n`, '```cuda\nint x = 3;\n', /C\+\+ is typed into the slide/);
refuses('C++ in a snippet\'s fence', `${code}\n`, `${code}\nint x = 3;\n`, /C\+\+ is typed into the slide/);
refuses('C++ in a text fence', '```sh\n./course check 01', '```text\nchild<<<1, 32>>>(x)', /C\+\+ is typed into the slide/);
refuses('indented C++', '- to test', 'Text.\n\n    int x = 3;\n\n- to test', /indented code/, '    int x');
refuses('an unknown fence', '```sh\n', '```rust\n', /there is no fence “rust”/);
refuses('an unknown attribute', `${code}`, `${code} color="red"`, /knows no color=/);
refuses('a mistake that does not apply', 'no-barrier.change#', 'does-not-apply.change#', /does-not-apply\.change does not apply: .*:5: the text has no such line/);
refuses('a mistake that changes nothing there', 'no-barrier.change#parent()', 'no-barrier.change#child()', /changes nothing in child\(\)/);
refuses('an unknown rule', '::: rule M2', '::: rule Z9', /has no rule Z9/);
refuses('an unknown box', '::: rule M2', '::: frame', /there is no box ::: frame/);
refuses('an open box', '::: rule M2\n:::', '::: rule M2\n', /is not closed/);
refuses('a diagram without alt text', '```dot alt="a leads to b"', '```dot', /has no alt text/);
refuses('a picture without alt text', '![A box]', '![]', /has no alt text/);
refuses('a picture that is not there', 'pictures/box.svg', 'pictures/sphere.svg', /there is no picture/);
refuses('a chart without alt text', ' alt="NULL takes longer"', '', /has no alt text/, '```chart');
refuses('a chart of no column', 'value="span"', 'value="width"', /has no column “width”/);
refuses('a chart of no table', '#At once', '#Never', /has no heading “Never”/);
refuses('a bad diagram', 'digraph { a -> b }', 'digraph { a -> }', /Graphviz does not understand/, '```dot');
refuses('bad TeX', '$n \\le 3$', '$n \\lee 3$', /bad TeX/);
refuses('a slide without notes', 'Notes:\nThree things.\n', '', /slide “What for” has no speaker notes/, '## What for');
refuses('empty notes', 'Notes:\nThree things.\n', 'Notes:\n', /slide “What for” has no speaker notes/, '## What for');
refuses('a slide without minutes', '{minutes=3 .question}', '{.question}', /does not say how long it takes/);
refuses('a slide of an hour', '{minutes=3 .question}', '{minutes=60 .question}', /at most 10 minutes/);
refuses('a lecture that is too short', '{minutes=3 .question}', '{minutes=1 .question}', /take 18 minutes; a lecture takes 20 to 40/, '---');
refuses('a lecture that is too long', '{minutes=3 .question}', '{minutes=10 .question}\n\nNotes:\nOn.\n\n## More {minutes=10}\n\nNotes:\nMore.\n\n## Still more {minutes=10}', /take 47 minutes/, '---');
refuses('a deck without a question', ' .question}', '}', /no slide of kind \.question/, '---');
refuses('an unknown kind', ' .question}', ' .riddle}', /no kind of slide \.riddle/, '## Guess');
refuses('objectives that come late', ' .objectives}', '}', /the slide behind the title is that of the objectives/, '## What for');
refuses('another title than the lesson\'s', '# A sample', '# Another', /lesson\.toml says “A sample”/);
refuses('a deck of no lesson', 'lesson: 01-sample', 'lesson: 07-nothing', /names no lesson/, '---');
refuses('no minutes for the exercise', 'exercise: 30\n', '', /how many minutes the exercise takes/, '---');
refuses('letters without a font', '+ one', '+ one \u2192 two', /is not in the slides' fonts/);
refuses('a link into the tree', '+ one', '+ [one](../lessons/README.md)', /cannot link to/);
refuses('an open fence', '```sh\n./course check 01\n```', '```sh\n./course check 01\n', /this fence .* is not closed/, '```sh');

// ---- What is run: a stand-in for the course program answers ------------------------------------

// The program says `text`, ends with `status`; asked for JSON it says `json`.
function stand_in({text = '', status = 0, json = {compiled: true}}) {
  course_program(`case "$*" in *--json*) cat <<'END'\n${JSON.stringify(json)}\nEND\n;;\n` +
    `*) cat <<'END'\n${text}\nEND\n;; esac\nexit ${status}\n`);
  rmSync(join(root, 'build', 'slides'), {recursive: true, force: true});
}

const with_fence = (fence) => make(sample.replace('- to test', `\`\`\`${fence}\n\`\`\`\n\n- to test`));
const program = 'program="solutions/01-sample/exercise.cu"';

test('a run is shown as it was, and kept', () => {
  stand_in({text: 'parent reads 42'});
  assert.match(with_fence(`output ${program} expect="42"`).html, /parent reads 42\n?<\/code>/);
  rmSync(join(root, 'build', 'autograder'), {recursive: true});
  stand_in({text: 'parent reads 42'});
  assert.deepEqual(with_fence(`output ${program} expect="42" show="1"`).problems, []);
});

test('a program sees as many devices as its fence says', () => {
  stand_in({});
  course_program('echo "called with $*"\n');
  assert.deepEqual(with_fence(`output ${program} devices="4" expect="called with run|--devices 4"`).problems, []);
  assert.deepEqual(with_fence(`output ${program} expect="--devices 1"`).problems, []);
  const timeline = 'timeline lesson="01-sample" check="Barrier" alt="a run"';
  assert.match(with_fence(`${timeline} devices="2"`).problems.join(), /a check says itself how many devices it needs/);
});

test('refuses a run that says something else than the slide', () => {
  stand_in({text: 'parent reads 7'});
  assert.match(with_fence(`output ${program} expect="reads 7|race"`).problems.join(), /does not print “race” any more/);
  assert.match(with_fence(`output ${program} expect="42"`).problems.join(), /:13: .* does not print “42” any more, but:\nparent reads 7/);
});

test('refuses a run without words that it must say', () => {
  assert.match(with_fence(`output ${program}`).problems.join(), /a fence output needs expect=/);
});

test('refuses a program that does not compile', () => {
  stand_in({text: 'undefined reference to 42', status: 2, json: {compiled: false}});
  assert.match(with_fence(`output ${program} expect="42"`).problems.join(), /does not compile:\nundefined reference/);
});

test('refuses a timeline of a program that does not compile, with the compiler\'s first lines', () => {
  const lines = Array.from({length: 20}, (_, i) => `x.cu:${i + 1}: error`);
  stand_in({text: lines.join('\n'), status: 2, json: {compiled: false}});
  const said = with_fence(`timeline ${program} alt="a run"`).problems.join();
  assert.match(said, /^slides\/01-sample\.md:13: .*exercise\.cu does not compile:\nx\.cu:1: error\n/);
  assert.doesNotMatch(said, /x\.cu:20/);
});

test('refuses a timeline of a lesson that does not compile', () => {
  stand_in({text: 'course: the exercise does not compile:\nx.cu:4: error', status: 2});
  const timeline = 'timeline lesson="01-sample" check="Barrier" alt="a run"';
  assert.match(with_fence(timeline).problems.join(), /:13: solutions\/01-sample\/exercise\.cu does not compile:\nx\.cu:4: error/);
  const change = 'change="solutions/01-sample/mistakes/no-barrier.change"';
  assert.match(with_fence(`${timeline} ${change}`).problems.join(), /no-barrier\.change does not compile:\nx\.cu:4: error/);
});

test('what does not compile is not kept', () => {
  stand_in({text: 'undefined reference to 42', status: 2, json: {compiled: false}});
  assert.equal(with_fence(`output ${program} expect="42"`).problems.length, 1);
  assert.equal(with_fence(`timeline ${program} alt="a run"`).problems.length, 1);
  assert.ok(!existsSync(join(root, 'build', 'slides', '.runs')));
});

// ---- When a run is made anew: the stand-in says something else, but is the same file to a look --

const shows = (text) => with_fence(`output ${program} expect="reads"`).html.includes(text);

// True when a change of `path`, below the course's folder, makes the build run the program again.
function runs_again_after(path, change) {
  stand_in({text: 'reads 1'});
  const program = join(root, 'build', 'autograder', 'course', 'course');
  const seconds = 1_000_000;
  utimesSync(program, seconds, seconds);
  mkdirSync(dirname(join(root, path)), {recursive: true});
  writeFileSync(join(root, path), 'before\n');
  assert.ok(shows('reads 1'));
  writeFileSync(program, readFileSync(program, 'utf8').replace('reads 1', 'reads 2'));
  utimesSync(program, seconds, seconds);
  assert.ok(shows('reads 1'), 'nothing has changed, and yet it ran again');
  change(join(root, path));
  const again = shows('reads 2');
  rmSync(join(root, path));
  return again;
}

const toolchain = 'build/autograder/emulator/toolchain';
for (const path of [
  'lessons/given.h',
  'lessons/01-sample/exercise.h',
  'solutions/01-sample/own.h',
  'build/autograder/checks/01-sample',
  'build/autograder/checks/exercise-runner',
  'build/autograder/emulator/device/libemulator.so',
  `${toolchain}/emucc`,
  `${toolchain}/precompiled/emulator/prefix.h.gch/checked.gch`,
  `${toolchain}/precompiled/emulator/prefix.h.gch/checked_20.gch`,
  `${toolchain}/precompiled/emulator/prefix.h.gch/unchecked.gch`,
]) {
  test(`runs again after a change of ${path}`, () => {
    assert.ok(runs_again_after(path, (file) => writeFileSync(file, 'afterwards\n')));
  });
}

test('runs not again after a change of what no run depends on', () => {
  assert.ok(!runs_again_after('lessons/01-sample/README.txt', (file) => writeFileSync(file, 'afterwards\n')));
});

const failed = (message, verdict = 'failed') =>
  ({lessons: [{checks: [{name: 'Barrier', verdict, message}]}]});
const diagnosis = 'diagnosis change="solutions/01-sample/mistakes/no-barrier.change"';

test('a diagnosis is what the check says', () => {
  stand_in({json: failed('race: no barrier before line 18'), status: 1});
  assert.match(with_fence(diagnosis).html, /\$ \.\/course check 01<\/span>\nrace: no barrier before line 18/);
});

test('refuses a diagnosis without the mistake\'s words', () => {
  stand_in({json: failed('the exercise could not be loaded'), status: 1});
  assert.match(with_fence(diagnosis).problems.join(), /Barrier fails with .* without its words “barrier”: the exercise could not be loaded/);
});

test('refuses a diagnosis of a mistake that does not compile', () => {
  stand_in({json: failed('exercise.cu:4: barrier was not declared', 'does_not_compile'), status: 1});
  assert.match(with_fence(diagnosis).problems.join(), /:13: .*no-barrier\.change does not compile:\nexercise\.cu:4: barrier/);
  assert.ok(!existsSync(join(root, 'build', 'slides', '.runs')));
});

test('refuses a diagnosis of what passes', () => {
  stand_in({json: failed('', 'passed')});
  assert.match(with_fence(diagnosis).problems.join(), /passes Barrier: there is nothing to show/);
});

test('a timeline leaves out its heading, a tall one its legend too', () => {
  const timeline = (height) => `<svg viewBox="0 0 800 ${height}">\n<g class="heading">\n<text>head</text>\n</g>\n` +
    `<text>row</text>\n<g class="legend">\n<path d="M16 ${height - 50}H782"/>\n<text>key</text>\n</g>\n</svg>`;
  const shown = (height) => [...lowered(timeline(height)).matchAll(/>(head|row|key)<|viewBox="([^"]*)"/g)].map(([, word, box]) => word ?? box);
  assert.deepEqual(shown(260), ['0 40 800 220', 'row', 'key']);
  assert.deepEqual(shown(340), ['0 40 800 300', 'row', 'key']);
  assert.deepEqual(shown(400), ['0 40 800 310', 'row']);
  assert.equal(lowered('<svg viewBox="0 0 8 9">\n</svg>'), '<svg viewBox="0 0 8 9">\n</svg>');
});

test('refuses a timeline of nothing', () => {
  stand_in({text: 'no trace', status: 1});
  assert.match(with_fence(`timeline ${program} alt="a run"`).problems.join(), /nothing was drawn: no trace/);
  assert.match(with_fence(`timeline ${program}`).problems.join(), /a fence timeline has no alt text/);
});
