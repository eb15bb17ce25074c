// Draws plots for other programs: {name: {specification, title, words}} comes in as JSON, {name: SVG}
// goes out. deck/plot.mjs says how they look.
import {readFileSync} from 'node:fs';

import {plot_file} from './deck/plot.mjs';

const asked = Object.entries(JSON.parse(readFileSync(0, 'utf8')));
console.log(JSON.stringify(Object.fromEntries(
  asked.map(([name, {specification, title, words}]) => [name, plot_file(specification, title, words)]))));
