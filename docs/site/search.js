// The search box: finds sections, rules, errors, messages, slides and functions while one types. The
// index is a script (slides/web/search_index.mjs makes it) that is loaded when the box is first used,
// so that pages open as fast as without it, and all of it works from disk.

const kShown = 12;
const kSnippet = 150;  // letters
const kScripts = ["search/minisearch.js", "search/index.js"];
const kBoost = {keys: 8, title: 4, text: 1};

function loadScript(source) {
  return new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = source;
    script.onload = done;
    script.onerror = () => failed(new Error(`cannot load ${source}`));
    document.head.append(script);
  });
}

// What is looked through: {index, entries}; the same promise for every caller.
let opened = null;
function openIndex() {
  opened ??= Promise.all(kScripts.map(loadScript)).then(() => {
    const {fields, labels, entries, index, terms, words_of, postings_of} = window.courseIndex;
    const whole = {...JSON.parse(index), index: postings_of(terms)};
    return {
      index: window.MiniSearch.loadJS(whole, {fields, tokenize: words_of, processTerm: (term) => term}),
      entries: entries.map(([title, kind, page, file, place, text, keys, weight]) => (
        {title, kind: labels[kind], page: labels[page], url: labels[file] + place, text,
          keys: (keys === 0 ? title : keys).toLowerCase().split("\n"), weight})),
    };
  });
  return opened;
}

// The entries for a query, best first. All its words must be there; if they are nowhere together,
// parts of them will do.
function find({index, entries}, query) {
  const {words_of, words_of_query} = window.courseIndex;
  const options = {
    boost: kBoost,
    prefix: (term) => term.length > 1,
    fuzzy: (term) => (term.length > 4 && !/\d/.test(term) ? 0.2 : false),
    boostDocument: (id) => entries[id].weight,
  };
  let found = index.search(query, {...options, tokenize: words_of_query, combineWith: "AND"});
  if (!found.length) found = index.search(query, {...options, tokenize: words_of, combineWith: "OR"});
  const asked = query.trim().toLowerCase();
  const score = ({id, score}) => score * (entries[id].keys.includes(asked) ? 10 : 1);
  return found.map((hit) => ({...entries[hit.id], score: score(hit), terms: hit.terms}))
      .sort((a, b) => b.score - a.score);
}

// The part of a text around the first word that was found: [words, is it one of those found] in turn.
function snippet(text, terms) {
  const pattern = terms.map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  const first = Math.max(0, text.search(new RegExp(pattern, "i")));
  let from = Math.max(0, first - kSnippet / 3);
  if (from > 0) from = text.indexOf(" ", from) + 1 || from;
  const part = text.slice(from, from + kSnippet).replace(/\s\S*$/, (rest) => (from + kSnippet < text.length ? "" : rest));
  const shown = (from > 0 ? "… " : "") + part + (from + part.length < text.length ? " …" : "");
  return shown.split(new RegExp(`(${pattern})`, "i")).map((words, i) => [words, i % 2 === 1]);
}

function element(tag, className, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

function resultItem({title, kind, page, url, text, terms}) {
  const marked = (parts) => parts.map(([words, found]) => (found ? element("mark", "", words) : words));
  const link = element("a", "",
    element("span", "found-title", ...marked(snippet(title, terms))),
    element("span", "found-kind", page && page !== title ? `${kind} · ${page}` : kind),
    element("span", "found-text", ...marked(snippet(text, terms))));
  link.href = url;
  return element("li", "", link);
}

function startSearch() {
  const box = document.getElementById("search");
  const field = document.getElementById("search-field");
  const panel = document.getElementById("search-panel");
  const list = document.getElementById("search-results");
  const state = document.getElementById("search-state");

  const close = () => { panel.hidden = true; };
  const links = () => [...list.querySelectorAll("a")];

  async function show() {
    const query = field.value;
    if (!query.trim()) return close();
    let found;
    try {
      found = find(await openIndex(), query);
    } catch (error) {
      found = [];
      state.textContent = error.message;
    }
    if (query !== field.value) return;  // the reader has typed on
    list.replaceChildren(...found.slice(0, kShown).map(resultItem));
    state.textContent = found.length === 0 ? "Nothing found" :
      found.length > kShown ? `The ${kShown} best of ${found.length} results` :
        found.length === 1 ? "1 result" : `${found.length} results`;
    panel.hidden = false;
    panel.dataset.query = query;  // what the results are for
  }

  // Up and down go from the field through the results and back.
  function step(by) {
    const stops = [field, ...links()];
    const at = stops.indexOf(document.activeElement);
    stops[Math.max(0, Math.min(stops.length - 1, at + by))].focus();
  }

  field.addEventListener("focus", () => openIndex().catch(() => {}));
  field.addEventListener("input", show);
  field.addEventListener("focus", () => { if (field.value && panel.hidden) show(); });
  box.addEventListener("submit", (event) => {
    event.preventDefault();
    show().then(() => links()[0]?.click());
  });
  box.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      step(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (panel.hidden) field.blur();
      else field.focus();
      close();
    }
  });
  list.addEventListener("click", (event) => { if (event.target.closest("a")) close(); });
  document.addEventListener("pointerdown", (event) => { if (!box.contains(event.target)) close(); });
  box.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !box.contains(event.relatedTarget)) close();
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || typing || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
}

document.addEventListener("DOMContentLoaded", startSearch);
