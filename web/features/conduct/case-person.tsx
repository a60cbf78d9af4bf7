import type { CasePerson } from '#contract/conduct.ts'
import { dateShort, plural } from '#web/lib/format.ts'
import { sanctionWords, standingWords } from '#web/shared/conduct/conduct-words.ts'

/** History of one person of a case, for the team member who decides. */
export function CasePersonFacts({ person }: { person: CasePerson }) {
  return (
    <>
      <p className="text-sm">
        Cuenta: {standingWords[person.standing].toLowerCase()} ·{' '}
        {plural(person.reported, 'reporte', 'reportes')} en su contra, {person.upheld} con medidas
      </p>
      {person.history.length > 0 && (
        <ul className="text-sm text-muted">
          {person.history.map(({ kind, at, reason, isLifted }) => (
            <li key={at} className="wrap-anywhere">
              {dateShort(at)}: {sanctionWords[kind]}
              {isLifted && ' (levantada)'} — {reason}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
