// Rendered pages can be read before they are hydrated. Their code starts after the first paint, so
// that it does not compete with the style sheet and the fonts.

const PRELOAD = /<link rel="modulepreload" href="([^"]+)"\/>/g
const START = /(<script type="module" async="">)(import [\s\S]*?)<\/script>/
const PRELOADS_PER_TASK = 10
const STATIC_IMPORT = /^import (?:\* as (\w+) from )?"([^"]+)";$/gm

/** Makes a page start its app after the first paint. Throws if it does not start as expected. */
export function delayed(html: string): string {
  const start = START.exec(html)?.[2]
  if (start === undefined) throw new Error('the page does not start the app')
  const files = [...html.matchAll(PRELOAD)].map(([, file]) => file)
  return html
    .replaceAll(PRELOAD, '')
    .replace(START, (_, tag: string) => `${tag}${afterPaint(files, start)}</script>`)
}

/**
 * Builds a script that preloads all files in parallel, then runs the original start script. Forty
 * preloads in one task would block a slow phone for 50 to 150 ms.
 */
function afterPaint(files: readonly (string | undefined)[], start: string): string {
  const imports = [...start.matchAll(STATIC_IMPORT)]
  const names = imports.map(([, name]) => name ?? '')
  const rest = start.replaceAll(STATIC_IMPORT, '').trim()
  const loads = imports.map(([, , file]) => `import("${file}")`)
  return [
    `const files=${JSON.stringify(files)};`,
    `function preload(){for(const href of files.splice(0,${PRELOADS_PER_TASK}))`,
    'document.head.append(Object.assign(document.createElement("link"),',
    '{rel:"modulepreload",href}));files.length?setTimeout(preload):start()}',
    `function start(){Promise.all([${loads}]).then(([${names}])=>{${rest}})}`,
    'function go(){if(go.done)return;go.done=1;preload()}',
    // A background tab never paints, so a timer starts the code.
    'requestAnimationFrame(()=>setTimeout(go));setTimeout(go,1000)',
  ].join('')
}
