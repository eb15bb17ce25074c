// What linters say of the course's Python and JavaScript: ruff's mistakes, ESLint's
// recommended rules. Line lengths are left to their authors.
//   slides/web/run lint.mjs
import {PositionEncoding, Workspace} from '@astral-sh/ruff-wasm-nodejs';
import js from '@eslint/js';
import {ESLint} from 'eslint';
import globals from 'globals';
import {execFileSync} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** The files of the checkout whose names end so. */
function files(...endings) {
  const listed = execFileSync('git', ['-c', 'safe.directory=*', '-C', root, 'ls-files', '-z'], {maxBuffer: 1 << 28});
  return listed.toString().split('\0').filter((name) =>
    endings.some((ending) => name.endsWith(ending)) && existsSync(join(root, name)));
}

function python() {
  const ruff = new Workspace(
    {'target-version': 'py311', lint: {select: ['E4', 'E7', 'E9', 'F', 'B', 'PLE', 'UP']}},
    PositionEncoding.Utf16);
  return files('.py').flatMap((name) =>
    ruff.check(readFileSync(join(root, name), 'utf8')).map((found) =>
      `${name}:${found.start_location.row}: ${found.message} (${found.code})`));
}

async function javascript() {
  const config = [js.configs.recommended, {
    languageOptions: {
      globals: {...globals.node, ...globals.browser, Reveal: 'readonly', RevealNotes: 'readonly',
        renderMathInElement: 'readonly'},
    },
  }];
  const eslint = new ESLint({cwd: root, overrideConfigFile: true, overrideConfig: config});
  const results = await eslint.lintFiles(files('.mjs', '.js'));
  return results.flatMap(({filePath, messages}) => messages.map(({line, message, ruleId}) =>
    `${filePath.slice(root.length + 1)}:${line}: ${message} (${ruleId})`));
}

const complaints = [...python(), ...await javascript()];
complaints.forEach((complaint) => console.log(complaint));
process.exitCode = complaints.length ? 1 : 0;
