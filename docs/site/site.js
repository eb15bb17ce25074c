// What Doxygen's pages lack in a browser: CUDA's words in colour, graphs with words for those who
// cannot see them, formulas, and names for the controls that Doxygen leaves without.

const kCudaWords = /\b(__global__|__device__|__host__|__shared__|__constant__|__managed__|threadIdx|blockIdx|blockDim|gridDim|cuda[A-Z]\w*|__sync\w+|dim3)\b|(&lt;&lt;&lt;|&gt;&gt;&gt;)/g;

function colourCuda() {
  for (const line of document.querySelectorAll(".fragment .line")) {
    if (line.textContent.trimStart().startsWith("//")) continue;
    for (const node of textNodes(line)) colourNode(node);
  }
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

function colourNode(node) {
  const escaped = node.data.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  const coloured = escaped.replace(kCudaWords, '<span class="cuda">$&</span>');
  if (coloured === escaped) return;
  const span = document.createElement("span");
  span.innerHTML = coloured;
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

document.addEventListener("DOMContentLoaded", () => {
  colourCuda();
  renderFormulas();
  nameControls();
  new MutationObserver(nameControls).observe(document.body, {childList: true, subtree: true});
});
window.addEventListener("load", reachScrollers);
window.addEventListener("resize", reachScrollers);
