// Follows links as a reader does who opened the page from disk: the file must be there, and so must
// the anchor in it. Addresses of the web are not followed, since nothing here may leave the machine.
import {existsSync, readFileSync, statSync} from 'node:fs';
import {fileURLToPath, pathToFileURL} from 'node:url';

const anchors_of_file = new Map();

// The names that a link may jump to in an HTML file on disk.
function anchors(path) {
  if (!anchors_of_file.has(path)) {
    const names = new Set();
    for (const [, , name] of readFileSync(path, 'utf8').matchAll(/\s(?:id|name)\s*=\s*(["'])(.*?)\1/g)) {
      names.add(name);
    }
    anchors_of_file.set(path, names);
  }
  return anchors_of_file.get(path);
}

function dead(href, here, anchors_here) {
  const url = new URL(href);
  if (url.protocol !== 'file:') return null;
  const path = fileURLToPath(new URL(url.pathname, 'file:///'));
  if (!existsSync(path)) return `has a dead link: there is no ${path}`;
  if (statSync(path).isDirectory()) return `has a link to the folder ${path}; name a page in it`;
  const anchor = decodeURIComponent(url.hash.slice(1));
  if (!anchor || !/\.html?$/.test(path)) return null;
  const known = path === here ? anchors_here : anchors(path);
  // A deck's slides are addressed by the program in it: #/4 and #/name.
  if (anchor.startsWith('/')) return null;
  return known.has(anchor) ? null : `has a dead anchor: there is no #${anchor} in ${path}`;
}

export async function link_problems(tab, file) {
  const {hrefs, names} = await tab.evaluate(() => ({
    hrefs: [...document.querySelectorAll('a[href], area[href]')].map(({href, ownerSVGElement}) =>
      ownerSVGElement ? new URL(href.baseVal, document.baseURI).href : href),
    names: [...document.querySelectorAll('[id], [name]')].flatMap((element) => [
      element.id,
      element.getAttribute('name'),
    ]),
  }));
  const anchors_here = new Set(names);
  return [...new Set(hrefs)].map((href) => dead(href, file, anchors_here)).filter(Boolean);
}

// The same of a page that need not be opened: what its text says, as it lies on disk.
export function link_problems_of_text(file) {
  const text = readFileSync(file, 'utf8').replace(/<script\b[^]*?<\/script>/g, '');
  const hrefs = [...text.matchAll(/<(?:a|area)\s[^>]*?(?:xlink:)?href=(["'])(.*?)\1/g)].map(([, , href]) =>
    new URL(href.replaceAll('&amp;', '&'), pathToFileURL(file)).href);
  return [...new Set(hrefs)].map((href) => dead(href, file, anchors(file))).filter(Boolean);
}
