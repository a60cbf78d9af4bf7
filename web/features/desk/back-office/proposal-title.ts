import type { Unsigned } from '#contract/proposal.ts'
import { hasCode, isMeasure, proposalTitle } from '#contract/proposal-words.ts'
import { pesos } from '#web/lib/format.ts'
import { reasonOf } from '#web/shared/conduct/conduct-words.ts'
import { causeOf } from './action-words.ts'

/** Act, people and amount of a proposal in one line. */
export const titleOf = ({ people, pesos: value, ...proposal }: Unsigned) =>
  proposalTitle({
    ...proposal,
    detail: subjectOf(proposal),
    people: people.map(({ name }) => name),
    amount: value === null ? null : pesos(value),
  })

/** Subject of a proposal in words. */
export function subjectOf({ kind, detail }: Pick<Unsigned, 'kind' | 'detail'>): string {
  if (isMeasure(kind)) return reasonOf(detail)
  return hasCode(kind) ? causeOf(detail) : detail
}
