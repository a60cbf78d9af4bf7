import { expect, it } from 'vitest'
import { tripStateTexts } from '#contract/trip-state-words.ts'
import { tripStateWords } from './trip-state-words.ts'

// Not imported by the screens: the page of a trip has no room for a second copy of the names.
it('names each state of a trip as the file of the desk does', () => {
  const shown = Object.entries(tripStateWords).map(([state, { text }]) => [state, text])
  expect(Object.fromEntries(shown)).toEqual(tripStateTexts)
})
