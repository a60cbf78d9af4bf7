import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'

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
}

const REMINDER_SECONDS = 2 * 60 * 60

/** Writes a journey as an iCalendar file (RFC 5545), with a reminder two hours before. */
export function calendarFile(appointment: Appointment): string {
  const { id, from, to, meetingPoint, startsAt, endsAt, madeAt, url } = appointment
  const { CANCELLED, CONFIRMED } = ICalEventStatus
  const calendar = ical({
    prodId: { company: 'Cupo', product: 'Viajes', language: 'ES' },
    method: ICalCalendarMethod.PUBLISH,
  })
  calendar
    .createEvent({
      id: `${id}@cupo`,
      stamp: madeAt,
      sequence: appointment.sequence,
      status: appointment.isCancelled ? CANCELLED : CONFIRMED,
      start: startsAt,
      end: endsAt,
      summary: `Viaje ${from} - ${to}`,
      location: meetingPoint ? `${meetingPoint.name}, ${meetingPoint.address}, ${from}` : from,
      description: `Tu tiquete y el punto de encuentro: ${url}`,
      url,
    })
    .createAlarm({
      type: ICalAlarmType.display,
      trigger: REMINDER_SECONDS,
      description: `Tu viaje a ${to} sale en 2 horas`,
    })
  return `${calendar.toString()}\r\n`
}
