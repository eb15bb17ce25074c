// A lesson's deck: its Markdown and lesson.toml in, one HTML page out, or what is wrong with it.
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {parse as parse_toml} from 'smol-toml';

import {escape_html} from './highlight.mjs';
import {deck_page} from './page.mjs';
import {check_lesson_deck, parse_deck} from './parse.mjs';
import {Problems} from './problems.mjs';
import {Renderer} from './render.mjs';

export const kCourse = 'CUDA Dynamic Parallelism';

// Title, summary, chapter and number of a lesson; null where there is no such lesson.
export function load_lesson(root, name) {
  const file = join(root, 'lessons', name, 'lesson.toml');
  if (!existsSync(file)) return null;
  const {title, summary, chapter} = parse_toml(readFileSync(file, 'utf8'));
  return {name, title, summary, chapter, number: name.slice(0, 2)};
}

// The names of all lessons, in order.
export function lesson_names(root) {
  return readdirSync(join(root, 'lessons')).filter((name) => load_lesson(root, name)).sort();
}

// {html, problems: [sentence…], minutes, exercise, slides}; file is relative to root.
export function make_lesson_deck({root, file, runs, graphviz}) {
  const problems = new Problems(file);
  const deck = parse_deck(readFileSync(join(root, file), 'utf8'), problems);
  check_lesson_deck(deck, problems);
  const lesson = load_lesson(root, deck.front.lesson ?? '');
  if (!lesson) {
    problems.add(1, `the front matter names no lesson of lessons/: lesson: ${deck.front.lesson ?? 'NN-name'}`);
    return {html: '', problems: problems.sorted()};
  }
  if (deck.slides.length && deck.slides[0].title !== lesson.title) {
    problems.add(deck.slides[0].line, `the title is “${deck.slides[0].title}”; lesson.toml says “${lesson.title}”`);
  }
  const renderer = new Renderer({root, runs, graphviz, problems});
  const slides = render_slides(deck.slides, renderer);
  if (slides.length) slides[0].html = cover(lesson, renderer, slides[0].html);
  return {
    html: deck_page({
      title: `${lesson.number} ${lesson.title} · ${kCourse}`,
      label: `${lesson.number}  ${lesson.title}`,
      slides,
      dark: [...renderer.dark],
    }),
    problems: problems.sorted(),
    lesson,
    minutes: deck.slides.reduce((sum, slide) => sum + (slide.minutes || 0), 0),
    exercise: Number(deck.front.exercise),
    count: slides.length,
  };
}

export function render_slides(slides, renderer) {
  return slides.map((slide) => ({
    ...slide,
    heading: renderer.inline(slide.title, slide.line),
    html: renderer.render(slide.body, slide.line + 1),
    notes: renderer.render(slide.notes ?? [], slide.notesLine ?? slide.line),
  }));
}

// A cover without a picture shows the bars of the lesson's run.
function cover({name, number, title, summary, chapter}, renderer, rest) {
  const art = rest.includes('<figure') ? '' : renderer.bars(`docs/pictures/${name}.svg`);
  const course = rest || art ? `${kCourse} · ${number}` : kCourse;
  return `<p class="course">${course}</p><h1>${escape_html(title)}</h1>` +
    `<p class="summary">${renderer.inline(summary, 1)}</p>` +
    `<p class="chapter">${chapter ? `Textbook chapter ${escape_html(chapter)}` : 'Beyond the textbook'}</p>${rest}${art}` +
    `<div class="numeral" aria-hidden="true" data-number="${number}"></div>`;
}
