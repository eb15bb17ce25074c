// C++ with CUDA's words in color, one <span class="line"> for each line.
import hljs from 'highlight.js/lib/core';
import cpp from 'highlight.js/lib/languages/cpp';

const kKeywords = ['__global__', '__device__', '__host__', '__shared__', '__constant__', '__managed__',
  '__launch_bounds__', '__restrict__', '__forceinline__', '__noinline__', '__grid_constant__',
  '__cluster_dims__', '__align__'];
const kBuiltIns = ['threadIdx', 'blockIdx', 'blockDim', 'gridDim', 'warpSize', 'dim3', 'cudaError_t',
  'cudaStream_t', 'cudaEvent_t', 'cudaTextureObject_t', 'int2', 'int3', 'int4', 'uint2', 'uint3',
  'uint4', 'float2', 'float3', 'float4', 'double2'];

// C++ as highlight.js knows it, with CUDA's keywords, the launch's brackets and the names that
// belong to CUDA: cudaMalloc, cudaStreamTailLaunch, __syncthreads, atomicAdd.
function cuda(hl) {
  const language = cpp(hl);
  const keywords = language.keywords;
  keywords.keyword = [...keywords.keyword, ...kKeywords];
  keywords.built_in = [...(keywords.built_in ?? []), ...kBuiltIns];
  const words = [
    {scope: 'launch', match: /<<<|>>>/, relevance: 10},
    {scope: 'built_in', match: /\b(?:cuda[A-Z]\w*|__(?:syncthreads|syncwarp|threadfence|activemask|ballot|any|all|shfl|popc|ffs|nanosleep|trap|isGlobal|isShared|isLocal)\w*|atomic[A-Z]\w*|tex[123]D\w*)\b/},
  ];
  const add = (mode, seen = new Set()) => {
    if (!mode || seen.has(mode)) return;
    seen.add(mode);
    const scope = mode.scope ?? mode.className ?? '';
    if (/comment|string|meta|number/.test(scope) || !Array.isArray(mode.contains)) return;
    mode.contains.forEach((inner) => inner !== 'self' && add(inner, seen));
    mode.contains = [...words, ...mode.contains];
  };
  add(language);
  language.name = 'CUDA';
  language.aliases = [];
  language.classNameAliases = {};  // a call of the course's own function is not a built-in
  return language;
}

hljs.registerLanguage('cuda', cuda);

export const escape_html = (text) =>
  text.replace(/[&<>"]/g, (letter) => ({'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'})[letter]);

// PTX: its operations and directives, registers, numbers, strings and comments.
const kPtx = [
  ['comment', /\/\/.*$/m], ['string', /"[^"]*"/], ['number', /\b(?:0x[\da-fA-F]+|\d+)\b/], ['type', /%[\w.]+/],
  ['title', /^\s*[\w$]+:/m], ['keyword', /(?:^|(?<=[\s{;]))(?:@!?%?\w+ )?\.?[a-z]\w*(?:\.[\w:]+)+/m],
];
const kPtxToken = new RegExp(kPtx.map(([name, pattern]) => `(?<${name}>${pattern.source})`).join('|'), 'gm');

export function highlighted_ptx(code) {
  let html = '';
  let after = 0;
  for (const match of code.matchAll(kPtxToken)) {
    const [name] = Object.entries(match.groups).find(([, text]) => text !== undefined);
    html += escape_html(code.slice(after, match.index)) + `<span class="hljs-${name}">${escape_html(match[0])}</span>`;
    after = match.index + match[0].length;
  }
  return html + escape_html(code.slice(after));
}

// HTML of the code, line by line; a span that is open at a line's end is opened again in the next.
export function highlighted_lines(code) {
  const open = [];
  return hljs.highlight(code, {language: 'cuda', ignoreIllegals: true}).value.split('\n').map((line) => {
    const before = open.join('');
    for (const [tag] of line.matchAll(/<span[^>]*>|<\/span>/g)) {
      if (tag === '</span>') open.pop();
      else open.push(tag);
    }
    return before + line + '</span>'.repeat(open.length);
  });
}
