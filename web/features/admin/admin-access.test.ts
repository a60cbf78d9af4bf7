import { expect, it } from 'vitest'
import { sectionsFor } from './admin-access.ts'
import { adminScreens } from './admin-screens.ts'

const titles = (role: 'passenger' | 'verifier' | 'finance' | 'support' | 'admin') =>
  sectionsFor(['passenger', role]).flatMap(({ screens }) => screens.map(({ title }) => title))

it('the staff navigation lists the screens that the roles permit, and none for a passenger', () => {
  expect(titles('passenger')).toEqual([])
  expect(titles('verifier')).toContain('Verificaciones')
  expect(titles('verifier')).not.toContain('Reclamos')
  expect(titles('finance')).toContain('Casos de pagos')
  expect(titles('finance')).not.toContain('Incidentes')
  expect(titles('support')).toContain('Incidentes')
  expect(titles('support')).not.toContain('Casos de pagos')
  const listed = adminScreens.filter(({ group }) => group).map(({ title }) => title)
  expect(titles('admin').sort()).toEqual(listed.sort())
})

it('every staff screen has an address of its own', () => {
  const addresses = adminScreens.map(({ path }) => path)
  expect(new Set(addresses).size).toBe(addresses.length)
})
