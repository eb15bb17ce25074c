// The accessibility rules of WCAG 2.2, levels A and AA, as axe-core finds them broken.
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export async function load_axe(tab) {
  await tab.evaluate(source);
}

// Sentences about what is wrong inside `scope`, a CSS selector, or in the whole page without one.
export async function accessibility_problems(tab, scope = null) {
  const violations = await tab.evaluate(async (within) => {
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
    const context = within ? {include: [[within]]} : document;
    const result = await window.axe.run(context, {
      runOnly: {type: 'tag', values: tags},
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
  }, scope);
  return violations.map(({id, help, count, where, html, why}) =>
    `breaks the accessibility rule ${id} (${help}) ${count} times, first at ${where}: ${html}` +
    (why ? `: ${why}` : ''));
}
