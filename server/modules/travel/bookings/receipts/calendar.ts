import ical, {
  ICalAlarmType,
  type ICalCalendar,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator'

export type Appointment = {
  id: string
  from: string
  to: string
  /** Agreed meeting point; null until one is agreed. */
  meetingPoint: { name: string; address: string } | null
  startsAt: Date
  endsAt: Date
  /** Time of the last change. */
  madeAt: Date
  /** Rises with each change; a calendar ignores a file whose number is below the one it has. */
  sequence: number
  isCancelled: boolean
  url: string
  /** Whether the person drives; by default they travel as a passenger. */
  drives?: boolean
}

const REMINDER_SECONDS = 2 * 60 * 60

/** Seconds after which a calendar that follows the feed reads it again. */
const REREAD_SECONDS = 60 * 60

/** Writes journeys as an iCalendar file (RFC 5545), with reminders two hours before. */
export function calendarFile(appointments: readonly Appointment[], name?: string): string {
  const calendar = ical({
    prodId: { company: 'Cupo', product: 'Viajes', language: 'ES' },
    method: ICalCalendarMethod.PUBLISH,
    ...(name && { name, ttl: REREAD_SECONDS }),
  })
  for (const appointment of appointments) addEvent(calendar, appointment)
  return `${calendar.toString()}\r\n`
}

function addEvent(calendar: ICalCalendar, appointment: Appointment): void {
  const { id, from, to, meetingPoint, startsAt, endsAt, madeAt, url, drives } = appointment
  const { CANCELLED, CONFIRMED } = ICalEventStatus
  const event = calendar.createEvent({
    id: `${id}@cupo`,
    stamp: madeAt,
    sequence: appointment.sequence,
    status: appointment.isCancelled ? CANCELLED : CONFIRMED,
    start: startsAt,
    end: endsAt,
    summary: drives ? `Conduces ${from} - ${to}` : `Viaje ${from} - ${to}`,
    location: meetingPoint ? `${meetingPoint.name}, ${meetingPoint.address}, ${from}` : from,
    description: `${drives ? 'Tu viaje' : 'Tu tiquete y el punto de encuentro'}: ${url}`,
    url,
  })
  if (appointment.isCancelled) return
  event.createAlarm({
    type: ICalAlarmType.display,
    trigger: REMINDER_SECONDS,
    description: `Tu viaje a ${to} sale en 2 horas`,
  })
}
