import type { DutyPerson } from '#contract/duty.ts'
import { phone as phoneText } from '#web/lib/format.ts'
import { CardSection } from '#web/ui/card.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'

type DutyPeopleProps = { people: readonly DutyPerson[]; manages: boolean }

/** People who can be on duty, and whether a text message reaches each. */
export function DutyPeople({ people, manages }: DutyPeopleProps) {
  return (
    <CardSection title="Quién puede hacer guardia">
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {people.map(({ id, name, phone, phoneProved }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <span className="min-w-0 wrap-anywhere">
              {name}
              {manages && phone && <span className="tnum text-muted"> · {phoneText(phone)}</span>}
            </span>
            <StatusPill tone={phoneProved ? 'ok' : 'err'}>
              {phoneProved ? 'Celular confirmado' : 'Sin celular confirmado'}
            </StatusPill>
          </li>
        ))}
      </ul>
    </CardSection>
  )
}
