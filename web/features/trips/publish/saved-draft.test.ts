import { beforeEach, expect, it } from 'vitest'
import { stubStorage } from '#test/memory-storage.ts'
import { emptyDraft } from './publish-draft.ts'
import { readDraft } from './saved-draft.ts'

beforeEach(() => stubStorage())

const written = { ...emptyDraft, date: '2026-12-04', time: '05:30', seats: 2, notes: 'Salgo.' }
const read = (saved: object) => {
  localStorage.setItem('publish_draft:ana', JSON.stringify(saved))
  return readDraft('ana')
}

it('reads a draft as it was written, also one of a version with fewer fields', () => {
  expect(read(written)).toEqual({ draft: written, isWhole: true })
  const { notes: _, repeated: _repeated, ...fewer } = written
  const { verifiedOnly: _only, ...preferences } = written.preferences
  const older = { ...fewer, preferences, stops: [null] }
  expect(read(older)).toEqual({ draft: { ...written, notes: '' }, isWhole: true })
})

it.each([
  ['a key that no version has now', { isInstant: true }, {}],
  ['a number as a text', { seats: '2' }, { seats: emptyDraft.seats }],
  ['a yes-or-no of a list', { preferences: { pets: ['dog'] } }, {}],
  ['a place without its name', { origin: { id: '11001' } }, {}],
  ['nothing where there is a list', { stops: null }, {}],
])('leaves out what it cannot read, and says so: %s', (_what, other, lost) => {
  expect(read({ ...written, ...other })).toEqual({
    draft: { ...written, ...lost },
    isWhole: false,
  })
})
