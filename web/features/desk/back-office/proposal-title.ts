import type { Unsigned } from '#contract/proposal.ts'
import { proposalTitle } from '#contract/proposal-words.ts'
import { pesos } from '#web/lib/format.ts'

/** Act, people and amount of a proposal in one line. */
export const titleOf = ({ people, pesos: value, ...proposal }: Unsigned) =>
  proposalTitle({
    ...proposal,
    people: people.map(({ name }) => name),
    amount: value === null ? null : pesos(value),
  })
