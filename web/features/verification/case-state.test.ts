import { describe, expect, it } from 'vitest'
import type { QueueItem } from '#contract/verification.ts'
import type { FraudSignal } from '#contract/verification-decisions.ts'
import { caseAfter, newCase, progressOf, verdictsOf } from './case-state.ts'

type Some = { signals?: FraudSignal[]; expired?: boolean }

const item = (id: string, { signals = [], expired = false }: Some = {}) =>
  ({ document: { id }, signals, expired }) as unknown as QueueItem

const shown = (items: readonly QueueItem[], state = newCase) =>
  items.reduce((now, { document }) => {
    return caseAfter(now, { step: 'shown', documentId: document.id })
  }, state)

describe('the case of a person', () => {
  it('cannot be approved before every photo was shown', () => {
    const items = [item('front'), item('back'), item('licence')]
    const two = shown(items.slice(0, 2))
    expect(progressOf(items, two)).toMatchObject({ isReady: false, unseen: [items[2]] })
    expect(progressOf(items, shown(items)).isReady).toBe(true)
  })

  it('is decided by one press for a clean driver once every photo was shown', () => {
    const items = ['front', 'back', 'licence', 'soat'].map((id) => item(id))
    const state = shown(items)
    // The only press is "a": nothing is confirmed, marked or chosen before.
    expect(progressOf(items, state)).toMatchObject({ isReady: true, signalled: [], rejecting: [] })
    expect(verdictsOf(items, state)).toEqual(
      items.map(({ document: { id } }) => {
        return { verdict: 'approved', documentId: id, despiteSignals: [] }
      }),
    )
  })

  it('rejects one document with its reason and approves the others', () => {
    const items = [item('front'), item('licence')]
    const reason = 'No se lee.'
    const state = caseAfter(shown(items), { step: 'reject', documentId: 'licence', reason })
    expect(verdictsOf(items, state)).toEqual([
      { verdict: 'approved', documentId: 'front', despiteSignals: [] },
      { verdict: 'rejected', documentId: 'licence', reason },
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
    expect(verdictsOf(items, state)[0]).toMatchObject({ despiteSignals: ['number_shared'] })
  })

  it('can be rejected as a whole without a look at every photo', () => {
    const items = [item('front')]
    const step = { step: 'reject', documentId: 'front', reason: 'Otro documento.' } as const
    expect(progressOf(items, caseAfter(newCase, step)).isReady).toBe(true)
  })
})
