import { expect, it } from 'vitest'
import { renderedAddress } from './render-site.ts'

const addresses = [{ pattern: /^\/trips$/, params: ['from', 'to', 'date'] }]

it.each([
  ['/trips', '/trips'],
  ['/trips?to=2&from=1', '/trips?from=1&to=2'],
  ['/trips?from=1&utm_source=boletin&fbclid=x', '/trips?from=1'],
  ['/trips?from=1&from=2', '/trips?from=1'],
  ['/trips?from=%22%3E', '/trips?from=%22%3E'],
])('renders %s as %s', (url, address) => {
  expect(renderedAddress(addresses, url)).toBe(address)
})

it.each(['/', '/trips/1', '/TRIPS', '/trips/', `/trips?from=${'1'.repeat(600)}`])(
  'does not render %s on request',
  (url) => expect(renderedAddress(addresses, url)).toBeNull(),
)
