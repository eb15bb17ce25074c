// Plots: a Vega-Lite specification in, SVG in the course's look out. A specification names colors as
// the theme does, var(--series-0), so that a plot within a page follows that page's light or dark.
//
// Text is kept as text. Its size is 18 pixels: it can be read on a slide 720 pixels high.
import {readFileSync} from 'node:fs';
import {parse, SVGStringRenderer, textMetrics, View} from 'vega';
import {compile} from 'vega-lite';

import {escape_html} from './highlight.mjs';
import {Problem} from './problems.mjs';

const kText = 18;
const [kInk, kSoft, kLine, kPaper] = ['ink', 'soft', 'line', 'paper'].map((name) => `var(--${name})`);

const label = {labelFontSize: kText, labelColor: kSoft, labelLimit: 0};
const title = {titleFontSize: kText, titleFontWeight: 'normal', titleColor: kSoft};
const kLook = {
  axis: {
    ...label, ...title, labelPadding: 8, labelFlush: false, labelOverlap: 'greedy', titlePadding: 10,
    gridColor: kLine, domainColor: kSoft, tickColor: kSoft,
  },
  axisBand: {labelColor: kInk, domain: false, ticks: false, title: null},
  header: {...label, ...title, labelFontWeight: 'bold', labelColor: kInk},
  legend: {...label, orient: 'top', title: null, symbolType: 'square', symbolSize: 200, symbolStrokeWidth: 0, columnPadding: 16, offset: 24},
  title: {
    anchor: 'start', frame: 'bounds', fontSize: 24, color: kInk, offset: 14, subtitleFontSize: kText,
    subtitleColor: kSoft, subtitlePadding: 8,
  },
  bar: {cornerRadius: 3},
  line: {strokeWidth: 2},
  point: {filled: true, opacity: 1, size: 60},
  text: {fontSize: kText, color: kInk, align: 'left'},
  view: {stroke: null},
};

// The width of a text in pixels. No text is wider in any of the fonts, or hardly.
export function text_width(text, size = kText) {
  const share = (letter) => " .,:;'()|!iljfrtI".includes(letter) ? 0.4 : 'mwMW×'.includes(letter) ? 0.95 : 0.64;
  return [...String(text)].reduce((sum, letter) => sum + share(letter), 0) * size;
}
// Without a browser Vega guesses widths; this guess is closer.
textMetrics.width = (item, text) => text_width(text, item.fontSize) * (item.fontWeight === 'bold' ? 1.1 : 1);

// The texts of a mark and of all within it, and where they are.
function texts(mark, x = 0, y = 0) {
  if (mark.marktype === 'group') {
    return mark.items.flatMap((group) => group.items.flatMap((inner) => texts(inner, x + group.x, y + group.y)));
  }
  const shown = mark.marktype === 'text' ? mark.items.filter((item) => item.opacity !== 0) : [];
  return shown.map(({text, bounds}) => ({text, bounds: bounds.clone().translate(x, y)}));
}

// A plot with a text that touches another is worse than none.
function check_texts(root) {
  texts(root).forEach((one, i, all) => {
    const other = all.slice(0, i).find(({bounds}) => bounds.intersects(one.bounds));
    if (other) throw new Problem(`in a plot “${one.text}” lies on “${other.text}”`);
  });
}

// An SVG, with a margin around what is drawn. run() has laid out everything when it returns, since no
// data are loaded.
export function plot(specification, margin = 4) {
  const {spec} = compile(specification, {config: kLook});
  const {root} = new View(parse(spec), {renderer: 'none'}).run().scenegraph();
  check_texts(root);
  const {x1, y1, x2, y2} = root.bounds;
  return new SVGStringRenderer()
    .initialize(null, Math.ceil(x2 - x1 + 2 * margin), Math.ceil(y2 - y1 + 2 * margin), [margin - x1, margin - y1])
    .render(root).svg()
    .replace(/<path class="(back|fore)ground"[^>]*\/>|<text[^>]* opacity="0"[^>]*>[^<]*<\/text>/g, '')
    .replace(/ (role|aria-[a-z]+|pointer-events|font-family|class|version|xmlns:xlink)="[^"]*"| opacity="1"/g, '')
    .replace(/ (d|transform|x2|y2)="[^"]*"/g, (place) => place.replace(/\d+\.\d{3,}/g, (number) => Number(number).toFixed(2)))
    .replace(/(?=<text\b)/g, '\n');
}

// A theme's colors by name, from theme/colors.css.
function colors(theme) {
  const css = readFileSync(new URL('theme/colors.css', import.meta.url), 'utf8');
  const block = css.slice(css.indexOf(theme)).match(/\{(.*?)\}/s)[1];
  return Object.fromEntries([...block.matchAll(/--([\w-]+): (#\w+);/g)].map(([, name, value]) => [name, value]));
}

// A plot as a file of its own, light or dark as its reader's system. `title` and `words` are for those
// who cannot see it.
export function plot_file(specification, title, words) {
  const [light, dark] = [colors(':root {'), colors(':root[data-theme="dark"]')];
  const drawn = plot(specification, 16);
  const used = [...new Set([kPaper, ...drawn.match(/var\(--[\w-]+\)/g)])].map((name) => name.slice(6, -1)).sort();
  const rules = used.flatMap((name) => ['fill', 'stroke'].map((what) => `[${what}="${light[name]}"]{${what}:${dark[name]}}`));
  return drawn
    .replace(/<svg\b/, `<svg role="img" aria-labelledby="title desc" font-family="system-ui,sans-serif"`)
    .replace('>', `>\n<title id="title">${escape_html(title)}</title>\n<desc id="desc">${escape_html(words)}</desc>\n` +
      `<style>@media (prefers-color-scheme:dark){${rules.join('')}}</style>\n<rect width="100%" height="100%" fill="${kPaper}"/>`)
    .replace(/var\(--([\w-]+)\)/g, (all, name) => light[name]) + '\n';
}
