import type { CasePerson } from '#contract/conduct.ts'
import { dateShort, plural } from '#web/lib/format.ts'
import { sanctionWords, standingWords } from '#web/shared/conduct/conduct-words.ts'
import { deskLinks } from '#web/shared/desk/back-office/desk-links.ts'
import { Link } from '#web/ui/link.tsx'

/** History of one person of a case, for the team member who decides. */
export function CasePersonFacts({ person }: { person: CasePerson }) {
  return (
    <>
      <p className="text-sm">
        Cuenta: {standingWords[person.standing].toLowerCase()} ·{' '}
        {plural(person.reported, 'reporte', 'reportes')} en su contra, {person.upheld} con medidas
      </p>
      <p className="text-sm">
        <Link to={deskLinks.person(person.id)} className="inline-block py-1">
          Ver a {person.name}
        </Link>
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
