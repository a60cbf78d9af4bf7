// @vitest-environment happy-dom
import { createRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, it, onTestFinished, vi } from 'vitest'
import { Form } from './form.tsx'
import { NumberStepper } from './number-stepper.tsx'
import { RadioCards } from './radio-cards.tsx'

it('focuses a field whose error the server finds when its answer is there', async () => {
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  onTestFinished(() => {
    root.unmount()
    box.remove()
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  root.render(
    <Form onSend={() => promise}>
      <input aria-label="asked" />
      <button type="submit">Enviar</button>
    </Form>,
  )
  await vi.waitUntil(() => box.querySelector('button'))
  box.querySelector('button')?.click()
  box.querySelector('input')?.setAttribute('aria-invalid', 'true')
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  expect(document.activeElement).toBe(document.body)
  resolve()
  await vi.waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('asked'))
})

it('focuses the first field with an error of the sent form, not of another one', async () => {
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  onTestFinished(() => {
    root.unmount()
    box.remove()
  })
  root.render(
    ['first', 'second'].map((name) => (
      <Form key={name} onSend={() => {}}>
        <input aria-label={name} aria-invalid />
        <button type="submit">Enviar</button>
      </Form>
    )),
  )
  await vi.waitUntil(() => box.querySelectorAll('button').length === 2)
  box.querySelectorAll('button')[1]?.click()
  await vi.waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('second'))
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
