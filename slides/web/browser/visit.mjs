// Opens one file in a tab and writes down what a reader would never see: errors on the console,
// exceptions, files that are missing, and requests that would leave the machine.
import {pathToFileURL} from 'node:url';

const kLocal = /^(file|data|blob|about|chrome-extension):/;

// Calls look(tab, complain) with the file open; complain(sentence) notes a problem.
// view: {width, height, theme: 'light' | 'dark'}. Returns nothing; all problems go to complain.
export async function visit(browser, file, view, complain, look) {
  const tab = await browser.newPage();
  try {
    await tab.setViewport({width: view.width, height: view.height});
    await show_in(tab, view.theme);
    listen(tab, complain);
    await tab.goto(pathToFileURL(file).href + (view.query ?? ''), {waitUntil: 'load'});
    await tab.evaluate(() => document.fonts.ready.then(() => undefined));
    await look(tab);
  } finally {
    await tab.close();
  }
}

// As a reader sees it whose system is light, or dark, and asks for little motion.
export async function show_in(tab, theme) {
  await tab.emulateMediaFeatures([
    {name: 'prefers-color-scheme', value: theme},
    {name: 'prefers-reduced-motion', value: 'reduce'},
  ]);
}

// Chromium itself finds no other machine: see chromium.mjs.
function listen(tab, complain) {
  tab.on('request', (request) => {
    if (kLocal.test(request.url())) return;
    complain(`asks the network for ${request.url()}; a page must carry all it needs`);
  });
  tab.on('requestfailed', (request) => {
    if (kLocal.test(request.url())) complain(`does not find ${request.url()}`);
  });
  tab.on('console', (message) => {
    if (message.type() !== 'error' || /net::ERR_/.test(message.text())) return;
    complain(`writes an error to the console: ${message.text()}`);
  });
  tab.on('pageerror', (error) => complain(`throws: ${error.message}`));
}
