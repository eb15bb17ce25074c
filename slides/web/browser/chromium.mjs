// Finds and starts Chromium, silent and without a network of its own.
import {existsSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import puppeteer from 'puppeteer-core';

const kPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
];

// The path of a Chromium or Chrome, or null; CHROMIUM in the environment says which.
export function find_chromium() {
  return [process.env.CHROMIUM, ...kPlaces].find((path) => path && existsSync(path)) ?? null;
}

const kFlags = [
  '--host-resolver-rules=MAP * ~NOTFOUND',  // no page reaches the network
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--force-color-profile=srgb',
  '--hide-scrollbars',
];

// Calls use(browser) with a Chromium whose profile is empty and gone afterwards.
export async function with_chromium(use) {
  const executablePath = find_chromium();
  if (!executablePath) {
    throw new Error('There is no Chromium: install the package chromium, or set CHROMIUM to its path.');
  }
  const profile = mkdtempSync(join(tmpdir(), 'course-chromium-'));
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  let browser;
  try {
    browser = await puppeteer.launch({
      executablePath,
      userDataDir: profile,
      headless: true,
      pipe: true,
      args: [...kFlags, ...sandbox],
      protocolTimeout: 120_000,
    });
    return await use(browser);
  } finally {
    await browser?.close();
    rmSync(profile, {recursive: true, force: true, maxRetries: 5});
  }
}
