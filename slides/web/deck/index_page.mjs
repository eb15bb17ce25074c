// The page from which all decks are opened, with the two schedules.
import {readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';

import {kCourse} from './deck.mjs';
import {escape_html} from './highlight.mjs';
import {schedule_table} from './overview.mjs';
import {shared_style} from './page.mjs';
import {six_weeks, two_days} from './schedule.mjs';

const style = readFileSync(join(dirname(fileURLToPath(import.meta.url)), 'theme', 'index.css'), 'utf8');

// Backticks in a summary are code; nothing else of Markdown is used there.
const with_code = (text) => escape_html(text).replace(/`([^`]*)`/g, '<code>$1</code>');

const card = ({name, number, title, summary, chapter, minutes, exercise}) => `<li>
<p class="numeral" aria-hidden="true">${number}</p>
<h3><a href="${name}.html">${escape_html(title)}</a></h3>
<p>${with_code(summary)}</p>
<p class="facts">${minutes} min slides, ${exercise} min exercise, ${chapter ? `chapter ${escape_html(chapter)}` : 'beyond the textbook'}.
<a href="${name}.pdf">PDF of ${number}</a></p>
</li>`;

// lessons as make_overview takes them; overview: {minutes}.
export function index_page(lessons, overview) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Slides · ${kCourse}</title>
<style>${shared_style()}
${style}</style>
<script>
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.setAttribute('data-theme', dark.matches ? 'dark' : 'light');
follow();
dark.addEventListener('change', follow);
</script>
</head>
<body>
<header><p>${kCourse}</p><h1>Slides</h1>
<p>One lecture for each of the ${lessons.length} lessons. Each file works by itself, from disk, without a network.
Begin with <a href="overview.html">the course in ${overview.minutes} minutes</a> (<a href="overview.pdf">PDF of the overview</a>).</p></header>
<main>
<h2>Lectures</h2>
<ul class="cards">
${lessons.map(card).join('\n')}
</ul>
<h2>Keys</h2>
<table class="keys"><tbody>
<tr><th scope="row"><kbd>Space</kbd>, arrows</th><td>next, back</td></tr>
<tr><th scope="row"><kbd>S</kbd></th><td>the speaker's view: notes, clock, next slide</td></tr>
<tr><th scope="row"><kbd>D</kbd></th><td>light or dark</td></tr>
<tr><th scope="row"><kbd>F</kbd></th><td>the whole screen</td></tr>
<tr><th scope="row"><kbd>O</kbd></th><td>all slides at once</td></tr>
<tr><th scope="row"><kbd>?</kbd></th><td>all keys</td></tr>
</tbody></table>
<h2>In six weeks</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Schedule of six weeks">${schedule_table(six_weeks(lessons), 'exercises, at home')}</div>
<h2>In two days</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Schedule of two days">${schedule_table(two_days(lessons), 'exercises')}</div>
</main>
</body>
</html>
`;
}
