// What is wrong with a deck, as sentences with the place: `slides/03-….md:42: there is no …`.
// A deck is read to its end, so that an author sees all problems at once.

// Thrown by those who cannot go on with one part of a deck; the deck's reader notes it with a place.
export class Problem extends Error {}

export class Problems {
  constructor(file) {
    this.file = file;
    this.sentences = [];
  }

  add(line, sentence) {
    this.sentences.push({line, text: `${this.file}:${line}: ${sentence}`});
  }

  // Calls work(); a Problem that it throws is noted at that line and answered with `instead`.
  at(line, work, instead = '') {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.add(line, error.message);
      return instead;
    }
  }

  sorted() {
    return [...this.sentences].sort((a, b) => a.line - b.line).map(({text}) => text);
  }
}
