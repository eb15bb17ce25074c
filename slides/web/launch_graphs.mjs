// Draws the launch graphs of the documentation: each <div class="launch-graph" data-graph="NAME"
// data-words="TEXT"> gets the graph of GRAPHS/NAME.dot, with the text for those who do not see it. A
// kernel and a launch are links to their lines. HTML gets diagram.css, with the colors of the key.
//
//   node slides/web/launch_graphs.mjs GRAPHS HTML
import {Graphviz} from '@hpcc-js/wasm-graphviz';
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

import {key_style} from './deck/color_key.mjs';
import {diagram_svg} from './deck/figures.mjs';

const kPlace = /<div class="launch-graph" data-graph="([^"]+)" data-words="([^"]*)"><\/div>/g;
const kScale = 1;  // pixels for a point

// `words` are escaped already.
function drawn(graphviz, source, words) {
  return diagram_svg(graphviz, source, kScale, Infinity)
    .replace(/ xlink:href=/g, ' href=')
    .replace(/ xlink:title="[^"]*"/g, '')
    .replace('<svg', '<svg class="launch-graph" role="group" aria-label="Launch graph"')
    .replace(/(<svg\b[^>]*>)/, (tag) => `${tag}<desc>${words}</desc>`);
}

const [graphs, html] = process.argv.slice(2);
const rules = readFileSync(new URL('deck/theme/diagram.css', import.meta.url), 'utf8');
writeFileSync(join(html, 'diagram.css'), `${key_style('html.dark-mode')}\n${rules}`);
const graphviz = await Graphviz.load();
for (const page of readdirSync(html).filter((file) => /^lesson-.*\.html$/.test(file))) {
  const path = join(html, page);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text
    .replace('</head>', '<link href="diagram.css" rel="stylesheet" type="text/css">\n</head>')
    .replace(kPlace, (_, name, words) => drawn(graphviz, readFileSync(join(graphs, `${name}.dot`), 'utf8'), words)));
}
