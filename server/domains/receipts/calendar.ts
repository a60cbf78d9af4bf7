export type Appointment = {
  id: string
  from: string
  to: string
  /** Where exactly to meet, when that is agreed. */
  meetingPoint: { name: string; address: string } | null
  startsAt: Date
  endsAt: Date
  /** When it was agreed. */
  madeAt: Date
  url: string
}

/** A journey as an iCalendar file (RFC 5545), with a reminder two hours ahead. */
export function calendarFile(appointment: Appointment): string {
  const { id, from, to, meetingPoint, startsAt, endsAt, madeAt, url } = appointment
  const place = meetingPoint ? `${meetingPoint.name}, ${meetingPoint.address}, ${from}` : from
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Cupo//Viajes//ES',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${id}@cupo`,
    `DTSTAMP:${utc(madeAt)}`,
    `DTSTART:${utc(startsAt)}`,
    `DTEND:${utc(endsAt)}`,
    `SUMMARY:${escaped(`Viaje ${from} - ${to}`)}`,
    `LOCATION:${escaped(place)}`,
    `DESCRIPTION:${escaped(`Tu tiquete y el punto de encuentro: ${url}`)}`,
    `URL:${url}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(`Tu viaje a ${to} sale en 2 horas`)}`,
    'TRIGGER:-PT2H',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function utc(instant: Date): string {
  return instant.toISOString().replace(/[-:]|\.\d{3}/g, '')
}

/** Text of a property: what has a meaning in the format is escaped, a new line is one line. */
function escaped(text: string): string {
  return text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r\n|\r|\n/g, '\\n')
}

const LINE_BYTES = 75

/** Lines of at most 75 bytes, continued by a space; no letter is cut in two. */
function folded(line: string): string {
  const rows = ['']
  for (const letter of line) {
    const row = `${rows.at(-1)}${letter}`
    const limit = rows.length === 1 ? LINE_BYTES : LINE_BYTES - 1
    if (Buffer.byteLength(row) > limit) rows.push(letter)
    else rows[rows.length - 1] = row
  }
  return rows.join('\r\n ')
}
