// What Doxygen's pages lack in a browser: CUDA's words in color, formulas, the contents of a page,
// buttons that copy code, one that stops the animation, tables that fit a phone, and names for the
// controls that Doxygen leaves without.

const kCudaWords = /\b(__global__|__device__|__host__|__shared__|__constant__|__managed__|threadIdx|blockIdx|blockDim|gridDim|cuda[A-Z]\w*|__sync\w+|dim3)\b|(&lt;&lt;&lt;|&gt;&gt;&gt;)/g;
// What shows that a piece of text is not C++: a command, or a comment of the shell.
const kShellLine = /^\s*(\$ |\.\/|cmake |ctest |emucc |nvcc |[A-Z_]+=\S+ |# )/;

function colorCuda() {
  for (const fragment of document.querySelectorAll(".fragment")) {
    const lines = [...fragment.querySelectorAll(".line")];
    const color = lines.some((line) => kShellLine.test(line.textContent)) ? colorShellLine : colorCudaLine;
    lines.forEach(color);
  }
}

function colorCudaLine(line) {
  if (line.textContent.trimStart().startsWith("//")) return;
  for (const node of textNodes(line)) colorNode(node);
}

// Commands have no colors of their own, only their comments.
function colorShellLine(line) {
  const text = line.textContent;
  const start = text.search(/(^|\s)# /);
  if (start < 0 || line.children.length) return;
  const comment = document.createElement("span");
  comment.className = "comment";
  comment.textContent = text.slice(start);
  line.replaceChildren(text.slice(0, start), comment);
}

function textNodes(element) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const nodes = [];
  while (walker.nextNode()) {
    if (!walker.currentNode.parentElement.closest(".comment, .stringliteral")) {
      nodes.push(walker.currentNode);
    }
  }
  return nodes;
}

function colorNode(node) {
  const escaped = node.data.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  const colored = escaped.replace(kCudaWords, (word, name, launch) =>
      `<span class="${launch ? "launch" : "cuda"}">${word}</span>`);
  if (colored === escaped) return;
  const span = document.createElement("span");
  span.innerHTML = colored;
  node.replaceWith(...span.childNodes);
}

// Doxygen makes the tree and its pictures when the page is ready.
function nameControls() {
  for (const arrow of document.querySelectorAll("#nav-tree-contents a[href^='javascript']")) {
    arrow.setAttribute("aria-label", "Open or close");
  }
  for (const picture of document.querySelectorAll("#nav-sync img, .mlabel img")) {
    picture.setAttribute("role", "presentation");
    picture.alt = "";
  }
}

// What scrolls by itself must be within reach of the keyboard.
function reachScrollers() {
  const scrollers = "#doc-content, .fragment, pre, .picture, table, tbody, .memproto, .memname, .contents div";
  for (const element of document.querySelectorAll(scrollers)) {
    const scrolls = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
    if (element.id === "doc-content" || scrolls) element.tabIndex = 0;
  }
}

function renderFormulas() {
  renderMathInElement(document.querySelector(".contents") ?? document.body, {
    delimiters: [
      {left: "\\(", right: "\\)", display: false},
      {left: "\\[", right: "\\]", display: true},
    ],
    throwOnError: true,  // a formula that cannot be read is an error of the page
  });
}

// The sections of a longer page: at the side where there is room, folded at the top elsewhere.
function addContents() {
  const contents = document.querySelector(".contents");
  const headings = [...document.querySelectorAll(".contents h1, .contents h2")]
      .filter((heading) => heading.querySelector("a.anchor[id]"));
  if (headings.length < 2) return;
  const nav = document.createElement("nav");
  nav.className = "on-this-page";
  nav.setAttribute("aria-label", "On this page");
  nav.innerHTML = "<details><summary>On this page</summary><ul></ul></details>";
  for (const heading of headings) {
    const link = document.createElement("a");
    link.href = `#${heading.querySelector("a.anchor").id}`;
    link.textContent = heading.textContent.trim();
    const item = document.createElement("li");
    item.className = heading.tagName.toLowerCase();
    item.append(link);
    nav.querySelector("ul").append(item);
  }
  // Lines of whole files need the width of the page.
  const room = matchMedia(contents.querySelector(".source") ? "(min-width: 1600px)" : "(min-width: 1400px)");
  const fold = () => {
    nav.querySelector("details").open = room.matches;
    nav.classList.toggle("aside", room.matches);
  };
  room.addEventListener("change", fold);
  fold();
  contents.prepend(nav);
}

// Pages from disk may not use the clipboard in every browser; all have the old way.
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}

// The text of a piece of code without the numbers of its lines; of a session, only its commands.
function codeOf(block) {
  const lines = [...block.querySelectorAll(".line")];
  if (!lines.length) return block.textContent;
  const texts = lines.map((line) => {
    const copy = line.cloneNode(true);
    copy.querySelectorAll(".number, .lineno").forEach((number) => number.remove());
    return copy.textContent.replace(/\n$/, "");
  });
  const commands = texts.filter((text) => text.startsWith("$ ")).map((text) => text.slice(2));
  return (commands.length ? commands : texts).join("\n") + "\n";
}

// Touch screens have no key to press.
function shortenPlaceholder() {
  const field = document.querySelector("#search-field");
  if (field && matchMedia("(hover: none)").matches) field.placeholder = "Search";
}

// A line does not end inside a short piece of code, such as after the hyphens of --help.
function keepShortCode() {
  for (const code of document.querySelectorAll(".contents code")) {
    if (code.textContent.length <= 30 && !code.closest("pre")) code.classList.add("short");
  }
}

function addCopyButtons() {
  for (const block of document.querySelectorAll("div.fragment, pre.fragment, pre.terminal, .source pre")) {
    const around = document.createElement("div");
    around.className = "copyable";
    block.replaceWith(around);
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      await copyText(codeOf(block));
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    });
    around.append(button, block);
  }
}

// A button that stops the recorded session, or plays it from its beginning. Its pictures stand still
// where their address ends in #still, and where the reader prefers that nothing moves.
function addStopButton() {
  const caption = document.querySelector(".session figcaption");
  if (!caption) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "stop";
  let stopped = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const show = () => {
    for (const [name, selector] of [["srcset", ".session source"], ["src", ".session img"]]) {
      const picture = document.querySelector(selector);
      const [address] = picture.getAttribute(name).split("#");
      picture.setAttribute(name, stopped ? `${address}#still` : address);
    }
    button.textContent = stopped ? "Play the animation" : "Stop the animation";
  };
  button.addEventListener("click", () => {
    stopped = !stopped;
    show();
  });
  show();
  caption.append(" ", button);
}

// On a phone a table of sentences shows each row as a card: its first cell is the title, the others
// follow below, with the names of their columns where there are several. Cells that say nothing are
// left out. A table of numbers stays one, and scrolls.
function nameCells() {
  for (const table of document.querySelectorAll(".contents table.markdownTable")) {
    const names = [...table.querySelectorAll("th")].map((head) => head.textContent.trim());
    const cells = [...table.querySelectorAll("td")];
    if (!cells.some((cell) => cell.textContent.length > 24)) continue;
    table.classList.add("of-sentences");
    for (const cell of cells) {
      if (names.length > 2 && cell.cellIndex > 0) cell.dataset.name = names[cell.cellIndex] ?? "";
      if (/^[-–—]?$/.test(cell.textContent.trim())) cell.classList.add("nothing");
    }
  }
}

// No column is so narrow that each of its lines is a single word. Short texts need no second line.
const kNarrowest = 18;  // characters
function widenColumns() {
  for (const table of document.querySelectorAll(".contents table.markdownTable")) {
    const rows = [...table.rows];
    const heads = [...table.querySelectorAll("th")];
    heads.forEach((head, column) => {
      const longest = Math.max(...rows.map((row) => row.cells[column]?.textContent.trim().length ?? 0));
      head.style.minWidth = `${Math.min(longest, kNarrowest) * 0.56}em`;
    });
  }
}

// Where a long name may continue on the next line: after :: _ / . and before a capital.
const kLongName = /[^\s\u200b]{18,}/;
const kPlaces = /(?<=[a-z\d])(?=[A-Z])|(?<=::|[_/])(?=[^_/\s])|(?<=\w[.-])(?=\w)/;
function breakLongNames() {
  for (const element of document.querySelectorAll(".contents p, .contents li, .contents td, .contents th, .contents h1, .contents h2, .contents h3, .contents dd")) {
    for (const node of [...element.childNodes].flatMap(ownText)) {
      if (!kLongName.test(node.data)) continue;
      const pieces = node.data.split(/(\s+)/).flatMap((word) =>
        word.length < 18 ? [word] : word.split(kPlaces).flatMap((piece, i) => (i ? [document.createElement("wbr"), piece] : [piece])));
      node.replaceWith(...pieces);
    }
  }
}

// The texts in a node that stand in no paragraph, item or cell of their own, and in no block of code.
function ownText(node) {
  if (node.nodeType === Node.TEXT_NODE) return [node];
  if (node.nodeType !== Node.ELEMENT_NODE || node.matches("p, ul, ol, dl, table, pre, svg, .fragment, .katex, h1, h2, h3")) return [];
  return [...node.childNodes].flatMap(ownText);
}

document.addEventListener("DOMContentLoaded", () => {
  addContents();
  shortenPlaceholder();
  keepShortCode();
  addCopyButtons();
  addStopButton();
  nameCells();
  widenColumns();
  colorCuda();
  renderFormulas();
  breakLongNames();
  nameControls();
  new MutationObserver(nameControls).observe(document.body, {childList: true, subtree: true});
});
window.addEventListener("load", reachScrollers);
window.addEventListener("resize", reachScrollers);
