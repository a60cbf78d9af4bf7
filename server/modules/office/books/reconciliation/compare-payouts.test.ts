import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  comparePayout,
  comparePayouts,
  type KnownPayout,
  type PayoutLine,
} from './compare-payouts.ts'

const REFERENCE = 'CUPO-W-0123456789ABCDEF0123'
const paid: KnownPayout = {
  withdrawalId: 'w',
  status: 'paid',
  channel: 'gateway',
  pesos: 50_000,
  isReturned: false,
  matched: null,
}
const line = (status: PayoutLine['status'], amountInCents = 5_000_000): PayoutLine => {
  return { key: 'tx-1', reference: REFERENCE, amountInCents, status }
}
const approved = line('approved')

it.each([
  ['both sides agree', approved, paid, 'matched'],
  ['the line was matched before', approved, { ...paid, matched: 'tx-1' }, 'matched'],
  [
    'two people recorded that the paid money came back',
    approved,
    { ...paid, status: 'failed', isReturned: true, matched: 'tx-1' },
    'matched',
  ],
  ['the payout is pending', line('pending'), { ...paid, status: 'sent' }, null],
  [
    'the approval was never received',
    approved,
    { ...paid, status: 'sent' },
    'reconcile_payout_missing',
  ],
  [
    'paid, but our request was never answered',
    approved,
    { ...paid, status: 'sending' },
    'reconcile_payout_missing',
  ],
  [
    'the failure was never received',
    line('failed'),
    { ...paid, status: 'sent' },
    'reconcile_payout_missing',
  ],
  ['both know the failure', line('failed'), { ...paid, status: 'failed' }, null],
  ['a second payment', approved, { ...paid, matched: 'tx-0' }, 'reconcile_payout_duplicate'],
  [
    'paid after our record failed it',
    approved,
    { ...paid, status: 'failed' },
    'reconcile_payout_repaid',
  ],
  ['returned after the payment', line('returned'), paid, 'reconcile_payout_returned'],
  ['another amount', line('approved', 5_000_100), paid, 'reconcile_payout_amount'],
  ['without a withdrawal', approved, undefined, 'reconcile_payout_unknown'],
  ['failed, without a withdrawal', line('failed'), undefined, null],
  [
    'of a withdrawal that is paid by hand',
    approved,
    { ...paid, channel: 'bank_file' as const },
    'reconcile_payout_unknown',
  ],
])('compares a payout line of the gateway with our record: %s', (_, said, known, result) => {
  expect(comparePayout(said, known, 'gateway')).toBe(result)
})

it('finds no difference in a payment by hand that two people have not confirmed yet', () => {
  const sent: KnownPayout = { ...paid, status: 'sent', channel: 'bank_file' }
  expect(comparePayout(approved, sent, 'bank_file')).toBe('matched')
  expect(comparePayout(line('returned'), sent, 'bank_file')).toBeNull()
})

it('matches one of two lines for the same withdrawal, and reports a duplicate', () => {
  const second = { ...approved, key: 'tx-2' }
  const recorded = new Map([[REFERENCE, paid]])
  const { matches, differences } = comparePayouts([approved, second], recorded, 'gateway')
  expect(matches).toEqual([{ withdrawalId: 'w', line: approved }])
  expect(differences).toEqual([{ kind: 'reconcile_payout_duplicate', line: second }])
})

const STATUSES = ['requested', 'approved', 'sending', 'sent', 'paid', 'failed', 'rejected']
const REFERENCES = ['CUPO-W-A', 'CUPO-W-B']

const payout = fc.record<KnownPayout>({
  withdrawalId: fc.constant('w'),
  status: fc.constantFrom(...STATUSES, 'cancelled'),
  channel: fc.constantFrom('gateway', 'bank_file', null),
  pesos: fc.constant(50_000),
  isReturned: fc.boolean(),
  matched: fc.constantFrom(null, 'tx-0', 'tx-1'),
})
const history = fc.record({
  side: fc.constantFrom('gateway' as const, 'bank_file' as const),
  recorded: fc
    .tuple(payout, payout)
    .map((known) => new Map(known.map((each, at) => [REFERENCES[at] ?? '', each]))),
  lines: fc
    .array(
      fc.record({
        reference: fc.constantFrom(...REFERENCES, 'OTRA-COSA', null),
        amountInCents: fc.constantFrom(5_000_000, 5_000_100),
        status: fc.constantFrom('pending' as const, 'approved', 'failed', 'returned'),
      }),
      { maxLength: 6 },
    )
    .map((lines) => lines.map((each, at): PayoutLine => ({ ...each, key: `tx-${at}` }))),
})

it('drops no payment: each is the one that pays a withdrawal, or a difference', () => {
  const check = fc.property(history, ({ side, recorded, lines }) => {
    const { matches, differences } = comparePayouts(lines, recorded, side)
    const moved = lines.filter(({ status }) => status === 'approved')
    const differing = differences.filter(({ line: { status } }) => status === 'approved')
    expect(matches.length + differing.length).toBe(moved.length)
    expect(new Set(matches.map(({ line: { reference } }) => reference)).size).toBe(matches.length)
    for (const { line: said } of matches) {
      const known = recorded.get(said.reference ?? '')
      expect(known?.channel).toBe(side)
      expect([null, said.key]).toContain(known?.matched)
      expect(said).toMatchObject({ status: 'approved', amountInCents: 5_000_000 })
    }
  })
  fc.assert(check, { numRuns: 500 })
})

it('finds the same matches and differences again once the matches are recorded', () => {
  const check = fc.property(history, ({ side, recorded, lines }) => {
    const first = comparePayouts(lines, recorded, side)
    const later = new Map(recorded)
    for (const { line: said } of first.matches) {
      const known = later.get(said.reference ?? '')
      if (known) later.set(said.reference ?? '', { ...known, matched: said.key })
    }
    expect(comparePayouts(lines, later, side)).toEqual(first)
  })
  fc.assert(check, { numRuns: 500 })
})

it('finds as many matches and differences in any order of the lines', () => {
  const kinds = ({ matches, differences }: ReturnType<typeof comparePayouts>) => [
    matches.length,
    ...differences.map(({ kind, line: { reference } }) => `${kind} ${reference}`).sort(),
  ]
  const check = fc.property(history, ({ side, recorded, lines }) => {
    const turned = comparePayouts(lines.toReversed(), recorded, side)
    expect(kinds(turned)).toEqual(kinds(comparePayouts(lines, recorded, side)))
  })
  fc.assert(check, { numRuns: 500 })
})
