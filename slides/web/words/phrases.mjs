// Phrases that have a better one, by textlint and its rule prh.
import {TextlintKernel} from '@textlint/kernel';
import markdown from '@textlint/textlint-plugin-markdown';
import plain from '@textlint/textlint-plugin-text';
import prh from 'textlint-rule-prh';
import {readFileSync} from 'node:fs';

const kernel = new TextlintKernel();
const plugins = [{pluginId: 'markdown', plugin: markdown.default}, {pluginId: 'text', plugin: plain.default}];

/** The rules of a YAML file. A blank in a pattern is any white space, since sentences are broken into lines. */
export const read_rules = (file) => readFileSync(file, 'utf8')
  .replace(/(?<=^ *pattern: .*) /gm, '\\s+');

/**
 * What `rules` find in a text that textlint reads as `ext`, '.md' or '.txt'; and the ranges of what it
 * reads.
 */
export async function find_phrases(text, ext, rules) {
  const ranges = [];
  const keep_range = ({Syntax}) => ({[Syntax.Str]: (node) => { ranges.push(node.range); }});
  const options = {ruleContents: rules, checkLink: true, checkBlockQuote: true, checkEmphasis: true};
  const {messages} = await kernel.lintText(text, {
    ext,
    plugins,
    rules: [{ruleId: 'phrases', rule: prh.default, options}, {ruleId: 'ranges', rule: keep_range}],
  });
  const found = messages.map(({message, range}) => {
    const [what, instead] = message.split(' => ');
    return {index: range[0], what: what.replace(/\s+/g, ' '), instead: `write ${instead}`};
  });
  return {found, ranges: ranges.sort(([a], [b]) => a - b)};
}
