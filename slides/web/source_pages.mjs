// Fills the pages of the documentation that show code: each <div class="source" data-source="FILE"
// data-name="NAME"> gets the file's lines, colored, with numbers that link to NAME-L1, NAME-L2, …
//
//   node slides/web/source_pages.mjs ROOT HTML
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

import {highlighted_lines} from './deck/highlight.mjs';

const kPlace = /<div class="source" data-source="([^"]+)" data-name="([^"]+)"><\/div>/g;

// Line numbers are for the mouse only: with the Tab key, a reader would have to pass hundreds of them.
function line_of(html, name, number) {
  const place = `${name}-L${number}`;
  return `<span class="line" id="${place}"><a class="number" href="#${place}" tabindex="-1" aria-hidden="true">${number}</a>${html}\n</span>`;
}

function source(root, file, name) {
  const lines = highlighted_lines(readFileSync(join(root, file), 'utf8').replace(/\n$/, ''));
  const body = lines.map((line, i) => line_of(line, name, i + 1)).join('');
  return `<div class="source"><pre tabindex="0" aria-label="${file}"><code>${body}</code></pre></div>`;
}

const [root, html] = process.argv.slice(2);
for (const page of readdirSync(html).filter((file) => /^code-.*\.html$/.test(file))) {
  const path = join(html, page);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace(kPlace, (_, file, name) => source(root, file, name)));
}
