// What does not fit: measured in the page, by functions that run in the page.

// Things wider than the screen. An element that scrolls by itself (a wide table, code) is fine.
export function page_overflow() {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width + 1) return [];
  const clipped = (element) => {
    for (let up = element.parentElement; up && up !== document.body; up = up.parentElement) {
      if (getComputedStyle(up).overflowX !== 'visible') return true;
    }
    return false;
  };
  const name = (element) =>
    element.tagName.toLowerCase() +
    (element.id ? `#${element.id}` : '') +
    (element.classList.length ? `.${[...element.classList].join('.')}` : '');
  const wide = [...document.body.querySelectorAll('*')].filter(
    (element) => element.getBoundingClientRect().right > width + 1 && !clipped(element));
  const deepest = wide.filter((element) => !wide.some((other) => element !== other && element.contains(other)));
  const culprits = deepest.slice(0, 3).map(name).join(', ');
  const by = document.documentElement.scrollWidth - width;
  return [`is ${by} pixels wider than the screen: ${culprits || 'unknown element'}`];
}

// Things that reach out of the present slide or into its footer, are cut off by a box around them,
// or leave the picture that they are drawn in.
export function slide_overflow() {
  const slide = document.querySelector('.reveal .slides section.present:not(.stack)');
  const stage = document.querySelector('.reveal .slides').getBoundingClientRect();
  const footer = slide.querySelector('.deck-footer')?.getBoundingClientRect();
  const limits = {right: stage.right, bottom: footer?.height ? footer.top : stage.bottom};
  const hidden = '.notes, .katex-mathml, .visually-hidden, svg *';
  const words = (element) => {
    const text = (element.textContent ?? '').trim().replace(/\s+/g, ' ');
    const kind = element.tagName.toLowerCase();
    return text ? `${kind} “${text.length > 40 ? `${text.slice(0, 40)}…` : text}”` : kind;
  };
  const problems = [];
  for (const element of slide.querySelectorAll('*')) {
    if (element.matches(hidden) || element.closest('.notes, .katex-mathml, .deck-footer')) continue;
    if (element.querySelector('.deck-footer')) continue; // the slide itself
    const box = element.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) continue;
    const out = Math.max(box.right - limits.right, stage.left - box.left);
    const below = Math.max(box.bottom - limits.bottom, stage.top - box.top);
    if (out > 1) problems.push(`${words(element)} is ${Math.ceil(out)} pixels too wide for the slide`);
    if (below > 1) problems.push(`${words(element)} is ${Math.ceil(below)} pixels too tall for the slide`);
    if (getComputedStyle(element).overflow === 'visible' && element.tagName !== 'PRE') continue;
    const inside_wide = element.scrollWidth - element.clientWidth;
    const inside_tall = element.scrollHeight - element.clientHeight;
    if (inside_wide > 2) problems.push(`${words(element)} is ${inside_wide} pixels wider than its box`);
    if (inside_tall > 2) problems.push(`${words(element)} is ${inside_tall} pixels taller than its box`);
  }
  for (const picture of slide.querySelectorAll('svg')) {
    const frame = picture.getBoundingClientRect();
    for (const text of picture.querySelectorAll('text')) {
      const box = text.getBoundingClientRect();
      if (box.width === 0) continue;
      const out = Math.max(box.right - frame.right, frame.left - box.left,
                           box.bottom - frame.bottom, frame.top - box.top);
      if (out > 2) problems.push(`${words(text)} leaves its picture by ${Math.ceil(out)} pixels`);
    }
  }
  for (const node of slide.querySelectorAll('svg .node')) {
    const shape = node.querySelector('path, polygon, ellipse')?.getBoundingClientRect();
    for (const text of shape ? node.querySelectorAll('text') : []) {
      const box = text.getBoundingClientRect();
      const out = Math.max(box.right - shape.right, shape.left - box.left);
      if (out > -2) problems.push(`${words(text)} touches the border of its box`);
    }
  }
  return problems.slice(0, 4);
}

// Pictures that did not load or that have nothing to say to those who cannot see them, and formulas
// that could not be set.
export function broken_contents() {
  const problems = [];
  for (const image of document.images) {
    const name = image.getAttribute('src')?.slice(0, 80) ?? 'without src';
    if (image.complete && image.naturalWidth === 0) problems.push(`shows no picture for ${name}`);
    const decoration = image.getAttribute('role') === 'presentation' ||
                       image.getAttribute('aria-hidden') === 'true';
    if (!decoration && !image.getAttribute('alt')?.trim()) problems.push(`has no alt text for the picture ${name}`);
  }
  for (const formula of document.querySelectorAll('.katex-error, mjx-merror, [data-mjx-error]')) {
    const what = formula.getAttribute('title') || formula.getAttribute('data-mjx-error') || formula.textContent;
    problems.push(`cannot set a formula: ${what}`);
  }
  return problems;
}
