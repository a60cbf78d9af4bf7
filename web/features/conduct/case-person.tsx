import type { CasePerson } from '#contract/conduct.ts'
import { sanctionWords, standingWords } from '#web/domain/conduct/conduct-words.ts'
import { dateShort, plural } from '#web/lib/format.ts'

/** One person of a case with their history, for the team member who decides. */
export function CasePersonFacts({ as, person }: { as: string; person: CasePerson }) {
  return (
    <section className="grid content-start gap-1">
      <h3 className="text-sm text-muted">{as}</h3>
      <p className="font-semibold wrap-anywhere">{person.name}</p>
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
    </section>
  )
}
