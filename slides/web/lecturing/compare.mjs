// What the page for lecturers says of the decks, compared with the decks: every deck has its section, the
// slides that it names are there, what the short version keeps is a lecture of at most 20 minutes that
// still asks before it answers, and what lecturers are told to run is what the slides show.
import {existsSync, readFileSync, readdirSync} from 'node:fs';
import {join} from 'node:path';

import {parse_attributes} from '../deck/attributes.mjs';
import {parse_deck} from '../deck/parse.mjs';
import {Problems} from '../deck/problems.mjs';
import {read_sections} from './sections.mjs';

export const kPage = 'docs/lecturing.md';
const kShort = 20; // minutes
// The short version keeps every slide of these kinds, and one of the others if the deck has any.
const kStay = ['objectives', 'today', 'exercise', 'recap'];
const kStayOnce = ['question', 'timeline'];

const minutes_of = (slides) => slides.reduce((sum, slide) => sum + slide.minutes, 0);

// Sentences with their places, none if all is well. root: the course's folder.
export function compare_page(root) {
  const problems = new Problems(kPage);
  const {sections, commands} = read_sections(readFileSync(join(root, kPage), 'utf8'));
  commands.forEach(({line, text}) => check_files(root, text, line, problems));
  const decks = read_decks(root);
  for (const number of decks.keys()) {
    const count = sections.filter((section) => section.number === number).length;
    if (count !== 1) problems.add(1, `the deck ${decks.get(number).file} has ${count} sections; it needs one`);
  }
  for (const section of sections) {
    const deck = decks.get(section.number);
    if (deck) new Comparison(root, section, deck, problems).compare();
    else problems.add(section.line, `there is no deck slides/${section.number}-….md`);
  }
  return problems.sorted();
}

// The decks by number; that of the whole course is the Overview.
function read_decks(root) {
  const names = readdirSync(join(root, 'slides')).filter((name) => /^(\d\d-.*|overview)\.md$/.test(name));
  return new Map(names.map((name) => {
    const file = `slides/${name}`;
    const deck = parse_deck(readFileSync(join(root, file), 'utf8'), new Problems(file));
    return [name === 'overview.md' ? 'Overview' : name.slice(0, 2), {file, name: name.slice(0, -3), ...deck}];
  }));
}

// Every word of a command that is a path, but for what the build makes.
function check_files(root, text, line, problems) {
  for (const word of text.split(/\s+/)) {
    if (!word.includes('/') || /^build\/|NN|…/.test(word)) continue;
    if (!existsSync(join(root, word))) problems.add(line, `\`${text}\`: there is no ${word}`);
  }
}

class Comparison {
  constructor(root, section, deck, problems) {
    Object.assign(this, {root, section, deck, problems});
    this.left_out = new Set(section.left_out.map(({title}) => title));
    this.kept = deck.slides.filter(({title}) => !this.left_out.has(title));
  }

  complain(line, sentence) {
    this.problems.add(line, `${sentence} (${this.deck.file})`);
  }

  compare() {
    const {section, deck} = this;
    if (section.title && section.title !== deck.slides[0].title) {
      this.complain(section.line, `the deck's title is “${deck.slides[0].title}”`);
    }
    this.compare_minutes();
    this.compare_left_out();
    this.compare_kinds();
    this.compare_questions();
    section.mistakes.forEach((mistake) => this.compare_mistake(mistake));
    section.rows.forEach((row) => this.compare_row(row));
  }

  // Full minutes, rounded up.
  compare_minutes() {
    const {section, deck, kept} = this;
    const [all, short, exercise] = [minutes_of(deck.slides), minutes_of(kept), deck.front.exercise].map(
      (minutes) => (minutes === undefined ? null : Math.ceil(Number(minutes))));
    const wanted = [all, all > kShort ? short : null, exercise];
    if (section.facts?.join() !== wanted.join()) {
      const said = [`${all} minutes`, all > kShort && `, ${short} in the short version`,
        exercise && `; the exercise takes ${exercise} minutes`].filter(Boolean).join('');
      this.complain(section.line, `this section must have the line “${said}.”`);
    }
    if (minutes_of(kept) > kShort) {
      this.complain(section.line, `the short version takes ${minutes_of(kept)} minutes; it may take ${kShort}`);
    }
  }

  compare_left_out() {
    const titles = this.deck.slides.map(({title}) => title);
    this.section.left_out.forEach(({line, title}, i, list) => {
      const count = titles.filter((one) => one === title).length;
      if (count !== 1) this.complain(line, `${count} slides have the title “${title}”`);
      if (list.findIndex((other) => other.title === title) !== i) {
        this.complain(line, `“${title}” is left out twice`);
      }
    });
  }

  compare_kinds() {
    const {deck, kept, section} = this;
    for (const slide of deck.slides.filter((one) => !kept.includes(one))) {
      if (slide.cover) this.complain(section.line, 'the short version has no title');
      if (kStay.includes(slide.kind)) {
        this.complain(section.line, `the short version leaves out “${slide.title}”, which is .${slide.kind}`);
      }
    }
    for (const kind of kStayOnce) {
      const has = (slides) => slides.some((slide) => slide.kind === kind);
      if (has(deck.slides) && !has(kept)) this.complain(section.line, `the short version has no .${kind}`);
    }
  }

  // A question and its answer stay together.
  compare_questions() {
    this.deck.slides.forEach((question, i, slides) => {
      const answer = slides[i + 1];
      if (question.kind !== 'question' || answer?.kind !== 'answer') return;
      if (this.left_out.has(question.title) === this.left_out.has(answer.title)) return;
      const [gone, stays] = this.left_out.has(question.title) ? [question, answer] : [answer, question];
      this.complain(this.section.line, `the short version leaves out “${gone.title}” and keeps “${stays.title}”`);
    });
  }

  compare_mistake({line, slug}) {
    const change = `solutions/${this.deck.name}/mistakes/${slug}.change`;
    if (!existsSync(join(this.root, change))) this.complain(line, `there is no ${change}`);
  }

  // A row's commands do what the slide shows.
  compare_row({line, slide, commands}) {
    const shown = this.deck.slides.find(({title}) => title === slide);
    if (!shown) {
      this.complain(line, `there is no slide “${slide}”`);
      return;
    }
    const runs = shown.body.flatMap(run_of_fence);
    for (const command of commands) {
      const run = run_of_command(command);
      if (run && !runs.includes(run)) this.complain(line, `“${slide}” does not show what \`${command}\` runs`);
      this.compare_lesson(command, line);
    }
  }

  compare_lesson(command, line) {
    const [, number] = command.match(/^\.\/course (?:check|trace|watch|hint|quiz) (\d+)/) ?? [];
    if (number && this.section.number !== 'Overview' && Number(number) !== Number(this.section.number)) {
      this.complain(line, `\`${command}\` is another lesson's`);
    }
  }
}

// What a fence runs, and what a command does, in the same words: nothing if it is no program of the slides
// and no check's run.
function run_of_fence(text) {
  const [, kind, words] = text.match(/^```(output|timeline)\s+(.*)$/) ?? [];
  if (!kind) return [];
  const {program, lesson, check, change, schedule, devices} = parse_attributes(words).values;
  return change ? [] : [in_words(program ?? `${lesson.slice(0, 2)} ${check}`, schedule, devices)];
}

function run_of_command(command) {
  const option = (name) => command.match(new RegExp(`--${name} (\\S+)`))?.[1];
  const program = command.match(/^\.\/course run .*?(slides\/programs\/\S+)/)?.[1];
  const lesson = command.match(/^\.\/course trace (\d+) --from solutions /)?.[1];
  const what = program ?? (lesson && option('check') && `${lesson.padStart(2, '0')} ${option('check')}`);
  return what && in_words(what, option('schedule'), option('devices'));
}

const in_words = (what, schedule = 'late', devices = '1') => `${what}, ${schedule}, ${devices} devices`;
