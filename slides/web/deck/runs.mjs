// What really happens: runs programs, solutions and mistakes on the emulator, and keeps what they
// said under a hash of all that they depend on, so that a second build runs nothing.
import {spawnSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {
  existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {basename, dirname, join} from 'node:path';

import {Problem} from './problems.mjs';
import {kProgram, place_of, with_mistake} from './snippet.mjs';

const kDoesNotCompile = 2; // `course run` then ends with it; but so may a program
const kCompilerLines = 8; // of what the compiler says: the first error, and where it is
const kPrecompiled = 'autograder/emulator/toolchain/precompiled/emulator/prefix.h.gch';

// What runs depend on besides sources: all that compiles, runs and judges them.
const kDependencies = [
  kProgram,
  'autograder/emulator/toolchain/emucc',
  'autograder/emulator/device/libemulator.so',
  `${kPrecompiled}/checked.gch`,
  `${kPrecompiled}/checked_20.gch`,
  `${kPrecompiled}/unchecked.gch`,
  'autograder/checks/exercise-runner',
];

function refuse_uncompiled(what, compiler) {
  const lines = compiler.trim().split('\n').slice(0, kCompilerLines);
  throw new Problem(`${what} does not compile:\n${lines.join('\n')}`);
}

// root: the course's folder; build: where it was built.
export class Runs {
  constructor(root, build) {
    this.root = root;
    this.build = build;
    this.cache = join(build, 'slides', '.runs');
  }

  // What a program printed and what the emulator said of it, as `./course run` shows both. A program
  // that does not compile is a problem.
  output({program, schedule = 'late', devices = '1', arguments: words = '', trace = ''}) {
    const sources = program.split(/\s+/);
    const extra = ['--devices', devices, ...(trace ? ['--trace', trace] : [])];
    return this.remember(['output', program, schedule, devices, words, trace], sources, () => {
      const own = words ? ['--', ...words.split(/\s+/)] : [];
      const ended = this.course('run', ...sources, '--schedule', schedule, ...extra, ...own);
      if (!this.compiled(ended, sources)) refuse_uncompiled(program, ended.stderr || ended.stdout);
      return (ended.stdout + ended.stderr).trimEnd();
    });
  }

  // The timeline (or the launch tree) of a program, as SVG.
  picture_of_program({program, schedule = 'late', devices = '1', view = 'timeline'}) {
    const sources = program.split(/\s+/);
    const how = ['--schedule', schedule, '--devices', devices];
    return this.remember(['picture', program, schedule, devices, view], sources, () =>
      this.drawn(view, (file) => ['run', ...sources, ...how, '--trace', file], (ended) => {
        if (!this.compiled(ended, sources)) refuse_uncompiled(program, ended.stderr || ended.stdout);
      }));
  }

  // The same of a check's run with a lesson's solution, or with a mistake.
  picture_of_check({lesson, check, change, schedule = 'late', view = 'timeline'}) {
    const solution = `solutions/${lesson}/exercise.cu`;
    const draw = (from) => this.drawn(view, (file) =>
      ['trace', lesson, '--from', from, '--check', check, '--schedule', schedule, '-o', file], (ended) => {
        const [, compiler] = (ended.stdout + ended.stderr).match(/ does not compile:\n([^]*)/) ?? [];
        if (compiler) refuse_uncompiled(change ?? solution, compiler);
      });
    return this.remember(['check', lesson, check, change ?? '', schedule, view], [solution, change].filter(Boolean), () =>
      change ? with_mistake(this, change, (copy, from) => draw(from)) : draw(join(this.root, 'solutions')));
  }

  // What `./course check` says to who makes this mistake: the message of one failed check.
  diagnosis({change, check}) {
    const lesson = basename(dirname(dirname(change)));
    const header = readFileSync(join(this.root, change), 'utf8');
    const wanted = check ?? header.match(/^Check: (\S+)/m)?.[1];
    const words = check ? [] : [...header.matchAll(/^Words: (.*)$/gm)].map(([, text]) => text);
    const sources = [`solutions/${lesson}/exercise.cu`, `lessons/${lesson}/lesson.toml`, change];
    return this.remember(['diagnosis', wanted], sources, () =>
      with_mistake(this, change, (copy, from) => {
        const ended = this.course('check', lesson, '--from', from, '--device', 'emulator', '--check', wanted,
                                  '--json');
        const {error, lessons} = JSON.parse(ended.stdout);
        if (error) throw new Problem(error);
        const found = lessons[0].checks[0];
        if (found.verdict === 'does_not_compile') refuse_uncompiled(change, found.message);
        if (found.verdict === 'passed') throw new Problem(`${change} passes ${wanted}: there is nothing to show`);
        const missing = words.find((text) => !found.message.includes(text));
        if (missing) throw new Problem(`${wanted} fails with ${change} without its words “${missing}”: ${found.message}`);
        return found.message.trimEnd();
      }));
  }

  // Whether the `course run` that has ended so got as far as running the program.
  compiled(ended, sources) {
    if (ended.status !== kDoesNotCompile) return true;
    return JSON.parse(this.course('run', ...sources, '--json').stdout).compiled;
  }

  course(...words) {
    const program = join(this.build, kProgram);
    if (!existsSync(program)) {
      throw new Problem(`this needs a run on the emulator, but there is no ${program}; build the course first`);
    }
    const ended = spawnSync(program, words, {cwd: this.root, encoding: 'utf8', timeout: 300_000});
    if (ended.error) throw new Problem(`course ${words.join(' ')}: ${ended.error.message}`);
    return ended;
  }

  // The picture that `course` draws when called with words(file); why_not(ended) may say why it drew
  // none.
  drawn(view, words, why_not) {
    const folder = mkdtempSync(join(tmpdir(), 'course-picture-'));
    const file = join(folder, view === 'tree' ? 'picture.tree.svg' : 'picture.svg');
    try {
      const ended = this.course(...words(file));
      if (!existsSync(file)) why_not(ended);
      if (!existsSync(file)) throw new Problem(`nothing was drawn: ${ended.stdout}${ended.stderr}`);
      return readFileSync(file, 'utf8');
    } finally {
      rmSync(folder, {recursive: true, force: true});
    }
  }

  // What run() gave, or what it gave earlier when nothing that it depends on has changed since. Nothing
  // is kept when it throws.
  remember(words, sources, run) {
    const kept = join(this.cache, this.key(words, sources));
    if (!existsSync(kept)) {
      const answer = run();
      mkdirSync(this.cache, {recursive: true});
      writeFileSync(kept, answer);
    }
    return readFileSync(kept, 'utf8');
  }

  key(words, sources) {
    const key = createHash('sha256').update(JSON.stringify(words));
    for (const source of [...sources, ...this.headers(sources)]) {
      key.update(`\n${source}\n`).update(readFileSync(place_of(this, source)));
    }
    const checks = this.lessons(sources).map((lesson) => `autograder/checks/${lesson}`);
    for (const name of [...kDependencies, ...checks]) {
      const {size, mtimeMs} = statSync(join(this.build, name), {throwIfNoEntry: false}) ?? {};
      key.update(`\n${name} ${size} ${mtimeMs}`);
    }
    return key.digest('hex');
  }

  // The lessons that sources belong to.
  lessons(sources) {
    return sources.map((source) => source.match(/^(?:lessons|solutions)\/([^/]+)\//)?.[1]).filter(Boolean);
  }

  // The headers that sources may include: those beside them, those of their lesson, and given.h.
  headers(sources) {
    const folders = [
      ...sources.map((source) => dirname(source)),
      ...this.lessons(sources).flatMap((name) => [`lessons/${name}`, `solutions/${name}`]),
      'lessons',
    ];
    return [...new Set(folders)].filter((folder) => existsSync(join(this.root, folder))).flatMap((folder) =>
      readdirSync(join(this.root, folder)).filter((name) => /\.(h|cuh)$/.test(name)).sort()
        .map((name) => `${folder}/${name}`));
  }
}
