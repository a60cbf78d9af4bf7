import { describe, expect, it } from 'vitest'
import { filesNeeded, namedIn, startingFiles } from './build-sw.ts'

describe('the offline files of a screen', () => {
  const files: Record<string, string> = {
    'assets/scan.js': 'import{a}from"./card.js";const b=()=>import("./ponyfill-Dd.js")',
    'assets/card.js': 'import"./scan.js";const deps=["assets/late.js","assets/app.css"]',
    'assets/late.js': 'export default 1',
    'assets/app.css': "src:url('/assets/letters.woff2')",
  }
  const needed = filesNeeded(['/assets/scan.js'], (file) => files[file] ?? '')

  it('needs the files that a screen names, and the files named by them', () => {
    expect(needed).toEqual([
      'assets/app.css',
      'assets/card.js',
      'assets/late.js',
      'assets/letters.woff2',
      'assets/scan.js',
    ])
  })

  it("leaves the QR reader, the map and the route table out of a screen's offline files", () => {
    const apart = '"/assets/zxing_reader-8c.js" "/assets/open-map-1.js" "/assets/manifest-57.js"'
    expect(namedIn(apart)).toEqual([])
  })
})

it('starts the offline files with every screen and all files that its route names', () => {
  const routes = {
    root: { id: 'root', module: '/assets/root.js', css: ['/assets/app.css'] },
    search: {
      ...{ id: 'search', module: '/assets/search.js' },
      clientLoaderModule: '/assets/search-2.js',
    },
    queue: { id: 'queue', module: '/assets/queue.js', imports: ['/assets/list.js'] },
  }
  const entry = { module: '/assets/entry.js', imports: [] }
  expect(startingFiles({ self: '', entry, routes }).sort()).toEqual(
    ['app.css', 'entry.js', 'list.js', 'queue.js', 'root.js', 'search-2.js', 'search.js'].map(
      (file) => `/assets/${file}`,
    ),
  )
})

it('finds lazy-loaded files in every quoting style of the minifier', () => {
  const text = 'import(`./late-1.js`),import("./late-2.js"),f(["assets/late-3.js"])'
  const late = ['/assets/late-1.js', '/assets/late-2.js', '/assets/late-3.js']
  expect(namedIn(text)).toEqual(late)
})
