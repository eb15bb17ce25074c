// Pictures for slides, all as SVG inside the page, so that they follow its light or dark theme and
// are lines and text in the PDF.
import {color_key} from './color_key.mjs';
import {Problem} from './problems.mjs';
import {escape_html} from './highlight.mjs';

const figure = (svg, kind, alt, caption = '') =>
  `<figure class="${kind}">${svg.replace(/<svg\b/, `<svg role="img" aria-label="${escape_html(alt)}"`)}` +
  (caption ? `<figcaption>${escape_html(caption)}</figcaption>` : '') + '</figure>\n';

// The tallest timeline that leaves room for a sentence if 12.5 of its units are 18 pixels.
const kTallest = (470 * 12.5) / 18;
const kHeading = 40; // units

// A timeline on a slide leaves out its heading, since the slide has one. One that would be too tall leaves
// out its legend, too: rows say their streams.
export function lowered(timeline) {
  const [legend, end] = timeline.match(/<g class="legend">\n<path d="M16 ([\d.]+).*?<\/g>\n/s) ?? [];
  if (!legend) return timeline;
  const [width, height] = timeline.match(/viewBox="0 0 (\S+) (\S+)"/).slice(1).map(Number);
  const without = timeline.replace(/<g class="heading">.*?<\/g>\n/s, '');
  const showing = (bottom) => without.replace(/viewBox="[^"]*"/, `viewBox="0 ${kHeading} ${width} ${bottom - kHeading}"`);
  return height - kHeading <= kTallest ? showing(height) : showing(Number(end)).replace(legend, '');
}

// A drawing of the emulator or of another program; `count` keeps ids of two pictures apart.
export function drawing(svg, alt, count, caption) {
  let picture = lowered(svg.slice(svg.indexOf('<svg')));
  const kind = picture.includes('prefers-color-scheme') ? 'trace' : 'drawing';
  picture = picture
    .replace(/<style>@media \(prefers-color-scheme:dark\).*?<\/style>/s, '')
    .replace(/<(title|desc) id="[^"]*">.*?<\/\1>\n?/gs, '')
    .replace(/\b(id|href)="(#?)([\w-]+)"/g, (all, key, hash, id) => `${key}="${hash}p${count}-${id}"`)
    .replace(/url\(#([\w-]+)\)/g, `url(#p${count}-$1)`);
  picture = picture.replace(/<svg\b[^>]*>/, (tag) =>
    tag.replace(/ (role|aria-labelledby|aria-label|width|height|font-family)=("[^"]*"|'[^']*')/g, ''));
  return figure(picture, kind, alt, caption);
}

// The bars of a timeline without its words, as a decoration.
export function bars_of(svg, count) {
  const [, below] = svg.match(/<g class="legend">\n<path d="M16 ([\d.]+)/) ?? [];
  if (!below) return '';
  const [left, top, width] = [228, 66, 562]; // of what has a time
  const bars = svg
    .replace(/<g class="(heading|legend)">.*?<\/g>\n/gs, '')
    .replace(/<text\b.*?<\/text>\n?/gs, '')
    .replace(/viewBox="[^"]*"/, `viewBox="${left} ${top} ${width} ${below - 6 - top}"`);
  return drawing(bars, '', count)
    .replace('<figure class="trace">', '<figure class="trace art" aria-hidden="true">')
    .replace(' role="img" aria-label=""', '');
}

// How the emulator's drawings look in the dark: the rules that they carry, for this page's switch.
export function dark_rules(svg) {
  const [, rules] = svg.match(/<style>@media \(prefers-color-scheme:dark\)\{(.*?)\}<\/style>/s) ?? [];
  if (!rules) return [];
  return [...rules.matchAll(/(\[[^\]]*\])(\{[^}]*\})/g)].map(([, where, what]) =>
    `:root[data-theme="dark"] .trace ${where}${what}`);
}

// Boxes are measured as for Arial, the metrics that Graphviz knows; Inter, which is shown, is a little
// wider, and has its room in the margin.
const kDotDefaults = `
  bgcolor="transparent"; fontname="Arial"; fontsize=16; pad=0.1; nodesep=0.35; ranksep=0.5;
  node [shape=box, style="rounded,filled", fontname="Arial", fontsize=16, margin="0.26,0.12", penwidth=1.5];
  edge [fontname="Arial", fontsize=14, penwidth=1.5, arrowsize=0.8];
`;

// What a diagram may call a color of the key: its name, or a word for who launches whom. A parent is
// drawn as a grid of the host, and a child as one in the NULL stream, where launches go by default.
// What is good, or a result, has no color: its line is thick.
const kClasses = new Map([...color_key().map(({name}) => [name, name]), ['parent', 'host'], ['child', 'null'], ['good', 'good']]);

function key_class(name) {
  if (kClasses.has(name)) return `key-${kClasses.get(name)}`;
  throw new Problem(`a diagram has no class=${name}; there are ${[...kClasses.keys()].join(', ')}`);
}

// A diagram in Graphviz' language. Its nodes, edges and clusters have a class (above) instead of a color.
export function diagram(graphviz, source, alt, count, caption) {
  return figure(diagram_svg(graphviz, source, 1.65, 1152), 'diagram', alt, caption);
}

// The same without its figure. Graphviz counts in points: `scale` pixels for each, as long as the
// diagram is not wider than `most` pixels.
export function diagram_svg(graphviz, source, scale, most) {
  const brace = source.indexOf('{');
  if (brace < 0) throw new Problem('a dot fence holds a graph: digraph { … }');
  if (/\b(fill|font|pen|bg)?color\s*=/.test(source)) throw new Problem('a diagram names a class instead of a color: [class=child]');
  let svg;
  try {
    svg = graphviz.dot(source.slice(0, brace + 1) + kDotDefaults + source.slice(brace + 1));
  } catch (error) {
    throw new Problem(`Graphviz does not understand the diagram: ${error.message.trim()}`);
  }
  return svg.slice(svg.indexOf('<svg'))
    .replace(/<title>.*?<\/title>\n?/gs, '')
    .replace(/<!--.*?-->\n?/gs, '')
    .replace(/ id="([^"]*)"/g, '')
    .replace(/ class="(node|edge|cluster) ([^"]*)"/g, (all, kind, names) =>
      ` class="${kind} ${names.split(' ').map(key_class).join(' ')}"`)
    .replace(/ font-family="[^"]*"/g, '')
    .replace(/ (fill|stroke)="(black|lightgrey|transparent)"/g, '')
    .replace(/<svg\b[^>]*>/, (tag) => natural_size(tag, scale, most));
}

function natural_size(tag, scale, most) {
  const [, width] = tag.match(/width="([\d.]+)pt"/);
  const [, box] = tag.match(/viewBox="([^"]*)"/);
  return `<svg style="width:${Math.round(Math.min(most, width * scale))}px" viewBox="${box}" xmlns="http://www.w3.org/2000/svg">`;
}
