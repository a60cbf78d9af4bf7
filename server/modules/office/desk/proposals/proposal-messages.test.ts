import { expect, it } from 'vitest'
import type { Unsigned } from '#contract/proposal.ts'
import { proposalActs } from '#contract/proposal-words.ts'
import { refundUnsigned } from '../desk-actions/desk-actions.messages.ts'
import { expulsionLapsed, signatureLapsed } from './proposals.messages.ts'

const site = 'https://cupo.test'
const named = { people: ['Ramiro B.'], pesos: 650_000, detail: 'CUPO-W-1' }
const plain = (text: string) => text.replace(/\s/g, ' ')

it.each(Object.keys(proposalActs) as Unsigned['kind'][])(
  'the notice of a lapsed signature names person, act and amount: %s',
  (kind) => {
    const data = { kind, ...named, why: 'time', loses: 'signature' } as const
    const { subject, heading } = signatureLapsed.words(data, site)
    for (const text of [subject, heading]) {
      expect(plain(text ?? '')).toContain(`${proposalActs[kind]} · Ramiro B. · $ 650.000`)
    }
  },
)

it('alarms name the person and the amount, and what concerns nobody its subject', () => {
  const refund = { ...named, reference: 'CUPO-1', path: '/', by: 'Ana', at: '2026-11-20T13:00:00Z' }
  expect(plain(refundUnsigned.words(refund, site).heading)).toContain('Ramiro B. · $ 650.000')
  const lapsed = expulsionLapsed.words({ kind: 'suspension', people: ['Ramiro B.'] }, site)
  expect(lapsed.subject ?? '').toContain('Suspensión · Ramiro B.')
  const price = { kind: 'toll_price', detail: 'Chusacá', pesos: null } as const
  const toll = signatureLapsed.words({ ...price, why: 'time', loses: 'proposal' }, site)
  expect(toll.subject ?? '').toContain('Peaje · Chusacá')
})

it('a lapsed measure names who was judged, not who reported them, and no code', () => {
  const people = ['Ramiro B.', 'Sara P.']
  const measure = { kind: 'expulsion', people, detail: 'fraud', pesos: null } as const
  const { heading, facts } = signatureLapsed.words(
    { ...measure, why: 'time', loses: 'signature' },
    site,
  )
  expect([heading, facts]).toEqual(['Ya no cuenta: Expulsión · Ramiro B.', []])
})
