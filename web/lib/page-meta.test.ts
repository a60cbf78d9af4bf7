import { expect, it } from 'vitest'
import { pageMeta, questions } from './page-meta.ts'
import { prerenderedPaths, type StaticPath, staticPages } from './static-pages.ts'

const pages = Object.keys(staticPages) as StaticPath[]

it('keeps titles and descriptions of all pages short enough for search engines', () => {
  for (const path of pages) {
    const { title, description } = staticPages[path]
    expect(title.length, path).toBeLessThanOrEqual(60)
    expect(description.length, path).toBeGreaterThan(70)
    expect(description.length, path).toBeLessThanOrEqual(160)
  }
  expect(new Set(pages.map((path) => staticPages[path].title)).size).toBe(pages.length)
})

it('gives a page its canonical URL and a breadcrumb list from the home page', () => {
  const meta = pageMeta('/safety')
  expect(meta).toContainEqual({
    tagName: 'link',
    rel: 'canonical',
    href: 'https://cupo.example/safety',
  })
  const [trail] = meta.flatMap((tag) => ('script:ld+json' in tag ? [tag['script:ld+json']] : []))
  expect(trail).toMatchObject({
    '@type': 'BreadcrumbList',
    itemListElement: [
      { position: 1, item: 'https://cupo.example/' },
      { position: 2, item: 'https://cupo.example/safety' },
    ],
  })
})

it('adds the questions of a page to its structured data as FAQPage', () => {
  const list = questions([{ question: '¿Sí?', answer: 'Sí.' }])
  expect(pageMeta('/how-it-works', list)).toContainEqual({
    'script:ld+json': expect.objectContaining({ '@type': 'FAQPage' }),
  })
})

it('prerenders the links page and its aliases /social and /qr', () => {
  expect(prerenderedPaths).toEqual(expect.arrayContaining(['/links', '/social', '/qr', '/']))
})
