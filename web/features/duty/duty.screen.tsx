import { useQuery } from '@tanstack/react-query'
import type { Roster } from '#contract/duty.ts'
import { ROSTER_DAYS } from '#contract/duty-limits.ts'
import { api } from '#web/lib/api.ts'
import { dateTime } from '#web/lib/format.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { AddShift } from './add-shift.tsx'
import { DutyPeople } from './duty-people.tsx'
import { MyDuty } from './my-duty.tsx'
import { RosterDays } from './roster-days.tsx'

/** Roster of the next days: who answers an emergency at which hour. */
export function Screen() {
  const query = useQuery({
    queryKey: queryKeys.duty(),
    queryFn: ({ signal }) => api.duty.show({ signal }),
  })
  const roster = neededAnswer(query)
  return (
    <Page
      title="Guardia"
      lead={`A quién llamamos por una emergencia, en los próximos ${ROSTER_DAYS} días.`}
      width="page"
    >
      {roster ? <Shown roster={roster} /> : <SkeletonList rows={4} rowClass="h-40" />}
    </Page>
  )
}

function Shown({ roster }: { roster: Roster }) {
  return (
    <>
      <Missing roster={roster} />
      <MyDuty me={roster.me} />
      {roster.can.manage && <AddShift people={roster.people} />}
      <RosterDays roster={roster} />
      <DutyPeople people={roster.people} manages={roster.can.manage} />
    </>
  )
}

/** Lists the gaps because of which an emergency might reach nobody. */
function Missing({ roster: { gaps, texts, companyPhone, people, shifts } }: { roster: Roster }) {
  const [first] = gaps
  const onRoster = new Set(shifts.map(({ person }) => person.id))
  const unproved = people.filter(({ id, phoneProved }) => onRoster.has(id) && !phoneProved)
  const missing = [
    ...(first ? [`Hay horas sin nadie de guardia. Las primeras: ${dateTime(first.from)}`] : []),
    ...unproved.map(({ name }) => `${name} no ha confirmado su celular: no le llegan mensajes.`),
    ...(texts ? [] : ['Este servidor no envía SMS ni WhatsApp.']),
    ...(companyPhone ? [] : ['Falta el teléfono de la empresa: EMERGENCY_PHONE del servidor.']),
  ]
  if (missing.length === 0) return null
  return (
    <Banner tone="err" live="off" title="Una emergencia podría no llegarle a nadie">
      <ul className="list-disc pl-5">
        {missing.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </Banner>
  )
}
