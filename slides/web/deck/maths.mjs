// Formulas between $…$, set by KaTeX when the deck is built; only the fonts that they use go along.
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {dirname, join} from 'node:path';
import katex from 'katex';

import {Problem} from './problems.mjs';

const folder = dirname(createRequire(import.meta.url).resolve('katex/dist/katex.min.css'));

// HTML of a formula. Throws Problem with KaTeX' words when it is bad.
export function set_formula(tex, displayMode) {
  try {
    return katex.renderToString(tex, {displayMode, throwOnError: true, strict: 'error', output: 'htmlAndMathml'});
  } catch (error) {
    throw new Problem(`bad TeX $${tex}$: ${error.message.replace(/^KaTeX parse error: /, '')}`);
  }
}

// markdown-it's rule for $…$ and $$…$$ within a line.
export function maths_rule(state, silent) {
  const [whole, double, tex] = state.src.slice(state.pos).match(/^(\$\$?)(?!\s)((?:\\.|[^$\\])+?)(?<!\s)\1(?!\d)/) ?? [];
  if (!whole) return false;
  if (!silent) Object.assign(state.push('maths', '', 0), {content: tex, markup: double});
  state.pos += whole.length;
  return true;
}

// Which of KaTeX' fonts a page uses, by the classes of what was set.
const kFonts = {
  'Main-Regular': /./,
  'Main-Bold': /mathbf|textbf/,
  'Main-Italic': /mathit|textit/,
  'Math-Italic': /mathnormal/,
  'AMS-Regular': /amsrm|mathbb/,
  'Caligraphic-Regular': /mathcal/,
  'Size1-Regular': /size1|small-op/,
  'Size2-Regular': /size2|large-op/,
  'Size3-Regular': /size3/,
  'Size4-Regular': /size4/,
  'Typewriter-Regular': /mathtt|texttt/,
  'SansSerif-Regular': /mathsf|textsf/,
};

// The style sheet for a page's formulas; empty for a page without.
export function maths_style(html) {
  if (!html.includes('class="katex"')) return '';
  const style = readFileSync(join(folder, 'katex.min.css'), 'utf8');
  return style.replace(/@font-face\{[^}]*\}/g, (rule) => {
    const [, name] = rule.match(/fonts\/KaTeX_([\w-]+)\.woff2/) ?? [];
    if (!kFonts[name]?.test(html)) return '';
    const font = readFileSync(join(folder, 'fonts', `KaTeX_${name}.woff2`)).toString('base64');
    return rule.replace(/src:[^;}]*/, `src:url(data:font/woff2;base64,${font}) format("woff2")`);
  });
}
