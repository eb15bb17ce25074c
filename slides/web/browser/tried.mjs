// The record of pages that were tried in the browser and found right, each by a hash of all that the
// trial depends on: what is as it was need not be tried again every day.
import {createHash} from 'node:crypto';
import {existsSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';

const kWeb = dirname(dirname(fileURLToPath(import.meta.url)));

// The rules by which pages are judged: this folder, and the versions of what it uses, but not of what
// only makes pages. Links are followed in any case.
const kNoRules = ['links.mjs', 'tried.mjs'];
function rules() {
  const here = join(kWeb, 'browser');
  const names = readdirSync(here).filter((name) => !kNoRules.includes(name)).sort();
  return names.map((name) => join(here, name));
}

function versions() {
  const {packages} = JSON.parse(readFileSync(join(kWeb, 'package-lock.json'), 'utf8'));
  return ['axe-core', 'puppeteer-core'].map((name) => `${name} ${packages[`node_modules/${name}`].version}\n`).join('');
}

// Scripts, styles and pictures beside the page that it shows; other pages only have to be there.
function shown_by(page, text) {
  const names = [...text.matchAll(/\s(?:src|href|data)=(["'])([^"'#?:]+)\1/g)].map(([, , name]) => join(dirname(page), name));
  return [...new Set(names)].filter((name) => !name.endsWith('.html') && existsSync(name) && statSync(name).isFile()).sort();
}

export class Tried {
  // file: the record, a line for each page as sha256sum writes it; it need not be there.
  constructor(file) {
    this.file = file;
    this.hashes = new Map();
    if (!existsSync(file)) return;
    for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
      const [hash, name] = line.split('  ');
      this.hashes.set(name, hash);
    }
  }

  hash(page) {
    const text = readFileSync(page, 'utf8');
    const hash = createHash('sha256').update(text).update(`\0${versions()}`);
    for (const file of [...shown_by(page, text), ...rules()]) hash.update(`\0${basename(file)}\0`).update(readFileSync(file));
    return hash.digest('hex');
  }

  has(page) {
    return existsSync(page) && this.hashes.get(basename(page)) === this.hash(page);
  }

  // Puts pages that were found right on the record, and writes it without those that are gone.
  add(pages) {
    if (!pages.length) return;
    const folders = [...new Set(pages.map((page) => dirname(page)))];
    const is_there = (name) => folders.some((folder) => existsSync(join(folder, name)));
    for (const name of [...this.hashes.keys()]) if (!is_there(name)) this.hashes.delete(name);
    for (const page of pages) this.hashes.set(basename(page), this.hash(page));
    const lines = [...this.hashes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, hash]) => `${hash}  ${name}\n`);
    writeFileSync(this.file, lines.join(''));
  }
}

// The record that --tried FILE names, and what is to be done with it: COURSE_TEST_ALL=1 in the
// environment has everything tried again.
export function split_by_record(files, record) {
  if (!record || process.env.COURSE_TEST_ALL === '1') return {changed: files, unchanged: []};
  const unchanged = files.filter((file) => record.has(file));
  return {changed: files.filter((file) => !unchanged.includes(file)), unchanged};
}
