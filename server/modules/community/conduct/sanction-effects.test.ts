import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { sanctioned } from './conduct.messages.ts'
import { sanctionEffects } from './sanction-effects.ts'

/** Reads the cells of the row with this heading in docs/conduct.md. */
function cells(docs: string, heading: string): string[] {
  const row = docs.split('\n').find((line) => line.startsWith(`| ${heading}`))
  return (row ?? '')
    .split('|')
    .slice(2, -1)
    .map((cell) => cell.trim())
}

const words = { no: 'no', until_end: 'until its end', all: 'always' }

it('describes in docs/conduct.md the same effects as the table of sanctions', () => {
  const docs = readFileSync('docs/conduct.md', 'utf8')
  const { warned, paused, suspended, expelled } = sanctionEffects
  const kinds = [warned, paused, suspended, expelled]
  expect(cells(docs, 'publishing')).toEqual(kinds.map((each) => words[each.barred]))
  expect(cells(docs, 'published trips are paused')).toEqual(
    kinds.map((each) => words[each.pausesTrips]),
  )
  expect(cells(docs, 'published trips are cancelled')).toEqual(
    kinds.map((each) => words[each.cancelsTrips]),
  )
  expect(cells(docs, 'own seats')).toEqual(kinds.map((each) => words[each.returnsSeats]))
  const closes = kinds.map((each) => words[each.closesAccount ? 'all' : 'no'])
  expect(cells(docs, 'everything but')).toEqual(closes)
})

it.each(['suspended', 'expelled'] as const)(
  'the message to a person who is %s says which seats',
  (kind) => {
    const facts = {
      kind,
      reason: 'Manejó con sueño.',
      endsAt: null,
      appealUntil: '2026-12-15T12:00:00Z',
    }
    const told = sanctioned.words(facts, '').paragraphs.join(' ')
    const isLimited = sanctionEffects[kind].returnsSeats === 'until_end'
    expect(/habías reservado para antes de esa fecha/.test(told)).toBe(isLimited)
  },
)
