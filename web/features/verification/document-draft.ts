import { serverDate } from '#web/lib/clock.ts'
import { today } from '#web/lib/format.ts'
import type { RequirementView } from './use-documents.ts'

/** What is written beside a photo; dates are YYYY-MM-DD, empty while unknown. */
type Draft = { expiresOn: string; birthDate: string; insurer?: string; policyNumber?: string }

export type DraftProblems = Partial<Record<'file' | keyof Draft, string>>

type Asked = Pick<RequirementView, 'kind' | 'needsExpiry'>

export function asksBirthDate({ kind }: Asked): boolean {
  return kind === 'identity_front'
}

/** Validation errors, by field. The server also checks expiry and age, with its own clock. */
export function draftProblems(draft: Draft, asked: Asked, now: Date = serverDate()): DraftProblems {
  const lacksBirth = asksBirthDate(asked) && !draft.birthDate
  const isInsurance = asked.kind === 'insurance'
  return {
    ...(asked.needsExpiry ? expiryProblem(draft.expiresOn, today(now)) : {}),
    ...(lacksBirth ? { birthDate: 'Escribe tu fecha de nacimiento.' } : {}),
    ...(isInsurance && !draft.insurer ? { insurer: 'Escribe la aseguradora.' } : {}),
    ...(isInsurance && !draft.policyNumber ? { policyNumber: 'Escribe el número.' } : {}),
  }
}

/** Error of an expiry date; a document is still valid on its last day. */
function expiryProblem(expiresOn: string, todayIs: string): { expiresOn?: string } {
  if (!expiresOn) return { expiresOn: 'Escribe la fecha de vencimiento.' }
  return expiresOn < todayIs ? { expiresOn: 'El documento ya está vencido.' } : {}
}
