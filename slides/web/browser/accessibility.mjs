// The accessibility rules of WCAG 2.2, levels A and AA, as axe-core finds them broken.
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function load_axe(tab) {
  if (!(await tab.evaluate(() => Boolean(window.axe)))) await tab.evaluate(source);
}

// All rules are tried in one view of a page; in another one, those that can find something else there.
const kAll = {type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']};
const kOfView = {
  dark: {type: 'rule', values: ['color-contrast', 'link-in-text-block']},
  narrow: {type: 'rule', values: ['target-size', 'scrollable-region-focusable', 'avoid-inline-spacing']},
};

// Takes the slides that do not show out of the page, or puts them back: axe goes through all of the
// page for each slide, and its time would grow with the square of their number.
function take_out_other_slides() {
  window.taken_out = [...document.querySelectorAll('.reveal .slides > section:not(.present)')].map((slide) => {
    const place = document.createComment('');
    slide.replaceWith(place);
    return {slide, place};
  });
}

function put_back_other_slides() {
  for (const {slide, place} of window.taken_out) place.replaceWith(slide);
}

// Sentences about what is wrong inside `scope`, a CSS selector, or in the whole page without one.
// `view`: dark or narrow, another view of a page that has been tried already.
export async function accessibility_problems(tab, view, scope = null) {
  const rules = kOfView[view] ?? kAll;
  await load_axe(tab);
  const violations = await tab.evaluate(async (within, runOnly) => {
    const context = within ? {include: [[within]]} : document;
    const result = await window.axe.run(context, {
      runOnly,
      resultTypes: ['violations'],
      preload: false,  // it would load style sheets again, which a page from disk must not
    });
    return result.violations.map(({id, help, nodes}) => ({
      id,
      help,
      count: nodes.length,
      where: nodes[0].target.flat().join(' '),
      html: nodes[0].html.replace(/\s+/g, ' ').slice(0, 120),
      why: nodes[0].any[0]?.message ?? '',
    }));
  }, scope, rules);
  return violations.map(({id, help, count, where, html, why}) =>
    `breaks the accessibility rule ${id} (${help}) ${count} times, first at ${where}: ${html}` +
    (why ? `: ${why}` : ''));
}

// The same of the slide that shows.
export async function slide_accessibility_problems(tab, theme) {
  await tab.evaluate(take_out_other_slides);
  const problems = await accessibility_problems(tab, theme, '.reveal .slides section.present');
  await tab.evaluate(put_back_other_slides);
  return problems;
}
