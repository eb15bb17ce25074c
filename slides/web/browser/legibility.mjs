// What cannot be read in the last row, and slides that leave too much of their room unused: measured in
// the page, by functions that run in the page. A slide is 720 pixels high.

// Text in figures below 18 pixels, or below 15 in a timeline of many rows (taller than 368 of its units,
// 530 pixels): it shows a pattern, which is seen without its labels. Missing for it: a timeline of fewer
// rows, with a row per kernel, for slides. Captions, which name files, below 18. Code below 22, or below 18
// if it has more than 76 columns or 16 lines, is in a column, or shares its slide with more code, as a
// mistake does with its message. Missing for it: 20 there, too, which needs shorter mistakes in four slides.
export function small_text() {
  const [kFigure, kPattern, kManyRows, kCaption, kCode, kMuchCode, kColumns, kLines] = [18, 15, 368, 18, 22, 18, 76, 16];
  const slide = document.querySelector('.reveal .slides section.present:not(.stack)');
  const size_of = (element) => parseFloat(getComputedStyle(element).fontSize) * (element.currentCSSZoom ?? 1);
  const shown = (size) => `${Math.floor(size * 10) / 10}`;
  const words = (element) => element.textContent.trim().replace(/\s+/g, ' ').slice(0, 40);
  const problems = [];
  for (const picture of slide.querySelectorAll('figure svg')) {
    const frame = picture.getBoundingClientRect();
    const {width, height} = picture.viewBox.baseVal;
    const scale = Math.min(frame.width / width, frame.height / height);
    const texts = [...picture.querySelectorAll('text')].filter((text) => text.textContent.trim());
    const sizes = texts.map((text) => parseFloat(getComputedStyle(text).fontSize) * scale);
    const least = Math.min(...sizes);
    const needed = picture.closest('.trace') && height > kManyRows ? kPattern : kFigure;
    if (least < needed - 0.05) {
      problems.push(`text “${words(texts[sizes.indexOf(least)])}” in a figure is ${shown(least)} pixels large; it needs ${needed}`);
    }
  }
  for (const caption of slide.querySelectorAll('figcaption')) {
    if (size_of(caption) < kCaption) problems.push(`the caption “${words(caption)}” is ${shown(size_of(caption))} pixels large; it needs ${kCaption}`);
  }
  const shared = slide.querySelectorAll('figure pre').length > 1;
  for (const pre of slide.querySelectorAll('figure pre')) {
    const lines = pre.textContent.trimEnd().split('\n');
    const rows = pre.querySelectorAll('.line').length ? [...pre.querySelectorAll('.line')].map(({textContent}) => textContent) : lines;
    const much = rows.length > kLines || (getComputedStyle(pre).whiteSpace === 'pre' && Math.max(...rows.map(({length}) => length)) > kColumns);
    const least = much || shared || pre.closest('.columns') ? kMuchCode : kCode;
    if (size_of(pre) < least) problems.push(`code “${words(pre)}” is ${shown(size_of(pre))} pixels large; it needs ${least}`);
  }
  return problems;
}

// Contents that end in the upper half of the room that is below the title. A big sentence needs the room
// around it, and a schedule is as long as the course is.
export function half_empty_slide() {
  const slide = document.querySelector('.reveal .slides section.present:not(.stack)');
  const content = slide.querySelector('.content');
  if (slide.classList.contains('cover') || !content || content.querySelector('.big, .schedule')) return [];
  const box = content.getBoundingClientRect();
  const top = Math.max(...[...content.querySelectorAll(':scope > :is(h2, .kicker)')].map((title) => title.getBoundingClientRect().bottom), box.top);
  const bottoms = [...content.querySelectorAll('*')].filter((element) => !element.closest('.katex-mathml, .step'))
    .map((element) => element.getBoundingClientRect()).filter(({width, height}) => width && height).map(({bottom}) => bottom);
  const used = (Math.max(...bottoms) - top) / (box.bottom - top);
  return used < 0.5 ? [`uses ${Math.round(100 * used)} % of the height below its title`] : [];
}
