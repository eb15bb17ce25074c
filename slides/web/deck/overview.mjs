// The deck of the course as a whole: slides/overview.md, whose lists of lessons and schedules are
// made from the lessons that there are.
//
//   a fence `schedule weeks="6"` or `schedule days="2"` is a table
//   a slide {each=lessons} is repeated for every eight lessons; the fence `lessons` in it lists them
import {readFileSync} from 'node:fs';
import {join} from 'node:path';

import {kCourse, render_slides} from './deck.mjs';
import {escape_html} from './highlight.mjs';
import {deck_page} from './page.mjs';
import {parse_deck} from './parse.mjs';
import {Problem, Problems} from './problems.mjs';
import {Renderer} from './render.mjs';
import {six_weeks, two_days} from './schedule.mjs';

const kPerSlide = 8;

class OverviewRenderer extends Renderer {
  fence(info, content) {
    if (info === 'lessons') return this.lesson_list();
    if (!info.startsWith('schedule')) return super.fence(info, content);
    const [, key, count] = info.match(/^schedule (weeks|days)="(\d)"$/) ?? [];
    if (`${key} ${count}` === 'weeks 6') return schedule_table(six_weeks(this.lessons), 'exercises, at home');
    if (`${key} ${count}` === 'days 2') return schedule_table(two_days(this.lessons), 'exercises');
    throw new Problem('there are two schedules: schedule weeks="6" and schedule days="2"');
  }

  lesson_list() {
    if (!this.shown) throw new Problem('a fence lessons stands on a slide with {each=lessons}');
    const rows = this.shown.map(({name, number, title, chapter, minutes}) =>
      `<tr><td>${number}</td><td><a href="${name}.html">${escape_html(title)}</a></td>` +
      `<td>${escape_html(chapter || '–')}</td><td>${minutes} min</td></tr>`);
    return `<table class="lessons"><thead><tr><th>lesson</th><th></th><th>chapter</th><th>slides</th></tr></thead>` +
      `<tbody>${rows.join('')}</tbody></table>`;
  }
}

// In hours where it is more than two of them.
const spoken = (minutes) => (minutes < 60 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`);

export function schedule_table(parts, exercises) {
  const rows = parts.map(({name, lessons, lecture, exercise}) =>
    `<tr><td>${name}</td><td>${lessons.map(({number, title}) => `<span class="whole">${number} ${escape_html(title)}</span>`).join(', ')}</td>` +
    `<td>${spoken(lecture)}</td><td>${spoken(exercise)}</td></tr>`);
  return `<table class="schedule"><thead><tr><th>when</th><th>lessons</th><th>slides</th><th>${exercises}</th></tr></thead>` +
    `<tbody>${rows.join('')}</tbody></table>`;
}

// lessons: [{name, number, title, chapter, minutes, exercise}]. The same answer as make_lesson_deck.
export function make_overview({root, lessons, runs, graphviz}) {
  const file = 'slides/overview.md';
  const problems = new Problems(file);
  const deck = parse_deck(readFileSync(join(root, file), 'utf8'), problems);
  const renderer = new OverviewRenderer({root, runs, graphviz, problems});
  renderer.lessons = lessons;
  const slides = deck.slides.flatMap((slide) => {
    if (slide.values.each !== 'lessons') return render_slides([slide], renderer);
    return chunks(lessons, kPerSlide).flatMap((shown) => {
      renderer.shown = shown;
      const [made] = render_slides([slide], renderer);
      renderer.shown = null;
      return [{...made, heading: `${made.heading} ${shown[0].number}-${shown.at(-1).number}`}];
    });
  });
  slides[0].html = `<p class="course">A course in ${lessons.length} lessons</p><h1>${kCourse}</h1>${slides[0].html}`;
  return {
    html: deck_page({title: kCourse, label: kCourse, slides, dark: [...renderer.dark]}),
    problems: problems.sorted(),
    minutes: deck.slides.reduce((sum, slide) => sum + (slide.minutes || 0), 0),
    count: slides.length,
  };
}

const chunks = (list, size) =>
  Array.from({length: Math.ceil(list.length / size)}, (_, i) => list.slice(i * size, (i + 1) * size));
