import { expect, it } from 'vitest'
import { delayed } from './start-after-paint.ts'

const start =
  'import "/assets/manifest-1.js";\nimport * as route0 from "/assets/root-2.js";\n' +
  'window.__modules = {"root":route0};\nimport("/assets/entry.client-3.js");'
const page =
  '<head><link rel="modulepreload" href="/assets/root-2.js"/><title>x</title></head>' +
  `<body><script>first()</script><script type="module" async="">${start}</script></body>`

it('requests no script of a delayed page before the first paint', () => {
  const html = delayed(page)
  expect(html).not.toContain('<link rel="modulepreload"')
  expect(html).not.toMatch(/^import /m)
  expect(html).toContain('<script>first()</script>')
})

it('loads the scripts of a delayed page after the first paint, and hydrates it', () => {
  const html = delayed(page)
  expect(html).toContain('const files=["/assets/root-2.js"];')
  expect(html).toContain(
    'Promise.all([import("/assets/manifest-1.js"),import("/assets/root-2.js")])' +
      '.then(([,route0])=>{window.__modules = {"root":route0};\n' +
      'import("/assets/entry.client-3.js");})',
  )
})

it('preloads many scripts in tasks of ten, and imports the app in the last task', () => {
  const files = Array.from({ length: 25 }, (_, index) => `/assets/part-${index}.js`)
  const links = files.map((file) => `<link rel="modulepreload" href="${file}"/>`).join('')
  const tasks = requestsByTask(delayed(links + page))
  expect(tasks.map((requests) => requests.length)).toEqual([10, 10, 6 + 2])
  expect(tasks.flat()).toEqual([
    ...files,
    '/assets/root-2.js',
    'import /assets/manifest-1.js',
    'import /assets/root-2.js',
  ])
})

/** Runs the start script of a page and returns what each of its tasks requests. */
function requestsByTask(html: string): string[][] {
  const script = html.slice(html.indexOf('const files='), html.lastIndexOf('</script>'))
  const queue: (() => void)[] = []
  let requests: string[] = []
  const browser = {
    document: {
      createElement: () => ({}),
      head: { append: ({ href }: { href: string }) => requests.push(href) },
    },
    window: {},
    requestAnimationFrame: (callback: () => void) => callback(),
    setTimeout: (task: () => void) => queue.push(task),
    load: async (file: string) => requests.push(`import ${file}`),
  }
  new Function(...Object.keys(browser), script.replaceAll('import(', 'load('))(
    ...Object.values(browser),
  )
  const tasks: string[][] = []
  for (let task = queue.shift(); task; task = queue.shift()) {
    requests = []
    task()
    tasks.push(requests)
  }
  return tasks.filter(({ length }) => length > 0)
}

it('throws when delaying a page whose start script has another form', () => {
  expect(() => delayed('<body></body>')).toThrow('does not start the app')
})
