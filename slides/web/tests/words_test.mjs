// words.mjs finds old phrases and misspelled words in what people read, at their line, and nothing in
// what they do not read. Every rule of docs/words has an example here.
import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'node:test';
import {fileURLToPath} from 'node:url';

const script = fileURLToPath(new URL('../words.mjs', import.meta.url));
const words = (name) => fileURLToPath(new URL(`../../../docs/words/${name}`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'course-words-'));
test.after(() => rmSync(folder, {recursive: true, force: true}));

// What words.mjs says of {name: text}; `names` are printed without their folder.
function read(files) {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return new Promise((done) => {
    execFile(process.execPath, [script, ...Object.keys(files)], {cwd: folder}, (error, out, err) => {
      done({status: error ? error.code : 0, text: out + err, lines: (out + err).trim().split('\n')});
    });
  });
}

const kExamples = `
The user is a user that nobody is. A thread has leave to read it. The shuffle brings nothing. There are no
parts of points. Mind that it is late. It takes a fifth of what it was. Writes travel. It is quite defined.
See what a tail tails. It may be sitting in its place. They wait amongst others. The picture is grey.

The error is
nobody's. It costs everybody time. Whoever launches, waits. If one can wait, it works. It is what a machine
checks. The host hears nothing. It makes a grid of its own. There is a child
a block. It comes behind the copy. It has a place in the pool. It stands in the queue. It counts anew.
The launch is dropped without a word. The host gives the memory back. It happens by itself. It is to be
launched once. The copy keeps the host.
`;

test('each rule finds its example', async () => {
  const {status, text} = await read({'examples.md': kExamples});
  assert.equal(status, 1, text);
  for (const file of ['texts.yml', 'written.yml']) {
    for (const [, expected] of readFileSync(words(file), 'utf8').matchAll(/^ *- expected: (.*)$/gm)) {
      assert.ok(text.includes(`: write ${expected}\n`), `${file}: no example has what should be: ${expected}\n${text}`);
    }
  }
  assert.match(text, /^examples\.md:7: "nobody": write /m);
  assert.match(text, /^examples\.md:8: "a child a block": write one … per …$/m);
});

test('a good text passes, whatever its code says', async () => {
  const {status, text} = await read({
    'good.md': `# The color of \`colour\`

[A link](https://example.com/behaviour/nobody) and \`nobody\`.

\`\`\`dot alt="One child grid per block."
nobody { colour [neighbour] }
\`\`\`

$neighbour$ <b class="colour">Two</b> {.colour}
`,
    'lesson.toml': 'id = "nobody"\ntitle = "The host calls cudaMemcpyAsync() and set_colour"\n',
    'good.cpp': `#include "a colour.h"
// A comment about a colour and nobody.
const char* const kKey = "colour";  /* "nobody knows" */
const char* const kProgram = R"(the colour of the program)";
const char quote = '"';
fail("%s:%d: thread {} reads\\nwhat \\"child\\" wrote (M2)");
`,
  });
  assert.equal(status, 0, text);
  assert.equal(text, '3 files read: no words to change\n');
});

test('a bad text fails, with file and line', async () => {
  const {status, lines} = await read({
    'bad.md': `# A title

First,
the launche fails.

\`\`\`dot alt="Two launchs, one launch a level"
\`\`\`

| a |
|---|
| the behaviour |
`,
    'questions.toml': `# A commment.
[[question]]
text = """Nobody waits?"""
choices = [
  "yes",
  "no, the childern wait",
]
`,
    'bad.cpp': '\nfail("the kernell \\n"\n     "asks for "\n     "leave, and nobody looks");\n',
  });
  assert.equal(status, 1);
  assert.deepEqual(lines.map((line) => line.split(/": /)[0]), [
    'bad.cpp:2: "kernell',
    'bad.cpp:3: "asks for leave',
    'bad.cpp:4: "nobody',
    'bad.md:4: "launche',
    'bad.md:6: "one launch a level',
    'bad.md:6: "launchs',
    'bad.md:11: "behaviour',
    'questions.toml:1: "commment',
    'questions.toml:3: "Nobody',
    'questions.toml:6: "childern',
    '3 files read: 10 words to change',
  ]);
  assert.match(lines[6], /: behavior, .*docs\/words\/spelling\.txt$/);
});
