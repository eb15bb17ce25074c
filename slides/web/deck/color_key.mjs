// The color key of the whole course, autograder/emulator/report/color_key.inc, as CSS variables:
// --key-tail is the color of tails, in light and in dark.
import {readFileSync} from 'node:fs';

const kKey = new URL('../../../autograder/emulator/report/color_key.inc', import.meta.url);

export function color_key() {
  const rows = readFileSync(kKey, 'utf8').matchAll(/^COLOR\((\w+), "(#\w{6})", "(#\w{6})", "([^"]+)"\)$/gm);
  return [...rows].map(([, name, light, dark, words]) => ({name, light, dark, words}));
}

// `dark`: what selects the page in the dark theme.
export function key_style(dark = ':root[data-theme="dark"]') {
  const variables = (theme) => color_key().map((color) => `--key-${color.name}: ${color[theme]};`).join(' ');
  return `:root { ${variables('light')} }\n${dark} { ${variables('dark')} }`;
}
