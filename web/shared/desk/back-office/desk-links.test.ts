import { expect, it } from 'vitest'
import { withdrawalReference } from '#contract/withdrawal-reference.ts'
import { causeLink } from './desk-links.ts'

it('leads from a movement to the withdrawal that caused it, not to a list', () => {
  const id = '019a0000-0000-7000-8abc-0123456789ab'
  expect(withdrawalReference(id)).toBe('CUPO-W-70008ABC0123456789AB')
  expect(causeLink({ kind: 'withdrawal', id })).toBe(
    '/admin/withdrawals?solo=CUPO-W-70008ABC0123456789AB',
  )
})
