import type { IncidentCase, IncidentOutcome, IncidentRow } from '#contract/safety.ts'
import type { DeskThread } from '#contract/support-desk.ts'
import { dateTime, dayAndTime, theTime, time, today } from '#web/lib/format.ts'
import { kmBetween } from '#web/lib/walk.ts'
import { nationalPhone } from '#web/shared/users/phone-number.ts'

export const outcomes: { value: IncidentOutcome; title: string }[] = [
  { value: 'helped', title: 'La ayudamos' },
  { value: 'authorities', title: 'Intervinieron las autoridades' },
  { value: 'sanctioned', title: 'Llevó a una sanción' },
  { value: 'no_danger', title: 'No había peligro' },
]

export const outcomeWord = (outcome: IncidentOutcome | null) =>
  outcomes.find(({ value }) => value === outcome)?.title

/** What the person did, after their name. */
export const askedWords: Record<IncidentRow['kind'], string> = {
  emergency: 'pidió ayuda',
  felt_unsafe: 'se sintió en riesgo',
}

type Point = { lat: number; lng: number }

/** Says where a point is: `en Melgar`, `a 2 km de Melgar`. */
export function nearStop(point: Point, stops: IncidentCase['stops']): string {
  const near = stops
    .map(({ name, ...stop }) => ({ name, km: Math.round(kmBetween(point, stop)) }))
    .reduce((a, b) => (b.km < a.km ? b : a))
  return near.km < 1 ? `en ${near.name}` : `a ${near.km} km de ${near.name}`
}

/** The last stop with a recorded arrival or departure. */
export function lastStop(stops: IncidentCase['stops']) {
  const stop = stops.findLast(({ reachedAt }) => reachedAt)
  return stop?.reachedAt ? { name: stop.name, reachedAt: stop.reachedAt } : undefined
}

/** Says where the car was when somebody last knew, from recorded events only. */
function whereWords({ stops, positions, from, departsAt }: IncidentCase): string {
  const [newest] = positions
  if (newest) return `A ${theTime(newest.at)} estaba ${nearStop(newest, stops)}.`
  const stop = lastStop(stops)
  return stop
    ? `A ${theTime(stop.reachedAt)} se registró la última parada, ${stop.name}.`
    : `Debía salir de ${from} ${dayAndTime(departsAt)} y nadie registró la salida.`
}

/** Of people with a seat whom nobody recorded as aboard. */
function unsureWords(count: number): string {
  if (count === 0) return ''
  return count === 1
    ? ' Otra persona tiene cupo: no sabemos si subió.'
    : ` Otras ${count} personas tienen cupo: no sabemos si subieron.`
}

/** What somebody of the team reads to the 123, word by word. */
export function scriptFor(incident: IncidentCase): string {
  const { person, car, plate, from, to, others } = incident
  const who = person.isDriver ? 'Quien conduce' : 'Una persona que viaja'
  const [aboard = 0, unsure = 0] = (['aboard', 'waits'] as const).map(
    (where) => others.filter((each) => each.where === where).length,
  )
  const rest = aboard > 0 && (aboard === 1 ? 'otra persona' : `otras ${aboard} personas`)
  const company = [rest, person.isDriver ? null : 'quien conduce'].filter(Boolean).join(' y ')
  return (
    `Llamo de Cupo. ${who} pide ayuda en un carro ${car}, de placa ${[...plate].join(' ')}, de ` +
    `${from} a ${to}. ${whereWords(incident)}${company && ` Va con ${company}.`}` +
    unsureWords(unsure) +
    (person.phone ? ` Su celular es ${nationalPhone(person.phone)}.` : '')
  )
}

/** The time, with the day unless it is today. */
export const timeOf = (at: string) => (today(at) === today() ? time(at) : dateTime(at))

const channelWords = { push: 'aviso', mail: 'correo', whatsapp: 'WhatsApp', sms: 'SMS' }

export type Entry = { key: string; at: string; text: string; isWork?: boolean }

/** Everything that happened in an incident and in its tickets, in order. */
export function timelineOf(incident: IncidentCase, tickets: readonly DeskThread[]): Entry[] {
  const { person, kind, presses, lastPressedAt, takenBy, takenAt, closedAt } = incident
  const entries: Entry[] = [
    { key: 'pressed', at: incident.pressedAt, text: `${person.name} ${askedWords[kind]}` },
    ...incident.calls.map(({ at, minute, name, channels }) => {
      const by = channels.map((channel) => channelWords[channel]).join(', ')
      const who = name ?? 'el teléfono de la empresa'
      return { key: `${at} ${minute} ${name}`, at, text: `Avisamos a ${who}: ${by}` }
    }),
    ...(takenBy && takenAt
      ? [{ key: 'taken', at: takenAt, text: `Lo tiene ${takenBy.name}`, isWork: true }]
      : []),
    ...incident.notes.map(({ id, at, author, body }) => {
      return { key: id, at, text: `${author}: ${body}`, isWork: true }
    }),
    ...tickets.flatMap(({ number, messages }) =>
      messages.map(({ id, at, author, text }) => {
        return { key: id, at, text: `${author}, en el caso ${number}: ${text}` }
      }),
    ),
  ]
  if (lastPressedAt) {
    entries.push({ key: 'again', at: lastPressedAt, text: `Lo marcó ${presses} veces` })
  }
  if (closedAt) {
    const text = `Cerrado: ${outcomeWord(incident.outcome)}. ${incident.answer}`
    entries.push({ key: 'closed', at: closedAt, text, isWork: true })
  }
  return entries.sort((a, b) => a.at.localeCompare(b.at))
}
