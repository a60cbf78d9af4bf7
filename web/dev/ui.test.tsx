import { globSync } from 'node:fs'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, it, vi } from 'vitest'
import { NumberStepper } from '#web/ui/number-stepper.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import UiRoute, { pieces } from './ui.route.tsx'

it('/dev/ui shows every component of web/ui', () => {
  const components = globSync('*.tsx', { cwd: new URL('../ui', import.meta.url) })
  expect(components.length).toBeGreaterThan(35)
  const files = components.filter((name) => !name.endsWith('.test.tsx'))
  expect(Object.keys(pieces).sort()).toEqual(files.sort())
})

it('renders, each component under its file', () => {
  const Stub = createRoutesStub([{ path: '/dev/ui', Component: UiRoute }])
  const html = renderToString(<Stub initialEntries={['/dev/ui']} />)
  for (const file of Object.keys(pieces)) expect(html).toContain(`aria-label="${file}"`)
})

it('names the error and the hint of a number and of cards in their control', () => {
  const text = { hint: 'Una ayuda', error: 'Un error' }
  const number = { label: 'Cupos', value: 1, min: 1, max: 4, onChange: () => {} }
  const cards = { legend: 'Pago', options: [], value: null, onChange: () => {} }
  for (const field of [
    <NumberStepper key="number" {...number} {...text} />,
    <RadioCards key="cards" {...cards} {...text} />,
  ]) {
    const html = renderToString(field)
    const ids = [...html.matchAll(/<p id="([^"]+)"/g)].map(([, id]) => id)
    expect(ids).toHaveLength(2)
    expect(html).toContain(`aria-describedby="${ids.sort().reverse().join(' ')}"`)
  }
})

it('serves the components page in development only', async () => {
  const addresses = async (mode: string) => {
    vi.stubEnv('NODE_ENV', mode)
    vi.resetModules()
    const { default: routes } = await import('#web/routes.ts')
    return routes.map(({ path }) => path)
  }
  expect(await addresses('development')).toContain('dev/ui')
  expect(await addresses('production')).not.toContain('dev/ui')
  vi.unstubAllEnvs()
})
