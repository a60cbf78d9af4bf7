import { expect, it } from 'vitest'
import { screenPaths } from '#test/screen-paths.ts'
import { knownPage, pageOf, webPages } from './web-pages.ts'

/** Routes that are not pages: the parent of the team's screens, and the catch-all. */
const NO_PAGES = ['*', 'admin/*']

it('the list of web pages has every address of the site and of the team, and no other', () => {
  const listed = webPages.map((pattern) => pattern.slice(1)).filter(Boolean)
  expect(listed.toSorted()).toEqual(
    [...screenPaths].filter((path) => !NO_PAGES.includes(path)).toSorted(),
  )
})

it.each([
  ['/', '/'],
  ['/trips', '/trips'],
  ['/trips/0197a000-0000-7000-8000-000000000001', '/trips/:tripId'],
  ['/trips/0197a000-0000-7000-8000-000000000001/run/', '/trips/:tripId/run'],
  ['/invita', '/invita'],
  ['/invita/ANA-4321', '/invita/:code'],
  ['/registro', '/Registro'],
  ['/admin/people/ana@correo.co', '/admin/people/:userId'],
  ['/trips/1/2/3', 'other'],
  ['/ana@correo.co', 'other'],
])('the address %s belongs to the page %s', (path, page) => {
  expect(pageOf(path)).toBe(page)
})

it('a page pattern that the site does not have becomes "other"', () => {
  expect(['/wallet', '/trips/:tripId', '/trips/123', '', 'wallet', '/x'].map(knownPage)).toEqual([
    '/wallet',
    '/trips/:tripId',
    'other',
    'other',
    'other',
    'other',
  ])
})
