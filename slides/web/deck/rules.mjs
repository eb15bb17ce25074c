// The course's rules by number, so that a slide quotes them in their own words.
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

import {Problem} from './problems.mjs';

// The sentence of a rule such as M2, as Markdown, without its sources.
export function rule_text(root, number) {
  const path = join(root, 'docs', 'rules.md');
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const [, rule] = text.match(new RegExp(`^\\*\\*${number}\\.\\*\\* (.*)$`, 'm')) ?? [];
  if (!rule) throw new Problem(`docs/rules.md has no rule ${number}`);
  return rule.replace(/\s*\*[^*]+\*$/, '');
}
