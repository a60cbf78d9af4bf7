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

it('deletes the reports of boarding', async () => {
  localStorage.setItem('aboard:b', '1')
  forgetUnsent()
  expect(await hasUnsent()).toBe(false)
})
