// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { forgetUnsent, hasUnsent } from './unsent.ts'

afterEach(() => localStorage.clear())

it('finds nothing on a device without unsent acts', async () => {
  expect(await hasUnsent()).toBe(false)
})

it.each(['aboard:b', 'journey-presses:ana', 'incident:1', 'boarding_pending'])(
  'finds what waits in %s',
  async (key) => {
    localStorage.setItem(key, '1')
    expect(await hasUnsent()).toBe(true)
  },
)

it('deletes reports and presses of all but one person, and counts them', async () => {
  const keys = ['aboard:b', 'aboard:c', 'journey-presses:beto', 'journey-presses:ana']
  for (const key of keys) localStorage.setItem(key, key === 'aboard:c' ? 'ana' : '[1,2]')
  expect(await forgetUnsent('ana')).toMatchObject({ aboard: 1, presses: 2 })
  expect(Object.keys(localStorage)).toEqual(['aboard:c', 'journey-presses:ana'])
})
