const day = new Intl.DateTimeFormat('es-CO', { dateStyle: 'long', timeZone: 'UTC' })

/** `1 de febrero de 2027` from `YYYY-MM-DD`: with its year, because notices come long before. */
export function calendarDayLong(date: string): string {
  return day.format(new Date(`${date}T00:00:00.000Z`))
}
