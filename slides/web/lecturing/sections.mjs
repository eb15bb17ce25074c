// The page for lecturers, docs/lecturing.md, cut into the sections of the decks. A section says how long
// the deck takes, what to run before which slide, and which slides the short version leaves out:
//
//   ## 03 Memory visibility              or  ## Overview
//   38 minutes, 19 in the short version; the exercise takes 45 minutes.
//   | Before this slide | Run | Look at |
//   | … | `./course run …` | … |
//   Mistakes to expect: `no-barrier`, …
//   **The short version leaves out**
//   - **A slide's title**, **another**: what to say instead.
const kHeading = /^## (?:(\d\d) (.*)|(Overview))$/;
const kFacts = /^(\d+) minutes(?:, (\d+) in the short version)?(?:; the exercise takes (\d+) minutes)?\.$/;
const kLeftOut = /^\*\*The short version leaves out\*\*$/;
const kMistakes = /^Mistakes to expect: /;

const kCode = /`([^`]+)`/g;
const all = (expression, text) => [...text.matchAll(expression)].map(([, found]) => found);

// {sections: [section…], commands: [{line, text}]}, the second for the whole page. A section:
// {line, number, title, facts, rows: [{line, slide, commands}], mistakes: [{line, slug}],
//  left_out: [{line, title}]}
export function read_sections(page) {
  const sections = [];
  const commands = [];
  let list = false; // of slides to leave out
  for (const {line, text, code} of paragraphs(page)) {
    if (code) {
      commands.push({line, text});
      continue;
    }
    all(kCode, text).forEach((command) => commands.push({line, text: command}));
    if (text.startsWith('## ')) {
      sections.push(new_section(text, line));
      list = false;
    } else if (kLeftOut.test(text)) {
      list = true;
    } else if (sections.length) {
      add_paragraph(sections.at(-1), text, line, list);
    }
  }
  return {sections: sections.filter(({number}) => number), commands};
}

// Headings, rows of tables, list items and paragraphs, one line each; and the lines of code.
function paragraphs(page) {
  const found = [];
  let code = false;
  let goes_on = false;
  page.split('\n').forEach((text, i) => {
    if (text.startsWith('```')) {
      code = !code;
      goes_on = false;
    } else if (code || !goes_on || /^(- |\d+\. |[|#])/.test(text)) {
      if (text.trim()) found.push({line: i + 1, text, code});
      goes_on = !code && text.trim() !== '' && !/^[|#]/.test(text);
    } else if (text.trim()) {
      found.at(-1).text += ` ${text.trim()}`;
    } else {
      goes_on = false;
    }
  });
  return found;
}

// A section of another kind has no number.
function new_section(heading, line) {
  const [, number, title, overview] = heading.match(kHeading) ?? [];
  return {line, number: number ?? overview, title, facts: null, rows: [], mistakes: [], left_out: []};
}

function add_paragraph(section, text, line, list) {
  const facts = text.match(kFacts);
  if (facts) section.facts = facts.slice(1, 4).map((value) => (value === undefined ? null : Number(value)));
  if (list) all(/\*\*(.+?)\*\*/g, text).forEach((title) => section.left_out.push({line, title}));
  if (kMistakes.test(text)) all(kCode, text).forEach((slug) => section.mistakes.push({line, slug}));
  const [slide, command] = text.startsWith('| ') ? text.split('|').slice(1).map((cell) => cell.trim()) : [];
  if (command && all(kCode, command).length) {
    section.rows.push({line, slide, commands: all(kCode, command)});
  }
}
