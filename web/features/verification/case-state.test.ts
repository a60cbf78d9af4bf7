import { describe, expect, it } from 'vitest'
import type { QueueItem } from '#contract/verification.ts'
import type { FraudSignal } from '#contract/verification-decisions.ts'
import {
  type CaseItem,
  caseAfter,
  caseItems,
  decisionOf,
  newCase,
  progressOf,
} from './case-state.ts'

type Some = { signals?: FraudSignal[]; expired?: boolean }

const item = (id: string, { signals = [], expired = false }: Some = {}) =>
  ({ document: { id }, version: `${id}-1`, signals, expired }) as unknown as QueueItem

const shown = (items: readonly CaseItem[], state = newCase) =>
  items.reduce((now, { version }) => caseAfter(now, { step: 'shown', version }), state)

describe('the case of a person', () => {
  it("refuses to approve a person's documents before every photo was shown", () => {
    const items = [item('front'), item('back'), item('licence')]
    const two = shown(items.slice(0, 2))
    expect(progressOf(items, two)).toMatchObject({ isReady: false, unseen: [items[2]] })
    expect(progressOf(items, shown(items)).isReady).toBe(true)
  })

  it('asks for another look at a photo when something beside it changed', () => {
    const items = [item('front'), item('back')]
    const state = shown(items)
    const renamed = items.map((each) => ({ ...each, version: `${each.document.id}-2` }))
    expect(progressOf(renamed, state)).toMatchObject({ isReady: false, unseen: renamed })
    expect(progressOf(renamed, shown(renamed, state)).isReady).toBe(true)
  })

  it('approves a clean driver by one press once every photo was shown', () => {
    const items = ['front', 'back', 'licence', 'soat'].map((id) => item(id))
    const state = shown(items)
    // The only press is "a": nothing is confirmed, marked or chosen before.
    expect(progressOf(items, state)).toMatchObject({ isReady: true, signalled: [], rejecting: [] })
    expect(decisionOf(items, state).verdicts).toEqual(
      items.map(({ document: { id } }) => {
        return { verdict: 'approved', documentId: id, version: `${id}-1`, despiteSignals: [] }
      }),
    )
  })

  it('rejects one document with its reason and approves the others', () => {
    const items = [item('front'), item('licence')]
    const reason = 'No se lee.'
    const state = caseAfter(shown(items), { step: 'reject', documentId: 'licence', reason })
    expect(decisionOf(items, state).verdicts).toEqual([
      { verdict: 'approved', documentId: 'front', version: 'front-1', despiteSignals: [] },
      { verdict: 'rejected', documentId: 'licence', version: 'licence-1', reason },
    ])
    const kept = caseAfter(state, { step: 'keep', documentId: 'licence' })
    expect(progressOf(items, kept).rejecting).toEqual([])
  })

  it('asks for a rejection of a document that ended while it waited', () => {
    const items = [item('front'), item('soat', { expired: true })]
    const state = shown(items)
    expect(progressOf(items, state)).toMatchObject({ isReady: false, expired: [items[1]] })
    const step = { step: 'reject', documentId: 'soat', reason: 'Está vencido.' } as const
    expect(progressOf(items, caseAfter(state, step)).isReady).toBe(true)
  })

  it('names the signals of fraud of the documents that are approved', () => {
    const items = [item('front', { signals: ['number_shared'] }), item('back')]
    const state = shown(items)
    expect(progressOf(items, state).signalled).toEqual([items[0]])
    expect(decisionOf(items, state).verdicts[0]).toMatchObject({
      despiteSignals: ['number_shared'],
    })
  })

  it('allows rejecting all documents of a person without opening each photo', () => {
    const items = [item('front')]
    const step = { step: 'reject', documentId: 'front', reason: 'Otro documento.' } as const
    expect(progressOf(items, caseAfter(newCase, step)).isReady).toBe(true)
  })

  describe('with a profile photo', () => {
    const photo = {
      ...{ url: '/api/users/u1/photo?v=0123456789ab', version: '0123456789ab', compareWith: [] },
      compared: 'faces-1',
      person: { id: 'u1', name: 'Marta Ruiz' },
    }

    it('approves a person with a profile photo once the faces were shown', () => {
      const documents = [item('front')]
      const items = caseItems(documents, photo)
      expect(progressOf(items, shown(documents))).toMatchObject({ isReady: false })
      const state = shown(items)
      expect(progressOf(items, state)).toMatchObject({ isReady: true, signalled: [] })
      expect(decisionOf(items, state)).toEqual({
        verdicts: [
          { verdict: 'approved', documentId: 'front', version: 'front-1', despiteSignals: [] },
        ],
        photo: { verdict: 'accepted', version: photo.version, compared: 'faces-1' },
      })
    })

    it('refuses the photo alone with its reason', () => {
      const items = caseItems([], photo)
      const reason = 'No se ve la cara.'
      const step = { step: 'reject', documentId: photo.version, reason } as const
      expect(decisionOf(items, caseAfter(newCase, step))).toEqual({
        verdicts: [],
        photo: { verdict: 'refused', version: photo.version, compared: 'faces-1', reason },
      })
    })
  })
})
