// Takes a picture of a page or of a slide, to be looked at by eye:
//
//   node slides/web/screenshot.mjs FILE.html PICTURE.png [--slide N] [--step N] [--dark] [--phone] [--down PIXELS]
import {resolve} from 'node:path';
import {parseArgs} from 'node:util';

import {with_chromium} from './browser/chromium.mjs';
import {visit} from './browser/visit.mjs';

const {values, positionals} = parseArgs({
  allowPositionals: true,
  options: {
    slide: {type: 'string'},
    step: {type: 'string', default: '-1'},
    dark: {type: 'boolean', default: false},
    phone: {type: 'boolean', default: false},
    down: {type: 'string', default: '0'},
  },
});
const [file, picture] = positionals;
const size = values.phone ? {width: 390, height: 844} : {width: 1280, height: 720};
const view = {...size, theme: values.dark ? 'dark' : 'light', query: values.slide ? `#/${values.slide - 1}` : ''};
await with_chromium((browser) =>
  visit(browser, resolve(file), view, (problem) => console.error(problem), async (tab) => {
    if (values.slide) {
      await tab.waitForSelector('[data-filled]');
      await tab.evaluate((slide, step) => {
        window.Reveal.configure({transition: 'none'});
        window.Reveal.slide(slide - 1, 0, step);
      }, Number(values.slide), Number(values.step));
    }
    await tab.evaluate((pixels) => (document.querySelector('#doc-content') ?? window).scrollBy(0, pixels), Number(values.down));
    await new Promise((done) => setTimeout(done, 400));
    await tab.screenshot({path: picture});
  }));
