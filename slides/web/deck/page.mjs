// One HTML file out of a deck's slides, with all that it needs inside: style, fonts, programs.
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';

import {key_style} from './color_key.mjs';
import {escape_html} from './highlight.mjs';
import {maths_style} from './maths.mjs';
import {kKinds} from './parse.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const require = createRequire(import.meta.url);
const own = (name) => readFileSync(join(here, 'theme', name), 'utf8');
const reveal = dirname(require.resolve('reveal.js'));

function font(family, file, weight, style = 'normal') {
  const path = require.resolve(`@fontsource/${family.toLowerCase().replace(' ', '-')}/files/${file}.woff2`);
  return `@font-face{font-family:"${family}";font-weight:${weight};font-style:${style};` +
    `src:url(data:font/woff2;base64,${readFileSync(path).toString('base64')}) format("woff2")}`;
}

export function fonts() {
  return [
    font('Inter', 'inter-latin-400-normal', 400),
    font('Inter', 'inter-latin-400-italic', 400, 'italic'),
    font('Inter', 'inter-latin-600-normal', 600),
    font('Inter', 'inter-latin-700-normal', 700),
    font('JetBrains Mono', 'jetbrains-mono-latin-400-normal', 400),
    font('JetBrains Mono', 'jetbrains-mono-latin-600-normal', 600),
  ].join('\n');
}

// A script inside HTML must not hold the words that end it.
const script = (text) => `<script>${text.replace(/<\/script/gi, '<\\/script').replace(/<!--/g, '<\\!--')}</script>`;
const style = (text) => `<style>${text}</style>`;

export function shared_style() {
  return `${fonts()}\n${key_style()}\n${own('colors.css')}`;
}

// deck: {title, number, slides: [{title, kind, minutes, html, notes, cover}], dark: [CSS rules]}
export function deck_page({title, label, slides, dark}) {
  const body = slides.map((slide, i) => section(slide, i, slides.length, label)).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape_html(title)}</title>
${style(readFileSync(join(reveal, 'reveal.css'), 'utf8'))}
${style(maths_style(body))}
${style(`${shared_style()}\n${own('deck.css')}\n${own('diagram.css')}\n${dark.join('\n')}`)}
</head>
<body>
<main class="reveal"><div class="slides">
${body}
</div></main>
${script(readFileSync(join(reveal, 'reveal.js'), 'utf8'))}
${script(readFileSync(join(reveal, 'plugin', 'notes.js'), 'utf8'))}
${script(own('deck.js'))}
</body>
</html>
`;
}

function section(slide, index, count, label) {
  const kind = slide.kind ? ` data-kind="${slide.kind}"` : '';
  const kicker = slide.kind ? `<p class="kicker">${kKinds[slide.kind].label}</p>` : '';
  const heading = slide.cover ? '' : `${kicker}<h2>${slide.heading}</h2>`;
  return `<section${kind}${slide.cover ? ' class="cover"' : ''} data-timing="${Math.round(slide.minutes * 60)}">` +
    `<div class="slide"><div class="content">${heading}${slide.html}</div>` +
    `<div class="deck-footer"><span>${escape_html(label)}</span>` +
    `<span class="count">${index + 1} / ${count}</span></div></div>` +
    `<aside class="notes"><p><em>${slide.minutes} min</em></p>${slide.notes}</aside></section>`;
}
