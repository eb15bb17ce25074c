// The words after a fence's language or a heading's text: `snippet="a.cu#f()" lines="*|3" .question`.
import {Problem} from './problems.mjs';

const kWord = /\s*(?:\.([\w-]+)|([\w-]+)=(?:"([^"]*)"|(\S+)))/y;

// {classes: [...], values: {key: text}}
export function parse_attributes(text) {
  const classes = [];
  const values = {};
  kWord.lastIndex = 0;
  let end = 0;
  for (let word; (word = kWord.exec(text)); end = kWord.lastIndex) {
    const [, name, key, quoted, bare] = word;
    if (name) classes.push(name);
    else values[key] = quoted ?? bare;
  }
  const rest = text.slice(end).trim();
  if (rest) throw new Problem(`“${rest}” is not understood here; write key="value" or .name`);
  return {classes, values};
}

// The values of exactly these keys; the first ones are needed, those that end in ? are not.
export function need(values, what, keys) {
  const known = keys.map((key) => key.replace('?', ''));
  for (const key of Object.keys(values)) {
    if (!known.includes(key)) {
      throw new Problem(`${what} knows no ${key}="…"; it knows ${known.join(', ')}`);
    }
  }
  for (const key of keys.filter((name) => !name.endsWith('?'))) {
    if (values[key] === undefined) throw new Problem(`${what} needs ${key}="…"`);
    if (!values[key].trim()) throw new Problem(`${what} has an empty ${key}="…"`);
  }
  return values;
}
