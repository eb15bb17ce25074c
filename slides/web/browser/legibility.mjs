// What cannot be read in the last row, and slides that leave too much of their room unused: measured in
// the page, by functions that run in the page. A slide is 720 pixels high.

// Text in figures below 18 pixels; captions, which name files, below 18; code below 22.
export function small_text() {
  const [kFigure, kCaption, kCode] = [18, 18, 22];
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
    if (least < kFigure - 0.05) {
      problems.push(`text “${words(texts[sizes.indexOf(least)])}” in a figure is ${shown(least)} pixels large; it needs ${kFigure}`);
    }
  }
  for (const caption of slide.querySelectorAll('figcaption')) {
    if (size_of(caption) < kCaption) problems.push(`the caption “${words(caption)}” is ${shown(size_of(caption))} pixels large; it needs ${kCaption}`);
  }
  for (const pre of slide.querySelectorAll('figure pre')) {
    if (size_of(pre) < kCode - 0.05) problems.push(`code “${words(pre)}” is ${shown(size_of(pre))} pixels large; it needs ${kCode}`);
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
