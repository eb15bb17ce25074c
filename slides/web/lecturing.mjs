// Whether docs/lecturing.md, the page for lecturers, agrees with the decks: one line per problem.
//   slides/web/run lecturing.mjs [--root FOLDER]
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';

import {compare_page} from './lecturing/compare.mjs';

const here = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const {values} = parseArgs({options: {root: {type: 'string', default: here}}});
const problems = compare_page(values.root);
problems.forEach((problem) => console.log(problem));
process.exitCode = problems.length ? 1 : 0;
