// The deck of the course as a whole: slides/overview.md, whose lists of lessons and schedules are
// made from the lessons that there are.
//
//   a fence `schedule weeks="6"` or `schedule days="2"` is a table
//   a fence `lessons` is a map of them: a line `01-06 Basics | PICTURE` for each group
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

import {kCourse, render_slides} from './deck.mjs';
import {escape_html} from './highlight.mjs';
import {deck_page} from './page.mjs';
import {parse_deck} from './parse.mjs';
import {Problem, Problems} from './problems.mjs';
import {Renderer} from './render.mjs';
import {six_weeks, two_days} from './schedule.mjs';

class OverviewRenderer extends Renderer {
  fence(info, content) {
    if (info === 'lessons') return this.map(content.trim().split('\n'));
    if (!info.startsWith('schedule')) return super.fence(info, content);
    const [, key, count] = info.match(/^schedule (weeks|days)="(\d)"$/) ?? [];
    if (`${key} ${count}` === 'weeks 6') return schedule_table(six_weeks(this.lessons), 'exercises, at home');
    if (`${key} ${count}` === 'days 2') return schedule_table(two_days(this.lessons), 'exercises');
    throw new Problem('there are two schedules: schedule weeks="6" and schedule days="2"');
  }

  // A column for each group, with its picture; groups follow one another and miss no lesson.
  map(lines) {
    const groups = lines.map((line) => {
      const [, first, last, title, picture] = line.match(/^(\d\d)-(\d\d) (.*?) \| (\S+\.svg)$/) ?? [];
      if (!first) throw new Problem(`“${line}” is no group of lessons: 01-06 Basics | PICTURE.svg`);
      return {title, picture, lessons: this.lessons.filter(({number}) => number >= first && number <= last)};
    });
    const missing = this.lessons.find((lesson) => groups.filter(({lessons}) => lessons.includes(lesson)).length !== 1);
    if (missing) throw new Problem(`lesson ${missing.number} is not in exactly one group of the map`);
    return `<div class="map">${groups.map((group) => this.map_column(group)).join('')}</div>`;
  }

  map_column({title, picture, lessons}) {
    const drawn = this.bars(picture) || this.picture(picture);
    const links = lessons.map(({name, number, title: lesson}) =>
      `<li><span>${number}</span> <a href="${name}.html">${escape_html(lesson)}</a></li>`);
    return `<div>${drawn}<p><strong>${escape_html(title)}</strong></p><ul>${links.join('')}</ul></div>`;
  }

  picture(source) {
    const path = join(this.root, source);
    if (!existsSync(path)) throw new Problem(`there is no picture ${source}; paths begin at the course's folder`);
    return `<img role="presentation" alt="" src="data:image/svg+xml;base64,${readFileSync(path).toString('base64')}">`;
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
  const slides = render_slides(deck.slides, renderer);
  slides[0].html = `<p class="course">A course in ${lessons.length} lessons</p><h1>${kCourse}</h1>${slides[0].html}`;
  return {
    html: deck_page({title: kCourse, label: kCourse, slides, dark: [...renderer.dark]}),
    problems: problems.sorted(),
    minutes: deck.slides.reduce((sum, slide) => sum + (slide.minutes || 0), 0),
    count: slides.length,
  };
}
