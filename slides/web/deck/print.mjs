// Prints a deck to a tagged PDF with an outline, a page for each slide.
import {writeFileSync} from 'node:fs';

import {visit} from '../browser/visit.mjs';

// Runs in the browser: the titles of slides of which paper does not show all. What wide code has in the
// margin, and tall contents above the footer, is shown: see deck.js.
function cut_off() {
  const [margin, above_footer] = [25, 16];
  const hides = (box) => getComputedStyle(box).overflow !== 'visible' && box.scrollHeight > box.clientHeight + 2;
  return [...document.querySelectorAll('.pdf-page .content')]
    .filter((content) => content.scrollHeight > content.clientHeight + above_footer ||
      content.scrollWidth > content.clientWidth + margin || [...content.querySelectorAll('div, pre')].some(hides))
    .map((content) => content.querySelector('h1, h2')?.textContent ?? 'a slide without a title');
}

// Throws when the page has an error, or when a slide or a part of one is missing on paper.
export async function print_deck(browser, html, pdf, slides) {
  const problems = [];
  const view = {width: 1280, height: 720, theme: 'light', query: '?print-pdf'};
  await visit(browser, html, view, (problem) => problems.push(problem), async (tab) => {
    await tab.waitForSelector('[data-filled] .pdf-page', {timeout: 30_000});
    const pages = await tab.evaluate(() => document.querySelectorAll('.pdf-page').length);
    if (pages !== slides) problems.push(`has ${pages} pages on paper for ${slides} slides`);
    for (const title of await tab.evaluate(cut_off)) problems.push(`cuts off "${title}" on paper`);
    writeFileSync(pdf, await tab.pdf({preferCSSPageSize: true, printBackground: true, tagged: true, outline: true}));
  });
  if (problems.length) throw new Error(`${html} ${problems.join('; ')}`);
}
