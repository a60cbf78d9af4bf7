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

it('throws when delaying a page whose start script has another form', () => {
  expect(() => delayed('<body></body>')).toThrow('does not start the app')
})
