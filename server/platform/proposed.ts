import type { Unsigned } from '#contract/proposal.ts'
import type { RowOf } from './iso-dates.ts'

/** What one person of the team proposed, and another must sign. */
export type Proposed = RowOf<
  Omit<Unsigned, 'kind' | 'subjectId' | 'people' | 'sameDevice'>,
  'at'
> & {
  /** People who gain or lose by it. */
  about: string[]
}
