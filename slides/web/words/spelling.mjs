// Words that are in no dictionary, by cspell: American English, terms of software, and ours.
import {spellCheckDocument} from 'cspell-lib';
import {readFileSync} from 'node:fs';

/** The words of a text: {word, index}. */
export const words_of = (text) =>
  [...text.matchAll(/\p{L}[\p{L}'’]*/gu)].map(({0: word, index}) => ({word, index}));

/** The words of a dictionary: one per line, and # begins a comment. */
export const read_dictionary = (file) => readFileSync(file, 'utf8').replace(/#.*/g, '').split(/\s+/).filter(Boolean);

/** Which of `words` are misspelled: a Map from word to suggestions. `ours` are words of our dictionary. */
export async function find_misspelled(words, ours) {
  const lines = [...new Set(words)];
  const {issues, errors} = await spellCheckDocument(
    {uri: 'file:///words.text', text: lines.join('\n'), languageId: 'plaintext', locale: 'en-US'},
    {noConfigSearch: true, generateSuggestions: true, numSuggestions: 3},
    {language: 'en-US', maxNumberOfProblems: lines.length + 1, suggestionsTimeout: 500, words: ours});
  if (errors?.length) throw errors[0];
  return new Map(issues.map(({line, suggestions}) => [line.text.trim(), suggestions ?? []]));
}
