import type { CaseOutcome, ConductCase } from '#contract/conduct.ts'
import { ALONE_SUSPENSION_DAYS } from '#contract/conduct-limits.ts'
import { serverDate } from '#web/lib/clock.ts'
import { outcomeWords } from '#web/shared/conduct/conduct-words.ts'

/** An outcome, or a step before it: `pause` the account, or `hear` the person. */
export type Act = CaseOutcome | 'pause' | 'hear'

/** Whether the person answered, or could: before, nobody suspends or expels. */
export function isHeard({ hearing }: ConductCase): boolean {
  if (!hearing) return false
  return hearing.answeredAt !== null || new Date(hearing.until) <= serverDate()
}

/** Actions possible in the case now. A proposed measure can be confirmed or replaced. */
export function actsFor(item: ConductCase): [Act, string][] {
  const { subject, hearing, isPaused, proposal } = item
  const isText = ['message', 'rating'].includes(subject.kind)
  const before: [Act, string][] = [
    ...(hearing ? [] : ([['hear', 'Pedir su versión']] as [Act, string][])),
    ...(isPaused ? [] : ([['pause', 'Pausar ya y pedir su versión']] as [Act, string][])),
  ]
  const outcomes = Object.entries(outcomeWords) as [CaseOutcome, string][]
  const after = outcomes
    .filter(([outcome]) => outcome !== 'hidden' || isText)
    .filter(([outcome]) => isHeard(item) || !['suspension', 'expulsion'].includes(outcome))
    .filter(
      ([outcome]) => outcome !== 'expulsion' || proposal?.outcome !== outcome || !proposal.isMine,
    )
    .map(([outcome, word]): [Act, string] => {
      if (outcome !== 'expulsion') return [outcome, word]
      const confirms = proposal?.outcome === outcome
      return [outcome, confirms ? 'Confirmar la expulsión' : 'Proponer expulsión']
    })
  return [...before, ...after]
}

/** Whether two people must sign what is chosen, and this is the first signature. */
export function isProposal(act: Act | '', length: number, { proposal }: ConductCase): boolean {
  const days = act === 'suspension' ? length : null
  if (act !== 'expulsion' && !(days !== null && days > ALONE_SUSPENSION_DAYS)) return false
  return proposal?.outcome !== act || proposal.days !== days || proposal.isMine
}
