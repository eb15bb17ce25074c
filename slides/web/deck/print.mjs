// Prints a deck to a tagged PDF with an outline, a page for each slide.
import {writeFileSync} from 'node:fs';

import {visit} from '../browser/visit.mjs';

// Throws when the page has an error or when a slide is missing on paper.
export async function print_deck(browser, html, pdf, slides) {
  const problems = [];
  const view = {width: 1280, height: 720, theme: 'light', query: '?print-pdf'};
  await visit(browser, html, view, (problem) => problems.push(problem), async (tab) => {
    await tab.waitForSelector('[data-filled] .pdf-page', {timeout: 30_000});
    const pages = await tab.evaluate(() => document.querySelectorAll('.pdf-page').length);
    if (pages !== slides) problems.push(`has ${pages} pages on paper for ${slides} slides`);
    writeFileSync(pdf, await tab.pdf({preferCSSPageSize: true, printBackground: true, tagged: true, outline: true}));
  });
  if (problems.length) throw new Error(`${html} ${problems.join('; ')}`);
}
