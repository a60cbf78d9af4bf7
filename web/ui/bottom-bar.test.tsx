// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { BottomBar } from './bottom-bar.tsx'

const NOTE = 'Quedan 2 cupos por llenar.'

/** Draws a bar with a note on a phone; returns the note. */
async function drawn(textSize: string): Promise<Element | undefined> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('innerWidth', 360)
  document.documentElement.style.fontSize = textSize
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(async () => {
    await act(async () => root.unmount())
    place.remove()
    document.documentElement.style.fontSize = ''
    vi.unstubAllGlobals()
  })
  const bar = <BottomBar note={NOTE} action={<button type="button">Compartir viaje</button>} />
  await act(async () => root.render(bar))
  return [...place.querySelectorAll('p')].find(({ textContent }) => textContent === NOTE)
}

it.each([
  ['16px', true],
  ['32px', false],
])('shows the note of a text size of %s in the bar: %s', async (textSize, isInBar) => {
  const note = await drawn(textSize)
  expect(note?.closest('[data-action-bar]') !== null).toBe(isInBar)
})
