// Starts the slides: light or dark (key D), the steps of code, the speaker's view (key S).
(() => {
  const root = document.documentElement;
  const printing = /print-pdf/.test(location.search);
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const use_theme = (name) => root.setAttribute('data-theme', printing ? 'light' : name);
  use_theme(dark.matches ? 'dark' : 'light');
  dark.addEventListener('change', () => use_theme(dark.matches ? 'dark' : 'light'));

  // Lights up the lines of the last step shown, or of the first, in every block of the slide.
  const show_steps = (slide) => {
    for (const pre of slide.querySelectorAll('pre[data-first]')) {
      const shown = [...slide.querySelectorAll(`.step.visible[data-code="${pre.id}"]`)];
      const lines = shown.length ? shown[shown.length - 1].dataset.lines : pre.dataset.first;
      const all = lines === '*' || printing;
      const wanted = new Set(lines.split(','));
      pre.classList.toggle('stepping', !all);
      pre.querySelectorAll('.line').forEach((line, i) =>
        line.classList.toggle('on', !all && wanted.has(String(i + 1))));
    }
  };
  const show_now = () => Reveal.getCurrentSlide() && show_steps(Reveal.getCurrentSlide());

  // Makes what is below a slide's title larger, until it fills the slide: half as large again at most. What
  // is too large gets closer together, and then up to a tenth smaller. Text has one of three sizes, below the
  // title's. Nothing that a program printed wraps because it was made larger, unless the slide would be half empty;
  // a message of the checker is text, and may.
  const [kLargest, kLeast] = [10, -2]; // steps of 5 %
  const kText = [[1.27, 37], [1.13, 33], [1, 29]]; // pixels, from that size on
  const [kBleed, kAboveFooter] = [25, 16]; // pixels by which wide code leaves the column of text; and tall contents
  const cuts = (content) => [...content.querySelectorAll('pre, .columns > div')].some((box) => box.scrollWidth > box.clientWidth + 2);
  // Lines of a terminal, which wrap where they are too long.
  const rows = (content) => [...content.querySelectorAll('.terminal:not(.message) pre')]
    .reduce((sum, pre) => sum + Math.round(pre.clientHeight / parseFloat(getComputedStyle(pre).lineHeight)), 0);
  const fits = (content) => content.scrollHeight <= content.clientHeight &&
    content.scrollWidth <= content.clientWidth + kBleed && !cuts(content);
  const is_half_empty = (content) => {
    const [title, box, last] = [content.querySelector('h2') ?? content, content, content.lastElementChild].map((one) => one.getBoundingClientRect());
    return last.bottom - title.bottom < 0.55 * (box.bottom - title.bottom);
  };
  const overflows = (content) => content.scrollHeight > content.clientHeight + kAboveFooter || cuts(content);
  // Room that is left goes between the parts, lines of lists and rows of tables.
  const loosen = (content) => {
    for (const share of [1, 0.75, 0.5, 0.25, 0]) {
      content.style.setProperty('--loose', share);
      if (fits(content)) return;
    }
  };
  const fill = (slide) => {
    const content = slide.querySelector('.content');
    if (slide.matches('.cover') || content.style.getPropertyValue('--size')) return;
    const resize = (steps) => {
      const size = 1 + steps / 20;
      const [, text] = kText.find(([from]) => size >= from) ?? [0, 29 * size];
      content.style.setProperty('--size', size);
      content.style.setProperty('--text', `${text}px`);
    };
    resize(0);
    const most_rows = rows(content);
    const enlarge = (may_wrap) => {
      for (let steps = kLargest; steps >= 0; --steps) {
        resize(steps);
        if (fits(content) && (may_wrap || rows(content) <= most_rows)) return true;
      }
      return false;
    };
    if (enlarge(false) && (!is_half_empty(content) || enlarge(true))) return loosen(content);
    content.classList.add('tight');
    for (let steps = 0; steps > kLeast && overflows(content);) resize(--steps);
    loosen(content);
  };
  const fill_first = async () => {
    await Promise.all([paged, ...[...document.fonts].map((font) => font.load())]);
    (printing ? Reveal.getSlides() : [Reveal.getCurrentSlide()]).forEach(fill);
    Reveal.on('slidechanged', ({currentSlide}) => fill(currentSlide));
    root.setAttribute('data-filled', '');
  };

  Reveal.initialize({
    width: 1280,
    height: 720,
    margin: 0,
    minScale: 0.1,
    center: false,
    hash: true,
    controls: false,
    progress: true,
    transition: 'fade',
    transitionSpeed: 'fast',
    pdfSeparateFragments: false,
    plugins: [RevealNotes],
  }).then(show_now).then(fill_first);
  // While pages are made for paper, slides are in none of them.
  const paged = printing && new Promise((done) => Reveal.on('pdf-ready', done));
  ['slidechanged', 'fragmentshown', 'fragmenthidden'].forEach((name) => Reveal.on(name, show_now));
  Reveal.addKeyBinding({keyCode: 68, key: 'D', description: 'Light or dark'}, () =>
    use_theme(root.getAttribute('data-theme') === 'dark' ? 'light' : 'dark'));
})();
