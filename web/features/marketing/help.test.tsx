// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { openScreen, until } from '#test/screen.tsx'

const shown = () =>
  [...document.querySelectorAll('details')]
    .filter((each) => !each.closest('section')?.hidden || each.closest('[data-help-results]'))
    .map((each) => each.querySelector('summary')?.textContent)

it('shows the answers to everyday words first, and all in their order again', async () => {
  const screen = await openScreen('/ayuda')
  const field = await screen.role('searchbox', /./)
  const all = shown()
  await screen.user.type(field, 'me devuelven la plata')
  await until(() => expect(document.querySelector('[data-help-results] summary')).not.toBeNull())
  const first = document.querySelector('[data-help-results] summary')?.textContent
  expect(first).toMatch(/me devuelven|vuelve el dinero/)
  expect(shown().length).toBeLessThan(9)
  await screen.user.clear(field)
  await until(() => expect(shown()).toEqual(all))
})
