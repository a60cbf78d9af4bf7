import { expect, it } from 'vitest'
import { isAt, menuFor } from './admin-access.ts'
import { adminScreens } from './admin-screens.ts'

type Role = 'passenger' | 'verifier' | 'finance' | 'support' | 'admin'
const linesOf = (role: Role) => menuFor(['passenger', role]).flat()
const titles = (role: Role) =>
  linesOf(role).flatMap(({ screens }) => screens.map(({ title }) => title))

it('the staff navigation lists the screens that the roles permit, and none for a passenger', () => {
  expect(titles('passenger')).toEqual([])
  expect(titles('verifier')).toContain('Verificaciones')
  expect(titles('verifier')).not.toContain('Reclamos')
  expect(titles('finance')).toContain('Casos de pagos')
  expect(titles('finance')).not.toContain('Incidentes')
  expect(titles('support')).toContain('Incidentes')
  expect(titles('support')).not.toContain('Casos de pagos')
  const listed = adminScreens.filter(({ area }) => area).map(({ title }) => title)
  expect(titles('admin').sort()).toEqual(listed.sort())
})

it('the menu of an admin has at most 12 lines in groups, and starts with today', () => {
  expect(linesOf('admin').length).toBeLessThanOrEqual(12)
  expect(menuFor(['admin']).length).toBeGreaterThan(1)
  expect(linesOf('admin')[0]?.title).toBe('Hoy')
})

it('a line with one screen has the name of that screen', () => {
  expect(linesOf('verifier').map(({ title }) => title)).toEqual([
    ...['Hoy', 'Verificaciones', 'Cifras', 'Tu segundo paso'],
  ])
})

it('every staff screen has an address of its own', () => {
  const addresses = adminScreens.map(({ path }) => path)
  expect(new Set(addresses).size).toBe(addresses.length)
})

it('a detail belongs to its list, and every screen but today does not belong to today', () => {
  expect(isAt('/admin/people/1', { path: 'people' })).toBe(true)
  expect(isAt('/admin/payments', { path: 'payment-cases' })).toBe(false)
  expect(isAt('/admin/', { path: '' })).toBe(true)
  expect(isAt('/admin/people', { path: '' })).toBe(false)
})
