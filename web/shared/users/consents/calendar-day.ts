const day = new Intl.DateTimeFormat('es-CO', { dateStyle: 'long', timeZone: 'UTC' })

/** Formats `YYYY-MM-DD` as `1 de febrero de 2027`: notices come long before, so with the year. */
export function calendarDayLong(date: string): string {
  return day.format(new Date(`${date}T00:00:00.000Z`))
}
