// A deck's text, cut into slides. What stands on a slide is looked at by render.mjs.
//
//   lesson: 03-memory-visibility        front matter between two lines of ---
//   # Title {minutes=1}                 the title slide
//   ## Title {minutes=2 .question}      any other slide
//   Notes:                              what follows, up to the next slide, is the speaker's
import {parse_attributes} from './attributes.mjs';
import {Problem} from './problems.mjs';

// What a slide may be for; those marked true each lesson's deck must have.
export const kKinds = {
  objectives: {needed: true, label: 'Objectives'},
  question: {needed: true, label: 'What do you expect?'},
  answer: {needed: false, label: 'What happens'},
  timeline: {needed: true, label: 'A real run'},
  today: {needed: true, label: 'Textbook and today'},
  mistake: {needed: true, label: 'Common mistake'},
  exercise: {needed: true, label: 'Your turn'},
  recap: {needed: true, label: 'Recap'},
};

const kFence = /^ {0,3}(`{3,}|~{3,})/;

// {front: {key: value}, slides: [{line, title, kind, values, body: [line…], bodyLine, notes, …}]}
export function parse_deck(text, problems) {
  const lines = text.replace(/\r\n/g, '\n').split('\n');
  const {front, next} = front_matter(lines, problems);
  const slides = [];
  let fence = null;
  let opened = 0;
  for (let i = next; i < lines.length; ++i) {
    const line = lines[i];
    const ticks = line.match(kFence)?.[1];
    if (ticks && (!fence || (ticks.startsWith(fence) && line.trim() === ticks))) {
      fence = fence ? null : ticks;
      opened = i + 1;
    }
    const heading = !fence && line.match(/^(#{1,2})\s+(.*)$/);
    const slide = slides.at(-1);
    if (heading) {
      slides.push(new_slide(heading, i + 1, slides.length, problems));
    } else if (!slide) {
      if (line.trim()) problems.add(i + 1, 'text stands before the first slide (# Title)');
    } else if (!fence && /^Notes:/.test(line) && slide.notes === null) {
      slide.notes = [line.slice('Notes:'.length)];
      slide.notesLine = i + 1;
    } else {
      (slide.notes ?? slide.body).push(line);
    }
  }
  if (fence) problems.add(opened, 'this fence (```) is not closed');
  slides.forEach((slide) => check_slide(slide, problems));
  check_letters(lines, problems);
  return {front, slides};
}

function front_matter(lines, problems) {
  const front = {};
  if (lines[0] !== '---') {
    problems.add(1, 'a deck begins with front matter: a line ---, then lesson: NN-name, then ---');
    return {front, next: 0};
  }
  const end = lines.indexOf('---', 1);
  for (let i = 1; i < end; ++i) {
    const [, key, value] = lines[i].match(/^(\w+):\s*(.*?)\s*$/) ?? [];
    if (key) front[key] = value;
    else if (lines[i].trim()) problems.add(i + 1, `“${lines[i]}” is not key: value`);
  }
  return {front, next: end + 1};
}

function new_slide([, hashes, rest], line, index, problems) {
  const [, title, words] = rest.match(/^(.*?)\s*(?:\{(.*)\})?\s*$/);
  const {classes, values} =
    problems.at(line, () => parse_attributes(words ?? ''), {classes: [], values: {}});
  const slide = {line, title, values, kind: null, body: [], notes: null, cover: hashes === '#'};
  if (slide.cover !== (index === 0)) {
    problems.add(line, 'the first slide, and no other, has one # (it is the title)');
  }
  for (const name of classes) {
    if (!(name in kKinds)) {
      problems.add(line, `there is no kind of slide .${name}; there are ${Object.keys(kKinds).join(', ')}`);
    } else {
      slide.kind = name;
    }
  }
  return slide;
}

function check_slide(slide, problems) {
  const {minutes} = slide.values;
  slide.minutes = Number(minutes);
  if (minutes === undefined) {
    problems.add(slide.line, `slide “${slide.title}” does not say how long it takes: {minutes=2}`);
  } else if (!(slide.minutes > 0 && slide.minutes <= 10)) {
    problems.add(slide.line, `minutes=${minutes}: a slide takes more than 0 and at most 10 minutes`);
  }
  if (!slide.notes?.join('').trim()) {
    problems.add(slide.line, `slide “${slide.title}” has no speaker notes: a line Notes: and what to say`);
  }
}

// Letters that the fonts which go along do not have would look as the reader's machine likes.
function check_letters(lines, problems) {
  lines.forEach((line, i) => {
    const [letter] = line.match(/[^\0-\u00ff\u0131\u0152\u0153\u2000-\u206f\u20ac\u2122\u2191\u2193\u2212\u2215]/u) ?? [];
    if (letter) problems.add(i + 1, `“${letter}” is not in the slides' fonts; write it as maths, such as $\\to$ or $\\le$`);
  });
}

// What holds for the deck of a lesson as a whole.
export function check_lesson_deck({front, slides}, problems) {
  const minutes = slides.reduce((sum, slide) => sum + (slide.minutes || 0), 0);
  if (minutes < 20 || minutes > 40) {
    problems.add(1, `the slides take ${minutes} minutes; a lecture takes 20 to 40`);
  }
  const kinds = new Set(slides.map(({kind}) => kind));
  for (const [kind, {needed, label}] of Object.entries(kKinds)) {
    if (needed && !kinds.has(kind)) {
      problems.add(1, `there is no slide of kind .${kind} (${label}); every lecture has one`);
    }
  }
  if (!(Number(front.exercise) > 0)) {
    problems.add(1, 'the front matter does not say how many minutes the exercise takes: exercise: 45');
  }
  if (slides.length > 1 && slides[1].kind !== 'objectives') {
    problems.add(slides[1].line, 'the slide behind the title is that of the objectives: {.objectives}');
  }
}

export {Problem};
